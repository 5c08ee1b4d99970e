import Dispatch
import DocumentModel
package import Files

/// The reading of the folder the program begins with, under way before anything else is made ready.
// Unchecked: all that changes is touched on the queue only.
package final class ReadAhead: @unchecked Sendable {
  /// The queue on which all listings arrive, in order.
  let queue = DispatchQueue(label: "recto.listing", qos: .userInitiated)
  let reader: FolderReader
  private let folder: String?
  private var entries: [DirectoryEntry] = []
  private var result: Result<FolderVersion, FilesError>?
  private var taker: Taker?
  private var isTaken = false

  private struct Taker {
    let cancellation: Cancellation
    let portion: @Sendable ([DirectoryEntry]) -> Void
    let end: @Sendable (Result<FolderVersion, FilesError>) -> Void
  }

  /// Starts with a folder; nil if it is not known yet.
  package init(_ folder: String?, lanes: DiskLanes) {
    self.folder = folder
    reader = FolderReader(queue: queue, lanes: lanes)
    guard let folder else { return }
    reader.read(
      folder,
      portion: { [self] more in
        guard let taker else { return entries += more }
        if !taker.cancellation.isCancelled { taker.portion(more) }
      },
      end: { [self] end in
        result = end
        tellEnd()
      })
  }

  /// Hands over what was read of a folder and what follows, like `FolderReader.read`; returns whether it is this folder and was
  /// not handed over before. Called on the queue.
  func take(
    _ requested: String, _ cancellation: Cancellation,
    portion: @escaping @Sendable ([DirectoryEntry]) -> Void,
    end: @escaping @Sendable (Result<FolderVersion, FilesError>) -> Void
  ) -> Bool {
    guard let folder, PathParts.same(requested, folder), !isTaken else { return false }
    isTaken = true
    taker = Taker(cancellation: cancellation, portion: portion, end: end)
    if !entries.isEmpty { portion(entries) }
    entries = []
    tellEnd()
    return true
  }

  private func tellEnd() {
    guard let taker, let result else { return }
    self.taker = nil
    if !taker.cancellation.isCancelled { taker.end(result) }
  }
}
