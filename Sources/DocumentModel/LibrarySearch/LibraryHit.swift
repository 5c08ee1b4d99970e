/// A match in a document of the library.
package struct LibraryHit: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    /// In the document's title or author; its position is the start of the document.
    case title
    /// In the file name; its position is the start of the document.
    case fileName
    case heading
    case text
    /// In words recognised in a page's picture (OCR).
    case scan
    /// In the text of an annotation; its position is the page.
    case note
    /// In the text of an annotation without a place in the current document; its position is the start of the document.
    case detached
  }

  /// A range of characters of one page, as indices into its scalars.
  package struct Span: Sendable, Hashable {
    /// The page index from 0.
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
  /// The page index from 0.
  package var page: Int
  /// The index of the first character in the page's scalars; -1 if only the page is known.
  package var start: Int
  /// The matched ranges, line by line; empty if only the page is known.
  package var spans: [Span] = []
  /// The source line, from 1; 0 in a document with pages.
  package var line: Int
  /// The page label; empty if there are no labels.
  package var label: String
  /// The title of the section it is in; empty if there is none.
  package var section: String
  /// The text before, of and after the match, on one line.
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
