import DocumentModel
import Files
import Messages
import Synchronization

/// Measures folders in the background and reports progress; of a tab's requests the newest counts.
final class FolderMeasurer: Sendable {
  private let mailbox: Mailbox
  private let lanes: DiskLanes
  private let underWay = Mutex<[Int: Cancellation]>([:])

  private static let pause = Duration.milliseconds(200)

  init(mailbox: Mailbox, lanes: DiskLanes) {
    self.mailbox = mailbox
    self.lanes = lanes
  }

  func measure(tab: Int, _ folders: [FolderToMeasure]) {
    let cancellation = Cancellation()
    underWay.withLock { requests in
      requests[tab]?.cancel()
      requests[tab] = cancellation
    }
    measureNext(tab, folders[...], cancellation)
  }

  /// Measures the next folder: one after the other, so that unneeded work does not fill a disk's lane.
  private func measureNext(
    _ tab: Int, _ rest: ArraySlice<FolderToMeasure>, _ cancellation: Cancellation
  ) {
    guard let folder = rest.first, !cancellation.isCancelled else { return }
    lanes.add(at: folder.path, isKept: true) { [self] _ in
      var reportedAt = ContinuousClock.now
      let measure = FolderMeasure.of(folder.path, cancellation) { measure in
        guard ContinuousClock.now - reportedAt > Self.pause else { return }
        reportedAt = .now
        tell(tab, folder.key, measure, isDone: false)
      }
      if let measure { tell(tab, folder.key, measure, isDone: true) }
      measureNext(tab, rest.dropFirst(), cancellation)
    }
  }

  private func tell(
    _ tab: Int, _ key: FilePath, _ measure: FolderMeasure, isDone: Bool
  ) {
    mailbox.post(
      .browser(
        .measured(
          tab: tab, key,
          FolderSize(
            bytes: measure.bytes, files: measure.files, unread: measure.unread, isDone: isDone))))
  }
}
