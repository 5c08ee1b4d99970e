import Dispatch
import Glibc
import Interface

/// Notices when a document's file is written or replaced, and tells when it is whole again.
// Unchecked: all but the descriptor is touched on the queue only.
final class FileWatcher: @unchecked Sendable {
  /// Readable when something happened in a watched folder.
  let descriptor: Int32
  private let queue: DispatchQueue
  private let mailbox: Mailbox
  private var files: [DocumentID: File] = [:]
  /// The folder of each watch.
  private var folders: [Int32: String] = [:]

  private struct File {
    let path: String
    /// Of what is open; nil while the file is gone.
    var stamp: Stamp?
    /// While it is not what is open: how it was at the last look, and how often it has been found so.
    var settling: (seen: Stamp?, times: Int)?
  }

  /// What changes when a file does.
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// Looks this often, `pause` apart, at a file that no longer grows before it is opened as it is.
  private static let patience = 50
  /// What is built anew is gone for a moment: after so many looks it is told.
  private static let mourning = 5
  private static let pause = DispatchTimeInterval.milliseconds(200)
  private static let longPause = DispatchTimeInterval.seconds(2)

  /// `queue` is serial and waits for the disk; what is found goes to the mailbox.
  init(queue: DispatchQueue, mailbox: Mailbox) {
    self.queue = queue
    self.mailbox = mailbox
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  }

  /// Watches a file that is about to be opened.
  func watch(_ path: String, for id: DocumentID) {
    queue.async { [self] in
      files[id] = File(path: path, stamp: Self.stamp(path))
      watchFolders()
    }
  }

  func forget(_ id: DocumentID) {
    queue.async { [self] in
      files[id] = nil
      let needed = Set(files.values.map { Self.folder(of: $0.path) })
      for (number, folder) in folders where !needed.contains(folder) {
        inotify_rm_watch(descriptor, number)
        folders[number] = nil
      }
    }
  }

  /// Takes what the system told, and looks at the files; also without a word of the system's where `always`,
  /// which hears nothing of what other machines do.
  func look(always: Bool) {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var lost: [Int32] = []
    var isTold = false
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      isTold = true
      lost += Self.lostWatches(buffer[..<count])
    }
    guard isTold || always else { return }
    let gone = lost
    queue.async { [self] in
      for number in gone { folders[number] = nil }
      watchFolders()
      for (id, file) in files where file.settling == nil && Self.stamp(file.path) != file.stamp {
        settle(id)
      }
    }
  }

  /// The watches whose folders are no more (inotify(7), IN_IGNORED).
  private static func lostWatches(_ bytes: ArraySlice<UInt8>) -> [Int32] {
    bytes.withUnsafeBytes { events in
      var lost: [Int32] = []
      var at = 0
      while at + MemoryLayout<inotify_event>.size <= events.count {
        let event = events.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
        if event.mask & UInt32(IN_IGNORED) != 0 { lost.append(event.wd) }
        at += MemoryLayout<inotify_event>.size + Int(event.len)
      }
      return lost
    }
  }

  private func watchFolders() {
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)
    for folder in Set(files.values.map { Self.folder(of: $0.path) })
    where !folders.values.contains(folder) {
      let number = SystemPath.lend(folder) { inotify_add_watch(descriptor, $0, events) }
      if number >= 0 { folders[number] = folder }
    }
  }

  /// Looks at a file that is not what is open, until it is whole, as it was, or given up.
  private func settle(_ id: DocumentID) {
    guard var file = files[id] else { return }
    let now = Self.stamp(file.path)
    let isNew = file.settling == nil
    let times = file.settling.map { $0.seen == now ? $0.times + 1 : 0 } ?? 0
    file.settling = (now, times)
    defer { files[id] = file }
    if now == file.stamp, now != nil {
      file.settling = nil
      return
    }
    var pause = Self.pause
    if now == nil {
      if times == Self.mourning { mailbox.post(.fileGone(id)) }
      if times >= Self.mourning { pause = Self.longPause }
      watchFolders()
    } else {
      let isWhole = DocumentFile.isWhole(file.path)
      // A text is taken as it is once it rests for a moment.
      if isWhole ?? (times >= 1) || times >= Self.patience {
        file.stamp = now
        file.settling = nil
        mailbox.post(.fileChanged(id))
        return
      }
      if isNew, isWhole != nil { mailbox.post(.fileChanging(id)) }
    }
    queue.asyncAfter(deadline: .now() + pause) { [self] in settle(id) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func stamp(_ path: String) -> Stamp? {
    guard let status = SystemPath.status(path) else { return nil }
    return Stamp(
      inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
