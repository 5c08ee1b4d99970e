import Canvas
import DocumentModel
import Messages
import Widgets

extension DrawingTool {
  /// Returns the annotation that the drawing tool makes, moves or resizes, as it would be if it was finished at its position; nil before its
  /// first corner is set and where there is no page.
  static func planned(_ state: State, by tool: DrawingTool) -> Annotation? {
    guard let document = state.document else { return nil }
    if case .move(let id) = tool.request {
      guard let old = document.annotations[id],
        let place = state.pagePlace(at: tool.at, in: state.panes.focus)
      else {
        return nil
      }
      return state.moved(old, to: place, in: document)
    }
    guard tool.request.isSpanned, let kind = tool.request.kind, let first = tool.first,
      let last = state.pagePlace(at: tool.at, in: state.panes.focus, onPage: first.page)
    else { return nil }
    var shape = Annotation(id: AnnotationID(""), page: first.page, kind: kind, box: .zero)
    if case .resize(let id, _) = tool.request { shape = document.annotations[id] ?? shape }
    shape.span(first.point, last.point)
    return shape
  }

  static func beginCross(_ state: inout State, _ request: AnnotationRequest) {
    let rect = state.pictureRect(of: state.panes.focus)
    var at = Point.middle(ofCell: rect.x + rect.width / 2, rect.y + rect.height / 2)
    if case .move(let id) = request,
      let seen = state.annotationsInSight().first(where: { $0.annotation.id == id })
    {
      at = .middle(ofCell: seen.x, seen.y)
    }
    state.annotating.tool = DrawingTool(request, at: at)
    if case .resize(let id, _) = request { takeCorner(&state, of: id) }
  }

  /// Starts moving the second corner or end of an existing annotation.
  fileprivate static func takeCorner(_ state: inout State, of id: AnnotationID) {
    guard let annotation = state.document?.annotations[id],
      let end = screenPlace(
        state, AnnotationPlace(page: annotation.page, point: annotation.ends.last))
    else {
      state.annotating.tool = nil
      state.say("Its page is not on screen")
      return
    }
    let first = AnnotationPlace(page: annotation.page, point: annotation.ends.first)
    let at = inPicture(state, end)
    state.annotating.tool?.first = first
    state.annotating.tool?.at = at
  }

  static func takeInCross(_ state: inout State, _ key: Key) -> [Effect] {
    guard let cross = state.annotating.tool else { return [] }
    if let step = crossSteps[key] {
      let place = inPicture(state, Point(x: cross.at.x + step.dx, y: cross.at.y + step.dy))
      state.annotating.tool?.at = place
      return []
    }
    switch key.code {
    case .enter where cross.request.isSpanned && cross.first == nil:
      setFirstCorner(&state)
      return []
    case .enter: return finishCross(&state)
    case .backspace where cross.request == .ink:
      _ = state.annotating.tool?.strokes.popLast()
      state.annotating.tool?.isDrawing = false
      return []
    case .escape: giveUpCross(&state, cross)
    case .character("c") where key.modifiers == .control: giveUpCross(&state, cross)
    default: break
    }
    return []
  }

  fileprivate static func giveUpCross(_ state: inout State, _ cross: DrawingTool) {
    state.annotating.tool = nil
    if cross.request == .ink {
      state.say(cross.strokes.isEmpty ? "Nothing was drawn" : "Drawing cancelled")
    }
  }

  static func takeInCross(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    guard let cross = state.annotating.tool else { return [] }
    switch mouse.action {
    case .press(button: 1), .drag(button: 1), .release(button: 1):
      let place = inPicture(state, mouse.place)
      state.annotating.tool?.at = place
      state.annotating.tool?.isExact = mouse.within != nil
    default: break
    }
    switch mouse.action {
    // A second click sets the other corner when it is let go.
    case .press(button: 1)
    where cross.request.isSpanned && cross.first.flatMap { screenPlace(state, $0) } == nil:
      setFirstCorner(&state)
    case .press(button: 1) where cross.request == .ink:
      beginStroke(
        &state,
        isInPicture: state.pictureRect(of: state.panes.focus).contains(x: mouse.x, y: mouse.y))
    case .drag(button: 1) where cross.request == .ink: extendStroke(&state)
    case .release(button: 1) where cross.request.isSpanned && isSpanned(state):
      return finishCross(&state)
    case .release(button: 1) where !cross.request.isDrawn: return finishCross(&state)
    case .wheelDown: state.scroll(state.panes.focus, by: 3)
    case .wheelUp: state.scroll(state.panes.focus, by: -3)
    default: break
    }
    return []
  }

  /// The nearest place within the picture.
  fileprivate static func inPicture(_ state: State, _ place: Point) -> Point {
    let rect = state.pictureRect(of: state.panes.focus)
    return Point(
      x: min(max(Double(rect.x), place.x), Double(rect.maxX).nextDown),
      y: min(max(Double(rect.y), place.y), Double(rect.maxY).nextDown))
  }

  fileprivate static func setFirstCorner(_ state: inout State) {
    let place = state.annotating.tool.flatMap { state.pagePlace(at: $0.at, in: state.panes.focus) }
    state.annotating.tool?.first = place
    if place == nil { state.say("There is no page here") }
  }

  /// Whether the button was released elsewhere than it was pressed, beyond the tremble of a hand.
  fileprivate static func isSpanned(_ state: State) -> Bool {
    guard let cross = state.annotating.tool,
      let first = cross.first.flatMap({ screenPlace(state, $0) })
    else {
      return false
    }
    return abs(first.x - cross.at.x) > 0.5 || abs(first.y - cross.at.y) > 0.5
  }

  fileprivate static func beginStroke(_ state: inout State, isInPicture: Bool) {
    var place: AnnotationPlace?
    if isInPicture {
      place = state.annotating.tool.flatMap { state.pagePlace(at: $0.at, in: state.panes.focus) }
    }
    state.annotating.tool?.isDrawing = place != nil
    if let place { state.annotating.tool?.strokes.append([place]) }
  }

  fileprivate static func extendStroke(_ state: inout State) {
    guard let cross = state.annotating.tool, cross.isDrawing, let last = cross.strokes.indices.last,
      let end = cross.strokes[last].last,
      let place = state.pagePlace(at: cross.at, in: state.panes.focus, onPage: end.page),
      place != end,
      cross.strokes[last].count < mostStrokePoints
    else { return }
    state.annotating.tool?.strokes[last].append(place)
  }

  /// Returns the lines of the current drawing, or of an annotation where it will lie, in cells from the screen's upper left; pages off
  /// screen have none.
  static func crossOutline(_ state: State, _ cross: DrawingTool) -> [[Point]] {
    let lines = cross.strokes.map { $0.compactMap { screenPlace(state, $0) } }
    guard let planned = planned(state, by: cross) else { return lines }
    return lines
      + planned.outline.map { line in
        line.compactMap { screenPlace(state, AnnotationPlace(page: planned.page, point: $0)) }
      }
  }

  /// Returns the screen position of a place in cells from the upper left; nil if its page is not
  /// visible.
  fileprivate static func screenPlace(_ state: State, _ place: AnnotationPlace) -> Point? {
    guard let sheet = state.sheets(of: state.panes.focus).first(where: { $0.page == place.page })
    else {
      return nil
    }
    return state.arrangement(of: state.panes.focus)?.cellPlace(
      of: place.point, place.page, sheet.frame)
  }

  fileprivate static func finishCross(_ state: inout State) -> [Effect] {
    guard let cross = state.annotating.tool, let document = state.document else { return [] }
    if cross.request == .ink { return finishInk(&state, cross, document) }
    guard let from = cross.first ?? state.pagePlace(at: cross.at, in: state.panes.focus) else {
      state.say("There is no page here")
      return []
    }
    guard let kind = cross.request.kind, cross.request.isSpanned else {
      state.annotating.tool = nil
      return state.put(cross.request, at: kept(state, from, inSightFor: cross.request))
    }
    guard let to = state.pagePlace(at: cross.at, in: state.panes.focus, onPage: from.page) else {
      state.say("The page of the first corner is not on screen")
      return []
    }
    state.annotating.tool = nil
    var resized: Annotation?
    if case .resize(let id, _) = cross.request {
      guard let old = document.annotations[id] else { return [] }
      resized = old
    }
    var shape = resized ?? state.newAnnotation(kind, page: from.page)
    shape.span(from.point, to.point)
    if let words = AnnotationStrings.whyUnseen(shape, least: Annotation.leastSide) {
      state.say(words.prefix(1).uppercased() + words.dropFirst())
      return []
    }
    if let resized { return state.change(resized, in: document.id) { $0 = shape } }
    return state.edit(document.id, AnnotationEdit([AnnotationChange(before: nil, after: shape)]))
  }

  /// A place from where all of a stamp is in the window, as far as its page is.
  fileprivate static func kept(
    _ state: State, _ place: AnnotationPlace, inSightFor request: AnnotationRequest
  )
    -> AnnotationPlace
  {
    let rect = state.pictureRect(of: state.panes.focus)
    guard case .stamp = request,
      let end = state.pagePlace(
        at: .middle(ofCell: rect.maxX - 1, rect.maxY - 1), in: state.panes.focus, onPage: place.page
      )?
      .point
    else { return place }
    var kept = place
    kept.point.x = max(0, min(place.point.x, end.x - Double(stampSize.width)))
    kept.point.y = max(0, min(place.point.y, end.y - Double(stampSize.height)))
    return kept
  }

  /// All strokes on a page are one drawing.
  fileprivate static func finishInk(
    _ state: inout State, _ cross: DrawingTool, _ document: Document
  ) -> [Effect] {
    state.annotating.tool = nil
    let pages = Dictionary(grouping: cross.strokes) { $0.first?.page }
    var changes: [AnnotationChange] = []
    for case (let page?, let strokes) in pages.sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
      guard let ink = ink(&state, strokes, on: page, isExact: cross.isExact) else { continue }
      changes.append(AnnotationChange(before: nil, after: ink))
    }
    if changes.isEmpty {
      state.say("Nothing was drawn")
      return []
    }
    return state.edit(document.id, AnnotationEdit(changes))
  }

  /// Smoothed as far as the mouse's steps were coarse.
  fileprivate static func ink(
    _ state: inout State,
    _ strokes: [[AnnotationPlace]], on page: Int, isExact: Bool
  ) -> Annotation? {
    let tolerance = cellPoints(state, on: page) * (isExact ? 0.1 : 0.6)
    var ink = state.newAnnotation(.ink, page: page)
    ink.draw(strokes.map { InkStroke.smoothed($0.map(\.point), tolerance: tolerance) })
    return ink.box.isEmpty ? nil : ink
  }

  /// Points of a page in a cell's width.
  fileprivate static func cellPoints(_ state: State, on page: Int) -> Double {
    guard let arrangement = state.arrangement(of: state.panes.focus) else { return 4 }
    let scale = arrangement.scale(of: arrangement.row(of: page))
    return Double(arrangement.cell.width) / max(0.01, scale)
  }
}

/// Places and shapes on the picture of a page, by a cross that keys or the mouse move.
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

extension DrawingTool {
  static let crossSteps: [Key: (dx: Double, dy: Double)] = [
    Key("h"): (-1, 0), Key("l"): (1, 0), Key("j"): (0, 1), Key("k"): (0, -1),
    Key(.left): (-1, 0), Key(.right): (1, 0), Key(.down): (0, 1), Key(.up): (0, -1),
    Key("H"): (-8, 0), Key("L"): (8, 0), Key("J"): (0, 4), Key("K"): (0, -4),
  ]

  /// A stroke drawn by hand has fewer points.
  static let mostStrokePoints = 50_000
}
