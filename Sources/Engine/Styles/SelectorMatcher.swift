/// An element as selectors see it.
struct Subject {
  let node: MarkupNode
  let name: String
  let id: String?
  let classes: [String]

  private static let mostClasses = 64

  init(_ node: MarkupNode) {
    self.init(
      node, name: node.name, id: node["id"],
      classes: node["class"].map { Self.classes($0) } ?? [])
  }

  init(_ node: MarkupNode, name: String, id: String?, classes: [String]) {
    (self.node, self.name, self.id, self.classes) = (node, name, id, classes)
  }

  /// Splits a `class` attribute; further classes are ignored.
  static func classes(_ list: String) -> [String] {
    list.utf8.split(maxSplits: mostClasses, whereSeparator: isSpace).prefix(mostClasses)
      .map { String(Substring($0)) }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether a compound's name, id and classes are the element's.
  func has(_ compound: Selector.Compound) -> Bool {
    if let wanted = compound.name, wanted != name { return false }
    if let wanted = compound.id, wanted != id { return false }
    return compound.classes.allSatisfy { classes.contains($0) }
  }
}

/// Matches selectors against the open elements, in bounded time.
struct SelectorMatcher {
  /// The open elements, outermost first.
  private(set) var ancestors: [Subject] = []
  /// Positions among the siblings, from 1, by node.
  private var positions: [Int32: Int] = [:]
  private var lastAttribute: (node: Int32, name: String, value: String?)?
  /// Steps that are left for the current selector and for all; every element adds to the latter.
  private var steps = 0
  private(set) var budget = Self.mostSteps

  private static let stepsPerSelector = 1_000
  private static let stepsPerElement = 2_000
  private static let mostSteps = 5_000_000
  private static let mostPositions = 1 << 20
  /// Longer values of attributes do not match, in bytes.
  private static let longestValue = 4_096

  mutating func push(_ subject: Subject) {
    ancestors.append(subject)
    budget = min(Self.mostSteps, budget + Self.stepsPerElement)
  }

  mutating func pop() { ancestors.removeLast() }

  mutating func reset() {
    ancestors = []
    positions = [:]
  }

  /// Takes steps off the budget; returns how many of them it has.
  mutating func spend(_ count: Int) -> Int {
    let granted = min(count, budget)
    budget -= granted
    return granted
  }

  /// Returns the first element of a tree that a CSS selector matches.
  static func first(_ css: String, in tree: MarkupTree) -> MarkupNode? {
    var tokenizer = CSSTokenizer(Array(css.utf8))
    var tokens: [CSSToken] = []
    var token = tokenizer.next()
    while token != .end {
      tokens.append(token)
      token = tokenizer.next()
    }
    guard let selectors = Selector.list(tokens) else { return nil }
    var matcher = SelectorMatcher()
    return tree.root.descendants.first { node in
      guard !node.isText else { return false }
      let subject = Subject(node)
      return selectors.contains { subject.has($0.subject) && matcher.matches($0, subject) }
    }
  }

  /// Returns the rules that are for an element whose name, id and classes are known to match.
  ///
  /// The element's parent is the innermost open element.
  mutating func filter(_ rules: [Int], of index: RuleIndex, _ subject: Subject) -> [Int] {
    var found: [Int] = []
    lastAttribute = nil
    for rule in rules where matches(index.entries[rule].rule.selector, subject) {
      found.append(rule)
    }
    return found
  }

  /// Whether a selector matches an element; false if that takes too long.
  private mutating func matches(_ selector: Selector, _ subject: Subject) -> Bool {
    let granted = min(Self.stepsPerSelector, budget)
    steps = granted - 1
    let isMatch = passes(selector, selector.compounds.count - 1, subject, ancestors.count)
    budget -= granted - max(0, steps)
    return isMatch && steps > 0
  }

  private mutating func takeStep() -> Bool {
    steps -= 1
    return steps > 0
  }

  /// Matches the compounds up to `last`. The subject's parent is the innermost of the first `depth` open elements.
  private mutating func matches(
    _ selector: Selector, _ last: Int, _ subject: Subject, _ depth: Int
  ) -> Bool {
    takeStep() && subject.has(selector.compounds[last]) && passes(selector, last, subject, depth)
  }

  /// Whether a selector matches an element whose name, id and classes match.
  private mutating func passes(
    _ selector: Selector, _ last: Int, _ subject: Subject, _ depth: Int
  ) -> Bool {
    for test in selector.compounds[last].tests where !passes(test, subject, depth) { return false }
    guard last > 0 else { return true }
    switch selector.compounds[last].combinator {
    case .child:
      guard let (parent, depth) = parent(of: subject, depth) else { return false }
      return matches(selector, last - 1, parent, depth)
    case .descendant:
      var above = parent(of: subject, depth)
      while let (ancestor, depth) = above, steps > 0 {
        if matches(selector, last - 1, ancestor, depth) { return true }
        above = parent(of: ancestor, depth)
      }
    case .adjacent:
      guard let sibling = subject.node.previousElement else { return false }
      return matches(selector, last - 1, Subject(sibling), depth)
    case .sibling:
      var before = subject.node.previousElement
      while let sibling = before, steps > 0 {
        if matches(selector, last - 1, Subject(sibling), depth) { return true }
        before = sibling.previousElement
      }
    }
    return false
  }

  /// Returns the parent and the number of open elements above it; nil for the outermost element.
  private func parent(of subject: Subject, _ depth: Int) -> (Subject, Int)? {
    guard let node = subject.node.parent, node.parent != nil else { return nil }
    if depth > 0, ancestors[depth - 1].node.index == node.index {
      return (ancestors[depth - 1], depth - 1)
    }
    // The caller has not entered it.
    return (Subject(node), depth)
  }

  // MARK: tests

  /// Looks an attribute up; many selectors in a row ask for the same one.
  private mutating func attribute(_ name: String, of node: MarkupNode) -> String? {
    if let last = lastAttribute, last.node == node.index, last.name == name { return last.value }
    let value = node[name]
    lastAttribute = (node.index, name, value)
    return value
  }

  private mutating func passes(_ test: Selector.Test, _ subject: Subject, _ depth: Int) -> Bool {
    let node = subject.node
    switch test {
    case .attribute(let name, let test, let ignoresCase):
      guard let value = attribute(name, of: node) else { return false }
      return Self.passes(test, value, ignoresCase: ignoresCase)
    case .child(every: 0, from: 1): return node.previousElement == nil
    case .child(let every, let from):
      return Self.isIn(position(of: node), every: every, from: from)
    case .ofType(let every, let from):
      return isOfType(subject, every: every, from: from)
    case .lastChild: return nextElement(after: node) == nil
    case .lastOfType:
      var next = nextElement(after: node)
      while let sibling = next, takeStep() {
        if sibling.name == subject.name { return false }
        next = nextElement(after: sibling)
      }
      return next == nil
    case .root: return node.parent.map { $0.parent == nil } ?? false
    case .empty: return node.firstChild == nil
    case .link: return (subject.name == "a" || subject.name == "area") && node["href"] != nil
    case .language(let wanted): return isIn(wanted, subject.node)
    case .any(let list): return isAny(of: list, subject, depth)
    case .not(let list): return !isAny(of: list, subject, depth)
    case .never: return false
    }
  }

  private mutating func isAny(of list: [Selector], _ subject: Subject, _ depth: Int) -> Bool {
    for selector in list
    where matches(selector, selector.compounds.count - 1, subject, depth) { return true }
    return false
  }

  private static func passes(
    _ test: Selector.AttributeTest, _ value: String, ignoresCase: Bool
  ) -> Bool {
    guard test != .exists else { return true }
    guard value.utf8.count <= longestValue else { return false }
    let value = ignoresCase ? value.lowercased() : value
    func cased(_ text: String) -> String { ignoresCase ? text.lowercased() : text }
    switch test {
    case .exists: return true
    case .equals(let wanted): return value == cased(wanted)
    case .includes(let wanted):
      let wanted = cased(wanted).utf8
      return value.utf8.split(whereSeparator: Subject.isSpace).contains { $0.elementsEqual(wanted) }
    case .dash(let wanted):
      return value == cased(wanted) || value.utf8.starts(with: (cased(wanted) + "-").utf8)
    case .prefix(let wanted):
      return !wanted.isEmpty && value.utf8.starts(with: cased(wanted).utf8)
    case .suffix(let wanted):
      return !wanted.isEmpty && value.utf8.reversed().starts(with: cased(wanted).utf8.reversed())
    case .contains(let wanted): return contains(value.utf8, cased(wanted).utf8)
    }
  }

  private static func contains(_ text: String.UTF8View, _ wanted: String.UTF8View) -> Bool {
    guard let first = wanted.first, wanted.count <= 256 else { return false }
    var rest = text[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  private mutating func isIn(_ languages: [String], _ node: MarkupNode) -> Bool {
    var next: MarkupNode? = node
    while let element = next, takeStep() {
      if let language = element["xml:lang"] ?? element["lang"] {
        let language = language.lowercased()
        return languages.contains { language == $0 || language.hasPrefix($0 + "-") }
      }
      next = element.parent
    }
    return false
  }

  // MARK: positions

  private func nextElement(after node: MarkupNode) -> MarkupNode? {
    var next = node.next
    while let sibling = next, sibling.isText { next = sibling.next }
    return next
  }

  /// Whether a position is `every * n + from` for an n ≥ 0.
  private static func isIn(_ position: Int, every: Int, from: Int) -> Bool {
    let distance = position - from
    return every == 0 ? distance == 0 : distance % every == 0 && distance / every >= 0
  }

  /// The position among the siblings; elements are counted once, so that long lists take linear time.
  private mutating func position(of node: MarkupNode) -> Int {
    if positions.count > Self.mostPositions { positions = [:] }
    var uncounted: [Int32] = []
    var count = 0
    var next: MarkupNode? = node
    while let element = next {
      if let known = positions[element.index] {
        count = known
        break
      }
      uncounted.append(element.index)
      next = element.previousElement
    }
    for index in uncounted.reversed() {
      count += 1
      positions[index] = count
    }
    return count
  }

  /// Counts the siblings of the same name, as far as the steps go.
  private mutating func isOfType(_ subject: Subject, every: Int, from: Int) -> Bool {
    var count = 1
    var before = subject.node.previousElement
    while let sibling = before, takeStep() {
      if sibling.name == subject.name { count += 1 }
      if every == 0, count > from { return false }
      before = sibling.previousElement
    }
    return before == nil && Self.isIn(count, every: every, from: from)
  }
}
