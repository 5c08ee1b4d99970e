package import DocumentModel

/// A request to edit the document's pages or outline; answered by an `EditMessage`.
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
  /// Takes back the last edit.
  case undo
  /// Takes back the last undo.
  case redo
}
