/// Where a document's file stands among the edits of its annotations: what is in it, and behind what.
package struct FileLineage: Sendable, Hashable, Codable {
  /// The whole of it, with the last deed that is in it.
  package var bytes: AnnotatedDocument.Bytes
  /// The files of the sessions, each the beginning of those before it; the last session's is the first.
  package var bases: [AnnotatedDocument.Bytes]
  /// The last deed when the first of them was begun with: later ones may have left its bytes as they are, or come to nothing.
  package var begun: Int
  /// The last deed of the journal when the file was left, in it or not.
  package var head: Int
  /// Of the document: places of another one are of other pages.
  package var version: Int

  package init(
    _ bytes: AnnotatedDocument.Bytes, bases: [AnnotatedDocument.Bytes]? = nil,
    begun: Int? = nil, head: Int? = nil, version: Int
  ) {
    self.bytes = bytes
    self.bases = bases ?? [bytes]
    self.begun = begun ?? self.bases.last?.deed ?? bytes.deed
    self.head = head ?? bytes.deed
    self.version = version
  }

  /// SHA-256 of the file that all annotations were put behind: the same for all that were ever put there.
  package var root: String { bases.last?.hash ?? bytes.hash }
}

/// What an edit of a document's pages, outline or metadata is about to make of its file.
package struct FileTurn: Sendable, Hashable, Codable {
  package var to: FileLineage
  /// An edit is taken back or done again.
  package var isReturn: Bool

  package init(to: FileLineage, isReturn: Bool) {
    self.to = to
    self.isReturn = isReturn
  }
}
