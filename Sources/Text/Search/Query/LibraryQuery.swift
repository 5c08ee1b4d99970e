/// What is looked for in a library of documents, as somebody types it.
///
/// A document must have all words side by side, `"…"` as they are, `/…/` is a regular expression; `AND`, `OR`, `NOT` (or `-` before a word) and
/// parentheses join them and apply to the document as a whole. `near:"…"` wants all its words in one passage, `page:"…"` on one page, `page:3-10`
/// looks at those pages only. `author:` `title:` `tag:` `in:` `type:` `after:` `before:` `year:` and `note:` narrow.
package struct LibraryQuery: Sendable, Hashable {
  /// One thing that is looked for.
  package struct Term: Sendable, Hashable {
    package enum Scope: Sendable, Hashable {
      /// The text, what was written on it, the document's title, author and keywords, and its file's name.
      case anywhere
      /// The text alone.
      case text
      /// What was written on the pages.
      case notes
    }

    /// Where the words of one term must stand together.
    package enum Extent: Sendable, Hashable {
      case passage, page
    }

    package var query: SearchQuery
    package var scope: Scope
    /// It stands under a `NOT`: its places are no hits.
    package var isUnwanted: Bool
    /// Further words that must stand in the same passage or on the same page.
    package var companions: [SearchQuery] = []
    package var extent = Extent.passage

    package var queries: [SearchQuery] { [query] + companions }
    /// It may stand in the document's title, author, subject, keywords or file name.
    package var mayBeInFront: Bool { scope == .anywhere && companions.isEmpty }
  }

  /// What a document must be.
  package enum Filter: Sendable, Hashable {
    case author(SearchQuery)
    case title(SearchQuery)
    case tag(String)
    /// A folder's path, or a part of one.
    case folder(String)
    /// As `pdf`, `markdown`, `text`, or a name's ending.
    case type(String)
    /// Made in one of these years, or months (as 202003), first and last.
    case made(from: Int?, to: Int?)
  }

  package indirect enum Clause: Sendable, Hashable {
    /// Index into `terms`.
    case term(Int)
    case filter(Filter)
    case all([Clause])
    case any([Clause])
    case not(Clause)
  }

  package private(set) var terms: [Term] = []
  package private(set) var clause = Clause.all([])
  /// Numbers from 1 of the first and last page on which hits count.
  package private(set) var pages: ClosedRange<Int>?
  /// Words side by side, taken as one phrase: documents that have it come first.
  package private(set) var phrases: [SearchQuery] = []

  /// Characters, and things looked for, that a query may have.
  private static let longest = 10_000
  package static let mostTerms = 64

  /// One thing looked for in the text of pages, as `recto search` has it.
  package init(_ query: SearchQuery) {
    terms = [Term(query: query, scope: .text, isUnwanted: false)]
    clause = .term(0)
  }

  /// Words of which any will do, whatever their case and accents.
  package init(anyOf words: [String]) {
    terms = words.prefix(Self.mostTerms).map { word in
      let query = SearchQuery(
        word, caseRule: .insensitive, isWholeWord: true, ignoresAccents: true)
      return Term(query: query, scope: .anywhere, isUnwanted: false)
    }
    clause = .any(terms.indices.map { .term($0) })
  }

  /// Reads what was typed; its `options` count for all words. Where they say so the whole of it is one regular expression.
  package init(_ text: String, options: SearchQuery = SearchQuery("")) throws(QueryMistake) {
    guard text.count <= Self.longest else { throw .tooLong(most: Self.longest) }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    if options.isRegularExpression {
      var query = options
      query.text = text
      terms = [Term(query: query, scope: .anywhere, isUnwanted: false)]
      clause = .term(0)
      return
    }
    var parser = QueryParser(text, options)
    clause = try parser.parse()
    terms = parser.terms
    pages = parser.pages
    phrases = parser.phrases
    guard terms.reduce(0, { $0 + $1.queries.count }) <= Self.mostTerms else {
      throw .tooMany(most: Self.mostTerms)
    }
    guard parser.hasContent else { throw .empty }
    guard terms.isEmpty || terms.contains(where: { !$0.isUnwanted }) || parser.hasFilter else {
      throw .onlyUnwanted
    }
  }

  /// What lights the hits in a document; nil where nothing is looked for in its text.
  package var readerQuery: SearchQuery? {
    var queries =
      phrases + terms.filter { !$0.isUnwanted && $0.scope != .notes }.flatMap(\.queries)
    guard !queries.isEmpty else { return nil }
    var first = queries.removeFirst()
    first.others = queries
    return first
  }
}

/// Why what was typed is not to be looked for.
package enum QueryMistake: Error, Sendable, Hashable {
  case empty
  /// Only what is not wanted is said.
  case onlyUnwanted
  case tooLong(most: Int)
  case tooMany(most: Int)
  /// Parentheses in parentheses.
  case tooDeep(most: Int)
  /// A filter's value is not of its form: its name and what was typed.
  case value(filter: String, String)
  /// `page:` inside parentheses or under `NOT`.
  case pagesInside
}
