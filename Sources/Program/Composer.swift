import Canvas
import DocumentModel
import Interface
import Text

/// Makes what the screen shows of a page from its characters.
enum Composer {
  static func content(_ text: PageText, size: PageSize) -> PageContent {
    let blocks = PageComposer.compose(text, size: size, evidence: nil)
    let grid = PageGrid.lines(
      text, size: size, cellWidth: { CellWidth.of($0) }, maxColumns: 400)
    return PageContent(text: text, blocks: blocks, grid: grid.map { line(from: $0, text) })
  }

  private static func line(from grid: GridLine, _ text: PageText) -> TextLine {
    var line = TextLine(kind: .code)
    for span in grid.spans {
      var column = span.column
      for index in span.indices where index >= 0 && Int(index) < text.scalars.count {
        let scalar = text.scalars[Int(index)]
        line.glyphs.append(
          .init(scalar: scalar, origin: Int32(index), column: Int32(clamping: column)))
        column += CellWidth.of(scalar)
      }
    }
    line.start = Int(line.glyphs.lazy.map(\.origin).min() ?? 0)
    return line
  }
}
