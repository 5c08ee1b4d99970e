import DocumentModel

/// Draws annotations and fields on the picture of a page, out of rectangles.
struct PagePen {
  /// The maximum number of rectangles on one picture.
  static let mostAreas = 20_000

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
      .prefix(max(0, Self.mostAreas - count))
    guard !areas.isEmpty else { return }
    count += areas.count
    marks.append(PictureMark(Array(areas), color: color, paint: paint))
  }

  mutating func draw(_ annotation: Annotation) {
    let color = annotation.drawnColor
    let width = Float(min(max(0.5, annotation.lineWidth), 12))
    let lines = annotation.quads.prefix(Self.mostAreas).map(\.box)
    switch annotation.kind {
    case .highlight: add(lines, color, .tint)
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
        for index in 0...steps where dots.count < Self.mostAreas {
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
