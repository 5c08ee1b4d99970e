package import DocumentModel
package import Text

/// A document of a shared library as it was read.
package struct StoredDocument: Sendable {
  package var title: String
  package var author: String
  /// Whether its pages are the author's and have numbers.
  package var hasPages: Bool
  /// When it was read, in seconds since 1970-01-01 UTC.
  package var stored: Int64
  package var pageCount = 0
  package var state = IndexedState.whole
  let id: Int
  let slice: Int
  /// The place of its database among those of the library.
  let part: Int

  /// Makes a document that is kept here.
  init(title: String, author: String, hasPages: Bool, stored: Int64) {
    (self.title, self.author, self.hasPages, self.stored) = (title, author, hasPages, stored)
    (id, slice, part) = (0, 0, 0)
  }

  init(_ document: SharedEntry, part: Int) {
    let entry = document.entry
    self.part = part
    (title, author, hasPages) = (entry.title, entry.author, entry.hasPages)
    (stored, id, slice) = (document.stored, entry.id, document.slice)
    (pageCount, state) = (entry.pageCount, entry.state)
  }
}

extension SharedSearcher {
  /// Returns the document at a place, with these bytes if a hash is given; nil if there is none.
  package func document(
    at place: SharedPlace, hash: String? = nil
  ) throws(SharedLibraryError) -> StoredDocument? {
    try entry(at: place, hash: hash).map { StoredDocument($0.entry, part: $0.part) }
  }

  /// Returns a document without its text, and the place of its database among those of the library.
  func entry(
    at place: SharedPlace, hash: String?
  ) throws(SharedLibraryError) -> (entry: SharedEntry, part: Int)? {
    try first { index, source throws(SharedLibraryError) in
      let documents = try source.documents(at: place.path, of: place.collection)
      return try source.entries(of: documents).values.first { document in
        guard let hash, case .shared(_, let own) = document.entry.place else { return true }
        return own == hash
      }.map { ($0, index) }
    }
  }

  /// Passes the number, label and passages of pages from an index on to a body until that returns false.
  package func pages(
    of document: StoredDocument, from first: Int, _ body: (Int, String, FlatText) -> Bool
  ) throws(SharedLibraryError) {
    let source = try source(document.part)
    var (next, goesOn) = (first, true)
    while goesOn, mayGoOn() {
      var isDamaged = false
      let last = try source.texts(of: document.id, in: document.slice, from: next, most: 200) {
        id, label, stored in
        guard goesOn, !isDamaged else { return }
        let number = id & (1 << SharedSchema.pageBits - 1)
        var flat = FlatText()
        if CompressedPassages.lend(stored, { flat.add(packed: $0, page: number) }) == nil {
          isDamaged = true
        } else {
          goesOn = body(number, label, flat)
        }
      }
      guard !isDamaged else { throw .nonsense("the text of a page is damaged") }
      guard let last else { return }
      next = last + 1
    }
  }

  /// Passes the text of each page of a document to a body, a paragraph per line with blank lines between, or of one page. Returns the document; nil if there is none.
  package func read(
    _ place: SharedPlace, page: Int?, _ body: (String) -> Void
  ) throws(SharedLibraryError) -> StoredDocument? {
    guard let document = try document(at: place) else { return nil }
    try pages(of: document, from: page ?? 0) { number, _, flat in
      if page == nil || page == number {
        body(flat.paragraphs)
      }
      return page == nil
    }
    return document
  }
}

extension FlatText {
  /// The text for a terminal, with blank lines between paragraphs.
  var paragraphs: String {
    CleanText.lines(Array(text.replacing("\n", with: "\n\n").utf8))
  }
}
