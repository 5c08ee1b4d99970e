import Foundation

/// A file system in memory of a few bytes, where the tests may mount one.
package struct SmallVolume: ~Copyable {
  package let path: String

  private static func run(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Root in a container may not either: it is tried.
  package static let isPossible: Bool = {
    guard geteuid() == 0, let volume = try? SmallVolume(bytes: 16 << 10) else { return false }
    return !volume.path.isEmpty
  }()

  struct NotMounted: Error {}

  package init(bytes: Int) throws {
    path = FileManager.default.temporaryDirectory.path + "/recto-volume-\(UUID().uuidString)"
    mkdir(path, 0o700)
    guard Self.run(["mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path]) else {
      rmdir(path)
      throw NotMounted()
    }
  }

  /// Whether anything in it may be written; false where that could not be set.
  package func set(readOnly: Bool) -> Bool {
    Self.run(["mount", "-o", "remount,\(readOnly ? "ro" : "rw")", path])
  }

  deinit {
    _ = Self.run(["umount", path])
    rmdir(path)
  }
}
