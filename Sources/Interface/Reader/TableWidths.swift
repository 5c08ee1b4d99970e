import DocumentModel

/// The widths of a table's columns, shared by need where the window is too narrow for all of them.
struct TableWidths {
  /// A cell, which may span the empty cells after it.
  struct Cell {
    var columns: Range<Int>
    /// Its width in one line, and the least that breaks none of its words.
    var whole: Int
    var least: Int
  }

  private let gap: Int
  /// The width of each column.
  let columns: [Int]
  /// The width of the table.
  var total: Int { Self.total(columns, gap) }

  /// Sets `count` columns, `gap` cells apart, in the space of `free` cells.
  ///
  /// If all cells fit, each column gets its natural width; otherwise the widest columns shrink, but none below its longest word. If even those do not
  /// fit, the table is wider than the space, and each column at most as wide.
  init(_ cells: [Cell], count: Int, gap: Int, free: Int) {
    self.gap = gap
    let single = cells.filter { $0.columns.count == 1 }
    let covering = cells.filter { $0.columns.count > 1 }.sorted {
      $0.columns.count < $1.columns.count
    }
    var natural = [Int](repeating: 1, count: count)
    var least = natural
    for cell in single {
      natural[cell.columns.lowerBound] = max(natural[cell.columns.lowerBound], cell.whole)
      least[cell.columns.lowerBound] = max(least[cell.columns.lowerBound], cell.least)
    }
    let whole = Self.widened(natural, by: covering.map { ($0.columns, $0.whole) }, gap)
    if Self.total(whole, gap) <= free {
      columns = whole
      return
    }
    let words = covering.map { ($0.columns, $0.least) }
    least = Self.widened(least, by: words, gap)
    natural = zip(Self.widened(natural, by: words, gap), least).map { max($0, $1) }
    columns =
      Self.total(least, gap) <= free
      ? Self.shared(natural, least, free - gap * max(0, count - 1))
      : natural.map { min($0, max(1, free)) }
  }

  private static func total(_ widths: [Int], _ gap: Int) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// Returns the cells before a column.
  func start(of column: Int) -> Int { columns[..<column].reduce(0) { $0 + $1 + gap } }

  /// Returns the width of some columns and the gaps between them.
  func width(of covered: Range<Int>) -> Int { Self.total(Array(columns[covered]), gap) }

  /// Widens columns evenly until cells that cover several of them fit.
  private static func widened(
    _ widths: [Int], by cells: [(columns: Range<Int>, width: Int)], _ gap: Int
  ) -> [Int] {
    var widths = widths
    for (columns, width) in cells {
      let short = width - total(Array(widths[columns]), gap)
      guard short > 0 else { continue }
      for (index, column) in columns.enumerated() {
        widths[column] += short * (index + 1) / columns.count - short * index / columns.count
      }
    }
    return widths
  }

  /// Limits the widest columns to one width, none below its least, so that all take at most `free` cells.
  private static func shared(_ natural: [Int], _ least: [Int], _ free: Int) -> [Int] {
    func limited(_ limit: Int) -> [Int] {
      zip(natural, least).map { max($1, min($0, limit)) }
    }
    var widths = limited(
      (0..<max(0, free)).prefixCount { limited($0 + 1).reduce(0, +) <= free })
    var rest = free - widths.reduce(0, +)
    for column in widths.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }
}
