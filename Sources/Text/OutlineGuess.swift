package import DocumentModel

/// An outline derived from headings found by font size, for documents without an outline.
package struct OutlineGuess: Sendable {
  private var tree = HeadingTree()
  private var last: (level: Int, page: Int, box: Box)?
  private static let mostTurned: Float = 3
  private static let mostHeadings = 5_000
  private static let longestTitle = 160

  package init() {}

  /// Adds a paragraph if it is a heading; paragraphs must come in order.
  package mutating func observe(_ paragraph: Flow.Paragraph) {
    guard case .heading(let level) = paragraph.kind, tree.count < Self.mostHeadings,
      // A stamp is turned up the margin.
      paragraph.box.height < Self.mostTurned * paragraph.box.width
    else { return }
    let scalars = paragraph.scalars.prefix(Self.longestTitle).compactMap(Unicode.Scalar.init)
    let title = String(String.UnicodeScalarView(scalars))
    defer { last = (level, paragraph.page, paragraph.box) }
    if goesOn(paragraph, level) { return tree.extend(title) }
    tree.add(title, level: level, Destination(page: paragraph.page, y: Double(paragraph.box.y0)))
  }

  /// Whether a heading without a number is the next line of the last one.
  private func goesOn(_ paragraph: Flow.Paragraph, _ level: Int) -> Bool {
    guard let last, last.level == level, last.page == paragraph.page,
      SectionTitle.number(paragraph.scalars).0 == nil, tree.endsNumbered
    else { return false }
    let gap = paragraph.box.y0 - last.box.y1
    return gap > -0.5 * last.box.height && gap < 0.7 * min(last.box.height, paragraph.box.height)
      && paragraph.box.x0 >= last.box.x0 - 1 && paragraph.box.x0 < last.box.x1
  }

  /// Returns the headings as a tree, each with a destination.
  package func items() -> [OutlineItem] { tree.guessed() }
}

/// Builds a tree from a sequence of headings by their levels.
package struct HeadingTree: Sendable {
  private struct Heading {
    var title: String
    var level: Int
    var place: Destination

    /// Whether it has a number or is the abstract.
    var opensText: Bool {
      let text = title.unicodeScalars.map(\.value)
      if ["abstract", "summary", "introduction"].contains(title.lowercased()) { return true }
      guard let number = SectionTitle.number(text).0?.scalars else { return false }
      return number.contains(where: Script.isDigit)
        || PartNumber.isRoman(number[...]) && NumberedHeading.isInCapitals(text[...])
    }
  }

  private var headings: [Heading] = []

  package init() {}

  package var count: Int { headings.count }

  /// Whether the last title has a number.
  var endsNumbered: Bool {
    headings.last.map { SectionTitle.number($0.title.unicodeScalars.map(\.value)).0 != nil }
      ?? false
  }

  /// Adds words to the last title.
  mutating func extend(_ title: String) {
    guard !headings.isEmpty else { return }
    headings[headings.count - 1].title += " " + title
  }

  package mutating func add(_ title: String, level: Int, _ place: Destination) {
    headings.append(Heading(title: title, level: level, place: place))
  }

  /// Returns the tree of headings that were found by their size, without authors set larger than the text.
  package func guessed() -> [OutlineItem] {
    var tree = self
    let end = frontMatterEnd
    if end > 1 { tree.headings.removeSubrange(1..<end) }
    return tree.items()
  }

  /// Returns where headings begin again after the title: lines below it on the first page of levels that no section has are none.
  private var frontMatterEnd: Int {
    guard let title = headings.first, title.place.page == 0 else { return 0 }
    // Names and dates in the size of sections are above the first of those that have numbers.
    let opening = headings.dropFirst().firstIndex(where: \.opensText)
    var end = opening.map { headings[$0].place.page == 0 ? $0 : 1 } ?? 1
    while end < headings.count, headings[end].place.page == 0, headings[end].level > title.level {
      let level = headings[end].level
      let next = headings[end...].firstIndex { $0.level != level || $0.place.page > 0 }
      let rest = next ?? headings.count
      guard !headings[rest...].contains(where: { $0.level == level }) else { break }
      end = rest
    }
    return end
  }

  /// Returns the tree; skipped levels leave no gap. `isOpen`: all items are initially expanded.
  package func items(isOpen: Bool = false) -> [OutlineItem] {
    var stack: [(level: Int, items: [OutlineItem])] = [(0, [])]
    for heading in headings {
      while stack.count > 1, stack[stack.count - 1].level >= heading.level { Self.close(&stack) }
      stack[stack.count - 1].items.append(
        OutlineItem(title: heading.title, target: .destination(heading.place), isOpen: isOpen))
      stack.append((heading.level, []))
    }
    while stack.count > 1 { Self.close(&stack) }
    return stack[0].items
  }

  /// Attaches the collected children to the last heading.
  private static func close(_ stack: inout [(level: Int, items: [OutlineItem])]) {
    let children = stack.removeLast().items
    let parent = stack.count - 1
    guard let last = stack[parent].items.indices.last else { return }
    stack[parent].items[last].children = children
  }
}
