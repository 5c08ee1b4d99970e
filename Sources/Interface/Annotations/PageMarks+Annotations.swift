import Canvas
import DocumentModel
import Messages

extension PageMarks {
  /// Returns what a page's picture lacks: annotations changed since the file was opened, and a frame around the current one.
  /// `isBefore` selects the previous generation's picture.
  static func annotationMarks(
    _ state: State,
    on drawing: PageDrawing, _ document: Document, _ pane: Int, isBefore: Bool
  ) -> [PictureMark] {
    let list = document.annotations
    let undrawn = isBefore ? list.undrawn.union(list.drawnLast) : list.undrawn
    let isCurrent =
      pane == state.panes.focus && list.current.flatMap { list[$0]?.page } == drawing.page
    let carried = list.carried(on: drawing.page)
    guard isCurrent || !undrawn.isEmpty || !carried.isEmpty else { return [] }
    let placement = PagePlacement(drawing, of: state.pageSize(document, drawing.page))
    var pen = PagePen(placement, frame: drawing.frame)
    for annotation in list.on(drawing.page)
    where undrawn.contains(annotation.id) && !annotation.flags.contains(.hidden)
      && (annotation.replyTo == nil || annotation.isGrouped) && pen.count < PagePen.mostAreas
    {
      pen.draw(annotation)
    }
    // Not saved: their places, without their colours.
    for annotation in carried where annotation.replyTo == nil && pen.count < PagePen.mostAreas {
      pen.outline(annotation, color: Pen.carried)
    }
    if isCurrent, let current = list.current.flatMap({ list[$0] }) {
      pen.outline(current, color: Pen.pointer)
    }
    return pen.marks
  }

  /// Returns the crosshair and the current drawing as marks on a page's picture.
  static func crossMarks(_ state: State, on drawing: PageDrawing, _ frame: Rect) -> [PictureMark] {
    guard let terms = state.pictures.terms, let cross = state.annotating.tool else { return [] }
    let (wide, high) = (terms.drawn.width, terms.drawn.height)
    var areas: [PixelRect] = []
    func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      let (left, top) = (max(0, x), max(0, y))
      let area = PixelRect(
        x: left, y: top, width: min(x + width, drawing.frame.width) - left,
        height: min(y + height, drawing.frame.height) - top)
      if area.width > 0, area.height > 0 { areas.append(area) }
    }
    func dot(_ point: Point) -> (x: Double, y: Double) {
      (
        (point.x - Double(frame.x)) * Double(wide) - Double(drawing.frame.x),
        (point.y - Double(frame.y)) * Double(high) - Double(drawing.frame.y)
      )
    }
    let at = dot(cross.at)
    bar(Int(at.x) - wide, Int(at.y) - 1, 2 * wide, 2)
    bar(Int(at.x) - 1, Int(at.y) - wide, 2, 2 * wide)
    for stroke in DrawingTool.crossOutline(state, cross) {
      let dots = stroke.map(dot)
      if let only = dots.first, dots.count == 1 { bar(Int(only.x) - 2, Int(only.y) - 2, 4, 4) }
      for (a, b) in zip(dots, dots.dropFirst()) {
        if a.x == b.x || a.y == b.y {
          bar(
            Int(min(a.x, b.x)), Int(min(a.y, b.y)), Int(abs(a.x - b.x)) + 2,
            Int(abs(a.y - b.y)) + 2)
          continue
        }
        // Dots that touch each other.
        let steps = max(1, Int(max(abs(b.x - a.x), abs(b.y - a.y))) / 2)
        for step in 0...steps where areas.count < PagePen.mostAreas {
          let share = Double(step) / Double(steps)
          bar(Int(a.x + (b.x - a.x) * share), Int(a.y + (b.y - a.y) * share), 3, 3)
        }
      }
    }
    return areas.isEmpty ? [] : [PictureMark(areas, color: Pen.pointer, paint: .solid)]
  }

  /// Paints the cross in cells, where pictures are made of characters.
  static func paintCross(_ state: State, into surface: inout Surface) {
    guard let cross = state.annotating.tool, state.pictures.terms?.kind == .characters else {
      return
    }
    let (lines, area) = (
      DrawingTool.crossOutline(state, cross), state.pictureRect(of: state.panes.focus)
    )
    if let rect = lines.last.flatMap(Self.edges), rect.width > 1, rect.height > 1 {
      surface.putEdge(rect, .square, style: state.themes.current.accent, in: area)
    } else {
      let strokes = lines.map { stroke in
        stroke.map { Surface.Dot(x: Int($0.x * 2), y: Int($0.y * 4)) }
      }
      surface.putStrokes(strokes, style: state.themes.current.accent, in: area)
    }
    surface.put("┼", x: Int(cross.at.x), y: Int(cross.at.y), style: state.themes.current.accent)
  }

  /// Returns the cells of a line along the four edges of a box; nil for any other line.
  private static func edges(_ line: [Point]) -> Rect? {
    guard line.count == 5, line[0] == line[4] else { return nil }
    let isBox = zip(line, line.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
    guard isBox, let box = Box(around: line) else { return nil }
    let (left, top) = (Int(box.x0), Int(box.y0))
    return Rect(x: left, y: top, width: Int(box.x1) - left + 1, height: Int(box.y1) - top + 1)
  }
}
