import DocumentModel

extension PageMarks {
  /// Returns marks for field values a page's image does not show yet, and
  /// a frame around the current field.
  static func fieldMarks(
    _ state: State,
    on drawing: PageDrawing, _ document: Document, _ pane: Int, isBefore: Bool
  ) -> [PictureMark] {
    let form = document.form
    guard !form.isEmpty else { return [] }
    let undrawn = isBefore ? form.undrawn.union(form.drawnLast) : form.undrawn
    let current = pane == state.panes.focus ? form.current : nil
    let placement = PagePlacement(drawing, of: state.pageSize(document, drawing.page))
    var pen = PagePen(placement, frame: drawing.frame)
    for stop in form.stops(on: drawing.page) {
      guard stop == current || undrawn.contains(stop.id), let field = form[stop.id],
        let box = form.widget(of: stop)?.box
      else { continue }
      if undrawn.contains(stop.id) {
        pen.add([box], Pen.selection, .tint)
        if field.kind.isSwitch, field.value == [field.widgets[stop.widget].state] {
          pen.add([box.widened(by: -min(box.width, box.height) / 4)], 0, .solid)
        }
      }
      if stop == current { pen.frame(box.widened(by: 1.5), width: 1, color: Pen.pointer) }
    }
    return pen.marks
  }
}
