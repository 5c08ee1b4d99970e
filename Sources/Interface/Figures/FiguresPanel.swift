import Canvas
import DocumentModel
import Messages
import Text

extension PanelSource {
  package static let figures = PanelSource(
    title: "Figures and tables",
    fullTitle: { state in
      state.document.flatMap { document in
        let read = document.figures.readCount
        guard read < document.pageCount else { return nil }
        return document.hasPages
          ? "Figures, \(read) of \(document.pageCount) pages"
          : "Figures, \(read * 100 / max(1, document.pageCount)) %"
      }
    },
    rows: { Panel.matching(figureRows($0), $1) },
    emptyText: { state, isFiltered in
      guard !isFiltered, let document = state.document else { return nil }
      guard document.hasFigures else { return "A text has no figures" }
      return document.figures.readCount < document.pageCount
        ? state.figureProgress(document) : "No figures or tables with captions"
    },
    picture: { figurePicture($0, in: $1) }, opensBeside: true, mostWidthBeside: 56,
    namesPages: true)

  private static func figureRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    return document.figures.all.map { figure in
      var row = Panel.Row(
        text: figure.caption,
        detail: document.hasPages
          ? document.pageName(figure.page)
          : document.pageWords(figure.page, y: Double(figure.extent.y0)),
        action: Panel.Action(target: .page(figure.page, .figure(figure))) { state in
          state.closePanel(goingBack: true)
          state.goTo(figure)
          return []
        })
      row.isCurrent = figure == document.figures.current
      return row
    }
  }

  /// The slot of the image below the list.
  private static let figureSlot = 6_000_000

  /// Returns the request for an image of the selected figure, in the middle of some cells.
  private static func figurePicture(_ state: State, in cells: Rect) -> ImageRequest? {
    guard let row = state.panel.flatMap({ $0.rows[safe: $0.selected] }),
      let document = state.document,
      case .page(_, .figure(let figure)) = row.action.target, let box = figure.box,
      document.pictureTroubles[figure.page] == nil,
      let space = FlowPictures.figureSpace(state, rows: cells.height)
    else { return nil }
    let slice = PictureSlice(
      box: box.widened(by: DocumentFigure.margin), in: space, width: cells.width)
    let place = Rect(
      x: cells.x + slice.inset, y: cells.y, width: slice.columns, height: slice.rows)
    return FlowPictures.flowRequest(
      state,
      for: slice, rows: slice.rows, on: figure.page, document, state.panes.focus, place,
      slot: Self.figureSlot)
  }
}
