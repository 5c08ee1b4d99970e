import DocumentModel
import Platform
import Text

/// A query made ready to be answered: its matchers, and what the index is asked.
struct QueryPlan {
  let query: LibraryQuery
  /// One for each of the query's terms.
  let matchers: [any PatternMatcher]
  /// Finds the places of all that is wanted in the text, and in what was written on it, those that overlap once; nil where nothing is
  /// looked for there.
  let places: (any PatternMatcher)?
  let notes: (any PatternMatcher)?
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
    func places(_ scopes: Set<LibraryQuery.Term.Scope>) -> (any PatternMatcher)? {
      let wanted = zip(query.terms, matchers).filter {
        !$0.0.isUnwanted && scopes.contains($0.0.scope)
      }.map(\.1)
      guard !wanted.isEmpty else { return nil }
      let all = phrases + wanted
      return all.count == 1 ? all[0] : AnyOfMatcher(all)
    }
    self.places = places([.anywhere, .text])
    notes = places([.anywhere, .notes])
    match = Self.need(query.clause, query.terms).match
    phraseMatch =
      query.phrases.isEmpty
      ? nil
      : GramNeed.all(
        query.phrases.map { GramNeed(literal: $0.text, ignoresAccents: $0.ignoresAccents) }
      ).match
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
    let query = term.query
    return query.isRegularExpression
      ? GramNeed(expression: query.text, ignoresAccents: query.ignoresAccents)
      : GramNeed(literal: query.text, ignoresAccents: query.ignoresAccents)
  }

  /// What finds each of the terms that may stand in a document's front: its title, author, subject or keywords.
  var frontTerms: [(index: Int, match: String?)] {
    query.terms.indices.filter { query.terms[$0].scope == .anywhere }.map { index in
      (index, Self.need(query.terms[index]).match)
    }
  }

  /// Something is wanted, not only unwanted.
  var hasPlaces: Bool { places != nil || notes != nil }

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
  /// As a query for FTS5 (“Full-text Query Syntax”); nil where nothing is needed, or it is too much to be said to its parser.
  var match: String? { match(depth: 0) }

  /// FTS5's parser gives up somewhere beyond 30 levels.
  private static let deepest = 12

  private func match(depth: Int) -> String? {
    guard depth < Self.deepest else { return nil }
    switch self {
    case .nothing: return nil
    case .grams(let grams):
      return grams.isEmpty ? nil : grams.map { "\"\($0.word)\"" }.joined(separator: " AND ")
    case .all(let needs):
      return Self.joined(needs.compactMap { $0.match(depth: depth + 1) }, " AND ")
    case .either(let needs):
      let parts = needs.compactMap { $0.match(depth: depth + 1) }
      return parts.count == needs.count ? Self.joined(parts, " OR ") : nil
    }
  }

  private static func joined(_ parts: [String], _ word: String) -> String? {
    parts.isEmpty
      ? nil : parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: word)
  }
}
