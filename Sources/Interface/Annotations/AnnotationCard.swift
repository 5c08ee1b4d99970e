import Canvas
package import DocumentModel
import Messages
import Widgets

/// An annotation that is read in a popup, with its replies.
package struct AnnotationCard: Sendable, Hashable {
  package var document: DocumentID
  package var annotation: AnnotationID
  /// Lines scrolled away at the top.
  package var top = 0

  package init(document: DocumentID, annotation: AnnotationID) {
    self.document = document
    self.annotation = annotation
  }
}

extension AnnotationCard {
  /// The commands named at the foot of the popup.
  private static let named: [(name: String, words: String, command: AnnotationCommand)] = [
    ("edit-annotation", "edit", .text), ("reply", "reply", .reply),
    ("color-annotation", "colour", .color), ("change-annotation", "type", .kind),
    ("move-annotation", "move", .move), ("resize-annotation", "size", .size),
    ("delete-annotation", "delete", .delete), ("review-state", "state", .state),
    ("annotation-style", "style", .style), ("tag-annotation", "tags", .tag),
  ]

  /// Handles a key; those of no command do nothing.
  static func takeInCard(_ state: inout State, _ key: Key) -> [Effect] {
    guard let card = state.annotating.card,
      state.documents[card.document]?.annotations[card.annotation] != nil
    else {
      state.annotating.card = nil
      return []
    }
    if let effects = state.takeOwn(key, in: .card) { return effects }
    state.keyInput.pending = []
    return []
  }

  static func moveCard(_ state: inout State, _ step: Int) {
    guard let card = state.annotating.card, card.document == state.document?.id else { return }
    let all = state.document?.annotations.inOrder.filter { !$0.flags.contains(.hidden) } ?? []
    guard let at = all.firstIndex(where: { $0.id == card.annotation }),
      let next = all[safe: at + step], let index = state.documents.index(of: card.document)
    else {
      state.say(step > 0 ? "No more annotations" : "No previous annotation")
      return
    }
    state.show(next, index)
    state.annotating.card = AnnotationCard(document: card.document, annotation: next.id)
  }

  static func scroll(_ state: inout State, _ step: Int) {
    guard let card = state.annotating.card else { return }
    let rect = cardRect(state)
    let most = max(0, cardLines(state, card, width: rect.width).count - rect.height)
    state.annotating.card?.top = min(max(0, card.top + step), most)
  }

  /// The cells its lines have.
  fileprivate static func cardRect(_ state: State) -> Rect {
    let frame = cardFrame(state)
    let keys = state.annotating.card.map { cardKeys(state, $0, width: frame.width - 4).count } ?? 1
    return frame.inset(left: 2, top: 1, right: 2, bottom: 1 + keys)
  }

  static func cardFrame(_ state: State) -> Rect {
    let width = min(state.size.width - 2, 80)
    let inside = width - 4
    let lines = state.annotating.card.map {
      cardLines(state, $0, width: inside).count + cardKeys(state, $0, width: inside).count
    }
    let height = min(state.size.height - 2, (lines ?? 2) + 2)
    let x = (state.size.width - width) / 2
    let foot = Rect(x: x, y: max(0, state.size.height - 1 - height), width: width, height: height)
    guard let rows = cardedRows(state), rows.upperBound >= foot.y else { return foot }
    // The popup is shown above its annotation if there is more room, and below it if that is enough.
    let (above, below) = (rows.lowerBound, state.size.height - 1 - (rows.upperBound + 1))
    let room = max(above, below)
    guard room >= 6 else { return foot }
    let fit = min(height, room)
    return Rect(
      x: x, y: above >= below ? 0 : state.size.height - 1 - fit, width: width, height: fit)
  }

  /// The screen's rows in which the annotation that is read is seen.
  fileprivate static func cardedRows(_ state: State) -> ClosedRange<Int>? {
    guard let card = state.annotating.card, card.document == state.document?.id,
      let seen = state.annotationsInSight().first(where: { $0.annotation.id == card.annotation })
    else { return nil }
    var last = seen.y
    if let document = state.document, !state.showsPictures(state.panes.focus),
      let lights = state.lights(of: document, on: seen.annotation.page)
    {
      for glyph in state.visibleGlyphs(of: state.panes.focus)
      where glyph.page == seen.annotation.page {
        if lights.annotation(at: glyph.origin)?.id == card.annotation { last = max(last, glyph.y) }
      }
    } else if let arrangement = state.arrangement(of: state.panes.focus),
      let sheet = state.sheets(of: state.panes.focus).first(where: {
        $0.page == seen.annotation.page
      })
    {
      let box = seen.annotation.extent
      let end = arrangement.cellPlace(
        of: Point(x: Double(box.x1), y: Double(box.y1)), sheet.page, sheet.frame)
      if end.y.isFinite, abs(end.y) < 1e6 { last = max(last, Int(end.y)) }
    }
    return seen.y...min(max(last, seen.y), state.size.height)
  }

  fileprivate static func cardLines(_ state: State, _ card: AnnotationCard, width: Int) -> [(
    text: String, style: Style
  )] {
    guard let document = state.documents[card.document],
      let annotation = document.annotations[card.annotation]
    else { return [] }
    var lines: [(String, Style)] = []
    if let quote = document.annotations.quote(of: annotation) {
      let shown = ("“" + quote + "”").wrapped(to: width)
      lines += shown.prefix(6).map { ($0, state.themes.current.dim) }
      if shown.count > 6 { lines.append(("…", state.themes.current.dim)) }
      if !annotation.contents.isEmpty { lines.append(("", state.themes.current.text)) }
    }
    lines += paragraphs(annotation.contents, width).map { ($0, state.themes.current.text) }
    if annotation.contents.isEmpty {
      let key = state.keyInput.keymap.hintKey(for: "edit-annotation", in: .card, usually: "e")
      let isWritable = !document.annotations.isOfOthers(annotation.id)
      let how = isWritable ? key.map { "; \($0) writes one" } ?? "" : ""
      lines.append(("(no note\(how))", state.themes.current.dim))
    }
    let states = document.annotations.states(of: annotation.id)
    let tags = AnnotationStrings.tagWords(annotation)
    if !states.isEmpty || !tags.isEmpty { lines.append(("", state.themes.current.text)) }
    if !states.isEmpty {
      let words = state.environment.stateWords(
        of: annotation.id, in: document.annotations, withTime: true)
      lines += words.wrapped(to: width).map { ($0, state.themes.current.accent) }
    }
    if !tags.isEmpty { lines += tags.wrapped(to: width).map { ($0, state.themes.current.dim) } }
    let shared = AnnotationStrings.sharedWords(annotation, in: document.annotations)
    if !shared.isEmpty { lines += shared.wrapped(to: width).map { ($0, state.themes.current.dim) } }
    for (reply, depth) in document.annotations.thread(of: annotation.id)
    where !reply.flags.contains(.isState) {
      let indent = String(repeating: " ", count: 2 * (depth + 1))
      let whom = state.environment.authorWords(reply)
      lines.append(("", state.themes.current.text))
      lines.append((indent + (whom.isEmpty ? "reply" : whom), state.themes.current.accent))
      let words = reply.contents.isEmpty ? "(\(reply.subject))" : reply.contents
      lines += paragraphs(words, max(8, width - indent.count)).map {
        (indent + $0, state.themes.current.text)
      }
    }
    return lines
  }

  fileprivate static func paragraphs(_ text: String, _ width: Int) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { String($0).wrapped(to: width) }
  }

  /// Paints the annotation that is read.
  static func paintCard(_ state: State, into surface: inout Surface) {
    guard let card = state.annotating.card, let document = state.documents[card.document],
      let annotation = document.annotations[card.annotation]
    else { return }
    let frame = cardFrame(state)
    _ = ScreenView.paintFrame(
      state, frame, title: cardTitle(state, annotation, document), into: &surface)
    if let color = document.annotations.color(of: annotation) {
      surface.put(
        "●", x: frame.x + 3, y: frame.y,
        style: state.themes.current.dot(color, on: state.themes.current.popup))
    }
    let rect = cardRect(state)
    let lines = cardLines(state, card, width: rect.width)
    for (row, line) in lines.dropFirst(card.top).prefix(rect.height).enumerated() {
      surface.put(
        line.text.truncated(to: rect.width), x: rect.x, y: rect.y + row, style: line.style)
    }
    if lines.count > card.top + rect.height {
      surface.put("▾", x: frame.maxX - 2, y: rect.maxY - 1, style: state.themes.current.dim)
    }
    for (row, words) in cardKeys(state, card, width: rect.width).enumerated() {
      surface.put(words, x: rect.x, y: rect.maxY + row, style: state.themes.current.dim)
    }
  }

  /// Returns lines with the keys that work here; in a narrow window one line with as many as fit.
  fileprivate static func cardKeys(_ state: State, _ card: AnnotationCard, width: Int) -> [String] {
    guard let list = state.documents[card.document]?.annotations,
      let annotation = list[card.annotation]
    else { return [""] }
    let hasKinds = !State.kinds(for: list.primary(of: annotation)).isEmpty
    let isOthers = list.isOfOthers(annotation.id)
    func hint(_ name: String, _ words: String, usually usual: String = "") -> String? {
      state.keyInput.keymap.hintKey(for: name, in: .card, usually: usual).map { "\($0) \(words)" }
    }
    let words = named.filter {
      guard !isOthers || AnnotationCommand.harmless.contains($0.command) else { return false }
      return switch $0.command {
      case .kind: hasKinds
      case .size: annotation.kind.hasSize
      default: true
      }
    }.compactMap { name, words, command -> String? in
      let isPlaced = list.isDetached(card.annotation) && command == .move
      return hint(name, isPlaced ? "place" : words)
    }
    let next = hint("card-next", "next", usually: "n").map { [$0] } ?? []
    let previous = hint("card-previous", "previous", usually: "p").map { [$0] } ?? []
    let close = [hint("card-close", "closes", usually: "escape") ?? "Esc closes"]
    var lines: [String] = []
    for word in words + next + previous + close {
      let longer = lines.last.map { $0 + "  " + word } ?? word
      if lines.isEmpty || CellWidth.of(longer) > width {
        lines.append(word)
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines.count <= 2
      ? lines : [PanelView.fitting(words, before: next + close, in: width)]
  }

  fileprivate static func cardTitle(_ state: State, _ annotation: Annotation, _ document: Document)
    -> String
  {
    let list = document.annotations
    var name = list.name(of: annotation)
    name = name.prefix(1).uppercased() + name.dropFirst()
    let color = state.preferences.colorWords(list.color(of: annotation))
    let section = document.section(of: annotation)?.item.title ?? ""
    let parts = [
      color.isEmpty || color.hasPrefix("#") ? name : "\(name), \(color)",
      state.environment.authorWords(annotation),
      list.isDetached(annotation.id)
        ? "without a place in this version" : document.pageWords(annotation),
      list.isDetached(annotation.id) ? "" : section,
    ].filter { !$0.isEmpty }
    return (list.color(of: annotation) == nil ? "" : "  ") + parts.joined(separator: "  ")
  }

  /// The wheel scrolls the document, a click outside closes the popup.
  static func takeInCard(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown: AnnotationCard.scroll(&state, 3)
    case .wheelUp: AnnotationCard.scroll(&state, -3)
    case .press(button: 1): state.annotating.card = nil
    default: break
    }
    return []
  }
}
