import Widgets
import Canvas
import DocumentModel
import Messages
import Text

/// The size of a stamp in points.
let stampSize = (width: Float(150), height: Float(42))

extension State {
  /// Takes the caret's place, or asks for one: by a cross on pictures, by the letters of lines in text.
  mutating func pick(_ request: AnnotationRequest) -> [Effect] {
    if panel != nil { closePanel() }
    if !request.isDrawn, let place = caretPlace {
      selection = nil
      return put(request, at: place)
    }
    // The picture beside the text can be drawn on like a picture alone.
    if showsPictures(panes.focus) || request.isDrawn && look(of: panes.focus) == .both {
      DrawingTool.beginCross(&self, request)
      return []
    }
    guard !request.isDrawn else {
      say("This is drawn on the page's picture: p shows it")
      return []
    }
    return labelLines(for: .place(request), orSay: "No text on screen; p shows the page's picture")
  }

  var caretPlace: AnnotationPlace? {
    guard let selection, selection.document == pane?.document, let document,
      let origin = origin(of: selection.caret)
    else { return nil }
    return place(document, page: selection.caret.page, origin: origin)
  }

  func place(_ document: Document, page: Int, origin: Int) -> AnnotationPlace? {
    guard let box = document.pages[page]?.text.boxes[safe: origin] else { return nil }
    return AnnotationPlace(
      page: page, point: Point(x: Double(box.x0), y: Double(box.y0)), origin: origin)
  }

  /// Labels the lines on the screen, or shows a sentence if there are none.
  mutating func labelLines(for purpose: Hints.Purpose, orSay sentence: String) -> [Effect] {
    guard let document else { return [] }
    var found: [(place: AnnotationPlace, x: Int, y: Int)] = []
    for glyph in visibleGlyphs(of: panes.focus)
    where glyph.scalar != 0x20 && found.last?.y != glyph.y {
      guard let place = place(document, page: glyph.page, origin: glyph.origin) else { continue }
      found.append((place, glyph.x, glyph.y))
    }
    guard !found.isEmpty else {
      say(sentence)
      return []
    }
    var hints = Hints(purpose: purpose)
    hints.isAwaiting = false
    hints.items = zip(Hints.labels(found.count), found).map { letters, line in
      Hints.Item(letters: letters, aim: .place(line.place), x: line.x, y: line.y)
    }
    self.hints = hints
    return []
  }

  /// Places a requested annotation, after asking for its text if it has one.
  mutating func put(_ request: AnnotationRequest, at place: AnnotationPlace) -> [Effect] {
    guard let document else { return [] }
    let size = pageSize(document, place.page)
    let (x, y) = (Float(place.point.x), Float(place.point.y))
    switch request {
    case .note:
      var note = newAnnotation(.note, page: place.page)
      note.box = iconBox(place, size, document)
      note.anchor = anchor(at: place, document)
      let page = document.pageWords(place.page, x: place.point.x, y: place.point.y)
      return write(.new([note]), in: document, text: "", label: "Note on \(page)")
    case .freeText:
      var text = newAnnotation(.freeText, page: place.page)
      text.box = freeTextBox(place, size, document)
      text.anchor = anchor(at: place, document)
      return write(.new([text]), in: document, text: "", label: "Text on the page")
    case .insertion:
      var caret = newAnnotation(.caret, page: place.page)
      let glyph = place.origin.flatMap { document.pages[place.page]?.text.boxes[safe: $0] }
      caret.insert(at: Point(x: place.point.x, y: glyph.map { Double($0.y1) } ?? place.point.y))
      caret.anchor = anchor(at: place, document)
      return write(.new([caret]), in: document, text: "", label: "Insert")
    case .stamp, .stampPicture:
      var stamp = newAnnotation(.stamp, page: place.page)
      var sides = stampSize
      switch request {
      case .stamp(let name): stamp.icon = name
      case .stampPicture(let name, let picture):
        (stamp.icon, stamp.picture) = (name, picture)
        sides = picture.stampSize
      default: break
      }
      stamp.box = Box(x: x, y: y, width: sides.width, height: sides.height, within: size)
      return edit(document.id, AnnotationEdit([AnnotationChange(before: nil, after: stamp)]))
    case .move(let id):
      guard let annotation = document.annotations[id] else { return [] }
      var moved = moved(annotation, to: place, in: document)
      if moved.kind == .note || moved.kind == .freeText {
        moved.anchor = anchor(at: place, document)
      }
      return change(annotation, in: document.id) { $0.takePlace(of: moved) }
    case .box, .circle, .line, .ink, .resize: return []
    }
  }

  /// Returns an annotation with its upper left corner at a place, as far as the page has room for it there.
  func moved(
    _ annotation: Annotation, to place: AnnotationPlace, in document: Document
  ) -> Annotation {
    let whole = annotation.box
    let corner = Box(
      x: Float(place.point.x), y: Float(place.point.y), width: whole.width, height: whole.height,
      within: pageSize(document, place.page))
    var moved = annotation
    moved.move(
      to: place.page, by: Point(x: Double(corner.x0 - whole.x0), y: Double(corner.y0 - whole.y0)))
    return moved
  }

  /// Returns the box of a free text moved off other words, now that its height is known.
  func cleared(_ text: Annotation, in document: Document) -> Box {
    guard text.anchor != nil, let words = document.pages[text.page]?.text.boxes else {
      return text.box
    }
    return clear(text.box, of: words, pageSize(document, text.page))
  }

  /// Asks for a text; Ctrl-j begins another line, Alt-e hands it to the user's editor.
  mutating func write(
    _ target: AnnotationWriting.Target, in document: Document, text: String, label: String
  ) -> [Effect] {
    let writing = AnnotationWriting(target, in: document.id)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if writing.isOneLine { lines = [lines.joined(separator: " ")] }
    let last = lines.popLast() ?? ""
    let whom = writing.isNew ? AnnotationStrings.audience(document.annotations.layer) : ""
    var asked = Prompt(label + whom, text: last, above: writing.isOneLine ? nil : lines) {
      $0.finish(writing, text: $1)
    }
    asked.original = text
    asked.isSecret = writing.isSecret
    if !writing.isSecret {
      asked.hints = (writing.isOneLine ? [] : ["Ctrl-j: line"]) + ["Alt-e: editor"]
      asked.key = { $1 == Key("e", .alt) ? $0.writeInEditor(writing) : nil }
    }
    prompt = asked
    return []
  }

  /// Hands the text of the prompt to the user's editor.
  private mutating func writeInEditor(_ writing: AnnotationWriting) -> [Effect]? {
    guard let prompt, let id = writing.id, let document = documents[writing.document] else {
      return nil
    }
    annotating.draft = writing
    self.prompt = nil
    return [
      .annotations(
        .editText(document.id, generation: document.generation, id, text: prompt.text))
    ]
  }

  /// Handles the text from the user's editor.
  mutating func editedOutside(_ id: DocumentID, _ annotation: AnnotationID, _ text: String)
    -> [Effect]
  {
    if let draft = annotating.draft, draft.document == id, draft.id == annotation {
      annotating.draft = nil
      return finish(draft, text: text)
    }
    guard let document = documents[id], let known = document.annotations[annotation] else {
      return []
    }
    return finish(AnnotationWriting(.text(known), in: id), text: text)
  }

  /// Uses a written text for its purpose.
  mutating func finish(_ writing: AnnotationWriting, text: String) -> [Effect] {
    if case .field(let field) = writing.target {
      // Lines of an editor's file end with it.
      return put(text: CleanText.contents(text), into: field, in: writing.document)
    }
    let text = CleanText.contents(text)
    switch writing.target {
    case .field: return []
    case .text(let old):
      guard let document = documents[writing.document],
        text != CleanText.contents(old.contents)
      else { return [] }
      let list = document.annotations
      // The text of a new version of the file arrives in a moment.
      guard list.through >= document.pageCount else {
        annotating.awaitedTexts.append(AwaitedText(writing: writing, text: text))
        return []
      }
      guard let now = list[old.id] else {
        askToMakeAgain(old, text, in: document.id)
        return []
      }
      let current = CleanText.contents(now.contents)
      guard current == CleanText.contents(old.contents) || current == text else {
        askWhichText(now, text, in: document.id)
        return []
      }
      let hasPlace = !list.isDetached(old.id)
      return change(now, in: document.id) { after in
        after.contents = text
        if after.kind == .freeText, hasPlace { after.fitToText() }
      }
    case .again(let old):
      let change = AnnotationChange(before: nil, after: old)
      return edit(writing.document, AnnotationEdit([change]))
    case .new(var made):
      guard !made.isEmpty else { return [] }
      if made.contains(where: \.kind.marksText) { selection = nil }
      if text.isEmpty, [.note, .freeText, .caret].contains(made[0].kind) {
        say("Nothing was typed")
        return []
      }
      made[0].contents = text
      if made[0].kind == .freeText {
        made[0].fitToText()
        made[0].box = documents[writing.document].map { cleared(made[0], in: $0) } ?? made[0].box
      }
      if made[0].replyTo != nil, isLibraryListed, let words = panel?.filter.text, !words.isEmpty {
        say("The reply is saved; the filter “\(words)” hides it")
      }
      return edit(
        writing.document, AnnotationEdit(made.map { AnnotationChange(before: nil, after: $0) }))
    }
  }

  /// Asks which text to keep after another program changed it meanwhile.
  private mutating func askWhichText(_ now: Annotation, _ text: String, in id: DocumentID) {
    let writing = AnnotationWriting(.text(now), in: id)
    let both = [now.contents, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let shown = now.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let words =
      shown.isEmpty ? "It is empty now" : "It now reads: “\(shown.truncated(to: 200))”"
    questions.ask(
      Question(
        "Its text changed while you were writing. \(words)",
        [
          .init("b", "keep both, yours below", .write(writing, text: both)),
          .init("y", "replace it with yours", .write(writing, text: text)),
        ], escapeWords: "keep it as it is now, discard yours"))
  }

  /// Asks whether to create an annotation again that was deleted while its text was being written.
  private mutating func askToMakeAgain(_ old: Annotation, _ text: String, in id: DocumentID) {
    var again = old
    again.contents = text
    if environment.now > 0 { again.modified = environment.now }
    questions.ask(
      Question(
        "The \(AnnotationStrings.name(of: old)) was deleted while you were writing.",
        [
          .init(
            "m", "restore it with your text",
            .write(AnnotationWriting(.again(again), in: id), text: text))
        ], escapeWords: "leave it deleted, discard your text"))
  }
}

/// Returns the box beside the line or in a margin, where it hides no words; on pictures the
/// chosen place.
private func iconBox(_ place: AnnotationPlace, _ size: PageSize, _ document: Document) -> Box {
  let (x, y, side) = (Float(place.point.x), Float(place.point.y), Annotation.noteSide)
  guard place.origin != nil else {
    return Box(x: x, y: y, width: side, height: side, within: size)
  }
  let glyphs = document.pages[place.page]?.text.boxes.filter {
    !$0.isEmpty && $0.y1 > y && $0.y0 < y + side
  }
  let boxes = [x - side - 4, 4, Float(size.width) - side - 4].map {
    Box(x: max(2, $0), y: y, width: side, height: side, within: size)
  }
  return boxes.first { box in
    glyphs?.contains { $0.x1 > box.x0 && $0.x0 < box.x1 } == false
  } ?? boxes[0]
}

/// Returns a box without words below it: in a margin beside the line, else in the nearest gap; on pictures the chosen place.
private func freeTextBox(
  _ place: AnnotationPlace, _ size: PageSize, _ document: Document
) -> Box {
  let (x, y) = (Float(place.point.x), Float(place.point.y))
  let (width, height) = (Float(180), Float(20))
  let words = document.pages[place.page]?.text.boxes.filter { !$0.isEmpty } ?? []
  guard place.origin != nil, !words.isEmpty else {
    return Box(x: x, y: y, width: width, height: height, within: size)
  }
  let beside = words.filter { $0.y1 > y - 2 && $0.y0 < y + 24 }
  let right = (beside.map(\.x1).max() ?? x) + 6
  if Float(size.width) - right >= 64 {
    return Box(
      x: right, y: y, width: Float(size.width) - right - 4, height: height, within: size)
  }
  let left = (beside.map(\.x0).min() ?? x) - 6
  if left >= 64 { return Box(x: 4, y: y, width: left - 4, height: height, within: size) }
  return clear(
    Box(x: x, y: y, width: width, height: height, within: size), of: words, size)
}

/// Returns the nearest box above or below with enough room; the box itself if there is none.
private func clear(_ box: Box, of words: [Box], _ size: PageSize) -> Box {
  let column = words.filter { !$0.isEmpty && $0.x0 < box.x1 && box.x0 < $0.x1 }
    .sorted { $0.y0 < $1.y0 }
  let lowest = Float(size.height) - box.height
  guard lowest > 0 else { return box }
  var rooms: [ClosedRange<Float>] = []
  var free: Float = 0
  for word in column {
    let last = min(word.y0 - box.height, lowest)
    if last >= free { rooms.append(free...last) }
    free = max(free, word.y1)
  }
  if free <= lowest { rooms.append(free...lowest) }
  let tops = rooms.map { min(max(box.y0, $0.lowerBound), $0.upperBound) }
  guard let top = tops.min(by: { abs($0 - box.y0) < abs($1 - box.y0) }) else { return box }
  return Box(x0: box.x0, y0: top, x1: box.x1, y1: top + box.height)
}

private func anchor(at place: AnnotationPlace, _ document: Document) -> TextAnchor? {
  guard let origin = place.origin, let content = document.pages[place.page],
    let index = PageFlow(content).index(of: origin)
  else { return nil }
  var anchor = TextAnchor(index...index, of: content)
  anchor.after = (anchor.quote + anchor.after)
  anchor.quote = ""
  return anchor
}
