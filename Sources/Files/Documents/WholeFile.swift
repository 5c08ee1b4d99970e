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
    // Non-blocking: a pipe without a writer would block.
    let file = try disk.openToRead(path, O_NONBLOCK)
    guard let status = file.status else { throw FilesError(errno: errno, path) }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .file else { throw FilesError(kind == .folder ? .isFolder : .notAFile, path) }
    guard status.st_size <= bound else { throw FilesError(.tooLarge, path) }
    stamp = FileStamp(status)
    let number = file.number
    // One byte more than the size, so that the end is noticed in the same read.
    let room = max(4_096, Int(status.st_size) + 1)
    var isEnd = false
    (bytes, isEnd) = try Self.read(number, room, path, disk)
    while !isEnd {
      let more = try Self.read(number, 1 << 20, path, disk)
      bytes += more.bytes
      isEnd = more.isEnd
      guard bytes.count <= bound else { throw FilesError(.tooLarge, path) }
    }
  }

  /// Reads a number of bytes, or fewer if the file ends before.
  private static func read(
    _ number: Int32, _ room: Int, _ path: String, _ disk: Disk
  ) throws(FilesError) -> (bytes: [UInt8], isEnd: Bool) {
    var failure: FilesError?
    var isEnd = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, done in
      do throws(FilesError) {
        while done < room, !isEnd {
          let left = room - done
          let start = buffer.baseAddress.map { $0 + done }
          let count = try disk.call(.read, path) {
            Glibc.read(number, start, left)
          }
          done += count
          isEnd = count == 0
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return (bytes, isEnd)
  }
}
