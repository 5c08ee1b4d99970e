import Canvas
import DocumentModel
import Messages
import Text
import Widgets

/// The way between a document and its source.
extension State {
  /// Edits the source of the words at the caret, or else of a line that is chosen by its letters.
  mutating func editSource() -> [Effect] {
    if let place = caretPlace {
      selection = nil
      return editSource(at: place)
    }
    return labelLines(for: .source, orSay: "No words on screen whose source could be found")
  }

  /// Asks for the source of a place of the document on the screen.
  mutating func editSource(at place: AnnotationPlace) -> [Effect] {
    guard let document, document.phase == .open, !document.path.isEmpty else { return [] }
    guard document.hasPages else {
      say("\(document.fileName) was not typeset by TeX")
      return []
    }
    var point = place.point
    // The middle of a letter is in one line of type only.
    if let origin = place.origin, let box = document.pages[place.page]?.text.boxes[safe: origin] {
      point = box.middle
    }
    return [
      .lookUp(document.id, path: document.path, .source(page: place.page, point), for: nil)
    ]
  }

  /// Asks for the place of a source's line in an open document.
  func lookUp(
    line: Int, source: String, in document: Document, for request: RemoteRequest
  ) -> [Effect] {
    let question = SyncTeXQuestion.place(
      line: line, source: source, folder: PathParts.folder(of: document.path))
    return [.lookUp(document.id, path: document.path, question, for: request)]
  }

  /// Handles what was found in a document's SyncTeX file.
  mutating func take(
    _ news: SyncTeXNews, of id: DocumentID, for request: RemoteRequest?
  ) -> [Effect] {
    guard let document = documents[id] else {
      return request.map { reply(.failure("the document was closed"), to: $0) } ?? []
    }
    switch news {
    case .failure(let sentence):
      say(sentence, isError: true)
      return request.map { reply(.failure(sentence), to: $0) } ?? []
    case .place(let place):
      guard place.page < document.pageCount else {
        let sentence =
          "the SyncTeX file has page \(place.page + 1), \(document.fileName) has not; typeset it again"
        say(sentence, isError: true)
        return request.map { reply(.failure(sentence), to: $0) } ?? []
      }
      if notices.shown?.isError == true { notices.dismiss() }
      let effects = go(to: place, in: document)
      return effects
        + (request.map { reply(.result(RemoteFacts.value(self, of: .page)), to: $0) } ?? [])
    case .source(let path, let line, let column, let isOutside):
      return edit(path, line: line, column: column, isOutside: isOutside, of: document)
    }
  }

  /// Goes to the place of a line of a source, and highlights it for a moment.
  private mutating func go(to place: SyncTeXPlace, in document: Document) -> [Effect] {
    let effects = pane?.document == document.id ? [] : show(document.id)
    pictures.overview = nil
    let middle = Double(place.box.y0 + place.box.y1) / 2
    let x = max(place.point.x, Double(place.box.x0))
    jump(to: place.page, .point(x: x, y: Double(place.box.y0)))
    documents.flash(place.page, x: x, y: middle, boxes: [place.box], pane: pane)
    return effects
  }

  /// Shows a source in the editor; one outside of the document's folder after a key, since anybody may have written the SyncTeX file.
  private mutating func edit(
    _ path: String, line: Int, column: Int, isOutside: Bool, of document: Document
  ) -> [Effect] {
    let effect =
      preferences.syncTeXEditor.isEmpty
      ? Effect.browse(.edit(path: path, line: line))
      : .editSource(path, line: line, column: column)
    let folder = PathParts.folder(of: path)
    guard isOutside, !editing.trustedSources.contains(folder) else {
      say("\(PathParts.name(of: path)), line \(line)")
      return [effect]
    }
    guard prompt == nil, !isQuestionDue else {
      say("The source is outside of \(document.fileName)'s folder; ask for it again")
      return []
    }
    prompt = Prompt(
      key: "\(path) is outside of \(document.fileName)'s folder; Enter edits it, Esc does not"
    ) { state, key in
      guard key.code == .enter else { return [] }
      state.editing.trustedSources.insert(folder)
      return [effect]
    }
    return []
  }
}
