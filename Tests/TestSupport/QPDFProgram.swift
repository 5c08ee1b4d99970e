package import Foundation

/// The program `qpdf`, which makes other kinds of files of one.
package enum QPDFProgram {
  package static func rewritten(_ file: Data, _ arguments: [String]) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.path + "/recto-qpdf-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (one, two) = (folder + "/in.pdf", folder + "/out.pdf")
    try file.write(to: URL(fileURLWithPath: one))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
    process.arguments = arguments + [one, two]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: URL(fileURLWithPath: two))
  }

  /// Checks a file's structure; returns what `qpdf` warns of, empty if nothing.
  package static func check(_ file: Data) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.path + "/in.pdf"
    try file.write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
    process.arguments = ["--check", path]
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
