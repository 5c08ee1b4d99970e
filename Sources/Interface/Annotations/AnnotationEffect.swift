package import DocumentModel

/// Something to be done with annotations outside the state; what comes of it returns as an `AnnotationMessage`.
package enum AnnotationEffect: Sendable, Equatable {
  /// Tell all annotations of a document, those of the library over those of the file.
  case load(DocumentID, generation: Int)
  /// Keep what was done; it is shown when it is kept. Its words are found by the pages as they are shown where the file is gone by now.
  case edit(DocumentID, generation: Int, AnnotationEdit, shown: [Int: PageText])
  /// The same for what was begun in an earlier version of the document, whose pages these are: it goes where its words are now.
  case editEarlier(DocumentID, generation: Int, AnnotationEdit, shown: [Int: PageText])
  case undo(DocumentID, generation: Int)
  case redo(DocumentID, generation: Int)
  /// Keep what the previous version of the document had.
  case carryOver(DocumentID, generation: Int, withClosest: Bool, always: Bool)
  /// Leave behind what the previous version had.
  case discardCarried(DocumentID, generation: Int)
  /// Write what is kept into the file now.
  case save(DocumentID, generation: Int)
  /// Write the document with its annotations to another path, repaired where it is damaged.
  case saveCopy(DocumentID, generation: Int, path: String)
  /// The same for one that is gone on with: what comes of it is a `copied`.
  case goOnInCopy(DocumentID, generation: Int, path: String)
  /// The text of an annotation goes to the user's editor; what comes back is an `edited`.
  case editText(DocumentID, generation: Int, AnnotationID, text: String)
  /// Annotations of all documents the library knows, by words in their texts, newest first; a newer question wins.
  case findAll(words: String, serial: Int)
}
