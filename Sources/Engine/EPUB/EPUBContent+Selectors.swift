import DocumentModel
import Wire

/// Words of a book as other programs name them.
extension EPUBContent {
  func textPlace(of selector: BookSelector) -> TextPlace? {
    switch selector {
    case .fragment(let text):
      guard let fragment = EPUBFragment(text),
        let number = package.path(ofItem: fragment.item).flatMap({ numbers[$0] })
      else { return nil }
      return textPlace(of: fragment, in: number)
    case .text(let file, let start, let end):
      let number = numbers[file] ?? sections.firstIndex { $0.path.hasSuffix("/" + file) }
      guard let number else { return nil }
      return textPlace(in: number) { tree in
        guard let first = start.bytes(in: tree) else { return nil }
        guard let end else { return first }
        return end.bytes(in: tree).map {
          first.lowerBound..<max(first.lowerBound, $0.lowerBound)
        }
      }
    }
  }

  func textPlace(of fragment: EPUBFragment, in number: Int) -> TextPlace? {
    textPlace(in: number) { tree in
      guard let first = EPUBFragment.byte(of: fragment.start, in: tree) else { return nil }
      let last = fragment.end.flatMap { EPUBFragment.byte(of: $0, in: tree) } ?? first
      return first..<max(first, last)
    }
  }

  /// The places of fragment identifiers on a section's own portions, from 0.
  func places(of fragments: [EPUBFragment?], in number: Int) -> [FlowPlace?] {
    let (set, tree, sources) = setSection(sections[number], withSources: true)
    return fragments.prefix(Limit.printedPages).map { fragment in
      guard let tree, let point = fragment?.start,
        let byte = EPUBFragment.byte(of: point, in: tree),
        let start = sources?.character(of: byte, in: tree)
      else { return nil }
      let box = set.portions[safe: start.page]?.text.boxes[safe: start.character]
      return FlowPlace(
        name: "",
        destination: Destination(
          page: start.page, x: nil, y: box.map { PortionBuilder.y(ofRowOf: $0) }),
        character: start.character, start: box.map { (start.character, $0.x0) })
    }
  }

  /// The characters that bytes of a section's texts became; empty for a point and where they end in another portion.
  private func textPlace(
    in number: Int, _ bytes: (MarkupTree) -> Range<Int>?
  ) -> TextPlace? {
    let (_, tree, sources) = setSection(sections[number], withSources: true)
    guard let tree, let sources, let bytes = bytes(tree),
      let start = sources.character(of: bytes.lowerBound, in: tree)
    else { return nil }
    var end = start.character
    if !bytes.isEmpty, let last = sources.character(of: bytes.upperBound, in: tree, isEnd: true),
      last.page == start.page
    {
      end = max(end, last.character)
    }
    return TextPlace(
      page: sections[number].pages.lowerBound + start.page, characters: start.character..<end)
  }
}

extension TextSelector {
  /// The bytes of the tree's texts that it selects.
  fileprivate func bytes(in tree: MarkupTree) -> Range<Int>? {
    let found: MarkupNode? =
      switch element {
      case .body: tree.root.descendants.first { $0.name == "body" }
      case .css(let text): SelectorMatcher.first(text, in: tree)
      case .xpath(let text): ElementPath(text)?.element(in: tree)
      }
    guard let found else { return nil }
    let texts = found.isText ? [found] : found.descendants.filter(\.isText)
    guard let first = texts.first, let last = texts.last else { return nil }
    guard let characters else { return first.bytes.startIndex..<last.bytes.endIndex }
    var place = 0
    var start: Int?
    for text in texts {
      var byte = text.bytes.startIndex
      for scalar in tree.scalars(in: text.bytes.indices) {
        if place == characters.lowerBound { start = byte }
        if place == characters.upperBound { return (start ?? byte)..<byte }
        byte += UTF8.width(scalar)
        place += 1
      }
    }
    return start.map { $0..<last.bytes.endIndex }
  }
}

/// A location path of XPath 1.0 by names, places and identifiers, as programs write them.
struct ElementPath {
  private struct Step {
    /// Nil for any name; `text()` is the name of texts.
    var name: String?
    /// Whether it is a descendant, not only a child.
    var isDeep: Bool
    /// From 1.
    var place: Int?
    var id: String?
  }

  private var steps: [Step] = []
  /// Each deep step may look at all of a document.
  private static let (mostSteps, mostDeep) = (512, 8)

  /// Nil if it has other parts.
  init?(_ text: String) {
    var isDeep = false
    for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard !part.isEmpty else {
        isDeep = true
        continue
      }
      guard steps.count < Self.mostSteps,
        !isDeep || steps.count(where: \.isDeep) < Self.mostDeep, var step = Self.step(part)
      else { return nil }
      step.isDeep = isDeep
      steps.append(step)
      isDeep = false
    }
    guard text.hasPrefix("/"), !steps.isEmpty else { return nil }
  }

  private static func step(_ part: Substring) -> Step? {
    let end = part.firstIndex(of: "[") ?? part.endIndex
    // Prefixes are the writer's own.
    let name = part[..<end].split(separator: ":").last.map(String.init) ?? ""
    guard !name.isEmpty else { return nil }
    var step = Step(name: name == "*" ? nil : name, isDeep: false)
    for predicate in part[end...].split(separator: "[") {
      guard predicate.hasSuffix("]") else { return nil }
      let inner = predicate.dropLast()
      if let place = Int(inner), place > 0 {
        step.place = place
      } else if inner.hasPrefix("@id=") {
        step.id = inner.dropFirst(4).filter { $0 != "'" && $0 != "\"" }
      } else {
        return nil
      }
    }
    return step
  }

  /// Returns the first of all nodes that the path selects.
  func element(in tree: MarkupTree) -> MarkupNode? {
    var nodes = [tree.root]
    for step in steps { nodes = Self.found(step, in: nodes) }
    return nodes.first
  }

  /// Returns the nodes that a step selects, in order; places count among siblings (XPath 1.0, 2.5).
  private static func found(_ step: Step, in nodes: [MarkupNode]) -> [MarkupNode] {
    func isWanted(_ node: MarkupNode) -> Bool {
      let isNamed = node.isText ? step.name == "text()" : step.name ?? node.name == node.name
      return isNamed && step.id.map { $0 == node["id"] } ?? true
    }
    var (found, end): ([MarkupNode], Int32) = ([], -1)
    for node in nodes where !step.isDeep || node.index > end {
      var parents = [node]
      if step.isDeep { parents += node.descendants.filter { !$0.isText } }
      // All within the last one have been taken.
      end = parents.last?.index ?? end
      for parent in parents {
        let children = parent.children.filter(isWanted)
        guard let place = step.place else {
          found += children
          continue
        }
        found += children.dropFirst(place - 1).prefix(1)
      }
    }
    return found.sorted { $0.index < $1.index }
  }
}
