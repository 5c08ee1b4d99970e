import DocumentModel
import Library
import Synchronization

/// New and changed files of folders that this program alone reads, since it holds the index's lock.
// Unchecked: the index is used by `finish` only, which is called on one queue.
final class FolderWork: ReadingWork, @unchecked Sendable {
  private let index: LibraryIndex
  /// The next one last.
  private let waiting: Mutex<[ReadingLease]>

  init(_ files: [FileSighting], for index: LibraryIndex) {
    self.index = index
    waiting = Mutex(
      files.enumerated().reversed().map { ReadingLease(id: $0.offset, file: $0.element) })
  }

  func next() -> ReadingLease? { waiting.withLock { $0.popLast() } }

  func finish(
    _ lease: ReadingLease, _ document: IndexedDocument
  ) throws(LibraryIndex.Failure) {
    try index.put([document])
  }

  /// The next run finds it again.
  func giveUp(_ lease: ReadingLease) {}
}
