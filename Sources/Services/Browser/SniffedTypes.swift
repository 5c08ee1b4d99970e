import DocumentModel
import Files
import Synchronization

/// Detected types of files with unknown extensions, folder by folder: a list that is read again shows them at once.
final class SniffedTypes: Sendable {
  struct Sniffed: Sendable {
    var stamp: Files.FileStamp
    /// Index into the browser's types; 0: unknown.
    var type: UInt16
  }

  typealias Folder = [FilePath: Sniffed]

  /// In folders with more files of unknown type they stay unknown.
  static let mostSniffed = 400

  private let folders: Mutex<BudgetedCache<FilePath, Folder>>

  /// `budget` is in bytes.
  init(budget: Int = 2 << 20) {
    folders = Mutex(BudgetedCache(budget: budget))
  }

  /// Returns the known types in a folder by name.
  func known(in folder: String) -> Folder { folders.withLock { $0.value(FilePath(folder)) } ?? [:] }

  /// Detects the types of a folder's files that changed or are unknown; nil if cancelled.
  func look(
    at names: [String], in folder: String, _ cancellation: Cancellation?,
    inside: (String) -> UInt16
  ) -> [UInt16]? {
    let known = known(in: folder)
    var new: Folder = [:]
    for name in names {
      if cancellation?.isCancelled == true { return nil }
      let path = PathParts.joined(folder, name)
      guard let stamp = Files.FileStamp(following: path) else { continue }
      let key = FilePath(name)
      let old = known[key].flatMap { $0.stamp == stamp ? $0 : nil }
      new[key] = old ?? Sniffed(stamp: stamp, type: inside(path))
    }
    let cost = new.keys.reduce(folder.utf8.count + 64) { $0 + $1.text.utf8.count + 96 }
    folders.withLock { $0.keep(new, for: FilePath(folder), cost: cost) }
    return names.map { new[FilePath($0)]?.type ?? 0 }
  }
}
