import DocumentModel
import Wire

/// Tables: rows of cells, or blocks where a table only arranges them.
extension MarkupSetter {
  private static let longestCell = 600

  mutating func setTable(_ node: MarkupNode, _ context: Context) {
    guard Self.isOfData(node) else { return setContents(node, context) }
    var table = Table()
    setParts(of: node, context, &table)
    owesGap = true
  }

  private struct Table {
    /// Rows that cells of earlier rows still reach into, by column.
    var spans: [Int: Int] = [:]
    var alignments: [AuthoredBlock.Alignment] = []
    var rows = 0
  }

  /// Whether cells are short and few of them contain a table: others arrange a page.
  private static func isOfData(_ table: MarkupNode) -> Bool {
    var (widest, cells, nested) = (0, 0, 0)
    for row in rows(of: table) {
      let own = row.elements.filter(isCell)
      widest = max(widest, own.count)
      cells += own.count
      for cell in own {
        let inner = cell.descendants.lazy.filter { $0.name == "table" || $0.name == "img" }
        if cell.text.utf8.count > longestCell
          || inner.contains(where: { $0.name == "img" && !isInline($0) })
        {
          return false
        }
        if inner.contains(where: { $0.name == "table" }) { nested += 1 }
      }
    }
    return widest > 1 && nested * 2 < max(1, cells)
  }

  /// Returns the rows of a table without those of the tables in its cells.
  private static func rows(of table: MarkupNode) -> [MarkupNode] {
    table.elements.flatMap { part in
      part.name == "tr" ? [part] : part.elements.filter { $0.name == "tr" }
    }
  }

  private static func isInline(_ image: MarkupNode) -> Bool {
    image["height"].flatMap { Int($0) }.map { $0 <= 32 } ?? false
  }

  private static func isCell(_ node: MarkupNode) -> Bool { node.name == "td" || node.name == "th" }

  private mutating func setParts(of node: MarkupNode, _ context: Context, _ table: inout Table) {
    for child in node.elements {
      let style = cascade.enter(child)
      defer { cascade.leave() }
      guard style.display != .none else { continue }
      var inner = context
      inner.style = style
      inner.isDeleted = context.isDeleted || style.isStruck
      if let id = child["id"] { flow.name(surroundings.place(id)) }
      switch child.name {
      case "caption":
        inner.kind = .caption
        setContents(child, inner)
        endBlock()
      case "thead", "tbody", "tfoot": setParts(of: child, inner, &table)
      case "tr": setRow(child, inner, &table)
      default: break
      }
    }
  }

  private mutating func setRow(_ node: MarkupNode, _ context: Context, _ table: inout Table) {
    let isHead = table.rows == 0 && node.elements.allSatisfy { $0.name == "th" }
    if table.rows == 0 {
      table.alignments = node.elements.filter(Self.isCell).flatMap { cell in
        [AuthoredBlock.Alignment](repeating: .left, count: Self.span(cell["colspan"]))
      }
    }
    closeDeletion()
    flow.isApart = table.rows == 0
    flow.begin(isHead ? .tableHead : .tableRow, alignments: table.alignments)
    table.rows += 1
    isInCell = true
    defer { isInCell = false }
    var column = 0
    func advance(_ setter: inout MarkupSetter) {
      if column > 0 { setter.flow.endCell() }
      column += 1
    }
    func passSpans(_ setter: inout MarkupSetter) {
      while let left = table.spans[column], left > 0 {
        table.spans[column] = left - 1
        advance(&setter)
      }
    }
    for cell in node.elements where Self.isCell(cell) && column < Limit.columns {
      passSpans(&self)
      let (rows, columns) = (Self.span(cell["rowspan"]), Self.span(cell["colspan"]))
      for place in column..<column + columns where rows > 1 { table.spans[place] = rows - 1 }
      advance(&self)
      owesBlank = false
      visit(cell, context)
      closeDeletion()
      for _ in 1..<columns {
        advance(&self)
        flow.coverColumn(column - 1)
      }
    }
    passSpans(&self)
    owesBlank = false
    flow.end()
  }

  private static func span(_ value: String?) -> Int {
    min(64, max(1, value.flatMap { Int($0) } ?? 1))
  }
}
