package import DocumentModel

/// An annotation operation outside the state; its result returns as an `AnnotationMessage`.
package enum AnnotationEffect: Sendable, Equatable {
  /// Tell all annotations of a document, those of the library over those of the file.
  case load(DocumentID, generation: Int)
  /// Keep an edit; it is shown once it is kept. `shown` are the page texts by which its words are found if the file is gone.
  case edit(DocumentID, generation: Int, AnnotationEdit, shown: [Int: PageText])
  /// Keep an edit started in an earlier version of the document, whose pages these are: it moves to where its words are now.
  case editEarlier(
    DocumentID, generation: Int, AnnotationEdit, shown: [Int: PageText], of: DocumentIdentity)
  case undo(DocumentID, generation: Int)
  case redo(DocumentID, generation: Int)
  /// Keep the previous version's annotations.
  case carryOver(DocumentID, generation: Int, withClosest: Bool, always: Bool)
  /// Discard the previous version's annotations.
  case discardCarried(DocumentID, generation: Int)
  /// Offer the previous version's annotations again, and ask at each later version.
  case reconsiderCarried(DocumentID, generation: Int)
  /// Write kept edits into the file now.
  case save(DocumentID, generation: Int)
  /// Write the document with its annotations, and shown ones of other members, to another path, repaired if it is damaged.
  case saveCopy(DocumentID, generation: Int, path: String, members: [Annotation] = [])
  /// Like `saveCopy`, and continue in the copy: the result is `copied`.
  case goOnInCopy(DocumentID, generation: Int, path: String)
  /// Read an exchanged file and merge it with the document's annotations and fields; what comes back is an `imported`.
  case importFile(
    DocumentID, generation: Int, path: String, existing: [Annotation], fields: [FormField])
  /// Write annotations and values to an exchanged file.
  case exportFile(
    DocumentID, generation: Int, path: String, annotations: [Annotation], values: [FieldEdit])
  /// Write a summary of the annotations: as PDF if the file's name says so, else as Markdown.
  case summarize(DocumentID, generation: Int, path: String, lines: [SheetLine])
  /// Make annotations known to the members of the document's collections, or withdraw them.
  case share(DocumentID, generation: Int, [Annotation], isShared: Bool)
  /// Make all new annotations in the document's collections known to their members, or none.
  case shareNew(DocumentID, generation: Int, Bool)
  /// Read the picture of a stamp; what comes back is a `stampRead`.
  case readStamp(path: String)
  /// The text of an annotation goes to the user's editor; what comes back is an `edited`.
  case editText(DocumentID, generation: Int, AnnotationID, text: String)
  /// Annotations of all documents the library knows, by words in their texts, newest first; a newer question wins.
  case findAll(words: String, serial: Int)
}
