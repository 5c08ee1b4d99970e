import DocumentModel
import Platform
import Text

/// A compiled query: its matchers and the queries for the index.
struct QueryPlan {
  /// The words of one term that must occur together.
  struct Group {
    var term: Int
    /// Finds the matches of all of them.
    var places: any PatternMatcher
  }

  let query: LibraryQuery
  /// The matchers of each term: one, or one for each word that must occur together.
  let matchers: [[any PatternMatcher]]
  /// Wanted terms whose matches count only if all their words occur together.
  let groups: [Group]
  /// Find the wanted matches in the text and in the notes, without overlaps; nil if nothing is searched there.
  let places: (any PatternMatcher)?
  let notes: (any PatternMatcher)?
  /// The grams of rows that may have all wanted terms together.
  let need: GramNeed
  /// The grams of rows that may have the query's phrases.
  let phraseNeed: GramNeed
  /// The grams of rows that may have each term.
  let termNeeds: [GramNeed]
  let allTerms: TermSet
  /// The terms anywhere under a `NOT`, and those whose matches are hits.
  let underNot: TermSet
  let wanted: TermSet
  /// Whether the query is a single word or phrase, so that a page that contains it matches completely.
  let isOfOneTerm: Bool
  /// Whether the query matches on one page or not at all: no words are joined by AND.
  let isOfOnePage: Bool
  private let phrases: [any PatternMatcher]

  init(_ query: LibraryQuery) throws(PatternError) {
    self.query = query
    var matchers: [[any PatternMatcher]] = []
    for term in query.terms {
      var own: [any PatternMatcher] = []
      for word in term.queries { own.append(try word.matcher()) }
      matchers.append(own)
    }
    var phrases: [any PatternMatcher] = []
    for phrase in query.phrases { phrases.append(try phrase.matcher()) }
    self.matchers = matchers
    self.phrases = phrases
    groups = query.terms.indices.compactMap { index in
      let term = query.terms[index]
      return term.isUnwanted || term.companions.isEmpty
        ? nil : Group(term: index, places: AnyOfMatcher(matchers[index]))
    }
    func places(_ scopes: Set<LibraryQuery.Term.Scope>) -> (any PatternMatcher)? {
      let wanted = zip(query.terms, matchers).filter {
        !$0.0.isUnwanted && $0.0.companions.isEmpty && scopes.contains($0.0.scope)
      }.flatMap(\.1)
      guard !wanted.isEmpty else { return nil }
      let all = phrases + wanted
      return all.count == 1 ? all[0] : AnyOfMatcher(all)
    }
    self.places = places([.anywhere, .text])
    notes = places([.anywhere, .notes])
    need = Self.need(query.clause, query.terms).simplified()
    termNeeds = query.terms.map { Self.need($0).simplified() }
    phraseNeed = GramNeed.all(query.phrases.map { GramNeed($0) }).simplified()
    allTerms = TermSet(query.terms.indices)
    underNot = TermSet(Self.termsUnderNot(query.clause, isUnder: false))
    wanted = TermSet(query.terms.indices.filter { !query.terms[$0].isUnwanted })
    isOfOneTerm =
      query.terms.count == 1 && groups.isEmpty && !query.terms[0].isUnwanted && underNot.isEmpty
    isOfOnePage = !Self.joinsTerms(query.clause)
  }

  /// Returns the grams that the text of a row must have.
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

  private static func need(_ term: LibraryQuery.Term) -> GramNeed {
    term.companions.isEmpty
      ? GramNeed(term.query) : .all(term.queries.map { GramNeed($0) })
  }

  private static func termsUnderNot(_ clause: LibraryQuery.Clause, isUnder: Bool) -> [Int] {
    switch clause {
    case .term(let index): isUnder ? [index] : []
    case .filter: []
    case .not(let inner): termsUnderNot(inner, isUnder: true)
    case .all(let parts), .any(let parts):
      parts.flatMap { termsUnderNot($0, isUnder: isUnder) }
    }
  }

  private static func joinsTerms(_ clause: LibraryQuery.Clause) -> Bool {
    switch clause {
    case .term, .filter, .not: false
    case .any(let parts): parts.contains { joinsTerms($0) }
    case .all(let parts):
      parts.count { hasWanted($0) } > 1 || parts.contains { joinsTerms($0) }
    }
  }

  private static func hasWanted(_ clause: LibraryQuery.Clause) -> Bool {
    switch clause {
    case .term: true
    case .filter, .not: false
    case .all(let parts), .any(let parts): parts.contains { hasWanted($0) }
    }
  }

  /// The terms that may match a document's title, author, subject, keywords or file name.
  var frontTerms: [Int] { query.terms.indices.filter { query.terms[$0].mayBeInFront } }

  /// Whether the query names other facts of documents than their words.
  var hasFilters: Bool { Self.hasFilters(query.clause) }

  private static func hasFilters(_ clause: LibraryQuery.Clause) -> Bool {
    switch clause {
    case .term: false
    case .filter: true
    case .not(let part): hasFilters(part)
    case .all(let parts), .any(let parts): parts.contains { hasFilters($0) }
    }
  }

  /// Whether any term is wanted rather than excluded.
  var hasPlaces: Bool { places != nil || notes != nil || !groups.isEmpty }

  /// Whether a term matches a document's title, author, subject, keywords or file name.
  func isInFront(_ term: Int, of entry: IndexEntry) -> Bool {
    guard let matcher = matchers[term].first, query.terms[term].mayBeInFront else { return false }
    return [entry.title, entry.author, entry.about].contains { text in
      (try? matcher.matches(in: text.unicodeScalars.map(\.value)).isEmpty) == false
    } || FileNameText(entry.path).range(of: matcher) != nil
  }

  /// Whether a hit is one of the phrases rather than a single word.
  func isPhrase(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    return phrases.contains { ((try? $0.matches(in: scalars)) ?? []).first == scalars.indices }
  }

  /// Evaluates a clause for the given terms.
  ///
  /// `passes` evaluates a filter. For a part of a document (`isWhole` is false) terms under a `NOT` count as absent, since they may occur elsewhere.
  func holds(
    _ clause: LibraryQuery.Clause, _ present: TermSet, isWhole: Bool,
    _ passes: (LibraryQuery.Filter) -> Bool
  ) -> Bool {
    switch clause {
    case .term(let index): present.contains(index)
    case .filter(let filter): passes(filter)
    case .all(let parts): parts.allSatisfy { holds($0, present, isWhole: isWhole, passes) }
    case .any(let parts): parts.contains { holds($0, present, isWhole: isWhole, passes) }
    case .not(let inner):
      !isWhole && Self.hasWanted(inner) || !holds(inner, present, isWhole: isWhole, passes)
    }
  }
}

/// A set of term indices.
struct TermSet: Sendable, Hashable {
  private var bits: UInt64 = 0

  init(_ terms: some Sequence<Int> = []) {
    for term in terms { insert(term) }
  }

  var isEmpty: Bool { bits == 0 }

  func contains(_ term: Int) -> Bool { bits & (1 << UInt64(term)) != 0 }

  mutating func insert(_ term: Int) {
    precondition(term < LibraryQuery.mostTerms)
    bits |= 1 << UInt64(term)
  }

  mutating func formUnion(_ other: TermSet) { bits |= other.bits }

  func union(_ other: TermSet) -> TermSet {
    var result = self
    result.formUnion(other)
    return result
  }
}

/// A file name as searched: unchanged, and with separators read as blanks.
struct FileNameText {
  let name: String
  private let scalars: [UInt32]
  /// The index of the last extension: `pdf` alone is no word of a name.
  private let stem: Int

  init(_ path: String) {
    name = PathParts.name(of: path)
    scalars = name.unicodeScalars.map(\.value)
    let dot = scalars.lastIndex(of: 0x2E) ?? 0
    stem = dot > 0 ? dot : scalars.count
  }

  /// The name with `_`, `-`, `.` and `+` read as blanks.
  private var spaced: [UInt32] {
    scalars.map { [0x5F, 0x2D, 0x2E, 0x2B].contains($0) ? 0x20 : $0 }
  }

  /// Both readings, as text.
  var readings: [String] {
    [name, String(String.UnicodeScalarView(spaced.compactMap(Unicode.Scalar.init)))]
  }

  /// Returns the scalars of the first match that is not in the extension alone.
  func range(of matcher: any PatternMatcher) -> Range<Int>? {
    for reading in [scalars, spaced] {
      let found = (try? matcher.matches(in: reading)) ?? []
      if let first = found.first(where: { $0.lowerBound < stem }) { return first }
    }
    return nil
  }
}
