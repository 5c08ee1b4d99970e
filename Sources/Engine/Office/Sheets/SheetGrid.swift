/// The cells of a sheet that have content.
struct SheetGrid<Content> {
  typealias Cell = OfficeTable<Content>.Cell

  static var mostRows: Int { 5_000 }
  static var mostColumns: Int { 256 }
  private static var mostCells: Int { 1_300_000 }
  /// Cells that span more are not merged.
  private static var largestSpan: Int { 20_000 }

  /// By rows and columns.
  private var rows: [Int: [Int: Cell]] = [:]
  /// Cells for which there is room.
  private var room = Self.mostCells
  private var isCut = false

  /// Adds a cell and those it spans; false if the sheet is full.
  @discardableResult
  mutating func add(_ cell: Cell, row: Int, column: Int) -> Bool {
    guard rows[row] != nil || rows.count < Self.mostRows, room > 0 else {
      isCut = true
      return false
    }
    guard rows[row]?[column] == nil else { return true }
    var cell = cell
    cell.columns = min(Self.mostColumns, max(1, cell.columns))
    cell.rows = min(Self.mostRows, max(1, cell.rows))
    if cell.columns * cell.rows > min(room, Self.largestSpan) { (cell.columns, cell.rows) = (1, 1) }
    room -= cell.columns * cell.rows
    for line in row..<row + cell.rows {
      for place in column..<column + cell.columns {
        rows[line, default: [:]][place] = Cell(isContinuation: true)
      }
    }
    rows[row]?[column] = cell
    return true
  }

  /// Writes a table without its empty columns; of empty rows that follow each other one is kept, and none at the edges.
  func write(to writer: OfficeWriter, _ write: (OfficeElement, Content?) -> Void) {
    guard !rows.isEmpty else { return }
    let columns = Set(rows.values.flatMap(\.keys)).sorted()
    let lines = Self.places(Set(rows.keys))
    let shown = columns.prefix(Self.mostColumns)
    var table = OfficeTable<Content>()
    for line in lines.prefix(Self.mostRows) {
      let cells = line.flatMap { rows[$0] } ?? [:]
      let row = shown.map { cells[$0] ?? Cell() }
      table.rows.append(OfficeTable.Row(cells: row))
    }
    table.write(to: writer, write)
    guard isCut || columns.count > shown.count || lines.count > table.rows.count else { return }
    writer.paragraph(OfficeElement("p", [("class", "truncated")]))
    writer.put("Only \(table.rows.count) rows and \(shown.count) columns of this sheet are shown.")
    writer.endParagraph()
  }

  /// Returns places in their order, with nil for those between them.
  private static func places(_ used: Set<Int>) -> [Int?] {
    var places: [Int?] = []
    var last: Int?
    for place in used.sorted() {
      if let last, place > last + 1 { places.append(nil) }
      places.append(place)
      last = place
    }
    return places
  }
}
