/// Parses a library query.
///
/// Incomplete input is accepted while it is typed: an unclosed quote extends to the end, an operator without operands is dropped.
struct QueryParser {
  private enum Token: Hashable {
    case word(String)
    case quoted(String)
    case expression(String)
    case filter(name: String, value: String, isQuoted: Bool)
    case and, or, not
    case open, close
  }

  private let tokens: [Token]
  /// Whether the last quotation mark has no other.
  private let hasOpenQuote: Bool
  private var next = 0
  private var depth = 0
  private var isUnwanted = false
  private let options: SearchQuery
  private(set) var terms: [LibraryQuery.Term] = []
  private(set) var pages: ClosedRange<Int>?
  private(set) var phrases: [SearchQuery] = []
  private(set) var hasFilter = false

  private static let deepest = 32

  init(_ text: String, _ options: SearchQuery) {
    self.options = options
    (tokens, hasOpenQuote) = Self.tokens(of: text)
  }

  var doubts: [QueryDoubt] {
    var doubts: [QueryDoubt] = tokens.compactMap { token in
      guard case .word(let word) = token, let colon = word.firstIndex(of: ":") else { return nil }
      let (name, value) = (word[..<colon], word[colon...].dropFirst())
      guard !name.isEmpty, name.allSatisfy(\.isLetter), let first = value.first,
        first != "/", first != ":"
      else { return nil }
      return .unknownFilter(String(name))
    }
    if tokens.count(where: { $0 == .open }) > tokens.count(where: { $0 == .close }) {
      doubts.append(.unclosedParenthesis)
    }
    if hasOpenQuote { doubts.append(.unclosedQuote) }
    return doubts
  }

  /// Whether it has operators or filters.
  var hasSigns: Bool {
    tokens.contains { token in
      switch token {
      case .and, .or, .not, .filter: true
      case .word, .quoted, .expression, .open, .close: false
      }
    }
  }

  var hasContent: Bool { !terms.isEmpty || hasFilter || pages != nil }

  mutating func parse() throws(QueryMistake) -> LibraryQuery.Clause {
    var parts: [LibraryQuery.Clause] = []
    while next < tokens.count {
      parts.append(try alternatives())
      // An unmatched closing parenthesis.
      if next < tokens.count, tokens[next] == .close { next += 1 }
    }
    return Self.joined(parts)
  }

  private static func joined(_ parts: [LibraryQuery.Clause]) -> LibraryQuery.Clause {
    let parts = parts.filter { $0 != .all([]) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// `a OR b OR c`
  private mutating func alternatives() throws(QueryMistake) -> LibraryQuery.Clause {
    var parts = [try sequence()]
    while next < tokens.count, tokens[next] == .or {
      next += 1
      parts.append(try sequence())
    }
    parts.removeAll { $0 == .all([]) }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .all([]) : .any(parts)
  }

  /// `a b AND c`: adjacent words also form a phrase.
  private mutating func sequence() throws(QueryMistake) -> LibraryQuery.Clause {
    var parts: [LibraryQuery.Clause] = []
    var words: [String] = []
    func phrase() -> SearchQuery? {
      words.count > 1 ? query(words.joined(separator: " "), isExpression: false) : nil
    }
    loop: while next < tokens.count {
      let token = tokens[next]
      if case .word(let word) = token {
        words.append(word)
      } else {
        if let phrase = phrase(), !isUnwanted { phrases.append(phrase) }
        words = []
      }
      switch token {
      case .or, .close: break loop
      case .and: next += 1
      default: parts.append(try part())
      }
    }
    if let phrase = phrase(), !isUnwanted { phrases.append(phrase) }
    return Self.joined(parts)
  }

  private mutating func part() throws(QueryMistake) -> LibraryQuery.Clause {
    let token = tokens[next]
    next += 1
    switch token {
    case .word(let text), .quoted(let text): return term(query(text, isExpression: false))
    case .expression(let text): return term(query(text, isExpression: true))
    case .filter(let name, let value, let isQuoted):
      return try filter(name, value, isQuoted: isQuoted)
    case .not:
      guard next < tokens.count, ![.and, .or, .close].contains(tokens[next]) else {
        return .all([])
      }
      isUnwanted.toggle()
      defer { isUnwanted.toggle() }
      let inner = try deeper { parser throws(QueryMistake) in try parser.part() }
      return inner == .all([]) ? inner : .not(inner)
    case .open:
      let inner = try deeper { parser throws(QueryMistake) in try parser.alternatives() }
      if next < tokens.count, tokens[next] == .close { next += 1 }
      return inner
    case .and, .or, .close: return .all([])
    }
  }

  private mutating func deeper(
    _ body: (inout QueryParser) throws(QueryMistake) -> LibraryQuery.Clause
  ) throws(QueryMistake) -> LibraryQuery.Clause {
    guard depth < Self.deepest else { throw .tooDeep(most: Self.deepest) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private func query(_ text: String, isExpression: Bool) -> SearchQuery {
    var query = options
    query.text = text
    query.isRegularExpression = isExpression
    query.hasLooseHyphens = !isExpression
    return query
  }

  private mutating func term(
    _ query: SearchQuery, _ scope: LibraryQuery.Term.Scope = .anywhere
  ) -> LibraryQuery.Clause {
    var query = query
    // `NOT raft` leaves out no document about aircraft.
    if isUnwanted, !query.isRegularExpression { query.isWholeWord = true }
    terms.append(LibraryQuery.Term(query: query, scope: scope, isUnwanted: isUnwanted))
    return .term(terms.count - 1)
  }

  /// Makes a term of words that must occur together; a single word is an ordinary term.
  private mutating func group(
    _ text: String, in extent: LibraryQuery.Term.Extent
  ) -> LibraryQuery.Clause {
    let queries = text.split(whereSeparator: \.isWhitespace).map {
      query(String($0), isExpression: false)
    }
    guard let first = queries.first else { return .all([]) }
    let clause = term(first, queries.count > 1 ? .text : .anywhere)
    terms[terms.count - 1].companions = Array(queries.dropFirst())
    terms[terms.count - 1].extent = extent
    return clause
  }

  private mutating func filter(
    _ name: String, _ value: String, isQuoted: Bool
  ) throws(QueryMistake) -> LibraryQuery.Clause {
    // The value has not been typed yet.
    guard !value.isEmpty else { return .all([]) }
    /// Returns a year, or a month as YYYYMM.
    func years(_ text: String) throws(QueryMistake) -> Int {
      let digits = text.filter(\.isNumber)
      guard let number = Int(digits), [4, 6, 8].contains(digits.count),
        text.allSatisfy({ $0.isNumber || $0 == "-" })
      else { throw .value(filter: name, value) }
      return digits.count == 4 ? number : digits.count == 6 ? number : number / 100
    }
    var literal = query(value, isExpression: false)
    literal.caseRule = .insensitive
    literal.ignoresAccents = true
    let filter: LibraryQuery.Filter
    switch name {
    case "note": return term(query(value, isExpression: false), .notes)
    case "near": return group(value, in: .passage)
    case "page" where isQuoted && !value.allSatisfy { $0.isNumber || $0 == "-" }:
      return group(value, in: .page)
    case "page":
      guard depth == 0, !isUnwanted else { throw .pagesInside }
      pages = try range(name, value)
      return .all([])
    case "author": filter = .author(literal)
    case "title": filter = .title(literal)
    case "tag": filter = .tag(value)
    case "in": filter = .folder(value)
    case "type": filter = .type(value.lowercased())
    case "after": filter = .made(from: try years(value), to: nil)
    case "before": filter = .made(from: nil, to: try years(value))
    default:
      let (from, to) = Self.sides(of: value)
      // A filter without a first year excludes the last.
      filter = .made(from: try from.map(years) ?? 0, to: try to.map(years))
    }
    hasFilter = true
    return .filter(filter)
  }

  /// Returns both ends of `2002-2006`, `2002..2006`, `2002..` and `..2006`; `2002` and `2002-03`, a month, are both ends.
  private static func sides(of years: String) -> (from: String?, to: String?) {
    if let dots = years.firstRange(of: "..") {
      let (from, to) = (years[..<dots.lowerBound], years[dots.upperBound...])
      return (from.isEmpty ? nil : String(from), to.isEmpty ? nil : String(to))
    }
    let sides = years.split(separator: "-")
    let isRange = sides.count == 2 && sides[1].count == 4
    return isRange ? (String(sides[0]), String(sides[1])) : (years, years)
  }

  /// `3`, `3-10` or `3..10`, `3-` and `-10`.
  private func range(_ name: String, _ value: String) throws(QueryMistake) -> ClosedRange<Int> {
    let sides = value.split(
      separator: value.contains("..") ? ".." : "-", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ text: Substring, _ other: Int) throws(QueryMistake) -> Int {
      if text.isEmpty, value.count > 1 { return other }
      guard let number = Int(text), number > 0 else { throw .value(filter: name, value) }
      return number
    }
    let first = try number(sides[0], 1)
    let last = sides.count > 1 ? try number(sides[1], Int.max) : first
    guard first <= last else { throw .value(filter: name, value) }
    return first...last
  }

  // MARK: tokens

  /// Further tokens are not read: the query exceeds the limit on terms anyway.
  private static let mostTokens = 512

  private static func tokens(of text: String) -> (tokens: [Token], hasOpenQuote: Bool) {
    var tokens: [Token] = []
    var isOpen = false
    var rest = Substring(text)
    while let first = rest.first, tokens.count < mostTokens {
      switch first {
      case _ where first.isWhitespace: rest.removeFirst()
      case "(", ")":
        tokens.append(first == "(" ? .open : .close)
        rest.removeFirst()
      case _ where QuerySigns.quotes.contains(first):
        let text = quoted(&rest, isOpen: &isOpen)
        if !text.isEmpty { tokens.append(.quoted(text)) }
      case "/":
        if let expression = expression(&rest) {
          tokens.append(.expression(expression))
        } else {
          tokens.append(.word(word(&rest)))
        }
      case "-" where rest.dropFirst().first.map { !$0.isWhitespace && $0 != "-" } == true:
        tokens.append(.not)
        rest.removeFirst()
      default: tokens.append(token(&rest, isOpen: &isOpen))
      }
    }
    return (tokens, isOpen)
  }

  private static func token(_ rest: inout Substring, isOpen: inout Bool) -> Token {
    let name = rest.prefix { $0 != ":" && !$0.isWhitespace }
    if name.endIndex < rest.endIndex, rest[name.endIndex] == ":",
      QuerySigns.filters.contains(name.lowercased())
    {
      rest = rest[rest.index(after: name.endIndex)...]
      let isQuoted = rest.first.map { QuerySigns.quotes.contains($0) } == true
      return .filter(
        name: name.lowercased(),
        value: isQuoted ? quoted(&rest, isOpen: &isOpen) : word(&rest), isQuoted: isQuoted)
    }
    let word = word(&rest)
    if QuerySigns.and.contains(word) { return .and }
    if QuerySigns.or.contains(word) { return .or }
    return QuerySigns.not.contains(word) ? .not : .word(word)
  }

  /// Reads up to the closing quote, or to the end; then `isOpen` is set.
  private static func quoted(_ rest: inout Substring, isOpen: inout Bool) -> String {
    rest.removeFirst()
    let text = rest.prefix { $0 == "„" || !QuerySigns.quotes.contains($0) }
    isOpen = text.endIndex == rest.endIndex
    rest = rest.dropFirst(text.count + 1)
    return String(text)
  }

  /// Reads `/…/` if a blank, a closing parenthesis or the end follows; `\/` is a slash in it. Returns nil otherwise.
  private static func expression(_ rest: inout Substring) -> String? {
    var text = ""
    var isEscaped = false
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      let character = rest[index]
      let next = rest.index(after: index)
      if character == "/", !isEscaped {
        guard next == rest.endIndex || rest[next].isWhitespace || rest[next] == ")" else {
          return nil
        }
        rest = rest[next...]
        return text.isEmpty ? nil : text
      }
      isEscaped = character == "\\" && !isEscaped
      text.append(character)
      index = next
    }
    return nil
  }

  private static func word(_ rest: inout Substring) -> String {
    let text = rest.prefix {
      !$0.isWhitespace && $0 != "(" && $0 != ")" && !QuerySigns.quotes.contains($0)
    }
    rest = rest.dropFirst(max(1, text.count))
    return String(text)
  }
}
