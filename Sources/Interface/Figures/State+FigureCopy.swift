import DocumentModel
import Messages
import Text

extension State {
  /// Copies the figure that keys apply to: a table as text, others as a picture.
  mutating func copyFigure() -> [Effect] {
    guard let figure = standingFigure ?? figureInSight else {
      say("No figure on the screen: ] f goes to the next")
      return []
    }
    return copy(figure)
  }

  mutating func copy(_ figure: DocumentFigure) -> [Effect] {
    guard let document, let box = figure.box else {
      say("Only the caption was recognised; p shows the page")
      return []
    }
    if figure.kind == .table, let blocks = document.pages[figure.page]?.blocks {
      let rows = figure.rows(in: blocks)
      guard !rows.isEmpty else {
        say("The table has no text")
        return []
      }
      say(
        "Copied a table of \(rows.count) \(rows.count == 1 ? "row" : "rows"), with tabs between cells"
      )
      return [.copy(rows.joined(separator: "\n") + "\n")]
    }
    let drawing = PageDrawing(
      page: figure.page, box: box.widened(by: DocumentFigure.margin),
      of: pageSize(document, figure.page), scale: .dotsPerInch(PictureScale.figureDensity))
    guard let drawing else { return [] }
    return [
      .copyFigure(
        document.id, generation: document.generation, drawing, path: path(of: figure, document))
    ]
  }

  /// Returns the path beside the document at which a figure is saved: `paper-figure-3-1.png` for the first one of page 3.
  private func path(of figure: DocumentFigure, _ document: Document) -> String {
    let own = document.pages[figure.page].map {
      DocumentFigure.all(in: $0.blocks, page: figure.page)
    }
    let number = (own ?? []).filter { $0.kind == figure.kind && $0.box != nil }.firstIndex(
      of: figure)
    let stem = document.path.isEmpty ? "" : PathParts.split(document.fileName).stem + "-"
    let name = "\(stem)\(figure.kind.name.lowercased())-\(figure.page + 1)-\((number ?? 0) + 1).png"
    return document.path.isEmpty
      ? name : PathParts.joined(PathParts.folder(of: document.path), name)
  }

  /// Returns the figure or table that contains the caret.
  var figureAtCaret: DocumentFigure? {
    guard let selection, let document, let content = document.pages[selection.caret.page] else {
      return nil
    }
    let flow = PageFlow(content)
    guard let at = flow.block(at: selection.caret.index),
      let region = content.blocks[flow.blocks[at].index].region?.region
    else { return nil }
    return DocumentFigure.all(in: content.blocks, page: selection.caret.page).first {
      $0.kind == region.kind && $0.box?.contains(region.box.middle) == true
    }
  }
}
