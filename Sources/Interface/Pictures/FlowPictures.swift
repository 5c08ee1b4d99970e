import Canvas
import DocumentModel
package import Messages
import Text

/// The conditions under which figures and formulas are shown as images between the lines of a text.
package struct FigureSpace: Sendable, Hashable {
  /// The size of a cell in pixels.
  package var cell: PictureTerms.CellSize
  /// The most rows an image may take.
  package var rows: Int

  /// The same conditions without a limit of rows.
  var unlimited: FigureSpace { FigureSpace(cell: cell, rows: Self.mostRows) }
  private static let mostRows = 1_000

  /// Points of a page in the width of a cell: text of ten points then has about the size of the terminal's.
  private static let pointsPerCell: Float = 4.6

  /// Returns the size in cells of an image of a box, in a column of a width.
  func size(of box: Box, width: Int) -> (columns: Int, rows: Int) {
    let (wide, high) = (max(box.width, 1), max(box.height, 1))
    // The height of a cell in multiples of its width.
    let aspect = Float(cell.height) / Float(max(cell.width, 1))
    let (mostColumns, mostRows) = (Float(max(width, 1)), Float(max(rows, 1)))
    let columnsPerRow = aspect * wide / high
    let rows = min(min(wide / Self.pointsPerCell, mostColumns) / columnsPerRow, mostRows)
    // Only whole rows are used: the text below would overlap an image that ends within a row.
    let whole = max(1, min(rows.rounded(), (mostColumns / columnsPerRow).rounded(.down)))
    return (Int(min(mostColumns, max(1, (whole * columnsPerRow).rounded(.up)))), Int(whole))
  }
}

extension PictureSlice {
  /// The first row of an image of a box, in the middle of a column.
  init(box: Box, in space: FigureSpace, width: Int) {
    let (columns, rows) = space.size(of: box, width: width)
    self.init(box: box, columns: columns, rows: rows, inset: (width - columns) / 2, row: 0)
  }
}

extension PageLayout {
  /// Returns the lines that an image of a block's region takes.
  static func pictureLines(
    of block: TextBlock, width: Int, in space: FigureSpace, start: Int,
    margin: Float = DocumentFigure.margin
  ) -> [TextLine] {
    var slice = PictureSlice(
      box: block.box.widened(by: margin), in: space, width: width)
    return (0..<slice.rows).map { row in
      var line = TextLine(kind: .picture, start: start)
      slice.row = row
      line.picture = slice
      return line
    }
  }
}

/// Lines of text on the screen, with images among them: those of a pane, or of the preview of a link's target.
struct FlowView {
  var document: Document
  /// The pane whose colours and marks the images have.
  var pane: Int
  /// The page and line at the top.
  var page: Int
  var line: Int
  var rect: Rect
  /// The cells that the lines are scrolled to the left.
  var column = 0
  /// Returns a page set into lines; nil while its text is not there.
  var layout: (Int) -> PageLayout?
}

/// Requests images of figures and formulas between the lines of a text.
enum FlowPictures {
  /// Whether a pane's text has images in place of its figures, if the terminal can show them.
  static func takesFigures(_ state: State, _ pane: Int) -> Bool {
    state.preferences.showsFigures && state.panes.indices.contains(pane)
      && state.panes[pane].mode == .reflow
      && state.look(of: pane) == .text
  }

  /// Returns the conditions for images in a pane's text; nil if it shows none.
  static func figureSpace(_ state: State, of pane: Int) -> FigureSpace? {
    takesFigures(state, pane)
      ? figureSpace(state, rows: state.textArea(of: pane).height * 3 / 4) : nil
  }

  /// Returns the conditions for images of at most so many rows; nil if there are to be none.
  static func figureSpace(_ state: State, rows: Int) -> FigureSpace? {
    guard let terms = state.pictures.terms, terms.kind == .pixels, state.preferences.showsFigures
    else {
      return nil
    }
    return FigureSpace(cell: terms.cell, rows: max(3, rows))
  }

  /// Returns the lines that a pane shows.
  static func flow(_ state: State, of pane: Int, _ document: Document) -> FlowView {
    FlowView(
      document: document, pane: pane, page: state.panes[pane].page, line: state.panes[pane].line,
      rect: state.textRect(of: pane), column: state.panes[pane].column
    ) { state.layout(pane, page: $0) }
  }

  /// Returns the image requests for the figures and formulas among lines, and for those just below them.
  static func flowRequests(
    _ state: State,
    of flow: FlowView, slot: Int
  ) -> (visible: [ImageRequest], ahead: [ImageRequest]) {
    let (document, rect) = (flow.document, flow.rect)
    var visible: [ImageRequest] = []
    var ahead: [ImageRequest] = []
    var (page, line) = (flow.page, flow.line)
    var y = rect.y
    while y < rect.maxY + rect.height, page < document.pageCount {
      guard let layout = flow.layout(page) else { break }
      while line < layout.lines.count, y < rect.maxY + rect.height {
        guard let slice = layout.lines[line].picture else {
          line += 1
          y += 1
          continue
        }
        let left = slice.rows - slice.row
        let count = y < rect.maxY ? min(left, rect.maxY - y) : left
        let place = Rect(
          x: rect.x + slice.inset, y: y, width: slice.columns, height: count)
        if document.pictureTroubles[page] == nil,
          let request = flowRequest(
            state,
            for: slice, rows: count, on: page, document, flow.pane, place,
            slot: slot + visible.count)
        {
          if y < rect.maxY { visible.append(request) } else { ahead.append(request) }
        }
        line += left
        y += left
      }
      page += 1
      line = 0
    }
    return (visible, ahead)
  }

  /// Returns the request for some rows of an image; nil while it cannot be drawn.
  static func flowRequest(
    _ state: State,
    for slice: PictureSlice, rows: Int, on page: Int, _ document: Document, _ pane: Int,
    _ place: Rect, slot: Int
  ) -> ImageRequest? {
    let size = state.pageSize(document, page)
    guard let terms = state.pictures.terms, size.width > 0 else { return nil }
    let (wide, high) = (slice.columns * terms.drawn.width, slice.rows * terms.drawn.height)
    // The larger scale, so that the image fills its cells in one direction and fits in the other.
    let scale = min(
      Double(wide) / Double(max(slice.box.width, 1)),
      Double(high) / Double(max(slice.box.height, 1)))
    var drawing = PageDrawing(
      page: page, width: max(1, Int(size.width * scale)), height: max(1, Int(size.height * scale)),
      profile: flowProfile(state, of: pane))
    let x = min(max(0, Int(Double(slice.box.x0) * scale)), max(0, drawing.width - wide))
    let y = min(max(0, Int(Double(slice.box.y0) * scale)), max(0, drawing.height - high))
    drawing.part = PixelRect(
      x: x, y: y, width: min(wide, drawing.width), height: min(high, drawing.height))
    let top = slice.row * terms.drawn.height
    guard let part = drawing.part, top < part.height else { return nil }
    var request = ImageRequest(
      slot: slot, .page(document.id, generation: document.generation, drawing), in: place,
      part: PixelRect(
        x: 0, y: top, width: part.width, height: min(rows * terms.drawn.height, part.height - top)))
    request.isOnLight = state.isLight(drawing.profile)
    request.words = "drawing a figure …"
    request.seconds = document.drawingSeconds
    request.attempt = document.drawingAttempt
    request.marks = PageMarks.marks(state, on: drawing, document, pane)
    return request
  }

  /// Images among text have the text's colours where the page's own would glare.
  static func flowProfile(_ state: State, of pane: Int) -> ColorProfile {
    let chosen = state.profile(of: pane)
    guard chosen == .normal, case .rgb(let paper) = state.themes.current.text.background,
      Self.isDark(paper)
    else {
      return chosen
    }
    return State.profile(named: State.terminalProfile, state.themes.current)
  }

  private static func isDark(_ color: UInt32) -> Bool {
    (color >> 16 & 0xFF) + (color >> 8 & 0xFF) + (color & 0xFF) < 3 * 0x80
  }
}
