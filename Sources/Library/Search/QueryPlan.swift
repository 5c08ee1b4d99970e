import DocumentModel
import Platform
import Text

/// A query made ready to be answered: its matchers, and what the index is asked.
struct QueryPlan {
  let query: LibraryQuery
  /// One for each of the query's terms.
  let matchers: [any PatternMatcher]
  /// Finds the places of all that is wanted, those that overlap once; nil where nothing is looked for in the text.
  let places: (any PatternMatcher)?
  /// For FTS5's MATCH: rows without it cannot have what is wanted; nil where any may.
  let match: String?
  /// The same for the query's phrases.
  let phraseMatch: String?
  private let phrases: [any PatternMatcher]

  init(_ query: LibraryQuery) throws(PatternError) {
    self.query = query
    var matchers: [any PatternMatcher] = []
    for term in query.terms { matchers.append(try term.query.matcher()) }
    var phrases: [any PatternMatcher] = []
    for phrase in query.phrases { phrases.append(try phrase.matcher()) }
    self.matchers = matchers
    self.phrases = phrases
    let wanted = zip(query.terms, matchers).filter { !$0.0.isUnwanted }.map(\.1)
    let all = phrases + wanted
    places = all.isEmpty ? nil : all.count == 1 ? all[0] : AnyOfMatcher(all)
    match = Self.need(query.clause, query.terms).match
    phraseMatch =
      query.phrases.isEmpty
      ? nil : GramNeed.all(query.phrases.map { GramNeed(literal: $0.text) }).match
  }

  /// What the text of a row must have.
  private static func need(
    _ clause: LibraryQuery.Clause, _ terms: [LibraryQuery.Term]
  ) -> GramNeed {
    switch clause {
    case .term(let index): need(terms[index])
    case .filter, .not: .nothing
    case .all(let parts): .all(parts.map { need($0, terms) })
    case .any(let parts): .either(parts.map { need($0, terms) })
    }
  }

  static func need(_ term: LibraryQuery.Term) -> GramNeed {
    term.query.isRegularExpression
      ? GramNeed(expression: term.query.text) : GramNeed(literal: term.query.text)
  }

  /// What finds each of the terms that may stand in a document's front: its title, author, subject or keywords.
  var frontTerms: [(index: Int, match: String?)] {
    query.terms.indices.filter { query.terms[$0].scope == .anywhere }.map { index in
      (index, Self.need(query.terms[index]).match)
    }
  }

  /// Whether a term stands in a document's front.
  func isInFront(_ term: Int, of entry: IndexEntry) -> Bool {
    [entry.title, entry.author, entry.about].contains { text in
      (try? matchers[term].matches(in: text.unicodeScalars.map(\.value)).isEmpty) == false
    }
  }

  /// Whether a hit is one of the phrases, not one of their words.
  func isPhrase(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    return phrases.contains { ((try? $0.matches(in: scalars)) ?? []).first == scalars.indices }
  }
}

extension GramNeed {
  /// As a query for FTS5 (“Full-text Query Syntax”); nil where nothing is needed.
  var match: String? {
    switch self {
    case .nothing: nil
    case .grams(let grams):
      grams.isEmpty ? nil : grams.map { "\"\($0.word)\"" }.joined(separator: " AND ")
    case .all(let needs):
      Self.joined(needs.compactMap(\.match), " AND ")
    case .either(let needs):
      needs.contains { $0.match == nil } ? nil : Self.joined(needs.compactMap(\.match), " OR ")
    }
  }

  private static func joined(_ parts: [String], _ word: String) -> String? {
    parts.isEmpty ? nil : parts.map { "(\($0))" }.joined(separator: word)
  }
}
