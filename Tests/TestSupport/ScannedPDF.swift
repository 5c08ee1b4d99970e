package import Foundation
import Glibc

/// A PDF whose pages are pictures of another one's pages, as a scanner makes them, without text.
package enum ScannedPDF {
  /// Tesseract's models that tests use; without them tests of recognised words are skipped.
  package static let areModelsInstalled = ["eng", "osd"].allSatisfy {
    access("/usr/share/tesseract-ocr/5/tessdata/\($0).traineddata", R_OK) == 0
  }

  /// Draws each page by `pdftoppm`, in shades of gray; `turn` is in degrees clockwise.
  ///
  /// `content` are operators that follow the picture; `/F` is Helvetica. The right edge is darker by `shade`, from 0 to 1.
  package static func bytes(
    of file: Data, dotsPerInch: Int = 150, turn: Int = 0, content added: String = "",
    shade: Double = 0
  ) throws -> Data {
    let folder = try TemporaryFolder()
    let path = folder.path + "/in.pdf"
    try file.write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftoppm")
    process.arguments = ["-gray", "-r", String(dotsPerInch), path, folder.path + "/page"]
    try process.run()
    process.waitUntilExit()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".pgm") }.sorted()
    var writer = PDFWriter()
    let root = writer.reserve()
    let tree = writer.reserve()
    let font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    var pages: [Int] = []
    for name in names {
      var (width, height, pixels) = try picture(folder.path + "/" + name)
      for at in pixels.indices where shade > 0 {
        pixels[at] = UInt8(Double(pixels[at]) * (1 - shade * Double(at % width) / Double(width)))
      }
      let image = writer.add(
        bytes: Array(
          "<</Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace/DeviceGray/BitsPerComponent 8/Length \(pixels.count)>>stream\n"
            .utf8) + pixels + Array("\nendstream".utf8))
      let (w, h) = (width * 72 / dotsPerInch, height * 72 / dotsPerInch)
      let content = writer.add(stream: "q \(w) 0 0 \(h) 0 0 cm /I Do Q \(added)")
      pages.append(
        writer.add(
          "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 \(w) \(h)]/Rotate \(turn)/Contents \(content) 0 R/Resources<</Font<</F \(font) 0 R>>/XObject<</I \(image) 0 R>>>>>>"
        ))
    }
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    writer.set(root, "<</Type/Catalog/Pages \(tree) 0 R>>")
    writer.set(tree, "<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>")
    return writer.file(root: root)
  }

  /// Reads a binary PGM file: `P5 WIDTH HEIGHT 255` and its pixels.
  private static func picture(_ path: String) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var numbers: [Int] = []
    var at = 2
    while numbers.count < 3 {
      while !(0x30...0x39).contains(bytes[at]) { at += 1 }
      var number = 0
      while (0x30...0x39).contains(bytes[at]) {
        number = number * 10 + Int(bytes[at] - 0x30)
        at += 1
      }
      numbers.append(number)
    }
    return (numbers[0], numbers[1], Array(bytes[(at + 1)...]))
  }
}
