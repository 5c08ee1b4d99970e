internal import CLinux
package import Dispatch
import DocumentModel
import Glibc
import Platform

/// A name in a folder and its kind from the directory (`d_type`), without accessing the file.
package struct DirectoryEntry: Sendable, Hashable {
  package var name: String
  package var kind: FileKind

  package static func == (one: Self, other: Self) -> Bool {
    one.kind == other.kind && PathParts.same(one.name, other.name)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

/// Reads folders and file status asynchronously, in one lane per mount.
package final class FolderReader: Sendable {
  package let lanes: DiskLanes
  private let queue: DispatchQueue

  /// `queue` is where all answers come, in order.
  package init(queue: DispatchQueue, lanes: DiskLanes = DiskLanes()) {
    self.queue = queue
    self.lanes = lanes
  }

  /// Reads a folder's names, `.` and `..` left out, in the folder's own order.
  /// `portion` is called for every few thousand entries (never for an empty folder), then `end` once with the folder's version from before the
  /// reading. Neither is called after a cancellation.
  @discardableResult
  package func read(
    _ folder: String, cancellation: Cancellation = Cancellation(),
    portion: @escaping @Sendable ([DirectoryEntry]) -> Void,
    end: @escaping @Sendable (Result<FolderVersion, FilesError>) -> Void
  ) -> Cancellation {
    lanes.add(at: folder, cancellation: cancellation, isKept: true) { [queue] cancellation in
      let result = Result { () throws(FilesError) in
        try Self.read(folder, cancellation) { records in
          // Names are built on the queue: that takes as long as reading them.
          let bytes = Array(records)
          queue.async {
            guard !cancellation.isCancelled else { return }
            portion(bytes.withUnsafeBytes { Self.entries($0) })
          }
        }
      }
      queue.async { if !cancellation.isCancelled { end(result) } }
    }
  }

  /// Queries names in a folder, or absolute paths if it is empty; nil for missing ones.
  ///
  /// Links to mounts that do not answer come without a target first, and again when they answer.
  @discardableResult
  package func statuses(
    of names: [String], in folder: String, cancellation: Cancellation = Cancellation(),
    answer: @escaping @Sendable ([FileStatus?]) -> Void
  ) -> Cancellation {
    guard !folder.isEmpty else {
      lanes.each(names, on: queue) {
        cancellation.isCancelled ? nil : FileStatus(names[$0])
      } answer: { found in
        if !cancellation.isCancelled { answer(found.map { $0 ?? nil }) }
      }
      return cancellation
    }
    return lanes.add(at: folder, cancellation: cancellation) { [self] cancellation in
      var found: [FileStatus?] = []
      found.reserveCapacity(names.count)
      let paths = names.map { PathParts.joined(folder, $0) }
      for path in paths {
        if cancellation.isCancelled { return }
        found.append(FileStatus(itself: path))
      }
      follow(paths, found, cancellation, answer)
    }
  }

  /// Follows symbolic links, each in the lane of its target's mount.
  private func follow(
    _ paths: [String], _ statuses: [FileStatus?], _ cancellation: Cancellation,
    _ answer: @escaping @Sendable ([FileStatus?]) -> Void
  ) {
    let links = statuses.indices.filter { statuses[$0]?.kind == .link }
    lanes.each(links.map { paths[$0] }, on: queue) { place in
      var status = statuses[links[place]]
      if !cancellation.isCancelled { status?.follow(paths[links[place]]) }
      return status
    } answer: { found in
      guard !cancellation.isCancelled else { return }
      var statuses = statuses
      for (link, status) in zip(links, found) { statuses[link] = status ?? statuses[link] }
      answer(statuses)
    }
  }

  /// Reads a folder on the caller's own thread.
  package static func names(
    in folder: String, followingLink: Bool = true
  ) throws(FilesError) -> [DirectoryEntry] {
    var all: [DirectoryEntry] = []
    _ = try read(folder, Cancellation(), followingLink: followingLink) { all += entries($0) }
    return all
  }

  /// Room for some thousand entries: one system call for each.
  private static let bufferSize = 1 << 18

  private static func read(
    _ folder: String, _ cancellation: Cancellation, followingLink: Bool = true,
    records: (UnsafeRawBufferPointer) -> Void
  ) throws(FilesError) -> FolderVersion {
    let flags = O_DIRECTORY | O_NONBLOCK | (followingLink ? 0 : O_NOFOLLOW)
    let descriptor = try Disk().openToRead(folder, flags)
    let now = Int64(time(nil))
    guard let status = descriptor.status else { throw FilesError(errno: errno, folder) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      try cancellation.check(folder)
      let count = clinux_entries(descriptor.number, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FilesError(errno: errno, folder) }
      guard count > 0 else { break }
      records(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return FolderVersion(status, now: now)
  }

  /// Reads records of `struct linux_dirent64` (getdents(2)): inode, offset, length of the record, kind, name.
  private static func entries(_ records: UnsafeRawBufferPointer) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    guard let base = records.baseAddress else { return entries }
    // The length of most records.
    entries.reserveCapacity(records.count / 40)
    var at = 0
    while at + 19 < records.count {
      let length = Int(records.loadUnaligned(fromByteOffset: at + 16, as: UInt16.self))
      guard length >= 24, at + length <= records.count else { return entries }
      let kind = kinds[Int(records[at + 18] & 15)]
      // The system ends each name with a zero, within its record.
      if !isDots(records, at + 19) {
        let name = base.advanced(by: at + 19).assumingMemoryBound(to: CChar.self)
        entries.append(DirectoryEntry(name: SystemPath.text(name), kind: kind))
      }
      at += length
    }
    return entries
  }

  private static func isDots(_ records: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    records[at] == 0x2E && (records[at + 1] == 0 || records[at + 1] == 0x2E && records[at + 2] == 0)
  }

  /// By `d_type` (readdir(3)): pipe 1, character device 2, folder 4, block device 6, file 8, link 10, socket 12.
  private static let kinds: [FileKind] = [
    .unknown, .pipe, .device, .unknown, .folder, .unknown, .device, .unknown, .file, .unknown,
    .link, .unknown, .socket, .unknown, .unknown, .unknown,
  ]
}
