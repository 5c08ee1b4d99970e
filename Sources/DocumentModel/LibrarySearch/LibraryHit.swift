/// One place of a document in the library that matches.
package struct LibraryHit: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    /// The document's own title or author's name; its place is the beginning of the document.
    case title
    /// The file's name; its place is the beginning of the document.
    case fileName
    case heading
    case text
    /// What somebody wrote on the page: an annotation's text. Its place is the page.
    case note
    /// The same of an annotation that found no place in the document as it is now; its place is the document's beginning.
    case detached
  }

  /// Characters of one page, as indices into its scalars.
  package struct Span: Sendable, Hashable {
    /// Index from 0.
    package var page: Int
    package var start: Int
    package var end: Int

    package init(page: Int, start: Int, end: Int) {
      self.page = page
      self.start = start
      self.end = end
    }
  }

  package var kind: Kind
  /// Page index from 0.
  package var page: Int
  /// Index into the page's scalars of its first character; -1 where only the page is known.
  package var start: Int
  /// What is matched, line by line; none where only the page is known.
  package var spans: [Span] = []
  /// Number from 1 of the line of the source it stands on; 0 in a document of pages.
  package var line: Int
  /// What the document calls the page; empty where it has no labels.
  package var label: String
  /// Title of the section it stands in; empty where there is none.
  package var section: String
  /// The text before, of and after it, on one line.
  package var before: String
  package var text: String
  package var after: String

  package init(
    kind: Kind = .text, page: Int, start: Int = -1, line: Int = 0, label: String = "",
    section: String = "", before: String = "", text: String, after: String = ""
  ) {
    self.kind = kind
    self.page = page
    self.start = start
    self.line = line
    self.label = label
    self.section = section
    self.before = before
    self.text = text
    self.after = after
  }
}
