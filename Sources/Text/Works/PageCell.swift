import DocumentModel

/// A part of a line of a page between wide gaps, in the order of the content.
struct PageCell: Sendable, Hashable {
  var text: String
  /// The style of most of its letters.
  var style: TextStyle
  var box: Box

  /// Returns the cells of a page, at most `limit`.
  static func cells(of page: PageText, limit: Int = 2_000) -> [PageCell] {
    var cells: [PageCell] = []
    var builder = Builder(page: page)
    for index in page.scalars.indices {
      if let cell = builder.add(index) { cells.append(cell) }
      if cells.count == limit { return cells }
    }
    if let cell = builder.finish() { cells.append(cell) }
    return cells
  }

  /// The gap between words that separates cells, in sizes of the text.
  private static let widestBlank: Float = 1.1

  private struct Builder {
    let page: PageText
    private var scalars = String.UnicodeScalarView()
    private var box: Box?
    private var styles: [Int: Int] = [:]
    private var run = 0

    init(page: PageText) { self.page = page }

    /// Returns the cell that ends before a scalar; nil if it goes on.
    mutating func add(_ index: Int) -> PageCell? {
      let (scalar, own) = (page.scalars[index], page.boxes[index])
      while run + 1 < page.runs.count, page.runs[run + 1].start <= index { run += 1 }
      if scalar == 0x0A { return finish() }
      if Script.isBlank(scalar) {
        if !scalars.isEmpty { scalars.append(" ") }
        return nil
      }
      var done: PageCell?
      if let box, isApart(own, box) { done = finish() }
      let letters = Script.letters(ofLigature: scalar) ?? [scalar]
      scalars.append(contentsOf: letters.compactMap(Unicode.Scalar.init))
      box = box?.union(own) ?? own
      if page.runs.indices.contains(run) { styles[page.runs[run].style, default: 0] += 1 }
      return done
    }

    mutating func finish() -> PageCell? {
      defer {
        scalars = String.UnicodeScalarView()
        (box, styles) = (nil, [:])
      }
      let text = String(scalars).trimmed
      guard let box, !text.isEmpty else { return nil }
      let style = styles.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
      return PageCell(
        text: text, style: page.styles.indices.contains(style) ? page.styles[style] : TextStyle(),
        box: box)
    }

    private func isApart(_ own: Box, _ box: Box) -> Bool {
      let height = max(box.y1 - box.y0, 1)
      return own.x0 - box.x1 > height * PageCell.widestBlank
        || own.y0 > box.y1 + height || own.y1 < box.y0 - height
    }
  }

  /// Whether two cells are set alike.
  func isAlike(_ other: PageCell) -> Bool {
    abs(style.size - other.style.size) < 0.6 && style.isBold == other.style.isBold
      && style.isItalic == other.style.isItalic
  }

  /// Whether a cell lies below another one in the same column, no further than a line.
  func follows(_ other: PageCell, within lines: Float) -> Bool {
    let height = max(style.size, 4)
    let gap = box.y0 - other.box.y1
    return gap > -height && gap < height * lines && box.x0 < other.box.x1
      && other.box.x0 < box.x1
  }
}
