package import DocumentModel
package import Text

/// The subject of a note: a document and the page being read.
package struct NoteSubject: Sendable, Hashable {
  package struct Page: Sendable, Hashable {
    package var address: BlockAddress
    /// As the document names the place, such as `p. 12`.
    package var name: String

    package init(_ address: BlockAddress, name: String) {
      self.address = address
      self.name = name
    }
  }

  /// Absolute.
  package var path: String
  /// Empty if unknown.
  package var title: String
  package var author: String
  package var page: Page?

  package init(path: String, title: String = "", author: String = "", page: Page? = nil) {
    self.path = path
    self.title = title
    self.author = author
    self.page = page
  }
}

/// Something that is to be done with notes.
package enum NoteRequest: Sendable, Equatable {
  /// Lines for the reading note of a document.
  case add(NoteSubject, lines: [String])
  /// The note at the path was changed here and by another program.
  case settle(path: String, Settlement)
  /// The note at the path is gone: create it again with its lines, or discard them.
  case makeAgain(path: String)
  case letGo(path: String)
  /// An earlier session left text unsaved: write it now, or discard it.
  case recover(copy: String)
  case discard(copy: String)
  /// An editor has had the file.
  case look(path: String)
}

/// Something about notes that the user has to decide.
package enum NoteNews: Sendable, Equatable {
  case conflict(path: String)
  case gone(path: String)
  /// An earlier run ended before it was written, at a time in seconds since 1970-01-01 UTC.
  case leftover(copy: String, path: String, time: Int64)
}
