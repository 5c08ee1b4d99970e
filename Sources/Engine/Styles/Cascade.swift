/// Style sheets in order, and the computed styles of elements.
///
/// Elements are entered and left in document order. `::after` is written when its element is
/// entered, with the counters of that moment.
final class Cascade {
  private var index = RuleIndex()
  private var matcher = SelectorMatcher()
  private var counters = Counters()
  private var frames: [Frame] = []
  private let initial = ComputedElement.initial
  private var groups: [RuleGroup.Key: RuleGroup] = [:]
  private var inlineStyles: [String: CascadedDeclarations] = [:]
  /// About the number of declarations that the groups hold.
  private var cachedCount = 0

  private static let mostCached = 1_000_000
  /// The memory for an element's values, in declarations.
  private static let computedSize = 50
  private static let mostInlineStyles = 1_024

  /// An open element.
  private struct Frame {
    let computed: ComputedElement
    /// Whether the element or one above it is not displayed: its counters do not count.
    let isHidden: Bool
  }

  init() {
    index.add(UserAgentStyle.rules, isAuthor: false)
  }

  /// Adds an author sheet in UTF-8. `imports` returns an imported sheet by its address as written.
  func add(_ css: [UInt8], imports: (String) -> [UInt8]?) {
    var parser = StyleSheetParser(mostRules: RuleIndex.mostRules - index.entries.count)
    parser.parse(css, imports: imports)
    index.add(parser.rules, isAuthor: true)
    forgetGroups()
  }

  /// Closes all elements and forgets counters, before another document with the same sheets.
  func reset() {
    frames = []
    matcher.reset()
    counters = Counters()
  }

  /// Computes the style of an element, whose parent is the last that was entered and not left.
  func enter(_ element: MarkupNode) -> ElementStyle {
    let name = element.name
    let id = element["id"]
    let group = group(of: element, name: name, id: id)
    let subject = Subject(element, name: name, id: id, classes: group.classes)
    let match = match(group, subject)
    let computed = computed(match, element)
    let isHidden = frames.last?.isHidden == true || computed.values.style.display == .none
    frames.append(Frame(computed: computed, isHidden: isHidden))
    matcher.push(subject)

    var style = computed.values.style
    if !isHidden { counters.apply(computed.values) }
    counters.open()
    if !isHidden, let before = computed.before {
      counters.apply(before)
      style.before = text(of: before, element)
    }
    if !isHidden, let after = computed.after {
      // The counters change only when the element is left.
      let current = counters
      counters.apply(after)
      style.after = text(of: after, element)
      counters = current
    }
    return style
  }

  /// Leaves the last element that was entered.
  func leave() {
    guard let frame = frames.popLast() else { return }
    matcher.pop()
    if !frame.isHidden, let after = frame.computed.after {
      counters.apply(after)
      counters.countQuotes(of: after)
    }
    counters.close()
  }

  private func text(of values: ComputedValues, _ element: MarkupNode) -> String? {
    let text = counters.text(of: values, element: element)
    return text.isEmpty || values.style.isHidden ? nil : text
  }

  // MARK: rules

  private func group(of element: MarkupNode, name: String, id: String?) -> RuleGroup {
    let classes = element["class"] ?? ""
    let knownID = id.flatMap { index.knows(id: $0) ? $0 : nil }
    let key = RuleGroup.Key(name: name, classes: classes, id: knownID)
    if let known = groups[key] { return known }
    let subject = Subject(element, name: name, id: id, classes: Subject.classes(classes))
    let candidates = index.candidates(
      name: name, id: knownID, classes: subject.classes, most: matcher.budget)
    _ = matcher.spend(candidates.count)
    var rules: [Int] = []
    var conditional: [Int] = []
    for rule in candidates {
      let selector = index.entries[rule].rule.selector
      guard subject.has(selector.subject) else { continue }
      rules.append(rule)
      if !selector.isPlain { conditional.append(rule) }
    }
    let group = RuleGroup(classes: subject.classes, rules: rules, conditional: conditional)
    cache(rules.count)
    groups[key] = group
    return group
  }

  private func match(_ group: RuleGroup, _ subject: Subject) -> RuleMatch {
    let applying = matcher.filter(group.conditional, of: index, subject)
    let known = applying.isEmpty ? group.unconditional : group.matches[applying]
    if let known { return known }
    let excluded = Set(group.conditional).subtracting(applying)
    let rules = group.rules.filter { !excluded.contains($0) }
    let match = RuleMatch(
      element: layers(rules, for: nil), before: layers(rules, for: .before),
      after: layers(rules, for: .after))
    cache(applying.count + match.element.count + match.before.count + match.after.count)
    if applying.isEmpty {
      group.unconditional = match
    } else {
      group.matches[applying] = match
    }
    return match
  }

  private func computed(_ match: RuleMatch, _ element: MarkupNode) -> ComputedElement {
    let parent = frames.last?.computed ?? initial
    if let inline = element["style"] {
      return ComputedElement(match, inline: inlineStyle(inline), parent: parent)
    }
    if let known = match.computed[ObjectIdentifier(parent)] { return known }
    let computed = ComputedElement(match, inline: CascadedDeclarations(), parent: parent)
    cache(Self.computedSize)
    match.computed[ObjectIdentifier(parent)] = computed
    return computed
  }

  private func cache(_ count: Int) {
    cachedCount += count + 1
    if cachedCount > Self.mostCached { forgetGroups() }
  }

  private func forgetGroups() {
    groups = [:]
    cachedCount = 0
  }

  /// Collects the declarations of rules; of each property, the one that wins.
  private func layers(_ rules: [Int], for pseudoElement: Selector.PseudoElement?)
    -> CascadedDeclarations
  {
    var layers = CascadedDeclarations()
    var normal: Set<Int> = []
    var important: Set<Int> = []
    for number in rules.reversed() {
      let rule = index.entries[number].rule
      guard rule.selector.pseudoElement == pseudoElement,
        matcher.spend(rule.declarations.count) > 0
      else { continue }
      for declaration in rule.declarations.reversed() {
        let isNew =
          declaration.isImportant
          ? important.insert(declaration.property).inserted
          : normal.insert(declaration.property).inserted
        if isNew { layers.append(declaration) }
      }
    }
    layers.normal.reverse()
    layers.important.reverse()
    return layers
  }

  /// Parses a `style` attribute.
  private func inlineStyle(_ css: String) -> CascadedDeclarations {
    if let known = inlineStyles[css] { return known }
    var tokens = CSSTokenizer(Array(css.utf8))
    var layers = CascadedDeclarations()
    for declaration in tokens.declarations() { layers.append(declaration) }
    if inlineStyles.count >= Self.mostInlineStyles { inlineStyles = [:] }
    inlineStyles[css] = layers
    return layers
  }
}
