import DocumentModel
import Glibc
import Platform

/// A folder that only this user may read, removed with all that is in it when it is no longer needed.
final class ScratchFolder {
  let path: String

  /// Returns nil if the folder cannot be made.
  init?() {
    let base = getenv("TMPDIR").map { SystemPath.text($0) } ?? ""
    let wanted = (PathParts.isAbsolute(base) ? base : "/tmp") + "/recto-XXXXXX"
    var template = SystemPath.bytes(wanted).map { CChar(bitPattern: $0) } + [0]
    guard let made = mkdtemp(&template) else { return nil }
    path = SystemPath.text(made)
  }

  deinit { Self.remove(path) }

  /// Removes a file, or a folder with its contents; links are not followed.
  private static func remove(_ path: String) {
    guard SystemPath.lend(path, { unlink($0) }) != 0 else { return }
    guard let folder = SystemPath.lend(path, { opendir($0) }) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    closedir(folder)
    for name in names { remove(path + "/" + name) }
    _ = SystemPath.lend(path) { rmdir($0) }
  }
}
