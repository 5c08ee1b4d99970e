import Foundation

/// The programs that tests start: those of the folder `RECTO_PROGRAMS`, such as a release build, else those built with the tests.
package enum Programs {
  package static let folder: String = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["RECTO_PROGRAMS"] { return URL(fileURLWithPath: named).path }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
  }()

  package static func path(_ name: String) -> String { folder + "/" + name }
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
