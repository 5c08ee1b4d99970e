/// Tables of WordprocessingML (ECMA-376-1, 17.4).
extension WordReader {
  mutating func readTable(_ node: MarkupNode) {
    lists = []
    var table = OfficeTable<MarkupNode>()
    let look = node.child("w:tblPr")?.child("w:tblLook")
    var isHeader = look.map { Self.hasHeader($0) } ?? false
    for (index, row) in Self.nodes("w:tr", in: node).enumerated() {
      let properties = row.child("w:trPr")
      var cells = Self.nodes("w:tc", in: row).map(Self.cell)
      for (name, isBefore) in [("w:gridBefore", true), ("w:gridAfter", false)] {
        guard let count = WordValue.number(properties?.child(name)), count > 0 else { continue }
        let cell = OfficeTable<MarkupNode>.Cell(columns: min(count, Self.mostColumns))
        cells.insert(cell, at: isBefore ? 0 : cells.count)
      }
      let isMarked = properties?.child("w:tblHeader").map { WordValue.isOn($0["w:val"]) } ?? false
      isHeader = isMarked || isHeader && (index == 0 || cells.contains(where: \.isContinuation))
      table.rows.append(OfficeTable.Row(cells: cells, isHeader: isHeader))
    }
    guard !table.rows.isEmpty else { return }
    table.joinCells()
    table.write(to: writer) { element, cell in
      readApart(element, cell.map { Array($0.elements) } ?? [])
    }
  }

  private static let mostColumns = 1_024
  /// Elements between a table and its rows or a row and its cells.
  private static let wrappers: Set<String> = [
    "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:del", "w:moveTo", "w:moveFrom",
  ]

  /// Returns the rows of a table or the cells of a row.
  private static func nodes(_ name: String, in node: MarkupNode) -> [MarkupNode] {
    node.elements.flatMap { child in
      if child.name == name { return [child] }
      return wrappers.contains(child.name) ? nodes(name, in: child) : []
    }
  }

  private static func hasHeader(_ look: MarkupNode) -> Bool {
    if let value = look["w:firstRow"] { return WordValue.isOn(value) }
    return look["w:val"].flatMap { Int($0, radix: 16) }.map { $0 & 0x20 != 0 } ?? false
  }

  private static func cell(_ node: MarkupNode) -> OfficeTable<MarkupNode>.Cell {
    let properties = node.child("w:tcPr")
    let span = WordValue.number(properties?.child("w:gridSpan")) ?? 1
    let merge = properties?.child("w:vMerge")
    return .init(
      content: node, columns: min(mostColumns, max(1, span)),
      isContinuation: merge.map { $0["w:val"] ?? "continue" } == "continue")
  }
}
