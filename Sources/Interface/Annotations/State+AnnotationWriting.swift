import Canvas
import DocumentModel
import Widgets

extension State {
  /// Asks for a text; Ctrl-j begins another line, Alt-e hands it to the user's editor.
  mutating func write(
    _ target: AnnotationWriting.Target, in document: Document, text: String, label: String
  ) -> [Effect] {
    var writing = AnnotationWriting(target, in: document.id)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if writing.isOneLine { lines = [lines.joined(separator: " ")] }
    let last = lines.popLast() ?? ""
    writing.above = lines
    prompt = Prompt(.annotation(writing), label: label, text: last)
    return []
  }

  /// Alt-e in the prompt of a text; nil where the key is for the line.
  mutating func takeWritingKey(_ key: Key) -> [Effect]? {
    guard key == Key("e", .alt), let prompt, case .annotation(let writing) = prompt.purpose,
      !writing.isSecret,
      let id = writing.id, let document = document(writing.document)
    else { return nil }
    annotationDraft = writing
    self.prompt = nil
    let text = (writing.above + [prompt.line.text]).joined(separator: "\n")
    return [
      .annotations(.editText(document.id, generation: document.generation, id, text: text))
    ]
  }

  /// What came back from the user's editor.
  mutating func editedOutside(_ id: DocumentID, _ annotation: AnnotationID, _ text: String)
    -> [Effect]
  {
    if let draft = annotationDraft, draft.document == id, draft.id == annotation {
      annotationDraft = nil
      return finish(draft, text: text)
    }
    guard let document = document(id), let known = document.annotations[annotation] else {
      return []
    }
    return finish(AnnotationWriting(.text(known), in: id), text: text)
  }

  /// Does with a text what it was written for.
  mutating func finish(_ writing: AnnotationWriting, text: String) -> [Effect] {
    if case .field(let field) = writing.target {
      // Lines of an editor's file end with it.
      return put(text: Self.clean(text), into: field, in: writing.document)
    }
    let text = Self.clean(text)
    switch writing.target {
    case .field: return []
    case .text(let old):
      // It may have been changed meanwhile.
      let known = document(writing.document)?.annotations
      let hasPlace = known?.isDetached(old.id) == false
      return change(known?[old.id] ?? old, in: writing.document) { after in
        after.contents = text
        if after.kind == .freeText, hasPlace { after.fitToText() }
      }
    case .new(var made):
      guard !made.isEmpty else { return [] }
      if made[0].kind.isMarkup { selection = nil }
      if text.isEmpty, [.note, .freeText].contains(made[0].kind) {
        say("Nothing was written")
        return []
      }
      made[0].contents = text
      if made[0].kind == .freeText {
        made[0].fitToText()
        made[0].box = document(writing.document).map { cleared(made[0], in: $0) } ?? made[0].box
      }
      return edit(
        writing.document, AnnotationStep(made.map { AnnotationChange(before: nil, after: $0) }))
    }
  }

  /// Line ends as U+000A and no other controls, without blank lines around.
  package static func clean(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line in
      String(
        String.UnicodeScalarView(
          line.unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
          }))
    }[...]
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension Annotation {
  /// Gives a free text as many lines as its words need in its width.
  mutating func fitToText() {
    let width = max(1, Double(box.width) - 6)
    let perLine = max(4, Int(width / (fontSize * 0.52)))
    let lines = contents.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .reduce(0) { $0 + max(1, ($1.count + perLine - 1) / perLine) }
    box.y1 = box.y0 + Float(Double(max(1, lines)) * fontSize * 1.25 + 6)
  }
}
