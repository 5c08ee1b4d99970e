import Canvas
import DocumentModel
import Messages

/// Places and shapes on the picture of a page, by a cross that keys or the mouse move.
extension State {
  mutating func beginCross(_ request: AnnotationRequest) {
    let rect = pictureRect(of: panes.focus)
    var at = Point.middle(ofCell: rect.x + rect.width / 2, rect.y + rect.height / 2)
    if case .move(let id) = request,
      let seen = annotationsInSight().first(where: { $0.annotation.id == id })
    {
      at = .middle(ofCell: seen.x, seen.y)
    }
    annotating.tool = DrawingTool(request, at: at)
    if case .resize(let id, _) = request { takeCorner(of: id) }
  }

  /// Has the second corner or end of one that is there moved.
  private mutating func takeCorner(of id: AnnotationID) {
    guard let annotation = document?.annotations[id],
      let end = screenPlace(AnnotationPlace(page: annotation.page, point: annotation.ends.last))
    else {
      annotating.tool = nil
      say("Its page is not on screen")
      return
    }
    let first = AnnotationPlace(page: annotation.page, point: annotation.ends.first)
    let at = inPicture(end)
    annotating.tool?.first = first
    annotating.tool?.at = at
  }

  private static let crossSteps: [Key: (dx: Double, dy: Double)] = [
    Key("h"): (-1, 0), Key("l"): (1, 0), Key("j"): (0, 1), Key("k"): (0, -1),
    Key(.left): (-1, 0), Key(.right): (1, 0), Key(.down): (0, 1), Key(.up): (0, -1),
    Key("H"): (-8, 0), Key("L"): (8, 0), Key("J"): (0, 4), Key("K"): (0, -4),
  ]

  mutating func takeInCross(_ key: Key) -> [Effect] {
    guard let cross = annotating.tool else { return [] }
    if let step = Self.crossSteps[key] {
      let place = inPicture(Point(x: cross.at.x + step.dx, y: cross.at.y + step.dy))
      annotating.tool?.at = place
      return []
    }
    switch key.code {
    case .enter where cross.request.isSpanned && cross.first == nil:
      setFirstCorner()
      return []
    case .enter: return finishCross()
    case .backspace where cross.request == .ink:
      _ = annotating.tool?.strokes.popLast()
      annotating.tool?.isDrawing = false
      return []
    case .escape: giveUpCross(cross)
    case .character("c") where key.modifiers == .control: giveUpCross(cross)
    default: break
    }
    return []
  }

  private mutating func giveUpCross(_ cross: DrawingTool) {
    annotating.tool = nil
    if cross.request == .ink {
      say(cross.strokes.isEmpty ? "Nothing was drawn" : "Drawing cancelled")
    }
  }

  mutating func takeInCross(_ mouse: Mouse) -> [Effect] {
    guard let cross = annotating.tool else { return [] }
    switch mouse.action {
    case .press(button: 1), .drag(button: 1), .release(button: 1):
      let place = inPicture(mouse.place)
      annotating.tool?.at = place
      annotating.tool?.isExact = mouse.within != nil
    default: break
    }
    switch mouse.action {
    // A second click sets the other corner when it is let go.
    case .press(button: 1) where cross.request.isSpanned && cross.first.flatMap(screenPlace) == nil:
      setFirstCorner()
    case .press(button: 1) where cross.request == .ink:
      beginStroke(isInPicture: pictureRect(of: panes.focus).contains(x: mouse.x, y: mouse.y))
    case .drag(button: 1) where cross.request == .ink: extendStroke()
    case .release(button: 1) where cross.request.isSpanned && isSpanned: return finishCross()
    case .release(button: 1) where !cross.request.isDrawn: return finishCross()
    case .wheelDown: scroll(panes.focus, by: 3)
    case .wheelUp: scroll(panes.focus, by: -3)
    default: break
    }
    return []
  }

  /// The nearest place within the picture.
  private func inPicture(_ place: Point) -> Point {
    let rect = pictureRect(of: panes.focus)
    return Point(
      x: min(max(Double(rect.x), place.x), Double(rect.maxX).nextDown),
      y: min(max(Double(rect.y), place.y), Double(rect.maxY).nextDown))
  }

  private mutating func setFirstCorner() {
    let place = annotating.tool.flatMap { pagePlace(at: $0.at, in: panes.focus) }
    annotating.tool?.first = place
    if place == nil { say("There is no page here") }
  }

  /// Whether the button was released elsewhere than it was pressed, beyond the tremble of a hand.
  private var isSpanned: Bool {
    guard let cross = annotating.tool, let first = cross.first.flatMap(screenPlace) else {
      return false
    }
    return abs(first.x - cross.at.x) > 0.5 || abs(first.y - cross.at.y) > 0.5
  }

  private mutating func beginStroke(isInPicture: Bool) {
    var place: AnnotationPlace?
    if isInPicture { place = annotating.tool.flatMap { pagePlace(at: $0.at, in: panes.focus) } }
    annotating.tool?.isDrawing = place != nil
    if let place { annotating.tool?.strokes.append([place]) }
  }

  private mutating func extendStroke() {
    guard let cross = annotating.tool, cross.isDrawing, let last = cross.strokes.indices.last,
      let end = cross.strokes[last].last,
      let place = pagePlace(at: cross.at, in: panes.focus, onPage: end.page), place != end,
      cross.strokes[last].count < Self.mostStrokePoints
    else { return }
    annotating.tool?.strokes[last].append(place)
  }

  /// More points no hand gives a stroke.
  private static let mostStrokePoints = 50_000

  /// Returns the lines of the current drawing, or of an annotation where it will lie, in cells from the screen's upper left; pages off
  /// screen have none.
  func crossOutline(_ cross: DrawingTool) -> [[Point]] {
    let lines = cross.strokes.map { $0.compactMap(screenPlace) }
    guard let planned = planned(by: cross) else { return lines }
    return lines
      + planned.outline.map { line in
        line.compactMap { screenPlace(AnnotationPlace(page: planned.page, point: $0)) }
      }
  }

  /// Returns the screen position of a place in cells from the upper left; nil if its page is not
  /// visible.
  private func screenPlace(_ place: AnnotationPlace) -> Point? {
    guard let sheet = sheets(of: panes.focus).first(where: { $0.page == place.page }) else {
      return nil
    }
    return arrangement(of: panes.focus)?.cellPlace(of: place.point, place.page, sheet.frame)
  }

  /// Returns the point of a page at a screen position in cells; nil outside pages.
  func pagePlace(at place: Point, in pane: Int, onPage wanted: Int? = nil) -> AnnotationPlace? {
    guard let arrangement = arrangement(of: pane), let document = documents[panes[pane].document]
    else { return nil }
    for sheet in sheets(of: pane) where wanted == nil || sheet.page == wanted {
      guard wanted != nil || sheet.frame.contains(x: Int(place.x), y: Int(place.y)) else {
        continue
      }
      let size = pageSize(document, sheet.page)
      let point = arrangement.point(of: sheet.page, sheet.frame, x: place.x, y: place.y)
      return AnnotationPlace(
        page: sheet.page,
        point: Point(
          x: min(max(0, point.x), size.width), y: min(max(0, point.y), size.height)))
    }
    return nil
  }

  private mutating func finishCross() -> [Effect] {
    guard let cross = annotating.tool, let document else { return [] }
    if cross.request == .ink { return finishInk(cross, document) }
    guard let from = cross.first ?? pagePlace(at: cross.at, in: panes.focus) else {
      say("There is no page here")
      return []
    }
    guard let kind = cross.request.kind, cross.request.isSpanned else {
      annotating.tool = nil
      return put(cross.request, at: kept(from, inSightFor: cross.request))
    }
    guard let to = pagePlace(at: cross.at, in: panes.focus, onPage: from.page) else {
      say("The page of the first corner is not on screen")
      return []
    }
    annotating.tool = nil
    var resized: Annotation?
    if case .resize(let id, _) = cross.request {
      guard let old = document.annotations[id] else { return [] }
      resized = old
    }
    var shape = resized ?? newAnnotation(kind, page: from.page)
    shape.span(from.point, to.point)
    if let words = AnnotationStrings.whyUnseen(shape, least: Annotation.leastSide) {
      say(words.prefix(1).uppercased() + words.dropFirst())
      return []
    }
    if let resized { return change(resized, in: document.id) { $0 = shape } }
    return edit(document.id, AnnotationEdit([AnnotationChange(before: nil, after: shape)]))
  }

  /// A place from where all of a stamp is in the window, as far as its page is.
  private func kept(_ place: AnnotationPlace, inSightFor request: AnnotationRequest)
    -> AnnotationPlace
  {
    let rect = pictureRect(of: panes.focus)
    guard case .stamp = request,
      let end = pagePlace(
        at: .middle(ofCell: rect.maxX - 1, rect.maxY - 1), in: panes.focus, onPage: place.page)?
        .point
    else { return place }
    var kept = place
    kept.point.x = max(0, min(place.point.x, end.x - Double(stampSize.width)))
    kept.point.y = max(0, min(place.point.y, end.y - Double(stampSize.height)))
    return kept
  }

  /// All strokes on a page are one drawing.
  private mutating func finishInk(_ cross: DrawingTool, _ document: Document) -> [Effect] {
    annotating.tool = nil
    let pages = Dictionary(grouping: cross.strokes) { $0.first?.page }
    var changes: [AnnotationChange] = []
    for case (let page?, let strokes) in pages.sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
      guard let ink = ink(strokes, on: page, isExact: cross.isExact) else { continue }
      changes.append(AnnotationChange(before: nil, after: ink))
    }
    if changes.isEmpty {
      say("Nothing was drawn")
      return []
    }
    return edit(document.id, AnnotationEdit(changes))
  }

  /// Smoothed as far as the mouse's steps were coarse.
  private mutating func ink(
    _ strokes: [[AnnotationPlace]], on page: Int, isExact: Bool
  ) -> Annotation? {
    let tolerance = cellPoints(on: page) * (isExact ? 0.1 : 0.6)
    var ink = newAnnotation(.ink, page: page)
    ink.draw(strokes.map { InkStroke.smoothed($0.map(\.point), tolerance: tolerance) })
    return ink.box.isEmpty ? nil : ink
  }

  /// Points of a page in a cell's width.
  private func cellPoints(on page: Int) -> Double {
    guard let arrangement = arrangement(of: panes.focus) else { return 4 }
    let scale = arrangement.scale(of: arrangement.row(of: page))
    return Double(arrangement.cell.width) / max(0.01, scale)
  }
}

extension Point {
  static func middle(ofCell x: Int, _ y: Int) -> Point {
    Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
  }
}

extension Mouse {
  /// In cells from the screen's upper left; the centre of a cell if no finer position was reported.
  var place: Point {
    Point(x: Double(x) + (within?.x ?? 0.5), y: Double(y) + (within?.y ?? 0.5))
  }
}
