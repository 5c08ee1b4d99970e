import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// Asks for a text; Ctrl-j begins another line, Alt-e hands it to the user's editor.
  mutating func write(
    _ target: AnnotationWriting.Target, in document: Document, text: String, label: String
  ) -> [Effect] {
    let writing = AnnotationWriting(target, in: document.id)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if writing.isOneLine { lines = [lines.joined(separator: " ")] }
    let last = lines.popLast() ?? ""
    let whom = writing.isNew ? Self.audience(document.annotations.layer) : ""
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
      if made.contains(where: \.kind.isMarkup) { selection = nil }
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
