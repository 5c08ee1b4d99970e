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
}
