import Glibc
import Platform

/// A file's bytes and the version they are.
package struct WholeFile: Sendable {
  package var bytes: [UInt8]
  package var stamp: FileStamp

  /// Reads an ordinary file; throws `.tooLarge` above so many bytes, `.isFolder`, `.notAFile`.
  package init(
    _ path: String, atMost bound: Int, _ disk: Disk = Disk()
  ) throws(FilesError) {
    // Without waiting: a pipe would keep us until somebody writes.
    let file = try disk.open(path, O_RDONLY | O_NONBLOCK)
    guard let status = file.status else { throw FilesError(errno: errno, path) }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .file else { throw FilesError(kind == .folder ? .isFolder : .notAFile, path) }
    guard status.st_size <= bound else { throw FilesError(.tooLarge, path) }
    stamp = FileStamp(status)
    bytes = []
    let number = file.number
    var portion = [UInt8](repeating: 0, count: max(4_096, min(1 << 20, Int(status.st_size) + 1)))
    while true {
      let count = try disk.call(.read, path) { Glibc.read(number, &portion, portion.count) }
      if count == 0 { return }
      bytes += portion[..<count]
      guard bytes.count <= bound else { throw FilesError(.tooLarge, path) }
    }
  }
}
