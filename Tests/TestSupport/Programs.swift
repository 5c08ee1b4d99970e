import Foundation

/// The programs that tests start: built with the tests, but the installed ones come from the folder `RECTO_PROGRAMS` if it is set, such as a release build.
package enum Programs {
  private static let installed: Set = ["recto", "recto-worker", "recto-ocr"]

  private static let built: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
  }()

  package static func path(_ name: String) -> String {
    guard installed.contains(name),
      let folder = ProcessInfo.processInfo.environment["RECTO_PROGRAMS"]
    else { return built + "/" + name }
    return URL(fileURLWithPath: folder).path + "/" + name
  }
}

/// A folder of a test's own, gone when the test is.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
