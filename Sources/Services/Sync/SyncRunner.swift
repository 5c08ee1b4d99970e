import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Sync

/// Synchronises in the background while Recto is on the screen, on its own queue.
// Unchecked: everything but `ending` is accessed on the queue only.
package final class SyncRunner: @unchecked Sendable {
  private let queue = DispatchQueue(label: "recto.sync", qos: .utility)
  private let mailbox: Mailbox
  private let mounts: MountTable
  /// nil if no folder is set.
  private let synchronizer: Synchronizer?
  private let libraryFolder: String
  private let watch: FolderWatch
  private var tokens: [FolderWatch.Token] = []
  private let ending = Cancellation()
  /// The documents on the screen.
  private var open: [DocumentID: String] = [:]
  /// The positions offered last, so that each is offered once.
  private var offered: [DocumentID: SyncStamp] = [:]
  /// How often marks of a document that was opened have waited for the library to know it.
  private var earlyRuns = 0
  /// The troubles that have been reported and still exist.
  private var reported: Set<String> = []
  /// When the next synchronisation is planned; nil if none is.
  private var due: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Changes are collected for this time.
  private static let delay = Duration.seconds(2)
  /// Positions change with every key; this is the time between two synchronisations for them.
  private static let pause = Duration.seconds(20)
  /// The time until a folder that was missing or full is tried again.
  private static let retry = Duration.seconds(30)

  /// The time after which the user is informed that the folder does not answer.
  private static let patience = DispatchTimeInterval.seconds(10)

  private static let mostEarly = 5

  /// Documents of the index read in one synchronisation, which takes some seconds.
  private static let mostIndexed = 200

  init(_ machinery: SharedServices) {
    mailbox = machinery.mailbox
    mounts = machinery.lanes.mounts
    libraryFolder = machinery.library.folder
    let folder = machinery.preferences.syncFolder
    synchronizer =
      folder.isEmpty
      ? nil
      : Synchronizer(
        folder: folder, library: machinery.library,
        syncsSettings: machinery.preferences.syncsSettings)
    watch = FolderWatch(queue: queue, lanes: machinery.lanes)
  }

  package func begin() {
    guard synchronizer != nil else { return }
    queue.async { [self] in
      watchFolders()
      plan(after: .milliseconds(300))
    }
  }

  /// Synchronises a last time and waits, for at most two seconds.
  package func end() {
    guard synchronizer != nil else { return }
    ending.cancel()
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      tokens = []
      run()
      done.signal()
    }
    _ = done.wait(timeout: .now() + .seconds(2))
  }

  func opened(_ id: DocumentID, _ path: String) {
    guard synchronizer != nil, !path.isEmpty else { return }
    queue.async { [self] in
      open[id] = path
      earlyRuns = 0
      // A moment later the library knows the document.
      plan(after: .seconds(1))
    }
  }

  func closed(_ id: DocumentID) {
    queue.async { [self] in
      (open[id], offered[id]) = (nil, nil)
    }
  }

  /// Synchronises at the user's request and reports the result.
  func runNow() {
    guard let folder = synchronizer?.folder else {
      mailbox.post(
        .notice(
          "No folder to synchronise with: set syncFolder in settings.json5 (recto guide sync)",
          isError: true))
      return
    }
    mailbox.post(.notice("Synchronising with \(folder) …", isError: false))
    let isDone = Cancellation()
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [mailbox] in
      guard !isDone.isCancelled else { return }
      mailbox.post(
        .notice("\(folder) does not answer; changes wait in Recto's library", isError: true))
    }
    queue.async { [self] in
      defer { isDone.cancel() }
      reported = []
      guard let report = run(), !report.isInterrupted else { return }
      mailbox.post(.notice(SyncStrings.sentence(report), isError: false))
    }
  }

  // MARK: on the queue

  private func watchFolders() {
    guard let folder = synchronizer?.folder else { return }
    tokens = [
      watch.watch(folder) { [weak self] change in
        if !change.isGone { self?.plan(after: .milliseconds(500)) }
      },
      watch.watch(libraryFolder) { [weak self] _ in self?.planForLibrary() },
    ]
  }

  private func planForLibrary() {
    let rest = last.map { Self.pause - (.now - $0) } ?? Self.delay
    plan(after: max(rest, Self.delay))
  }

  private func plan(after delay: Duration) {
    let time = ContinuousClock.now + delay
    if let due, due <= time { return }
    due = time
    let milliseconds = Int(delay / .milliseconds(1))
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      guard let self, due == time, !ending.isCancelled else { return }
      due = nil
      run()
    }
  }

  @discardableResult
  private func run() -> Synchronizer.Report? {
    guard let synchronizer else { return nil }
    var request = Synchronizer.Request()
    request.open = Set(open.values)
    let (mounts, folder) = (mounts, libraryFolder)
    // The disks of documents on the screen have answered.
    let answering = [folder] + open.values
    request.mayAsk = { path in answering.contains { mounts.mayAsk(path, near: $0) } }
    request.mostIndexed = Self.mostIndexed
    let isLast = ending.isCancelled
    request.isCancelled = { [ending] in !isLast && ending.isCancelled }
    let report = synchronizer.run(request)
    last = .now
    tell(report)
    if report.isInterrupted, !isLast {
      plan(after: Self.retry)
    } else if tokens.isEmpty, !isLast {
      watchFolders()
    }
    if report.isEarly, !isLast, earlyRuns < Self.mostEarly {
      earlyRuns += 1
      plan(after: .seconds(earlyRuns))
    }
    if report.isInterrupted { tokens = [] }
    return report
  }

  private func tell(_ report: Synchronizer.Report) {
    for sentence in report.troubles where !reported.contains(sentence) {
      mailbox.post(.notice(sentence, isError: true))
    }
    reported = Set(report.troubles)
    for (id, path) in open {
      let marks = SyncStrings.marks(report, of: path)
      if !marks.isEmpty { mailbox.post(.markedElsewhere(id, marks)) }
    }
    for (path, register) in report.offers {
      for (id, other) in open where PathParts.same(other, path) && offered[id] != register.stamp {
        offered[id] = register.stamp
        guard let place = SyncStrings.readElsewhere(register) else { continue }
        mailbox.post(.readElsewhere(id, place))
      }
    }
  }
}
