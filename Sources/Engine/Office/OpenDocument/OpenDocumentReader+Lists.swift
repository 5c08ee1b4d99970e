/// Lists (ODF 1.3-3, 5.3).
extension OpenDocumentReader {
  mutating func readList(_ node: MarkupNode) {
    guard !isInDeletion else { return visitChildren(node) }
    if Self.hasOnlyHeadings(node) { return readHeadings(node) }
    let name =
      node["text:style-name"] ?? lists.last?.style ?? Self.styleName(in: node, styles) ?? ""
    let place = min(10, lists.count + 1)
    let level = styles.lists[name]?.levels[place] ?? .init(isBullet: true)
    let key = "\(name) \(place)"
    var number = level.start
    if let former = node["text:continue-list"].flatMap({ counts["#\($0) \(place)"] }) {
      number = former + 1
    } else if node["text:continue-numbering"] == "true", let former = counts[key] {
      number = former + 1
    }
    let items = node.elements.filter {
      $0.name == "text:list-item" || $0.name == "text:list-header"
    }
    if let first = items.first, let start = Self.start(first) { number = start }
    writer.begin(element(level, number))
    lists.append(OpenList(style: name, counts: lists.last?.counts ?? [:]))
    for (index, item) in items.enumerated() {
      let start = index > 0 ? Self.start(item) : nil
      if let start { number = start }
      lists[lists.count - 1].counts[place] = number
      let isNumbered = item.name == "text:list-item" && !Self.hasOnlyLists(item)
      writer.begin(
        OfficeElement(
          "li",
          [
            ("value", start.map { String($0) }),
            ("style", isNumbered ? nil : "list-style-type: none"),
          ]))
      let isCompound = isNumbered && level.isCompound && !level.isBullet
      itemNumber =
        isCompound
        ? (styles.lists[name]?.text(place, lists[lists.count - 1].counts) ?? "") + " " : ""
      for child in item.elements { visit(child) }
      itemNumber = ""
      writer.end()
      guard isNumbered else { continue }
      counts[key] = number
      if let id = node["xml:id"] ?? node["text:id"] { counts["#\(id) \(place)"] = number }
      number += 1
    }
    _ = lists.popLast()
    writer.end()
  }

  private func element(_ level: OpenDocumentList.Level, _ number: Int) -> OfficeElement {
    if level.isBullet { return OfficeElement("ul") }
    // Numbers of several levels are text, as lists cannot show them.
    let isUnmarked = level.format.isEmpty || level.isCompound
    return OfficeElement(
      "ol",
      [
        ("start", number == 1 || isUnmarked ? nil : String(number)),
        ("type", level.format == "1" || isUnmarked ? nil : level.format),
        ("style", isUnmarked ? "list-style-type: none" : nil),
      ])
  }

  private static func start(_ item: MarkupNode) -> Int? {
    OpenDocumentValue.number(item["text:start-value"], 0...1_000_000)
  }

  /// Items that contain only lists show no number of their own.
  private static func hasOnlyLists(_ item: MarkupNode) -> Bool {
    item.elements.allSatisfy { $0.name == "text:list" }
  }

  /// Returns the list style of the first paragraph in a list.
  private static func styleName(in node: MarkupNode, _ styles: OpenDocumentStyles) -> String? {
    let first = node.descendants.first { $0.name == "text:p" || $0.name == "text:h" }
    return first?["text:style-name"].flatMap { styles.paragraphs[$0]?.list }
  }

  // MARK: headings

  /// Some programs write numbered headings as the items of lists.
  private static func hasOnlyHeadings(_ list: MarkupNode) -> Bool {
    var hasHeading = false
    for node in list.descendants {
      if node.name == "text:p" || node.name == "table:table" { return false }
      hasHeading = hasHeading || node.name == "text:h"
    }
    return hasHeading
  }

  private mutating func readHeadings(_ list: MarkupNode) {
    for heading in list.descendants where heading.name == "text:h" { visit(heading) }
  }
}
