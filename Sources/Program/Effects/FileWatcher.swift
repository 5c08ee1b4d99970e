import Dispatch
import DocumentModel
import Files
import Glibc
import Interface

/// Notices when a document's file is written or replaced, and tells when it is whole again.
// Unchecked: all but the descriptor is touched on the queue only.
final class FileWatcher: @unchecked Sendable {
  private let inotify = Inotify()
  private let queue: DispatchQueue
  private let mailbox: Mailbox
  private var files: [DocumentID: File] = [:]
  /// The folder of each watch.
  private var folders: [Int32: String] = [:]

  private struct File {
    let path: String
    /// Of what is open; nil while the file is gone.
    var stamp: FileStamp?
    /// While it is not what is open: how it was at the last look, and how often it has been found so.
    var settling: (seen: FileStamp?, times: Int)?
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
  }

  /// Readable when something happened in a watched folder.
  var descriptor: Int32 { inotify.descriptor }

  /// Watches a file that is about to be opened.
  func watch(_ path: String, for id: DocumentID) {
    queue.async { [self] in
      files[id] = File(path: path, stamp: FileStamp(following: path))
      watchFolders()
    }
  }

  func forget(_ id: DocumentID) {
    queue.async { [self] in
      files[id] = nil
      let needed = Set(files.values.map { PathParts.folder(of: $0.path) })
      for (number, folder) in folders where !needed.contains(folder) {
        inotify.remove(number)
        folders[number] = nil
      }
    }
  }

  /// Takes what the system told, and looks at the files; also without a word of the system's where `always`,
  /// which hears nothing of what other machines do.
  func look(always: Bool) {
    let events = inotify.take()
    guard !events.isEmpty || always else { return }
    let gone = events.filter { $0.says(Inotify.ignored) }.map(\.watch)
    queue.async { [self] in
      for number in gone { folders[number] = nil }
      watchFolders()
      for (id, file) in files
      where file.settling == nil && FileStamp(following: file.path) != file.stamp {
        settle(id)
      }
    }
  }

  private func watchFolders() {
    let events = Int32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)
    for folder in Set(files.values.map { PathParts.folder(of: $0.path) })
    where !folders.values.contains(folder) {
      if case .watch(let number) = inotify.add(folder, events) { folders[number] = folder }
    }
  }

  /// Looks at a file that is not what is open, until it is whole, as it was, or given up.
  private func settle(_ id: DocumentID) {
    guard var file = files[id] else { return }
    let now = FileStamp(following: file.path)
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
}
