/// A selector with its declarations; a rule with several selectors is as many of these.
struct StyleRule: Sendable {
  let selector: Selector
  let declarations: [Declaration]
}

/// A property's value in a rule or a `style` attribute.
struct Declaration: Sendable {
  /// Index into `CSSProperty.all`.
  let property: Int
  let isImportant: Bool
  let change: CSSProperty.Change

  static let mostTokens = 256

  /// Parses `name: value`; nil if it is not valid or the property has no effect here.
  init?(_ tokens: [CSSToken]) {
    var words = tokens.filter { $0 != .space }
    guard words.count > 2, words.count <= Self.mostTokens, words[1] == .colon,
      let name = words[0].keyword, let property = CSSProperty.number(of: name)
    else { return nil }
    words.removeFirst(2)
    isImportant = words.last?.keyword == "important" && words.dropLast().last == .sign("!")
    if isImportant { words.removeLast(2) }
    guard !words.isEmpty, let change = CSSProperty.all[property].change(words) else { return nil }
    self.property = property
    self.change = change
  }
}

extension CSSTokenizer {
  /// Longer preludes are dropped.
  private static let mostTokens = 20_000

  /// Collects tokens up to an end outside of brackets, and consumes the end; `[.bad]` if there are too many.
  mutating func collect(
    first: CSSToken? = nil, until ends: [CSSToken]
  ) -> (tokens: [CSSToken], end: CSSToken) {
    var found: [CSSToken] = []
    var closers: [Unicode.Scalar] = []
    var token = first ?? next()
    while token != .end {
      if let closer = closers.last {
        if token == .close(closer) { closers.removeLast() }
      } else if ends.contains(token) {
        break
      }
      if let closer = token.closer { closers.append(closer) }
      if found.count <= Self.mostTokens { found.append(token) }
      token = next()
    }
    return (found.count > Self.mostTokens ? [.bad] : found, token)
  }

  /// Skips the rest of a block whose bracket has been consumed.
  mutating func skipBlock() {
    var closers: [Unicode.Scalar] = ["}"]
    while let closer = closers.last {
      let token = next()
      if token == .end { return }
      if token == .close(closer) { closers.removeLast() }
      if let inner = token.closer { closers.append(inner) }
    }
  }

  /// Parses declarations up to the end of their block or of the text; the last of each property is kept.
  mutating func declarations() -> [Declaration] {
    var found: [Declaration] = []
    while true {
      let token = next()
      switch token {
      case .end, .close("}"): return found
      case .space, .semicolon: continue
      default: break
      }
      let (tokens, end) = collect(first: token, until: [.semicolon, .close("}"), .open("{")])
      if end == .open("{") {
        skipBlock()
      } else if let new = Declaration(tokens) {
        found.removeAll { $0.property == new.property && $0.isImportant == new.isImportant }
        found.append(new)
      }
      if end == .close("}") || end == .end { return found }
    }
  }
}

/// Parses a sheet and those it imports into rules, in the order of the cascade.
struct StyleSheetParser {
  typealias Imports = (_ address: String) -> [UInt8]?

  private(set) var rules: [StyleRule] = []
  private let mostRules: Int
  private var importCount = 0
  private var byteCount = 0
  /// Addresses of the sheets that are being parsed, outermost first.
  private var active: [String] = []

  private static let mostImports = 64
  private static let deepestImport = 8
  private static let deepestBlock = 16
  private static let mostBytes = 4 << 20

  init(mostRules: Int) { self.mostRules = mostRules }

  mutating func parse(_ css: [UInt8], imports: Imports) {
    byteCount += css.count
    guard byteCount <= Self.mostBytes else { return }
    var tokens = CSSTokenizer(css)
    parseRules(&tokens, depth: 0, imports: imports)
  }

  private mutating func parseRules(
    _ tokens: inout CSSTokenizer, depth: Int, imports: Imports
  ) {
    var mayImport = depth == 0
    let stop: [CSSToken] = depth == 0 ? [] : [.close("}")]
    while rules.count < mostRules {
      let token = tokens.next()
      if token == .end || stop.contains(token) { return }
      if token == .space { continue }
      guard case .at(let name) = token else {
        let (prelude, end) = tokens.collect(first: token, until: [.open("{")] + stop)
        mayImport = false
        guard end == .open("{") else { return }
        add(prelude, tokens.declarations())
        continue
      }
      let (prelude, end) = tokens.collect(until: [.semicolon, .open("{")] + stop)
      if end == .open("{") {
        mayImport = false
        if depth < Self.deepestBlock, Self.applies(name, prelude) {
          parseRules(&tokens, depth: depth + 1, imports: imports)
        } else {
          tokens.skipBlock()
        }
      } else if name == "import", mayImport {
        load(prelude, imports: imports)
      } else if name != "charset", name != "layer" {
        mayImport = false
      }
      if stop.contains(end) { return }
    }
  }

  private mutating func add(_ prelude: [CSSToken], _ declarations: [Declaration]) {
    guard !declarations.isEmpty else { return }
    for selector in Selector.list(prelude) ?? [] where rules.count < mostRules {
      rules.append(StyleRule(selector: selector, declarations: declarations))
    }
  }

  // MARK: at-rules

  private mutating func load(_ prelude: [CSSToken], imports: Imports) {
    var words = prelude.filter { $0 != .space }[...]
    guard let first = words.popFirst() else { return }
    var address: String
    switch (first, words.first) {
    case (.string(let text), _), (.url(let text), _): address = text
    case (.function("url"), .string(let text)):
      address = text
      words = words.dropFirst(2)
    default: return
    }
    guard MediaQuery.matches(Array(words)), !active.contains(address),
      active.count < Self.deepestImport, importCount < Self.mostImports
    else { return }
    importCount += 1
    guard let css = imports(address) else { return }
    active.append(address)
    parse(css, imports: imports)
    active.removeLast()
  }

  /// Whether the rules in an at-rule's block apply.
  private static func applies(_ name: String, _ prelude: [CSSToken]) -> Bool {
    let words = prelude.filter { $0 != .space }
    return switch name {
    case "media": MediaQuery.matches(words)
    case "supports": supports(words)
    case "layer": true
    default: false
    }
  }

  /// Evaluates `(property: value)` and its negation; other conditions are false.
  private static func supports(_ words: [CSSToken]) -> Bool {
    if words.first?.keyword == "not" {
      return words.count > 1 && words[1] == .open("(") && words.last == .close(")")
        && Declaration(Array(words.dropFirst(2).dropLast())) == nil
    }
    guard words.first == .open("("), words.last == .close(")") else { return false }
    return Declaration(Array(words.dropFirst().dropLast())) != nil
  }
}

/// Evaluates the media queries of `@media` and `@import` for a screen of unknown size.
enum MediaQuery {
  private static let types: Set<String> = ["all", "screen"]

  /// Whether one of the queries matches; tokens without spaces.
  static func matches(_ words: [CSSToken]) -> Bool {
    words.isEmpty || words.split(separator: .comma).contains { matchesOne($0) }
  }

  private static func matchesOne(_ query: ArraySlice<CSSToken>) -> Bool {
    var words = query
    let isNegated = words.first?.keyword == "not"
    if isNegated || words.first?.keyword == "only" { words = words.dropFirst() }
    if let type = words.first?.keyword {
      words = words.dropFirst()
      guard types.contains(type) != isNegated else { return false }
      if words.isEmpty { return true }
      guard words.popFirst()?.keyword == "and" else { return false }
    }
    guard !isNegated, words.first == .open("("), words.last == .close(")"), words.count == 5,
      words.dropFirst().first?.keyword == "min-width"
    else { return false }
    switch words.dropFirst(3).first {
    case .number(0), .dimension(0, _): return true
    default: return false
    }
  }
}
