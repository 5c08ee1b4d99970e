/// Tables, sheets and pages (ODF 1.3-3, 9).
extension OpenDocumentReader {
  private static let groups: Set<String> = [
    "table:table-header-rows", "table:table-rows", "table:table-row-group", "table:table-columns",
  ]
  private static let mostColumns = 256

  /// Returns the rows of a table, each with whether it is in the header.
  private static func rows(_ node: MarkupNode, isHeader: Bool = false) -> [(
    node: MarkupNode, isHeader: Bool
  )] {
    node.elements.flatMap { child -> [(node: MarkupNode, isHeader: Bool)] in
      if child.name == "table:table-row" { return [(child, isHeader)] }
      guard groups.contains(child.name) else { return [] }
      return rows(child, isHeader: isHeader || child.name == "table:table-header-rows")
    }
  }

  /// Returns how often a cell or a row is repeated, within the room for repetitions.
  private mutating func repeats(_ node: MarkupNode, _ name: String, cells: Int = 1) -> Int {
    let value = node["table:number-\(name)-repeated"]
    let wanted = OpenDocumentValue.number(value, 1...SheetGrid<MarkupNode>.mostRows) ?? 1
    guard wanted > 1, Self.isSmall(node) else { return 1 }
    let count = max(1, min(wanted, repeatedCells / max(1, cells)))
    repeatedCells -= (count - 1) * cells
    return count
  }

  /// Large contents are not repeated.
  private static func isSmall(_ node: MarkupNode) -> Bool {
    var size = 0
    for inner in node.descendants {
      size += 1 + inner.bytes.count
      if size > 1_000 { return false }
    }
    return true
  }

  private static func tableCell(_ node: MarkupNode) -> OfficeTable<MarkupNode>.Cell {
    func spanned(_ name: String, _ most: Int) -> Int {
      OpenDocumentValue.number(node["table:number-\(name)-spanned"], 1...most) ?? 1
    }
    return OfficeTable.Cell(
      content: node, columns: spanned("columns", mostColumns), rows: spanned("rows", 1_000),
      isContinuation: node.name == "table:covered-table-cell")
  }

  mutating func readTable(_ node: MarkupNode) {
    guard !isInDeletion else { return }
    var table = OfficeTable<MarkupNode>()
    for (row, isHeader) in Self.rows(node) {
      var cells: [OfficeTable<MarkupNode>.Cell] = []
      for cell in row.elements where cell.name.hasSuffix("table-cell") {
        let count = min(Self.mostColumns, repeats(cell, "columns"))
        cells += Array(repeating: Self.tableCell(cell), count: count)
      }
      let count = repeats(row, "rows", cells: cells.count + 1)
      table.rows += [OfficeTable.Row](
        repeating: OfficeTable.Row(cells: cells, isHeader: isHeader), count: count)
    }
    guard !table.rows.isEmpty else { return }
    table.write(to: writer) { element, cell in readCell(element, cell) }
  }

  /// Reads a cell, all of whose text its comments are about.
  private mutating func readCell(_ element: OfficeElement, _ cell: MarkupNode?) {
    let outer = wrappers
    defer { wrappers = outer }
    let nodes = cell.map { Array($0.elements) } ?? []
    for node in nodes where node.name == "office:annotation" { visit(node) }
    let contents = nodes.filter { $0.name != "office:annotation" }
    guard contents.isEmpty, !nodes.isEmpty else { return readApart(element, contents) }
    writer.begin(element)
    writer.put(OfficeComment.emptyCell, wrappers)
    writer.end()
  }

  // MARK: sheets

  mutating func readSheets(_ node: MarkupNode) {
    for sheet in node.children("table:table") {
      writer.paragraph(OfficeElement("h2"))
      writer.put(sheet["table:name"] ?? "")
      writer.endParagraph()
      var grid = SheetGrid<MarkupNode>()
      var row = 0
      for (node, _) in Self.rows(sheet) {
        let count = OpenDocumentValue.number(node["table:number-rows-repeated"], 1...1_048_576) ?? 1
        readRow(node, row, &grid)
        row += count
      }
      grid.write(to: writer) { element, cell in readCell(element, cell) }
    }
  }

  private mutating func readRow(
    _ node: MarkupNode, _ row: Int, _ grid: inout SheetGrid<MarkupNode>
  ) {
    var column = 0
    let isEmpty = node.elements.allSatisfy { $0.firstChild == nil }
    let lines = isEmpty ? 1 : repeats(node, "rows")
    for cell in node.elements where cell.name.hasSuffix("table-cell") {
      let count = OpenDocumentValue.number(cell["table:number-columns-repeated"], 1...16_384) ?? 1
      defer { column += count }
      guard cell.name == "table:table-cell", cell.firstChild != nil else { continue }
      let one = Self.tableCell(cell)
      for place in column..<column + repeats(cell, "columns", cells: lines) {
        for line in row..<row + lines { grid.add(one, row: line, column: place) }
      }
    }
  }

  // MARK: pages

  /// Classes of shapes that are on every slide.
  private static let repeated: Set<String> = ["header", "footer", "date-time", "page-number"]

  /// Reads a slide or the page of a drawing, whose title comes first.
  mutating func readPage(_ node: MarkupNode) {
    let shapes = Array(node.elements)
    let title = shapes.first { $0["presentation:class"] == "title" && !$0.words.isEmpty }
    pages += 1
    writer.paragraph(OfficeElement("h2", [("id", OfficeText.place(ofSlide: pages))]))
    let words = title?.child("draw:text-box")?.words ?? node["draw:name"] ?? ""
    writer.put(words.isEmpty ? "Slide \(pages)" : words)
    writer.endParagraph()
    for shape in shapes where shape.index != title?.index {
      guard shape.name != "presentation:notes",
        !Self.repeated.contains(shape["presentation:class"] ?? "")
      else { continue }
      visit(shape)
      writer.endParagraph()
    }
    if let notes = node.child("presentation:notes"), !notes.words.isEmpty {
      writer.beginSpeakerNotes()
      readApart(OfficeElement("div"), notes.elements)
      writer.end()
    }
  }
}
