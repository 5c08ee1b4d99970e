import Dispatch
import DocumentModel
package import Files
import Glibc
import Messages

/// Notices when a document's file is written or replaced, and reports when it is complete again.
// Unchecked: everything but the descriptor is accessed on the queue only.
package final class FileWatcher: @unchecked Sendable {
  private let inotify = Inotify()
  /// Never blocks on a disk.
  private let queue = DispatchQueue(label: "recto.watching", qos: .userInitiated)
  private let lanes: DiskLanes
  private let mailbox: Mailbox
  private var files: [DocumentID: File] = [:]
  private var lastSerial = 0
  /// The folder of each watch, and the folders about to be watched.
  private var folders: [Int32: String] = [:]
  private var awaited: Set<FilePath> = []

  private struct File {
    let path: String
    /// Distinguishes the file from one watched earlier for the same document.
    let serial: Int
    /// The stamp of the open file; nil while the file is gone. Not valid until `isKnown`.
    var stamp: FileStamp?
    var isKnown = false
    /// Whether it is a folder of images, which counts as written once nothing has been added for `rest` checks.
    var isFolder = false
    /// The stamp of the file this program is writing in its place.
    var own: FileStamp?
    /// Whether the disk is being queried, and another event has occurred meanwhile.
    var isAsked = false
    var asksAgain = false
    /// While the file differs from the open one: its stamp at the last look, and how often that has been seen again.
    var settling: (seen: FileStamp?, times: Int)?

    /// The folder whose events concern the file.
    var watched: FilePath { FilePath(isFolder ? path : PathParts.folder(of: path)) }
  }

  /// The number of checks, `pause` apart, after which an incomplete file that no longer changes is opened as it
  /// is.
  private static let patience = 50
  /// The number of checks without a change after which a folder is read again: all of it is.
  private static let rest = 10
  /// The number of checks after which a missing file is reported: a file that is being rebuilt is missing for a
  /// moment.
  private static let mourning = 5
  private static let pause = DispatchTimeInterval.milliseconds(200)
  private static let longPause = DispatchTimeInterval.seconds(2)

  /// Files are examined in `lanes`; results are posted to `mailbox`.
  package init(lanes: DiskLanes, mailbox: Mailbox) {
    self.lanes = lanes
    self.mailbox = mailbox
  }

  /// The inotify descriptor, readable when something has happened in a watched folder.
  package var descriptor: Int32 { inotify.descriptor }

  /// Registers a file that is about to be opened.
  func expect(_ path: String, for id: DocumentID) {
    queue.async { [self] in
      lastSerial += 1
      files[id] = File(path: path, serial: lastSerial)
    }
  }

  /// Starts watching a file; `stamp` is its stamp just before it was opened.
  func watch(_ path: String, _ stamp: FileStamp?, isFolder: Bool = false, for id: DocumentID) {
    queue.async { [self] in
      guard let file = files[id], PathParts.same(file.path, path) else { return }
      files[id]?.stamp = stamp
      files[id]?.isKnown = true
      files[id]?.isFolder = isFolder
      watchFolders()
    }
  }

  /// Announces that this program is about to write a file, so that the document is not reloaded for it.
  func expectOwn(_ path: String, _ stamp: FileStamp) {
    queue.async { [self] in
      for (id, file) in files where PathParts.same(file.path, path) { files[id]?.own = stamp }
    }
  }

  func forget(_ id: DocumentID) {
    queue.async { [self] in
      files[id] = nil
      let needed = neededFolders
      for (number, folder) in folders where !needed.contains(FilePath(folder)) {
        inotify.remove(number)
        folders[number] = nil
      }
    }
  }

  /// Processes pending inotify events and examines the files. With `always`, examines them even without events, since
  /// inotify does not report changes made by other machines.
  package func look(always: Bool) {
    let events = inotify.take()
    guard !events.isEmpty || always else { return }
    let gone = events.filter { $0.says(Inotify.ignored) }.map(\.watch)
    queue.async { [self] in
      for number in gone { folders[number] = nil }
      watchFolders()
      for (id, file) in files where file.settling == nil { look(id) }
    }
  }

  private var neededFolders: Set<FilePath> {
    Set(files.values.filter(\.isKnown).map(\.watched))
  }

  private static let events = Int32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVE_SELF
      | IN_DELETE_SELF)

  /// Runs in the lanes, since even adding a watch may block on a network.
  private func watchFolders() {
    let watched = Set(folders.values.map { FilePath($0) }).union(awaited)
    for folder in neededFolders.subtracting(watched) {
      awaited.insert(folder)
      lanes.add(at: folder.text, isKept: true) { [self] _ in
        let added = inotify.add(folder.text, Self.events)
        let number: Int32? = if case .watch(let number) = added { number } else { nil }
        queue.async { [self] in began(folder, number) }
      }
    }
  }

  private func began(_ folder: FilePath, _ number: Int32?) {
    awaited.remove(folder)
    guard let number else { return }
    guard neededFolders.contains(folder) else { return inotify.remove(number) }
    folders[number] = folder.text
    // Examines the files for changes made before the watch was added.
    for (id, file) in files where file.settling == nil && file.watched == folder { look(id) }
  }

  /// Examines a file; events that arrive meanwhile lead to one more examination.
  private func look(_ id: DocumentID) {
    guard let file = files[id], file.isKnown else { return }
    guard !file.isAsked else {
      files[id]?.asksAgain = true
      return
    }
    files[id]?.isAsked = true
    lanes.add(at: file.path, isKept: true) { [self] _ in
      let now = FileStamp(following: file.path)
      let isWhole = now == nil || now == file.stamp ? nil : DocumentFile.isWhole(file.path)
      queue.async { [self] in
        guard files[id]?.serial == file.serial else { return }
        files[id]?.isAsked = false
        seen(id, now, isWhole)
        if files[id]?.asksAgain == true {
          files[id]?.asksAgain = false
          if files[id]?.settling == nil { look(id) }
        }
      }
    }
  }

  /// Keeps examining a file that differs from the open one until it is complete, unchanged again or given up.
  private func seen(_ id: DocumentID, _ now: FileStamp?, _ isWhole: Bool?) {
    guard var file = files[id], file.settling != nil || now != file.stamp else { return }
    let wasGone = file.settling.map { $0.seen == nil } ?? false
    if wasGone, let now, now == file.own || now == file.stamp { mailbox.post(.fileBack(id)) }
    if let now, now == file.own {
      files[id]?.stamp = now
      files[id]?.settling = nil
      return
    }
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
      // A text cannot be tested for completeness; it is reloaded once it is unchanged between two checks.
      if isWhole ?? (times >= (file.isFolder ? Self.rest : 1)) || times >= Self.patience {
        file.stamp = now
        file.settling = nil
        mailbox.post(.fileChanged(id))
        return
      }
      if isNew, isWhole != nil { mailbox.post(.fileChanging(id)) }
    }
    queue.asyncAfter(deadline: .now() + pause) { [self] in look(id) }
  }
}
