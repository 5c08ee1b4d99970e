/// A table's cells with their places, from which its spans follow.
struct OfficeTable<Content> {
  struct Cell {
    var content: Content?
    var columns = 1
    var rows = 1
    /// Whether the cell continues the one above it.
    var isContinuation = false
  }

  struct Row {
    var cells: [Cell] = []
    var isHeader = false
  }

  var rows: [Row] = []

  /// Adds the heights of cells that continue to those they continue.
  mutating func joinCells() {
    // The cells of the row above that reach down, by their first column.
    var above: [Int: (row: Int, cell: Int)] = [:]
    for row in rows.indices {
      var next: [Int: (row: Int, cell: Int)] = [:]
      var column = 0
      for cell in rows[row].cells.indices {
        if rows[row].cells[cell].isContinuation, let first = above[column] {
          rows[first.row].cells[first.cell].rows += 1
          next[column] = first
        } else {
          rows[row].cells[cell].isContinuation = false
          next[column] = (row, cell)
        }
        column += rows[row].cells[cell].columns
      }
      above = next
    }
  }

  /// Writes the table; `write` writes a cell's content.
  func write(
    to writer: OfficeWriter, within containers: [OfficeElement] = [],
    _ write: (OfficeElement, Content?) -> Void
  ) {
    let head = rows.prefix(while: \.isHeader).count
    writer.begin(OfficeElement("table"), within: containers)
    for (name, part) in [("thead", rows[..<head]), ("tbody", rows[head...])] where !part.isEmpty {
      writer.begin(OfficeElement(name))
      for row in part {
        writer.begin(OfficeElement("tr"))
        for cell in row.cells where !cell.isContinuation {
          let element = OfficeElement(
            row.isHeader ? "th" : "td",
            [
              ("colspan", cell.columns > 1 ? String(cell.columns) : nil),
              ("rowspan", cell.rows > 1 ? String(cell.rows) : nil),
            ])
          write(element, cell.content)
        }
        writer.end()
      }
      writer.end()
    }
    writer.end()
  }
}
