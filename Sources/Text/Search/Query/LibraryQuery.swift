/// A query for searching the library, parsed from what the user types.
///
/// A document must contain all words; `"…"` is literal, `/…/` is a regular expression. `AND`, `OR`, `NOT` (or `-` before a word) and parentheses combine them,
/// over the document as a whole.
/// `near:"…"` requires all its words in one passage, `page:"…"` on one page; `page:3-10` restricts the search to those pages. `author:` `title:` `tag:` `in:`
/// `type:` `after:` `before:` `year:` and `note:` filter.
package struct LibraryQuery: Sendable, Hashable {
  /// A search term.
  package struct Term: Sendable, Hashable {
    package enum Scope: Sendable, Hashable {
      /// The text, the annotations, the document's title, author and keywords, and the file name.
      case anywhere
      /// The text only.
      case text
      /// The annotations only.
      case notes
    }

    /// The unit in which all words of one term must occur.
    package enum Extent: Sendable, Hashable {
      case passage, page
    }

    package var query: SearchQuery
    package var scope: Scope
    /// Whether it is under a `NOT`, so that its matches are no hits.
    package var isUnwanted: Bool
    /// Further words that must occur in the same passage or on the same page.
    package var companions: [SearchQuery] = []
    package var extent = Extent.passage

    package var queries: [SearchQuery] { [query] + companions }
    /// Whether it may match the document's title, author, subject, keywords or file name.
    package var mayBeInFront: Bool { scope == .anywhere && companions.isEmpty }
  }

  /// A condition on the document.
  package enum Filter: Sendable, Hashable {
    case author(SearchQuery)
    case title(SearchQuery)
    case tag(String)
    /// A folder's path or part of one.
    case folder(String)
    /// For example `pdf`, `markdown`, `text`, or a file name extension.
    case type(String)
    /// Created between the first and last of these years, or months (such as 202003).
    case made(from: Int?, to: Int?)
  }

  package indirect enum Clause: Sendable, Hashable {
    /// The index into `terms`.
    case term(Int)
    case filter(Filter)
    case all([Clause])
    case any([Clause])
    case not(Clause)
  }

  package private(set) var terms: [Term] = []
  package private(set) var clause = Clause.all([])
  /// The page numbers from 1 of the first and last page on which hits count.
  package private(set) var pages: ClosedRange<Int>?
  /// Adjacent words as one phrase: documents that contain it rank first.
  package private(set) var phrases: [SearchQuery] = []

  /// The maximum length of a query in characters, and the maximum number of terms.
  private static let longest = 10_000
  package static let mostTerms = 64

  /// Searches for one pattern in the text of pages, as `recto search` does.
  package init(_ query: SearchQuery) {
    terms = [Term(query: query, scope: .text, isUnwanted: false)]
    clause = .term(0)
  }

  /// Searches for any of some words, ignoring case and accents.
  package init(anyOf words: [String]) {
    terms = words.prefix(Self.mostTerms).map { word in
      let query = SearchQuery(
        word, caseRule: .insensitive, isWholeWord: true, ignoresAccents: true)
      return Term(query: query, scope: .anywhere, isUnwanted: false)
    }
    clause = .any(terms.indices.map { .term($0) })
  }

  /// Parses a typed query; `options` apply to all words. If they request it, the whole text is one regular expression.
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
    guard !terms.isEmpty || parser.hasFilter else { throw .onlyPages }
    guard terms.isEmpty || terms.contains(where: { !$0.isUnwanted }) || parser.hasFilter else {
      throw .onlyUnwanted
    }
  }

  /// Returns the parts of a finished query that may not mean what the user intended.
  package static func doubts(about text: String) -> [QueryDoubt] {
    QueryParser(text, SearchQuery("")).doubts
  }

  /// Whether a text has operators or filters, which mean something in a query only.
  package static func hasSigns(_ text: String) -> Bool {
    QueryParser(text, SearchQuery("")).hasSigns
  }

  /// The query that highlights the hits in an open document; nil if nothing is searched in its text.
  package var readerQuery: SearchQuery? {
    var queries =
      phrases + terms.filter { !$0.isUnwanted && $0.scope != .notes }.flatMap(\.queries)
    guard !queries.isEmpty else { return nil }
    var first = queries.removeFirst()
    first.others = queries
    return first
  }
}

/// A part of a query that is searched, but perhaps not as intended.
package enum QueryDoubt: Sendable, Hashable {
  /// A word that looks like a filter of this name.
  case unknownFilter(String)
  case unclosedParenthesis
  case unclosedQuote
}

/// Why a typed query cannot be searched.
package enum QueryMistake: Error, Sendable, Hashable {
  case empty
  /// It contains excluded terms only.
  case onlyUnwanted
  /// It has `page:` and nothing to search on the pages.
  case onlyPages
  case tooLong(most: Int)
  case tooMany(most: Int)
  /// Parentheses are nested too deeply.
  case tooDeep(most: Int)
  /// A filter's value has the wrong form: the filter's name and the value.
  case value(filter: String, String)
  /// `page:` inside parentheses or under `NOT`.
  case pagesInside
}
