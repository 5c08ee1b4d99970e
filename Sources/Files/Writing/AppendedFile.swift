import DocumentModel
import Glibc
import Platform

/// A file that grows by whole lines; other programs may copy it at any moment.
package enum AppendedFile {
  /// Appends lines and waits until they are on the disk; creates the file if there is none. Returns the new stamp.
  ///
  /// A last line without its end, left by a killed program, gets it first. If not everything can be written, the file is cut back. Throws `.busy` where
  /// another process appends, and `.tooLarge` if the file would exceed `bound` bytes.
  @discardableResult
  package static func append(
    _ lines: [UInt8], to path: String, atMost bound: Int, disk: Disk = Disk()
  ) throws(FilesError) -> FileStamp {
    var isNew = false
    var file: Descriptor
    do throws(FilesError) {
      file = try disk.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    } catch  where error.reason == .notFound {
      file = try disk.create(path)
      isNew = true
    }
    guard try disk.lock(&file, path) else { throw FilesError(.busy, path) }
    guard let status = file.status, FileKind(mode: status.st_mode) == .file else {
      throw FilesError(.notAFile, path)
    }
    let size = Int64(status.st_size)
    let number = file.number
    var last: UInt8 = 0x0A
    if size > 0 { try disk.call(.read, path) { pread(number, &last, 1, off_t(size - 1)) } }
    let bytes = last == 0x0A ? lines : [0x0A] + lines
    guard Int(size) + bytes.count <= bound else { throw FilesError(.tooLarge, path) }
    do throws(FilesError) {
      try disk.write(bytes, to: number, at: size, path)
      try disk.sync(file, path)
    } catch {
      ftruncate(number, off_t(size))
      throw error
    }
    if isNew { try disk.syncFolder(PathParts.folder(of: path)) }
    guard let now = file.status else { throw FilesError(errno: errno, path) }
    return FileStamp(now)
  }
}
