import Canvas
import DocumentModel

/// Places and shapes on the picture of a page, by a cross that keys or the mouse move.
extension State {
  mutating func beginCross(_ wish: AnnotationWish) {
    let rect = pictureRect(of: focus)
    var at = AnnotationCross.Cell(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    if case .move(let id) = wish,
      let seen = annotationsInSight().first(where: { $0.annotation.id == id })
    {
      at = .init(x: seen.x, y: seen.y)
    }
    annotationCross = AnnotationCross(wish, at: at)
  }

  private static let crossSteps: [Key: (dx: Int, dy: Int)] = [
    Key("h"): (-1, 0), Key("l"): (1, 0), Key("j"): (0, 1), Key("k"): (0, -1),
    Key(.left): (-1, 0), Key(.right): (1, 0), Key(.down): (0, 1), Key(.up): (0, -1),
    Key("H"): (-8, 0), Key("L"): (8, 0), Key("J"): (0, 4), Key("K"): (0, -4),
  ]

  mutating func takeInCross(_ key: Key) -> [Effect] {
    guard var cross = annotationCross else { return [] }
    let rect = pictureRect(of: focus)
    if let step = Self.crossSteps[key] {
      cross.at.x = min(max(rect.x, cross.at.x + step.dx), rect.maxX - 1)
      cross.at.y = min(max(rect.y, cross.at.y + step.dy), rect.maxY - 1)
      annotationCross = cross
      return []
    }
    switch key.code {
    case .enter where cross.wish.isSpanned && cross.first == nil:
      annotationCross?.first = cross.at
      return []
    case .enter: return finishCross()
    case .backspace where cross.wish == .ink:
      _ = annotationCross?.strokes.popLast()
      return []
    case .escape: giveUpCross(cross)
    case .character("c") where key.modifiers == .control: giveUpCross(cross)
    default: break
    }
    return []
  }

  private mutating func giveUpCross(_ cross: AnnotationCross) {
    annotationCross = nil
    if cross.wish == .ink {
      say(cross.strokes.isEmpty ? "Nothing was drawn" : "The drawing was given up")
    }
  }

  mutating func takeInCross(_ mouse: Mouse) -> [Effect] {
    guard let cross = annotationCross else { return [] }
    let rect = pictureRect(of: focus)
    let cell = AnnotationCross.Cell(
      x: min(max(rect.x, mouse.x), rect.maxX - 1), y: min(max(rect.y, mouse.y), rect.maxY - 1))
    switch mouse.action {
    case .press(button: 1):
      annotationCross?.at = cell
      if cross.wish.isSpanned { annotationCross?.first = cell }
      if cross.wish == .ink { annotationCross?.strokes.append([cell]) }
    case .drag(button: 1):
      annotationCross?.at = cell
      if cross.wish == .ink, let last = cross.strokes.indices.last,
        cross.strokes[last].last != cell, cross.strokes[last].count < 5_000
      {
        annotationCross?.strokes[last].append(cell)
      }
    case .release(button: 1):
      annotationCross?.at = cell
      if cross.wish.isSpanned, let first = cross.first, first != cell { return finishCross() }
      if !cross.wish.isDrawn { return finishCross() }
    case .wheelDown: scroll(focus, by: 3)
    case .wheelUp: scroll(focus, by: -3)
    default: break
    }
    return []
  }

  /// The point of a page in the middle of a cell; nil beside the pages.
  func pagePlace(x: Int, y: Int, in pane: Int, onPage wanted: Int? = nil) -> AnnotationPlace? {
    guard let arrangement = arrangement(of: pane), let document = document(panes[pane].document)
    else { return nil }
    for sheet in sheets(of: pane) where wanted == nil || sheet.page == wanted {
      guard wanted != nil || sheet.frame.contains(x: x, y: y) else { continue }
      let size = pageSize(document, sheet.page)
      let point = arrangement.point(
        of: sheet.page, sheet.frame, x: Double(x) + 0.5, y: Double(y) + 0.5)
      return AnnotationPlace(
        page: sheet.page,
        point: Point(
          x: min(max(0, point.x), size.width), y: min(max(0, point.y), size.height)))
    }
    return nil
  }

  private mutating func finishCross() -> [Effect] {
    guard let cross = annotationCross, let document else { return [] }
    if cross.wish == .ink { return finishInk(cross, document) }
    let start = cross.wish.isSpanned ? cross.first ?? cross.at : cross.at
    guard let from = pagePlace(x: start.x, y: start.y, in: focus) else {
      say("There is no page here")
      return []
    }
    guard let kind = cross.wish.kind, cross.wish.isSpanned else {
      annotationCross = nil
      return put(cross.wish, at: kept(from, inSightFor: cross.wish))
    }
    guard
      let to = pagePlace(x: cross.at.x, y: cross.at.y, in: focus, onPage: from.page)
    else { return [] }
    annotationCross = nil
    var shape = newAnnotation(kind, page: from.page)
    shape.lineWidth = 1.5
    shape.box = Box(
      x0: Float(min(from.point.x, to.point.x)), y0: Float(min(from.point.y, to.point.y)),
      x1: Float(max(from.point.x, to.point.x)), y1: Float(max(from.point.y, to.point.y)))
    if kind == .line, from.point == to.point {
      say("A line has two ends: that is one place")
      return []
    }
    if kind == .line {
      shape.strokes = [[from.point, to.point]]
      shape.box = shape.box.widened(by: Float(shape.lineWidth))
    } else if shape.box.width < 2 || shape.box.height < 2 {
      say("That is too small to be seen")
      return []
    }
    return edit(document.id, AnnotationStep([AnnotationChange(before: nil, after: shape)]))
  }

  /// A place from where all of a stamp is in the window, as far as its page is.
  private func kept(_ place: AnnotationPlace, inSightFor wish: AnnotationWish) -> AnnotationPlace {
    let rect = pictureRect(of: focus)
    guard case .stamp = wish,
      let end = pagePlace(x: rect.maxX - 1, y: rect.maxY - 1, in: focus, onPage: place.page)?.point
    else { return place }
    var kept = place
    kept.point.x = max(0, min(place.point.x, end.x - Double(stampSize.width)))
    kept.point.y = max(0, min(place.point.y, end.y - Double(stampSize.height)))
    return kept
  }

  /// All strokes are one drawing, on the page the first was begun on.
  private mutating func finishInk(_ cross: AnnotationCross, _ document: Document) -> [Effect] {
    annotationCross = nil
    guard let first = cross.strokes.first?.first,
      let page = pagePlace(x: first.x, y: first.y, in: focus)?.page
    else {
      say("Nothing was drawn")
      return []
    }
    let strokes = cross.strokes.map { stroke in
      InkStroke.smoothed(
        stroke.compactMap { pagePlace(x: $0.x, y: $0.y, in: focus, onPage: page)?.point },
        tolerance: cellPoints(on: page) * 0.6)
    }.filter { !$0.isEmpty }
    var ink = newAnnotation(.ink, page: page)
    ink.lineWidth = 1.5
    ink.strokes = strokes
    let points = strokes.flatMap(\.self)
    guard let x0 = points.map(\.x).min(), let x1 = points.map(\.x).max(),
      let y0 = points.map(\.y).min(), let y1 = points.map(\.y).max()
    else {
      say("Nothing was drawn")
      return []
    }
    ink.box = Box(x0: Float(x0), y0: Float(y0), x1: Float(x1), y1: Float(y1)).widened(by: 1.5)
    return edit(document.id, AnnotationStep([AnnotationChange(before: nil, after: ink)]))
  }

  /// Points of a page in a cell's width.
  private func cellPoints(on page: Int) -> Double {
    guard let arrangement = arrangement(of: focus) else { return 4 }
    let scale = arrangement.scale(of: arrangement.row(of: page))
    return Double(arrangement.cell.width) / max(0.01, scale)
  }
}
