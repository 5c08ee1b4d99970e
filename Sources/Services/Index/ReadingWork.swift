package import DocumentModel
package import Library

/// A file that was taken to be read.
package struct ReadingLease: Sendable, Hashable {
  /// Known to its work only.
  package var id: Int
  package var file: FileSighting
}

/// Files that are to be read for an index: those of folders here, or jobs of a shared library that several machines read.
package protocol ReadingWork: Sendable {
  /// Takes a file whose reading begins now; nil if none is left. Called on any thread.
  func next() throws(LibraryIndex.Failure) -> ReadingLease?

  /// Stores what was read, also if that is only why it could not be. Called on one queue.
  func finish(
    _ lease: ReadingLease, _ document: IndexedDocument
  ) throws(LibraryIndex.Failure)

  /// Gives a file back that was not read. Called on any thread.
  func giveUp(_ lease: ReadingLease)
}
