package import Dispatch
import Glibc
import Platform
import Synchronization

/// Watches visible folders and reports changes, collected for a tenth of a second.
///
/// Folders of file systems without notifications (networks, FUSE) are polled every two seconds on other threads.
// Unchecked: everything that changes is touched on `queue` only.
package final class FolderWatch: @unchecked Sendable {
  package typealias Notice = @Sendable (FolderChange) -> Void

  private struct Folder {
    var path: String
    var gathering = ChangeGathering()
    var isTelling = false
    var notice: Notice
    var requests: Cancellation
  }

  private let inotify = Inotify()
  private let queue: DispatchQueue
  private let source: (any DispatchSourceRead)?
  private let delay: DispatchTimeInterval
  private let interval: DispatchTimeInterval
  private let lanes: DiskLanes
  private var folders: [Int: Folder] = [:]
  /// The tokens that one watch of the system's serves.
  private var tokens: [Int32: Set<Int>] = [:]
  private let lastToken = Atomic<Int>(0)

  private static let events =
    Int32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY)
    | Int32(IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  /// - Parameters:   - queue: A serial queue for reports.   - delay: How long changes are
  /// collected.   - interval: The polling interval.   - lanes: Where blocking calls run.
  package init(
    queue: DispatchQueue, delay: DispatchTimeInterval = .milliseconds(100),
    interval: DispatchTimeInterval = .seconds(2), lanes: DiskLanes = DiskLanes()
  ) {
    self.queue = queue
    self.lanes = lanes
    self.delay = delay
    self.interval = interval
    guard inotify.descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
    self.source = source
    // The source keeps the descriptor's owner until it is cancelled.
    source.setCancelHandler { [inotify] in withExtendedLifetime(inotify) {} }
    source.setEventHandler { [weak self] in self?.takeEvents() }
    source.resume()
  }

  deinit {
    for folder in folders.values { folder.requests.cancel() }
    source?.cancel()
  }

  /// A folder that is watched until this is let go.
  package final class Token: Sendable {
    private let watch: FolderWatch
    private let number: Int

    fileprivate init(_ watch: FolderWatch, _ number: Int) {
      self.watch = watch
      self.number = number
    }

    deinit {
      let (watch, number) = (watch, number)
      watch.queue.async { watch.forget(number) }
    }
  }

  /// Watches a folder; reports arrive on the queue.
  ///
  /// `began` is called there first, once the watch misses nothing, with whether the folder is unchanged: if not, a caller who reads it
  /// then misses nothing. `polling` polls the folder whatever its file system.
  package func watch(
    _ path: String, polling: Bool = false, since version: FolderVersion? = nil,
    began: @escaping @Sendable (_ isUnchanged: Bool) -> Void = { _ in },
    notice: @escaping Notice
  ) -> Token {
    let number = lastToken.add(1, ordering: .relaxed).newValue
    queue.async { [self] in
      folders[number] = Folder(path: path, notice: notice, requests: Cancellation())
    }
    // Even to begin a watch may wait for a network.
    lanes.add(at: path, isKept: true) { [weak self] _ in
      self?.begin(number, path, polling, version, began)
    }
    return Token(self, number)
  }

  /// Runs on a thread of its own.
  private func begin(
    _ number: Int, _ path: String, _ polling: Bool, _ version: FolderVersion?,
    _ began: @escaping @Sendable (_ isUnchanged: Bool) -> Void
  ) {
    let isSilent = polling || FileSystemKind(of: path).isSilent
    let isThere = !isSilent || FileStatus(path)?.isFolder == true
    let snapshot = isSilent ? FolderSnapshot(path) : nil
    let wasUnchanged = isSilent && version?.holds(for: path) == true
    queue.async { [self] in
      guard let folder = folders[number] else { return }
      // One source per folder, or changes would be reported twice.
      switch isSilent ? isThere ? .refused : .gone : inotify.add(path, Self.events) {
      case .watch(let watch): tokens[watch, default: []].insert(number)
      case .refused: pollLater(number, path, snapshot, folder.requests)
      case .gone: gather(number) { $0.isGone = true }
      }
      began(isSilent ? wasUnchanged : version?.holds(for: path) == true)
    }
  }

  private func forget(_ number: Int) {
    folders.removeValue(forKey: number)?.requests.cancel()
    for (watch, numbers) in tokens where numbers.contains(number) {
      tokens[watch]?.remove(number)
      if tokens[watch]?.isEmpty == true {
        tokens[watch] = nil
        inotify.remove(watch)
      }
    }
  }

  private func takeEvents() {
    for event in inotify.take() {
      if event.says(Inotify.overflow) {
        for number in folders.keys { gather(number) { $0.mustReadAgain = true } }
        continue
      }
      for number in tokens[event.watch] ?? [] {
        gather(number) { Self.note(event, in: &$0) }
      }
      if event.says(Inotify.ignored) { tokens[event.watch] = nil }
      if event.says(Int32(IN_MOVE_SELF)), tokens.removeValue(forKey: event.watch) != nil {
        // It still exists, but under an unknown name.
        inotify.remove(event.watch)
      }
    }
  }

  private static func note(_ event: Inotify.Event, in gathering: inout ChangeGathering) {
    if event.says(Inotify.ignored | Int32(IN_DELETE_SELF | IN_MOVE_SELF)) {
      gathering.isGone = true
    } else if event.name.isEmpty {
      // The folder's own times and permissions.
    } else if event.says(Int32(IN_MOVED_FROM)) {
      gathering.leave(event.name, event.cookie)
    } else if event.says(Int32(IN_MOVED_TO)) {
      gathering.arrive(event.name, event.cookie)
    } else if event.says(Int32(IN_CREATE)) {
      gathering.appear(event.name)
    } else if event.says(Int32(IN_DELETE)) {
      gathering.vanish(event.name)
    } else {
      gathering.change(event.name)
    }
  }

  private func gather(_ number: Int, _ note: (inout ChangeGathering) -> Void) {
    guard var folder = folders[number] else { return }
    note(&folder.gathering)
    let isFirst = !folder.isTelling && !folder.gathering.isEmpty
    if isFirst { folder.isTelling = true }
    folders[number] = folder
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.tell(number) }
  }

  private func tell(_ number: Int) {
    guard var folder = folders[number] else { return }
    let change = folder.gathering.take()
    folder.isTelling = false
    folders[number] = folder
    if !change.isEmpty { folder.notice(change) }
  }

  private func pollLater(
    _ number: Int, _ path: String, _ snapshot: FolderSnapshot?, _ requests: Cancellation
  ) {
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, !requests.isCancelled else { return }
      lanes.add(at: path, isKept: true) { [weak self] _ in
        let now = FolderSnapshot(path)
        self?.queue.async { [weak self] in
          guard let self, !requests.isCancelled else { return }
          gather(number) { now.note(since: snapshot, in: &$0) }
          pollLater(number, path, now, requests)
        }
      }
    }
  }
}
