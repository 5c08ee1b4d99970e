/// Parses one selector of a list.
struct SelectorParser {
  private var tokens: ArraySlice<CSSToken>
  private let depth: Int
  private var selector = Selector()
  private var compound = Selector.Compound()
  private var ids = 0
  private var classes = 0
  private var names = 0

  private static let mostSimple = 256
  private static let largestCount = 1_023

  init(_ tokens: ArraySlice<CSSToken>, depth: Int) {
    self.tokens = tokens
    self.depth = depth
  }

  /// Parses one selector; nil if it is not valid.
  mutating func parse() -> Selector? {
    skipSpaces()
    while true {
      guard parseCompound() else { return nil }
      // Longer selectors are dropped, but parsed, so that the validity of the list is known.
      if selector.compounds.count <= Selector.mostCompounds { selector.compounds.append(compound) }
      let hasSpace = skipSpaces()
      guard let token = tokens.first else { break }
      // Nothing may follow a pseudo-element.
      guard selector.pseudoElement == nil else { return nil }
      compound = Selector.Compound()
      switch token {
      case .sign(">"): compound.combinator = .child
      case .sign("+"): compound.combinator = .adjacent
      case .sign("~"): compound.combinator = .sibling
      default:
        guard hasSpace else { return nil }
        continue
      }
      tokens.removeFirst()
      skipSpaces()
    }
    guard depth == 0 || selector.pseudoElement == nil else { return nil }
    let counts = [ids, classes, names].map { min($0, Self.largestCount) }
    selector.specificity = counts[0] << 20 | counts[1] << 10 | counts[2]
    return selector
  }

  @discardableResult
  private mutating func skipSpaces() -> Bool {
    let count = tokens.count
    while tokens.first == .space { tokens.removeFirst() }
    return tokens.count < count
  }

  private mutating func parseCompound() -> Bool {
    var count = 0
    if let name = parseName() {
      if let name { compound.name = name }
      names += name == nil ? 0 : 1
      count = 1
    }
    while let token = tokens.first {
      switch token {
      case .hash(let id):
        tokens.removeFirst()
        ids += 1
        if let first = compound.id, first != id {
          compound.tests.append(.never)
        } else {
          compound.id = id
        }
      case .sign("."):
        guard case .ident(let name) = tokens.dropFirst().first else { return false }
        tokens.removeFirst(2)
        classes += 1
        compound.classes.append(name)
      case .open("["):
        guard let test = parseAttribute() else { return false }
        classes += 1
        compound.tests.append(test)
      case .colon:
        guard parsePseudo() else { return false }
      default:
        return count > 0
      }
      count += 1
      guard count <= Self.mostSimple else { return false }
    }
    return count > 0
  }

  /// Parses a name with its namespace: nil if there is none, `.some(nil)` for `*`.
  private mutating func parseName() -> String?? {
    var words: [String] = []
    var index = tokens.startIndex
    loop: while index < tokens.endIndex, words.count < 3 {
      switch tokens[index] {
      case .ident(let name) where words.last.map({ $0 == "|" }) ?? true:
        words.append(name.lowercased())
      case .sign("*") where words.last.map({ $0 == "|" }) ?? true: words.append("*")
      case .sign("|") where words.last != "|": words.append("|")
      default: break loop
      }
      index += 1
    }
    guard let last = words.last, last != "|" else { return nil }
    tokens = tokens[index...]
    if last == "*" { return .some(nil) }
    let prefix = words.count == 3 ? words[0] : "*"
    return prefix == "*" ? last : prefix + ":" + last
  }

  /// Consumes a block and returns its inner tokens; nil if it is not closed.
  private mutating func parseBlock() -> ArraySlice<CSSToken>? {
    var closers: [Unicode.Scalar] = []
    for (offset, token) in tokens.enumerated() {
      if let closer = closers.last, token == .close(closer) { closers.removeLast() }
      if let closer = token.closer { closers.append(closer) }
      if closers.isEmpty {
        let inner = tokens.dropFirst().prefix(max(0, offset - 1))
        tokens = tokens.dropFirst(offset + 1)
        return inner
      }
    }
    return nil
  }

  private mutating func parseAttribute() -> Selector.Test? {
    guard let block = parseBlock() else { return nil }
    var words = block.filter { $0 != .space }[...]
    var name: String?
    if words.first == .sign("*") || words.first == .sign("|") {
      words = words.drop { $0 == .sign("*") || $0 == .sign("|") }
    }
    name = words.popFirst()?.keyword
    if words.first == .sign("|"), let local = words.dropFirst().first?.keyword {
      name = name.map { $0 + ":" + local }
      words = words.dropFirst(2)
    }
    guard let name else { return nil }
    if words.isEmpty { return .attribute(name: name, .exists, ignoresCase: false) }
    let flag = words.count > 2 ? words.last?.keyword : nil
    if flag == "i" || flag == "s" { words.removeLast() }
    guard words.count == 2 || words.count == 3, let test = Self.test(words) else { return nil }
    return .attribute(name: name, test, ignoresCase: flag == "i")
  }

  private static func test(_ words: ArraySlice<CSSToken>) -> Selector.AttributeTest? {
    let value: String
    switch words.last {
    case .string(let text), .ident(let text): value = text
    default: return nil
    }
    switch words.dropLast() {
    case [.sign("=")]: return .equals(value)
    case [.sign("~"), .sign("=")]: return .includes(value)
    case [.sign("|"), .sign("=")]: return .dash(value)
    case [.sign("^"), .sign("=")]: return .prefix(value)
    case [.sign("$"), .sign("=")]: return .suffix(value)
    case [.sign("*"), .sign("=")]: return .contains(value)
    default: return nil
    }
  }

  // MARK: pseudo-classes and pseudo-elements

  private static let elements: [String: Selector.PseudoElement] = [
    "before": .before, "after": .after, "first-letter": .other, "first-line": .other,
    "marker": .other, "selection": .other, "backdrop": .other, "placeholder": .other,
  ]
  /// Pseudo-elements that may be written with one colon.
  private static let oldElements: Set<String> = ["before", "after", "first-letter", "first-line"]

  private static let pseudoClasses: [String: [Selector.Test]] = [
    "first-child": [.child(every: 0, from: 1)],
    "last-child": [.lastChild],
    "only-child": [.child(every: 0, from: 1), .lastChild],
    "first-of-type": [.ofType(every: 0, from: 1)],
    "last-of-type": [.lastOfType],
    "only-of-type": [.ofType(every: 0, from: 1), .lastOfType],
    "root": [.root], "empty": [.empty], "link": [.link], "any-link": [.link],
    "visited": [.never], "hover": [.never], "focus": [.never], "active": [.never],
    "target": [.never], "checked": [.never], "disabled": [.never], "enabled": [.never],
    "focus-within": [.never], "focus-visible": [.never], "fullscreen": [.never],
  ]

  private mutating func parsePseudo() -> Bool {
    tokens.removeFirst()
    guard selector.pseudoElement == nil else { return false }
    let hasTwoColons = tokens.first == .colon
    if hasTwoColons { tokens.removeFirst() }
    if case .function(let name) = tokens.first, !hasTwoColons { return parseFunction(name) }
    guard let name = tokens.popFirst()?.keyword else { return false }
    if hasTwoColons || Self.oldElements.contains(name) {
      names += 1
      selector.pseudoElement = Self.elements[name]
      return selector.pseudoElement != nil
    }
    guard let tests = Self.pseudoClasses[name] else { return false }
    classes += 1
    compound.tests += tests
    return true
  }

  private mutating func parseFunction(_ name: String) -> Bool {
    guard let inner = parseBlock() else { return false }
    switch name {
    case "not", "is", "where", "matches":
      guard let list = Selector.list(inner, depth: depth + 1) else { return false }
      compound.tests.append(name == "not" ? .not(list) : .any(list))
      if name != "where", let most = list.map(\.specificity).max() {
        ids += most >> 20
        classes += most >> 10 & Self.largestCount
        names += most & Self.largestCount
      }
      return true
    case "nth-child", "nth-of-type":
      guard let (every, from) = Self.position(inner) else { return false }
      let isChild = name == "nth-child"
      compound.tests.append(
        isChild ? .child(every: every, from: from) : .ofType(every: every, from: from))
    case "lang":
      let names = inner.compactMap { token -> String? in
        if case .string(let text) = token { text.lowercased() } else { token.keyword }
      }
      guard !names.isEmpty else { return false }
      compound.tests.append(.language(names))
    case "nth-last-child", "nth-last-of-type", "has":
      compound.tests.append(.never)
    default:
      return false
    }
    classes += 1
    return true
  }

  /// Parses `an+b`, `odd` or `even`.
  private static func position(_ tokens: ArraySlice<CSSToken>) -> (every: Int, from: Int)? {
    var words = tokens.filter { $0 != .space }[...]
    if words.first == .sign("+") { words.removeFirst() }
    var every = 1
    var unit: Substring
    switch words.popFirst() {
    case .number(let from) where words.isEmpty: return (0, Int(from))
    case .dimension(let count, let name): (every, unit) = (Int(count), name[...])
    case .ident(let name):
      if name.lowercased() == "odd" { return words.isEmpty ? (2, 1) : nil }
      if name.lowercased() == "even" { return words.isEmpty ? (2, 0) : nil }
      unit = name.lowercased()[...]
      if unit.first == "-" {
        every = -1
        unit.removeFirst()
      }
    default: return nil
    }
    guard unit.popFirst() == "n" else { return nil }
    // `2n-1` has the sign and the digits in its unit, `2n- 1` the sign.
    if unit.count > 1 { return words.isEmpty ? Int(unit).map { (every, $0) } : nil }
    var sign = unit == "-" ? -1 : 1
    if unit.isEmpty, let next = words.first, next == .sign("+") || next == .sign("-") {
      sign = next == .sign("-") ? -1 : 1
      words.removeFirst()
    }
    if words.isEmpty { return unit.isEmpty ? (every, 0) : nil }
    guard case .number(let from) = words.popFirst(), words.isEmpty else { return nil }
    return (every, sign * Int(from))
  }
}
