package import DocumentModel

/// The index's data about a file without its text, used to decide whether it must be read.
package struct IndexedFile: Sendable, Hashable {
  package var id: Int
  package var sighting: FileSighting
  package var state: IndexedState
  /// The version of the reader, if reading failed.
  package var reader: String

  package init(id: Int, sighting: FileSighting, state: IndexedState, reader: String) {
    self.id = id
    self.sighting = sighting
    self.state = state
    self.reader = reader
  }

  /// Whether the data match the file as seen.
  package func isCurrent(_ seen: FileSighting) -> Bool {
    sighting.size == seen.size && sighting.modified == seen.modified
      && (sighting.inode == seen.inode || sighting.inode == 0)
  }
}

/// The result of reading a file for the index.
package enum IndexedState: Int, Sendable, Hashable {
  case whole = 0
  /// Some pages could not be read.
  case partly = 1
  case failed = 2
  /// A password is required.
  case locked = 3
}

/// A document as read for the index.
package struct IndexedDocument: Sendable {
  package var sighting: FileSighting
  package var state: IndexedState
  /// Why it was not read completely, as a sentence; empty if it was.
  package var reason: String
  package var reader: String
  /// The identifier of its content type.
  package var type: String
  package var card: DocumentCard
  package var pages: [IndexedPage]
  package var sections: [DocumentSection]

  package init(
    _ sighting: FileSighting, state: IndexedState = .whole, reason: String = "", reader: String,
    type: String, card: DocumentCard = DocumentCard(), pages: [IndexedPage] = [],
    sections: [DocumentSection] = []
  ) {
    self.sighting = sighting
    self.state = state
    self.reason = reason
    self.reader = reader
    self.type = type
    self.card = card
    self.pages = pages
    self.sections = sections
  }
}

/// The totals of an index.
package struct IndexCounts: Sendable, Hashable {
  /// Including those that could not be read.
  package var documents = 0
  /// The number of documents with searchable text.
  package var searched = 0
  package var pages = 0
  /// The number of documents not read completely.
  package var failures = 0
}
