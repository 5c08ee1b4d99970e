import Canvas
import DocumentModel

/// Rectangles laid over one picture for annotations it does not show yet.
private let mostAreas = 20_000

extension State {
  /// What a page's picture does not show yet: annotations made or changed since the file was opened; a frame round the one gone to.
  /// `isBefore`: on its picture of the generation before.
  func annotationMarks(
    on drawing: PageDrawing, _ document: Document, _ pane: Int, isBefore: Bool
  ) -> [PictureMark] {
    let list = document.annotations
    let undrawn = isBefore ? list.undrawn.union(list.drawnLast) : list.undrawn
    let isCurrent = pane == focus && list.current.flatMap { list[$0]?.page } == drawing.page
    guard isCurrent || !undrawn.isEmpty else { return [] }
    let placement = PagePlacement(drawing, of: pageSize(document, drawing.page))
    var pen = PagePen(placement, frame: drawing.frame)
    for annotation in list.on(drawing.page)
    where undrawn.contains(annotation.id) && !annotation.flags.contains(.hidden)
      && (annotation.replyTo == nil || annotation.isGrouped) && pen.count < mostAreas
    {
      pen.draw(annotation)
    }
    if isCurrent, let current = list.current.flatMap({ list[$0] }) {
      pen.frame(current.extent.widened(by: 2.5), width: 1, color: Pen.pointer)
    }
    return pen.marks
  }

  /// The cross and what is being drawn, on a drawing of a page that fills a frame of cells.
  func crossMarks(on drawing: PageDrawing, _ frame: Rect) -> [PictureMark] {
    guard let terms = pictureTerms, let cross = annotationCross else { return [] }
    let (wide, high) = (terms.drawn.width, terms.drawn.height)
    func pixel(_ cell: AnnotationCross.Cell) -> (x: Int, y: Int) {
      (
        (cell.x - frame.x) * wide + wide / 2 - drawing.frame.x,
        (cell.y - frame.y) * high + high / 2 - drawing.frame.y
      )
    }
    var areas: [PixelRect] = []
    func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      let (left, top) = (max(0, x), max(0, y))
      let area = PixelRect(
        x: left, y: top, width: min(x + width, drawing.frame.width) - left,
        height: min(y + height, drawing.frame.height) - top)
      if area.width > 0, area.height > 0 { areas.append(area) }
    }
    let at = pixel(cross.at)
    bar(at.x - wide, at.y - 1, 2 * wide, 2)
    bar(at.x - 1, at.y - wide, 2, 2 * wide)
    func dot(_ point: Point) -> (x: Double, y: Double) {
      (
        (point.x - Double(frame.x)) * Double(wide) - Double(drawing.frame.x),
        (point.y - Double(frame.y)) * Double(high) - Double(drawing.frame.y)
      )
    }
    for stroke in cross.outline {
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
        for step in 0...steps where areas.count < mostAreas {
          let share = Double(step) / Double(steps)
          bar(Int(a.x + (b.x - a.x) * share), Int(a.y + (b.y - a.y) * share), 3, 3)
        }
      }
    }
    return areas.isEmpty ? [] : [PictureMark(areas, color: Pen.pointer, paint: .solid)]
  }

  /// The same in cells, where pictures are made of characters.
  func paintCross(into surface: inout Surface) {
    guard let cross = annotationCross, pictureTerms?.kind == .characters else { return }
    if let first = cross.first, cross.wish == .box {
      let rect = Rect(
        x: min(first.x, cross.at.x), y: min(first.y, cross.at.y),
        width: abs(first.x - cross.at.x) + 1, height: abs(first.y - cross.at.y) + 1)
      if rect.width > 1, rect.height > 1 { surface.putEdge(rect, .square, style: theme.accent) }
    } else {
      let strokes = cross.outline.map { stroke in
        stroke.map { Surface.Dot(x: Int($0.x * 2), y: Int($0.y * 4)) }
      }
      surface.putStrokes(strokes, style: theme.accent, in: pictureRect(of: focus))
    }
    surface.put("┼", x: cross.at.x, y: cross.at.y, style: theme.accent)
  }
}

/// Draws annotations and fields on the picture of a page, out of rectangles.
struct PagePen {
  private let placement: PagePlacement
  private let area: PixelRect
  private(set) var marks: [PictureMark] = []
  private(set) var count = 0

  init(_ placement: PagePlacement, frame: PixelRect) {
    self.placement = placement
    area = frame
  }

  mutating func add(_ boxes: [Box], _ color: UInt32, _ paint: PictureMark.Paint) {
    let areas = boxes.compactMap { $0.isPlaced ? placement.pixels(of: $0, in: area) : nil }
      .prefix(max(0, mostAreas - count))
    guard !areas.isEmpty else { return }
    count += areas.count
    marks.append(PictureMark(Array(areas), color: color, paint: paint))
  }

  mutating func draw(_ annotation: Annotation) {
    let color = annotation.color ?? 0x80_8080
    let width = Float(min(max(0.5, annotation.lineWidth), 12))
    let lines = annotation.quads.prefix(mostAreas).map(\.box)
    switch annotation.kind {
    case .highlight: add(lines, annotation.color ?? AnnotationColor.usual[0].color, .tint)
    case .underline:
      add(lines.map { Box(x0: $0.x0, y0: $0.y1 - 1.2, x1: $0.x1, y1: $0.y1) }, color, .solid)
    case .strikeOut:
      add(
        lines.map { box in
          let middle = (box.y0 + box.y1) / 2
          return Box(x0: box.x0, y0: middle - 0.6, x1: box.x1, y1: middle + 0.6)
        }, color, .solid)
    case .squiggly: add(lines.flatMap(waves), color, .solid)
    case .note:
      add([annotation.box], color, .tint)
      frame(annotation.box, width: 1, color: color)
    case .freeText: frame(annotation.box, width: 0.8, color: color)
    case .box, .stamp, .redaction, .caret, .attachment, .other:
      if let fill = annotation.fill { add([annotation.box], fill, .tint) }
      frame(annotation.box, width: width, color: color)
    case .circle:
      let box = annotation.box
      let ring = Point.ellipse(
        around: box.middle, width: Double(box.width), height: Double(box.height))
      trace([ring], width, color)
    case .line, .ink, .polyLine: trace(annotation.strokes, width, color)
    case .polygon:
      trace(annotation.strokes.map { $0 + $0.prefix(1) }, width, color)
    }
  }

  mutating func frame(_ box: Box, width: Float, color: UInt32) {
    guard box.isPlaced, box.width > 0, box.height > 0 else { return }
    add(
      [
        Box(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y0 + width),
        Box(x0: box.x0, y0: box.y1 - width, x1: box.x1, y1: box.y1),
        Box(x0: box.x0, y0: box.y0, x1: box.x0 + width, y1: box.y1),
        Box(x0: box.x1 - width, y0: box.y0, x1: box.x1, y1: box.y1),
      ], color, .solid)
  }

  /// Small steps up and down along the foot of a line.
  private func waves(_ box: Box) -> [Box] {
    guard box.isPlaced, box.width < 20_000 else { return [] }
    return stride(from: box.x0, to: box.x1, by: 2).enumerated().map { index, x in
      let rise: Float = index.isMultiple(of: 2) ? 0 : 1.2
      return Box(
        x0: x, y0: box.y1 - 1.2 - rise, x1: min(box.x1, x + 2), y1: box.y1 - 0.2 - rise)
    }
  }

  /// Strokes as dots that touch each other.
  private mutating func trace(_ strokes: [[Point]], _ width: Float, _ color: UInt32) {
    var dots: [Box] = []
    let step = Double(max(0.6, width / 2))
    for stroke in strokes {
      for (a, b) in zip(stroke, stroke.dropFirst()) {
        let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        guard length.isFinite, length < 20_000 else { continue }
        let steps = max(1, Int(length / step))
        for index in 0...steps where dots.count < mostAreas {
          let share = Double(index) / Double(steps)
          let (x, y) = (Float(a.x + (b.x - a.x) * share), Float(a.y + (b.y - a.y) * share))
          dots.append(
            Box(x0: x - width / 2, y0: y - width / 2, x1: x + width / 2, y1: y + width / 2))
        }
      }
    }
    add(dots, color, .solid)
  }
}
