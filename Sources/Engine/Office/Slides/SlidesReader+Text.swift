/// Paragraphs, lists and tables of DrawingML (ECMA-376-1, 21.1).
extension SlidesReader {
  /// Returns the list styles that apply to a shape: its own, those of its placeholders, and the master's.
  func listStyles(of shape: MarkupNode, _ placeholder: Placeholder?) -> [MarkupNode] {
    var styles = [shape.child("p:txBody")?.child("a:lstStyle")].compactMap(\.self)
    guard let placeholder else { return styles }
    for layout in layouts {
      let shapes = layout.child("p:cSld")?.child("p:spTree")?.children("p:sp").map(\.self) ?? []
      let found = shapes.first { shape in
        guard let other = Self.placeholder(shape) else { return false }
        return other.index == placeholder.index && other.index != "0"
          || other.type == placeholder.type
      }
      if let style = found?.child("p:txBody")?.child("a:lstStyle") { styles.append(style) }
    }
    if ["body", "obj", "subTitle"].contains(placeholder.type),
      let body = layouts.last?.child("p:txStyles")?.child("p:bodyStyle")
    {
      styles.append(body)
    }
    return styles
  }

  private static let bullets: [String: OfficeElement?] = [
    "a:buNone": nil, "a:buChar": OfficeElement("ul"), "a:buBlip": OfficeElement("ul"),
  ]
  private static let types: [(prefix: String, type: String)] = [
    ("alphaLc", "a"), ("alphaUc", "A"), ("romanLc", "i"), ("romanUc", "I"),
  ]

  /// Returns the list a paragraph is in: nil if it is in none.
  private func list(_ properties: MarkupNode?, _ level: Int) -> OfficeElement? {
    let inherited = listStyles.compactMap { $0.child("a:lvl\(level + 1)pPr") }
    for source in [properties].compactMap(\.self) + inherited {
      for bullet in source.elements {
        if let known = Self.bullets[bullet.name] { return known }
        guard bullet.name == "a:buAutoNum" else { continue }
        let format = bullet["type"] ?? ""
        return OfficeElement(
          "ol",
          [
            ("type", Self.types.first { format.hasPrefix($0.prefix) }?.type),
            ("start", bullet["startAt"].flatMap { Int($0) }.map { String($0) }),
          ])
      }
    }
    return nil
  }

  mutating func readParagraph(_ node: MarkupNode) {
    let properties = node.child("a:pPr")
    let level = OpenDocumentValue.number(properties?["lvl"], 0...8) ?? 0
    let attributes: [(name: String, value: String?)] = [
      ("dir", properties?["rtl"] == "1" ? "rtl" : nil)
    ]
    let hasText = !node.words.isEmpty
    if hasText, let list = list(properties, level) {
      beginItem(list, level)
    } else if hasText {
      lists = []
    }
    writer.paragraph(
      OfficeElement("p", attributes), within: lists.flatMap { [$0.element, $0.item] })
    readRuns(node)
    writer.endParagraph()
  }

  private mutating func beginItem(_ kind: OfficeElement, _ level: Int) {
    while let last = lists.last, last.level > level || last.level == level && last.kind != kind {
      lists.removeLast()
    }
    keys += 1
    let item = OfficeElement("li", key: keys)
    if let last = lists.last, last.level == level {
      lists[lists.count - 1].item = item
    } else {
      let element = OfficeElement(kind.name, kind.pairs.map { ($0.name, $0.value) }, key: keys)
      lists.append(OpenList(level: level, kind: kind, element: element, item: item))
    }
  }

  // MARK: runs

  mutating func readRuns(_ paragraph: MarkupNode) {
    for node in paragraph.elements {
      switch node.name {
      case "a:r", "a:fld":
        let properties = node.child("a:rPr")
        let font = (properties?.child("a:sym") ?? properties?.child("a:latin"))?["typeface"]
        let text = OfficeFonts.text(node.child("a:t")?.text ?? "", font: font)
        writer.put(text, inlines(properties))
      case "a:br": writer.put(OfficeElement("br"))
      case "mc:AlternateContent": if let choice = node.child("mc:Choice") { putFormulas(choice) }
      default: if node.name.hasSuffix(":m") { putFormulas(node) }
      }
    }
  }

  private mutating func putFormulas(_ node: MarkupNode) {
    let formulas = node.descendants.filter { $0.name == "m:oMath" }
    for formula in formulas {
      writer.prepare([])
      WordFormula.write(formula, isBlock: false, to: writer.tree)
    }
  }

  private func inlines(_ properties: MarkupNode?) -> [OfficeElement] {
    guard let properties else { return [] }
    var marks: OfficeMarks = []
    func isOn(_ name: String) -> Bool { WordValue.isOn(properties[name] ?? "0") }
    if isOn("b") { marks.insert(.bold) }
    if isOn("i") { marks.insert(.italic) }
    if isOn("u") { marks.insert(.underlined) }
    if let strike = properties["strike"], strike != "noStrike" { marks.insert(.struck) }
    if properties["cap"] == "all" { marks.insert(.capitals) }
    if properties["cap"] == "small" { marks.insert(.smallCapitals) }
    if let shift = properties["baseline"], shift != "0", shift != "0%" {
      marks.insert(shift.hasPrefix("-") ? .subscript : .superscript)
    }
    if properties.child("a:highlight") != nil { marks.insert(.marked) }
    if let font = properties.child("a:latin")?["typeface"], OfficeFonts.isMonospace(font) {
      marks.insert(.monospace)
    }
    guard let link = properties.child("a:hlinkClick").flatMap(address) else {
      return marks.elements
    }
    return [OfficeElement("a", [("href", link)])] + marks.subtracting(.underlined).elements
  }

  private func address(_ link: MarkupNode) -> String? {
    guard let target = link["r:id"].flatMap({ relations[$0] }) else { return nil }
    return target.isExternal ? target.address : anchor(target.address).map { "#" + $0 }
  }

  // MARK: tables

  private static let mostColumns = 1_024

  mutating func readTable(_ node: MarkupNode) {
    let hasHeader = node.child("a:tblPr").map { WordValue.isOn($0["firstRow"] ?? "0") } ?? false
    var table = OfficeTable<MarkupNode>()
    for (index, row) in node.children("a:tr").enumerated() {
      let cells = row.children("a:tc").map { cell in
        OfficeTable<MarkupNode>.Cell(
          content: cell,
          columns: OpenDocumentValue.number(cell["gridSpan"], 1...Self.mostColumns) ?? 1,
          rows: OpenDocumentValue.number(cell["rowSpan"], 1...Self.mostColumns) ?? 1,
          isContinuation: WordValue.isOn(cell["hMerge"] ?? "0")
            || WordValue.isOn(cell["vMerge"] ?? "0"))
      }
      table.rows.append(OfficeTable.Row(cells: Array(cells), isHeader: hasHeader && index == 0))
    }
    guard !table.rows.isEmpty else { return }
    listStyles = []
    table.write(to: writer) { element, cell in
      writer.begin(element)
      lists = []
      if let cell { visitDrawn(cell) }
      lists = []
      writer.end()
    }
  }
}
