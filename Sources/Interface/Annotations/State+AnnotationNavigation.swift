import Canvas
import DocumentModel
import Messages
import Text

extension State {
  // MARK: which one is meant

  /// The annotation that keys apply to: the one under the caret, or the one gone to while it is visible.
  var currentAnnotation: Annotation? {
    guard let document, document.phase == .open else { return nil }
    if let selection, selection.document == document.id {
      guard selection.unit == .nothing, let origin = origin(of: selection.caret) else { return nil }
      return lights(of: document, on: selection.caret.page)?.annotation(at: origin)
        .map { document.annotations.primary(of: $0) }
    }
    guard let id = document.annotations.current else { return nil }
    return annotationsInSight().first { $0.annotation.id == id }?.annotation
  }

  /// The annotations in sight in the focused pane, each with the cell it begins at, from top to bottom.
  func annotationsInSight() -> [(annotation: Annotation, x: Int, y: Int)] {
    guard let document, document.annotations.count > 0, panes.indices.contains(panes.focus) else {
      return []
    }
    if showsPictures(panes.focus) { return annotationsOnSheets(document) }
    var found: [(annotation: Annotation, x: Int, y: Int)] = []
    var seen: Set<AnnotationID> = []
    var lights: (page: Int, lights: AnnotationLights?, signs: [Int: [Int]])?
    for glyph in visibleGlyphs(of: panes.focus) {
      if lights?.page != glyph.page {
        let own = self.lights(of: document, on: glyph.page)
        let signs = Dictionary(grouping: own?.signs ?? [], by: \.origin)
          .mapValues { $0.map(\.annotation) }
        lights = (glyph.page, own, signs)
      }
      guard let own = lights?.lights else { continue }
      var here = lights?.signs[glyph.origin] ?? []
      if let look = own.look(at: glyph.origin) { here.append(look.annotation) }
      for index in here {
        let primary = document.annotations.primary(of: own.annotations[index])
        guard seen.insert(primary.id).inserted else { continue }
        found.append((primary, glyph.x, glyph.y))
      }
    }
    if let current = document.annotations.current, !seen.contains(current),
      let covered = covered(current, in: document)
    {
      found.append(covered)
    }
    return found
  }

  /// Returns the current annotation if another covers it completely, with the first of its visible
  /// cells.
  private func covered(
    _ id: AnnotationID, in document: Document
  ) -> (annotation: Annotation, x: Int, y: Int)? {
    guard let annotation = document.annotations[id],
      let boxes = document.pages[annotation.page]?.text.boxes
    else { return nil }
    let quads = annotation.quads.map(\.box)
    let glyph = visibleGlyphs(of: panes.focus).first { glyph in
      glyph.page == annotation.page && boxes.indices.contains(glyph.origin)
        && quads.contains { $0.contains(boxes[glyph.origin].middle) }
    }
    return glyph.map { (annotation, $0.x, $0.y) }
  }

  private func annotationsOnSheets(
    _ document: Document
  ) -> [(annotation: Annotation, x: Int, y: Int)] {
    guard let arrangement = arrangement(of: panes.focus) else { return [] }
    let rect = pictureRect(of: panes.focus)
    return sheets(of: panes.focus).flatMap { sheet in
      document.annotations.main(on: sheet.page).prefix(2_000).compactMap { annotation in
        guard !annotation.flags.contains(.hidden) else { return nil }
        let at = arrangement.cellPlace(of: annotation.start, sheet.page, sheet.frame)
        guard at.x.isFinite, at.y.isFinite, abs(at.x) < 1e6, abs(at.y) < 1e6,
          rect.contains(x: Int(at.x), y: Int(at.y))
        else { return nil }
        return (annotation, Int(at.x), Int(at.y))
      }
    }
  }

  /// The annotation at a cell of a pane.
  func annotation(at mouse: Mouse, in index: Int) -> Annotation? {
    guard let document = documents[panes[index].document] else { return nil }
    if showsPictures(index) {
      guard let place = pagePlace(at: mouse.place, in: index) else { return nil }
      return document.annotations.main(on: place.page).last { annotation in
        !annotation.flags.contains(.hidden)
          && ([annotation] + document.annotations.members(of: annotation.id)).contains {
            $0.isAt(place.point)
          }
      }
    }
    let glyphs = visibleGlyphs(of: index).filter { $0.y == mouse.y }
    let rect = textRect(of: index)
    // A click in the margin means the line's sign.
    if mouse.x < rect.x || mouse.x >= rect.maxX {
      for glyph in glyphs {
        guard let lights = lights(of: document, on: glyph.page) else { continue }
        if let sign = lights.signs.first(where: { $0.origin == glyph.origin }) {
          return lights.annotations[sign.annotation]
        }
      }
      return nil
    }
    let under = glyphs.last { $0.x <= mouse.x && mouse.x < $0.x + max(1, CellWidth.of($0.scalar)) }
    return under.flatMap { glyph in
      lights(of: document, on: glyph.page)?.annotation(at: glyph.origin)
    }
  }

  /// Makes a clicked annotation the current one and describes it.
  mutating func clickAnnotation(_ mouse: Mouse, in index: Int) -> [Effect] {
    guard let at = self.documents.index(of: panes[index].document),
      let found = annotation(at: mouse, in: index).map({
        documents[at].annotations.primary(of: $0)
      })
    else {
      if let at = self.documents.index(of: panes[index].document) {
        documents[at].annotations.current = nil
      }
      return []
    }
    if documents[at].annotations.current == found.id, !found.contents.isEmpty {
      return perform(.read, on: found, in: documents[at].id)
    }
    documents[at].annotations.current = found.id
    say(AnnotationStrings.summary(self, of: found))
    return []
  }

  // MARK: from one to the next

  /// Goes `steps` annotations forward or back, over page ends.
  mutating func moveAnnotation(_ steps: Int) {
    guard let document, let index = documents.index(of: document.id) else { return }
    let all = document.annotations.inOrder.filter { !$0.flags.contains(.hidden) }
    guard !all.isEmpty else {
      say(
        document.annotations.through < document.pageCount
          ? "Annotations are still being read"
          : "No annotations yet: select with v, then a and a letter")
      return
    }
    let target: Int
    if let current = currentAnnotation, let at = all.firstIndex(where: { $0.id == current.id }) {
      target = at + steps
    } else {
      let after = firstAhead(of: all) ?? all.count
      target = steps > 0 ? after + steps - 1 : after + steps
    }
    guard all.indices.contains(target) else {
      let isThere = currentAnnotation != nil && abs(steps) == 1
      guard !isThere else {
        say(steps > 0 ? "No more annotations" : "No previous annotation")
        return
      }
      return goTo(all[min(max(0, target), all.count - 1)], index, of: all)
    }
    goTo(all[target], index, of: all)
  }

  /// Returns the first annotation in reading order at or below the window's top.
  func firstAhead(of all: [Annotation]) -> Int? {
    let here = (panes[panes.focus].page, windowTop(of: panes.focus) - 1)
    return all.firstIndex { ($0.page, $0.start.y) >= here }
  }

  /// Returns the distance from the top of the page to the top of a pane, in points; negative infinity if the page starts below it.
  func windowTop(of pane: Int) -> Double {
    let page = panes[pane].page
    if showsPictures(pane) {
      guard let arrangement = arrangement(of: pane),
        let sheet = sheets(of: pane).first(where: { $0.page == page })
      else { return -.greatestFiniteMagnitude }
      let top = arrangement.point(
        of: page, sheet.frame, x: 0, y: Double(pictureRect(of: pane).y)
      ).y
      return top > 0 ? top : -.greatestFiniteMagnitude
    }
    guard panes[pane].line > 0,
      let boxes = documents[panes[pane].document]?.pages[page]?.text.boxes,
      let line = layout(pane, page: page)?.lines[safe: panes[pane].line]
    else { return -.greatestFiniteMagnitude }
    let tops = line.glyphs.compactMap { boxes[safe: Int($0.origin)]?.y0 }
    return tops.min().map(Double.init) ?? topY(of: pane)
  }

  private mutating func goTo(_ annotation: Annotation, _ index: Int, of all: [Annotation]) {
    // A caret stays where text is selected; going about ends it.
    selection = nil
    pushHistory()
    show(annotation, index)
    let number = (all.firstIndex { $0.id == annotation.id } ?? 0) + 1
    say("\(number) of \(all.count)  \(AnnotationStrings.summary(self, of: annotation))")
  }

  /// Scrolls to an annotation in the focused pane and makes it the current one.
  mutating func show(_ annotation: Annotation, _ index: Int) {
    documents[index].annotations.current = annotation.id
    documents[index].form.current = nil
    guard pane?.document == documents[index].id else { return }
    bring(annotation, into: panes.focus)
  }

  /// Goes to an annotation chosen in a list; replies and detached ones are shown in the popup.
  mutating func goAndRead(_ annotation: Annotation, _ index: Int) {
    let list = documents[index].annotations
    let root = list.root(of: annotation)
    let isDetached = list.isDetached(root.id)
    if !isDetached { show(root, index) }
    if isDetached || list.primary(of: annotation).id != root.id {
      annotating.card = AnnotationCard(document: documents[index].id, annotation: root.id)
    }
  }

  /// Moves a pane's window only where the annotation is not in it.
  mutating func bring(_ annotation: Annotation, into pane: Int) {
    guard annotation.page >= 0, let document = documents[panes[pane].document],
      annotation.page < document.pageCount
    else { return }
    if pane == panes.focus, panes[pane].pending == nil,
      annotationsInSight().contains(where: { $0.annotation.id == annotation.id })
    {
      return
    }
    land(pane, page: annotation.page, .annotation(annotation.id))
  }

  /// Returns where an annotation starts: at a character if its page has been read, else at a point; at the top if it has no place.
  func landing(at id: AnnotationID, in document: Document) -> Landing {
    guard let annotation = document.annotations[id] else { return .top }
    let lights = lights(of: document, on: annotation.page)
    let number = lights?.annotations.firstIndex { $0.id == id }
    let origin = number.flatMap { number in
      lights?.runs.first { $0.look.annotation == number }?.range.lowerBound
        ?? lights?.signs.first { $0.annotation == number }?.origin
    }
    if let origin { return .glyph(origin) }
    return Self.landing(at: annotation)
  }

  /// The landing for an annotation, by its place alone: it may no longer exist.
  static func landing(at annotation: Annotation) -> Landing {
    let start = annotation.start
    return start.x.isFinite && start.y.isFinite ? .point(x: start.x, y: max(0, start.y)) : .top
  }

  /// Goes to the annotation a document was opened for, when it is known.
  mutating func awaitedIsThere(_ index: Int) {
    guard let id = documents[index].annotations.awaited else { return }
    if let annotation = documents[index].annotations[id] {
      documents[index].annotations.awaited = nil
      goAndRead(annotation, index)
    } else {
      documents[index].annotations.awaited = nil
      say("It is no longer in this document", isError: true)
    }
  }
}

extension Box {
  /// Whether its coordinates are finite.
  var isPlaced: Bool { x0.isFinite && x1.isFinite && y0.isFinite && y1.isFinite }
}

extension Annotation {
  /// Whether a point is on or near the annotation.
  func isAt(_ point: Point) -> Bool {
    let boxes = quads.isEmpty ? [box] : quads.map(\.box)
    return boxes.contains {
      Double($0.x0) - 2 <= point.x && point.x <= Double($0.x1) + 2 && Double($0.y0) - 2 <= point.y
        && point.y <= Double($0.y1) + 2
    }
  }
}
