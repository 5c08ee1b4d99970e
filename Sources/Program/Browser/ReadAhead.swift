import Dispatch
import Files

/// The reading of the folder the program begins with, under way before anything else is made ready.
// Unchecked: all that changes is touched on the queue only.
final class ReadAhead: @unchecked Sendable {
  /// Where all that is read arrives, in order.
  let queue = DispatchQueue(label: "recto.listing", qos: .userInitiated)
  let reader: FolderReader
  private let folder: String?
  private var cancellation: Cancellation?
  private var entries: [DirectoryEntry] = []
  private var result: Result<FolderVersion, FilesError>?
  private var taker: Taker?

  private struct Taker {
    let portion: @Sendable ([DirectoryEntry]) -> Void
    let end: @Sendable (Result<FolderVersion, FilesError>) -> Void
  }

  /// Begins with a folder; nil where it is not known yet.
  init(_ folder: String?) {
    self.folder = folder
    reader = FolderReader(queue: queue)
    guard let folder else { return }
    let begun = reader.read(
      folder,
      portion: { [self] more in
        if let taker { taker.portion(more) } else { entries += more }
      },
      end: { [self] end in
        if let taker { taker.end(end) } else { result = end }
      })
    queue.async { [self] in cancellation = begun }
  }

  /// Hands over what was read of a folder and whatever comes, as `FolderReader.read` would; nil if it is another folder, or was handed
  /// over before. To be called on the queue.
  func take(
    _ wished: String, portion: @escaping @Sendable ([DirectoryEntry]) -> Void,
    end: @escaping @Sendable (Result<FolderVersion, FilesError>) -> Void
  ) -> Cancellation? {
    guard wished == folder, taker == nil, let cancellation else { return nil }
    taker = Taker(portion: portion, end: end)
    if !entries.isEmpty { portion(entries) }
    entries = []
    // Not before the caller holds the cancellation.
    if let result { queue.async { if !cancellation.isCancelled { end(result) } } }
    return cancellation
  }
}
