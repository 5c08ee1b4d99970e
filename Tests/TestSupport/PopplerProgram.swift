package import Foundation

/// The program `pdftotext`, which finds what other programs than Recto find on pages.
package enum PopplerProgram {
  /// The words of all pages, without the signs that tell directions.
  package static func text(of file: Data) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.path + "/in.pdf"
    try file.write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftotext")
    process.arguments = [path, "-"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }))
  }
}
