package import DocumentModel

/// An edit of a document's own pages or outline outside the state; its result returns as an `EditMessage`.
package enum EditEffect: Sendable, Equatable {
  /// Runs edits one after the other; `serial` identifies the request.
  ///
  /// The file is rewritten in place, or into a new file at `path`, as typed; `isWarned` permits an edit of a signed file.
  case edit(
    DocumentID, generation: Int, serial: Int, EditCommand, path: String?, isWarned: Bool = false)
  /// Keep pages at hand, whatever becomes of their document.
  case hold(DocumentID, generation: Int, pages: [Int])
}

/// An edit of the document itself.
package enum EditCommand: Sendable, Hashable {
  case edits([DocumentEdit])
  /// The pages are taken out and kept at hand.
  case cut([Int])
  /// Inserts the copied pages, the first at this index.
  case put(at: Int)
  /// All pages of the file at a path, as it was typed.
  case insert(String, at: Int)
  /// Restores the version before the last edit, or the version before that undo.
  case undo, redo
}
