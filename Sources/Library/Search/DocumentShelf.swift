package import DocumentModel

/// The known files of documents, and the place for their texts: the index of this machine. Used from one thread at a time.
package protocol DocumentShelf: AnyObject {
  func files() throws(LibraryIndex.Failure) -> [IndexedFile]

  /// Stores documents and replaces what was known of their files.
  func put(_ documents: [IndexedDocument]) throws(LibraryIndex.Failure)

  func remove(_ ids: [Int]) throws(LibraryIndex.Failure)

  /// Updates the paths of unchanged documents that were moved.
  func move(_ moves: [(id: Int, to: FileSighting)]) throws(LibraryIndex.Failure)
}

extension LibraryIndex: DocumentShelf {}
