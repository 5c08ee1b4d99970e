/// The state of a document's file in its edit history: the entries it contains and the bases they were appended to.
package struct FileLineage: Sendable, Hashable, Codable {
  /// The whole file, with the last entry it contains.
  package var bytes: AnnotatedDocument.Bytes
  /// The file at the start of each session, the latest session's first; each is a prefix of those before it.
  package var bases: [AnnotatedDocument.Bytes]
  /// The last entry when the first of them was set: later entries may have left its bytes unchanged, or had no effect.
  package var begun: Int
  /// The last entry of the journal when the file was replaced, contained in it or not.
  package var head: Int
  /// The document version: coordinates of another version refer to other pages.
  package var version: Int

  package init(
    _ bytes: AnnotatedDocument.Bytes, bases: [AnnotatedDocument.Bytes]? = nil,
    begun: Int? = nil, head: Int? = nil, version: Int
  ) {
    self.bytes = bytes
    self.bases = bases ?? [bytes]
    self.begun = begun ?? self.bases.last?.lastEntry ?? bytes.lastEntry
    self.head = head ?? bytes.lastEntry
    self.version = version
  }

  /// Whether the file has more than the oldest of its bases.
  var hasAdditions: Bool { bytes.length > bases.last?.length ?? bytes.length }

  /// The SHA-256 of the file to which all annotations were appended; the same for all later states of that file.
  package var root: String { bases.last?.hash ?? bytes.hash }
}

/// The planned result of an edit of a document's pages, outline or metadata.
package struct FileTurn: Sendable, Hashable, Codable {
  package var to: FileLineage
  /// Whether an edit is undone or redone.
  package var isReturn: Bool

  package init(to: FileLineage, isReturn: Bool) {
    self.to = to
    self.isReturn = isReturn
  }
}
