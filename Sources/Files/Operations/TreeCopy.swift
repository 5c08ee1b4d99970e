internal import CLinux
import DocumentModel
import Glibc
import Platform

/// Copies a file, a link or a whole folder to a path that does not exist yet.
///
/// Blocks are shared if the file system can (reflink) or copied by the kernel, and holes stay holes. Permissions, times and
/// extended attributes are copied; with `isMove` the owner, too, and everything is synced to the disk and read back.
final class TreeCopy {
  private let disk: Disk
  private let cancellation: Cancellation
  private let isMove: Bool
  private let progress: (_ bytes: Int, _ isDone: Bool) -> Void
  /// Files that could not be read; the rest was copied.
  private(set) var failures: [FilesError] = []
  /// The status of each copied file, by its path's bytes: a move removes exactly these.
  private(set) var copied: [[UInt8]: FileStatus] = [:]

  init(
    _ disk: Disk, _ cancellation: Cancellation, isMove: Bool,
    progress: @escaping (_ bytes: Int, _ isDone: Bool) -> Void
  ) {
    self.disk = disk
    self.cancellation = cancellation
    self.isMove = isMove
    self.progress = progress
  }

  /// Copies to a new unfinished name in a folder, and gives that name when all is there; leaves nothing when it throws.
  ///
  /// The lock that keeps it from being swept is held until `body`, which gives it its name, has returned.
  func copy<Result>(
    _ source: String, into folder: String, _ body: (String) throws(FilesError) -> Result
  ) throws(FilesError) -> Result {
    guard let status = FileStatus(source) else { throw FilesError(.notFound, source) }
    note(source, status)
    let temporary = UnfinishedName.random(in: folder)
    do throws(FilesError) {
      switch status.kind {
      case .file:
        let file = try UnfinishedName.claim(temporary, disk)
        try copyFile(source, status, to: file, temporary)
        return try body(temporary)
      case .folder:
        let lock = try UnfinishedName.claim(temporary, folderMode: 0o700, disk)
        try copyContents(source, status, to: temporary, lock)
        return try body(temporary)
      default:
        try copyOther(source, status, to: temporary)
        return try body(temporary)
      }
    } catch {
      // Not with the current cancellation; leftovers are removed another time.
      if FileStatus(temporary) != nil { try? TreeRemoval.remove(temporary, Disk()) }
      throw FilesError(error.reason, Self.named(error.path, source, unfinished: temporary))
    }
  }

  /// Returns the name the user knows for a file being created under an unfinished name: its source.
  private static func named(_ path: String, _ source: String, unfinished: String) -> String {
    guard path.utf8.starts(with: unfinished.utf8) else { return path }
    let rest = path.utf8.dropFirst(unfinished.utf8.count)
    return rest.isEmpty || rest.first == 0x2F ? source + (String(rest) ?? "") : path
  }

  private func note(_ source: String, _ status: FileStatus) {
    if isMove { copied[Array(source.utf8)] = status }
  }

  private func copyTree(_ source: String, to target: String) throws(FilesError) {
    guard let status = FileStatus(source) else { throw FilesError(.notFound, source) }
    note(source, status)
    switch status.kind {
    case .file:
      let file = try disk.create(target)
      try copyFile(source, status, to: file, target)
    case .folder:
      try disk.makeFolder(target, mode: 0o700)
      let folder = try disk.open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      try copyContents(source, status, to: target, folder)
    default: try copyOther(source, status, to: target)
    }
  }

  private func copyContents(
    _ source: String, _ status: FileStatus, to target: String, _ folder: borrowing Descriptor
  ) throws(FilesError) {
    let original = try disk.openToRead(source, O_DIRECTORY | O_NOFOLLOW)
    for entry in try FolderReader.names(in: source, followingLink: false)
    where !UnfinishedName.isOne(entry.name) {
      try cancellation.check(source)
      let path = PathParts.joined(source, entry.name)
      do throws(FilesError) {
        try copyTree(path, to: PathParts.joined(target, entry.name))
      } catch {
        // A full disk and a cancellation end it; of one file that cannot be read the others know nothing.
        if [.cancelled, .noSpace, .readOnly].contains(error.reason) { throw error }
        failures.append(FilesError(error.reason, path))
        try? TreeRemoval.remove(PathParts.joined(target, entry.name), disk)
      }
    }
    try giveAttributes(of: original, status, to: folder, target)
    if isMove { try disk.syncFolder(target) }
    progress(0, true)
  }

  /// Copies a link unchanged; pipes, sockets and devices are not copied.
  private func copyOther(
    _ source: String, _ status: FileStatus, to target: String
  ) throws(FilesError) {
    guard status.kind == .link else { throw FilesError(.notAFile, source) }
    var buffer = [CChar](repeating: 0, count: 4_097)
    let count = SystemPath.lend(source) { readlink($0, &buffer, buffer.count - 1) }
    guard count >= 0 else { throw FilesError(errno: errno, source) }
    try disk.makeLink(target, to: SystemPath.text(buffer))
    var times = Self.times(status)
    _ = SystemPath.lend(target) { utimensat(AT_FDCWD, $0, &times, AT_SYMLINK_NOFOLLOW) }
    if isMove {
      _ = SystemPath.lend(target) { lchown($0, status.owner, status.group) }
    }
    progress(0, true)
  }

  private func copyFile(
    _ source: String, _ status: FileStatus, to file: borrowing Descriptor, _ target: String
  ) throws(FilesError) {
    progress(0, false)
    let original = try disk.openToRead(source, O_NOFOLLOW | O_NONBLOCK)
    guard let opened = original.status, FileStamp(opened) == status.stamp else {
      throw FilesError(.changedMeanwhile, source)
    }
    try copyBytes(of: original, source, Int64(opened.st_size), to: file, target)
    try giveAttributes(of: original, status, to: file, target)
    if isMove {
      try disk.sync(file, target)
      try compare(original, file, source, target)
    }
    guard let now = original.status, FileStamp(now) == status.stamp else {
      throw FilesError(.changedMeanwhile, source)
    }
    progress(0, true)
  }

  private func giveAttributes(
    of original: borrowing Descriptor, _ status: FileStatus, to file: borrowing Descriptor,
    _ target: String
  ) throws(FilesError) {
    _ = try FileAttributes.copy(from: original, to: file, withOwner: isMove, disk, target)
    let number = file.number
    let times = Self.times(status)
    try disk.call(.times, target) { futimens(number, times) }
  }

  /// The time of the last reading is now; that of the last change is the source's.
  private static func times(_ status: FileStatus) -> [timespec] {
    [
      timespec(tv_sec: 0, tv_nsec: Self.nowMark),
      timespec(tv_sec: Int(status.stamp.seconds), tv_nsec: Int(status.stamp.nanoseconds)),
    ]
  }

  /// `UTIME_NOW` (utimensat(2)), which Swift does not import.
  private static let nowMark = (1 << 30) - 1

  // MARK: Bytes

  private static let portion = 4 << 20

  private func copyBytes(
    of original: borrowing Descriptor, _ source: String, _ size: Int64,
    to file: borrowing Descriptor, _ target: String
  ) throws(FilesError) {
    let (from, to) = (original.number, file.number)
    do throws(FilesError) {
      try disk.call(.clone, target) { clinux_clone(from, to) }
      return progress(Int(size), false)
    } catch  where error.reason == .noSpace || error.reason == .cancelled {
      throw error
    } catch {}
    var kernelCopies = true
    var at: Int64 = 0
    while at < size {
      let start = clinux_next_data(from, off_t(at))
      if start < 0, errno == ENXIO { break }
      // File systems that know of no holes.
      let data = start < 0 ? at : Int64(start)
      let hole = start < 0 ? -1 : clinux_next_hole(from, off_t(data))
      let end = min(size, hole < 0 ? size : Int64(hole))
      progress(Int(data - at), false)
      at = data
      while at < end {
        try cancellation.check(source)
        let count = min(Self.portion, Int(end - at))
        let copied = try copyPortion(from, to, at, count, source, target, &kernelCopies)
        guard copied > 0 else { throw FilesError(.changedMeanwhile, source) }
        at += Int64(copied)
        progress(copied, false)
      }
    }
    progress(Int(size - at), false)
    try disk.call(.size, target) { ftruncate(to, off_t(size)) }
  }

  private func copyPortion(
    _ from: Int32, _ to: Int32, _ at: Int64, _ count: Int, _ source: String, _ target: String,
    _ kernelCopies: inout Bool
  ) throws(FilesError) -> Int {
    if kernelCopies {
      do throws(FilesError) {
        let copied = try disk.call(.copyRange, target) {
          clinux_copy_range(from, to, off_t(at), count)
        }
        // 0 also where the kernel cannot: /proc, and some FUSE.
        if copied > 0 { return copied }
        kernelCopies = false
      } catch  where error.reason == .noSpace || error.reason == .tooLarge {
        throw error
      } catch {
        kernelCopies = false
      }
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
    defer { buffer.deallocate() }
    let got = try disk.call(.read, source) { pread(from, buffer.baseAddress, count, off_t(at)) }
    try disk.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]), to: to, at: at, target)
    return got
  }

  /// Reads back the copy, from the disk if the system drops its cache.
  private func compare(
    _ original: borrowing Descriptor, _ file: borrowing Descriptor, _ source: String,
    _ target: String
  ) throws(FilesError) {
    let (from, to) = (original.number, file.number)
    posix_fadvise(to, 0, 0, POSIX_FADV_DONTNEED)
    let count = 1 << 20
    let one = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
    let other = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
    defer {
      one.deallocate()
      other.deallocate()
    }
    var at: off_t = 0
    while true {
      try cancellation.check(source)
      let read = try Self.fill(one, from, at, disk, source)
      let readBack = try Self.fill(other, to, at, disk, target)
      guard read == readBack, let left = one.baseAddress, let right = other.baseAddress,
        memcmp(left, right, read) == 0
      else {
        throw FilesError(.copyDiffers, source)
      }
      if read < count { return }
      at += off_t(read)
    }
  }

  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ file: Int32, _ at: off_t, _ disk: Disk,
    _ path: String
  ) throws(FilesError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let offset = at + off_t(done)
      let count = try disk.call(.read, path) { pread(file, rest.baseAddress, rest.count, offset) }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
