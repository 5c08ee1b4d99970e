package import DocumentModel
package import Widgets

/// Asks for a line of text, or for one key, at the bottom of the screen.
package struct Prompt: Sendable, Hashable {
  package enum Purpose: Sendable, Hashable {
    case password(DocumentID)
    /// The next key names a mark to set or to go to.
    case setMark, goToMark
    /// The address has been shown; Enter opens it.
    case openAddress(String)
    /// Another file that a link leads to; Enter opens it.
    case openFile(String, StartingPoint)
    /// Asks where to save the attachment with this index.
    case saveAttachment(DocumentID, Int)
    /// Filters the browser's list while typing.
    case filter
    /// Names to be chosen by a pattern.
    case markPattern
    /// A new name for the file at the path.
    case rename(String)
    /// Renames the favourite at the path.
    case renameFavourite(String)
    /// A new name for a tag.
    case renameTag(String)
    /// A name for a search that is to be kept, and another for one that is.
    case saveSearch(SavedSearch)
    case renameSearch(String)
    /// A name for a new folder in the one at the path.
    case newFolder(String)
    /// A shell command for the selection.
    case commandLine
    /// A note on a document, with the lines above the one being typed.
    case note(NoteSubject, above: [String])
    /// A text on an annotation.
    case annotation(AnnotationWriting)
    /// The next key says which.
    case annotationColor(DocumentID, AnnotationID)
    case annotationKind(DocumentID, AnnotationID)
    /// The new file that pages go into.
    case extractPages(DocumentID, generation: Int, [Int])
    /// The new file in which is done what cannot be done in the document's place.
    case editedCopy(DocumentID, EditRequest)
    /// The new file for an edit that the document itself cannot take.
    case annotatedCopy(DocumentID, AnnotationEdit)
    /// The title of a new entry after another, or of an existing entry, by its number.
    case addEntry(DocumentID, page: Int, after: Int?)
    case renameEntry(DocumentID, Int)
    /// A search in the document, with the place it started from.
    case search(isBackward: Bool)
  }

  package var purpose: Purpose
  package var label: String
  package var line: LineEditor

  package init(_ purpose: Purpose, label: String, text: String = "") {
    self.purpose = purpose
    self.label = label
    line = LineEditor(text)
  }

  package init(_ purpose: Purpose, label: String, line: LineEditor) {
    self.purpose = purpose
    self.label = label
    self.line = line
  }

  /// Whether the typed text is hidden.
  package var isSecret: Bool {
    if case .annotation(let writing) = purpose { return writing.isSecret }
    if case .password = purpose { return true }
    return false
  }

  package var isSearch: Bool {
    if case .search = purpose { return true }
    return false
  }

  /// The lines above the one being typed; nil for single-line prompts.
  package var above: [String]? {
    switch purpose {
    case .note(_, let above): above
    case .annotation(let writing): writing.isOneLine ? nil : writing.above
    default: nil
    }
  }

  /// Key hints, the most useful first.
  var hints: [String] {
    switch purpose {
    case .note: ["Ctrl-j: line"]
    case .annotation(let writing):
      writing.isSecret ? [] : (writing.isOneLine ? [] : ["Ctrl-j: line"]) + ["Alt-e: editor"]
    default: []
    }
  }

  /// The same with other lines above, and another one that is typed.
  func with(above: [String], text: String) -> Prompt {
    switch purpose {
    case .note(let subject, _):
      return Prompt(.note(subject, above: above), label: label, text: text)
    case .annotation(var writing):
      writing.above = above
      return Prompt(.annotation(writing), label: label, text: text)
    default: return self
    }
  }

  /// A line is typed, not a key pressed.
  package var takesText: Bool {
    switch purpose {
    case .password, .saveAttachment, .search, .filter, .markPattern, .rename, .renameFavourite,
      .renameTag, .newFolder, .commandLine, .note, .saveSearch, .renameSearch, .annotation,
      .extractPages,
      .editedCopy, .annotatedCopy, .addEntry, .renameEntry:
      true
    case .setMark, .goToMark, .openAddress, .openFile, .annotationColor, .annotationKind: false
    }
  }
}
