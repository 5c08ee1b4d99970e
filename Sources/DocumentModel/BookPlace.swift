/// A place in a book in the book's own terms, which other programs understand.
package struct BookPlace: Sendable, Hashable {
  /// The path of its file in the book.
  package var file: String
  /// A canonical fragment identifier (EPUB CFI 1.1) of some words, such as `epubcfi(/6/4!/4/2,/1:0,/1:9)`.
  package var fragment: String

  package init(file: String, fragment: String) {
    self.file = file
    self.fragment = fragment
  }
}

/// Words in a file of a book as other programs name them (Web Annotation Data Model, 4.2).
package enum BookSelector: Sendable, Hashable {
  /// A canonical fragment identifier (EPUB CFI 1.1).
  case fragment(String)
  /// Text in a file, by its path or the end of it; up to where another text begins.
  case text(file: String, TextSelector, end: TextSelector?)
}

/// The text of an element.
package struct TextSelector: Sendable, Hashable {
  package enum Element: Sendable, Hashable {
    case body
    case css(String)
    case xpath(String)
  }

  package var element: Element
  /// Characters (code points) of its text; nil for all of it.
  package var characters: Range<Int>?

  package init(_ element: Element, _ characters: Range<Int>? = nil) {
    self.element = element
    self.characters = characters
  }
}

/// Characters of a page, as indices into its `PageText.scalars`.
package struct TextPlace: Sendable, Hashable {
  /// The page index from 0.
  package var page: Int
  package var characters: Range<Int>

  package init(page: Int, characters: Range<Int>) {
    self.page = page
    self.characters = characters
  }
}
