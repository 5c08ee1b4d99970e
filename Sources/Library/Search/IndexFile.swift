package import DocumentModel

/// What the index knows of a file without looking into it: whether it has to be read.
package struct IndexedFile: Sendable, Hashable {
  package var id: Int
  package var sighting: FileSighting
  package var state: IndexedState
  /// What it was read with, where that failed.
  package var reader: String

  package init(id: Int, sighting: FileSighting, state: IndexedState, reader: String) {
    self.id = id
    self.sighting = sighting
    self.state = state
    self.reader = reader
  }

  /// Whether what is known is of the file as it was seen.
  package func isCurrent(_ seen: FileSighting) -> Bool {
    sighting.size == seen.size && sighting.modified == seen.modified
      && (sighting.inode == seen.inode || sighting.inode == 0)
  }
}

/// What became of a file that was read for the index.
package enum IndexedState: Int, Sendable, Hashable {
  case whole = 0
  /// Some pages could not be read.
  case partly = 1
  case failed = 2
  /// It wants a password.
  case locked = 3
}

/// A document as it was read for the index.
package struct IndexedDocument: Sendable {
  package var sighting: FileSighting
  package var state: IndexedState
  /// Why it was not read whole, as a sentence; empty where it was.
  package var reason: String
  package var reader: String
  /// Identifier of its content type.
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

/// How much an index has.
package struct IndexCounts: Sendable, Hashable {
  /// Those that could not be read among them.
  package var documents = 0
  /// Documents in which something can be found.
  package var searched = 0
  package var pages = 0
  /// Documents that were not read whole.
  package var failures = 0
}
