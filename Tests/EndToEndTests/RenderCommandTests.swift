import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// `recto render`: pages as PNG files.
@Suite struct RenderCommandTests {
  /// The header of an image file.
  private struct Header {
    var width: Int
    var height: Int
    /// 0 for gray, 2 for colours.
    var kind: UInt8

    init(_ file: Data) throws {
      let bytes = Array(file.prefix(26))
      try #require(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      try #require(bytes.count == 26)
      width = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
      height = bytes[20..<24].reduce(0) { $0 << 8 | Int($1) }
      kind = bytes[25]
    }

    init(_ path: String) throws {
      try self.init(Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  /// A document of a plain page and one in red, labelled i and A-1.
  private func document(in bench: borrowing Workbench) throws -> String {
    var document = PagedPDF()
    document.addPage("Plain")
    document.addPage("1 0 0 rg (", box: "/MediaBox[0 0 200 100]", entries: "/Rotate 0")
    document.catalogue =
      "/PageLabels<</Nums[0<</S/r>>1<</S/D/P(A-)/St 1>>]>>"
    return try bench.write(document.file(), "labels.pdf")
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
      .sorted()
  }

  @Test func aPageIsRenderedInTheRequestedSize() throws {
    let bench = try Workbench(pages: 2)
    let path = try document(in: bench)
    let out = bench.folder + "/out.png"
    let result = try bench.run(["render", path, "--width", "306", "-o", out])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == out + "\n")
    let header = try Header(out)
    #expect((header.width, header.height, header.kind) == (306, 396, 0))
    let turned = try bench.run([
      "render", path, "--dpi", "72", "--rotate", "90", "--page", "2", "--profile", "sepia",
      "--output=\(out)", "--force",
    ])
    #expect(turned.status == 0)
    let second = try Header(out)
    #expect((second.width, second.height, second.kind) == (100, 200, 2))
  }

  @Test func pagesAreSelectedByNumberOrLabel() throws {
    let bench = try Workbench(pages: 1)
    let path = try document(in: bench)
    for (name, height) in [("A-1", 25), ("i", 65), ("1", 65), ("2", 25)] {
      let out = bench.folder + "/\(name).png"
      let result = try bench.run(["render", path, "--page", name, "--width", "50", "-o", out])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Header(out).height == height)
    }
    let missing = try bench.run(["render", path, "--page", "xii"])
    #expect(missing.status == 2)
    #expect(missing.errors == "recto: \(path) has no page “xii”; it has 2\n")
  }

  /// Existing files are kept unless `--force` is given.
  @Test func existingFilesAreNotOverwritten() throws {
    let bench = try Workbench(pages: 1)
    let out = try bench.write(Data("mine".utf8), "mine.png")
    let refused = try bench.run(["render", bench.document, "-o", out])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("already exists"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == Data("mine".utf8))
    #expect(try bench.run(["render", bench.document, "-o", out, "--force"]).status == 0)
    #expect(try Header(out).width == 1_275)
    #expect(try files(in: bench.folder) == ["mine.png"])
  }

  /// Without a name the file is named after the document and page, in the current folder.
  @Test func outputFilesAreNamedAfterTheDocument() throws {
    let bench = try Workbench(pages: 2)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Workbench.recto)
    process.arguments = ["render", bench.document, "--page", "2", "--width", "20"]
    process.environment = bench.environment
    process.currentDirectoryURL = URL(fileURLWithPath: bench.folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let reported = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: reported, as: UTF8.self) == "book-2.png\n")
    #expect(try files(in: bench.folder) == ["book-2.png"])
  }

  @Test func imagesAreWrittenToStandardOutput() throws {
    let bench = try Workbench(pages: 1)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Workbench.recto)
    process.arguments = ["render", bench.document, "--width", "40", "-o", "-"]
    process.environment = bench.environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let file = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try Header(file).width == 40)
    #expect(file.suffix(8).prefix(4) == Data("IEND".utf8))
  }

  @Test func imagesAreNotWrittenToATerminal() throws {
    let bench = try Workbench(pages: 1)
    let session = try bench.read(["render", bench.document, "-o", "-"])
    try session.wait(for: "the refusal") {
      $0.joined().contains("standard output is a terminal")
    }
    #expect(try session.waitForExit() == 2)
  }

  @Test(arguments: [
    (["--width", "0"], "--width needs"), (["--width", "99999999999999999999"], "--width needs"),
    (["--dpi", "-1"], "--dpi needs"), (["--dpi", "nan"], "--dpi needs"),
    (["--dpi", "5", "--width", "5"], "do not go together"), (["--rotate", "45"], "--rotate needs"),
    (["--profile", "pink"], "there are normal, dark, sepia, high-contrast, gray"),
    (["--dpi", "20000"], "is too large"), (["--deadline", "0"], "--deadline needs"),
    (["-o", "/nowhere/at/all.png"], "/nowhere"), (["--colour"], "there is no option"),
  ]) func renderErrorsAreReported(_ options: [String], _ sentence: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(["render", bench.document] + options)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(try files(in: bench.folder).isEmpty)
  }

  @Test func textsHaveNoPages() throws {
    let bench = try Workbench(pages: 1)
    let note = try bench.write(Data("# Title\n".utf8), "note.md")
    let result = try bench.run(["render", note, "--page", "1"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is text and has no pages"))
  }
}
