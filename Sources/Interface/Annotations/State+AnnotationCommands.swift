import Canvas
import DocumentModel
import Messages
import Text

extension State {
  /// Runs a command on the annotation of the card, the current one, the only visible one, or one chosen by letters.
  mutating func perform(_ command: AnnotationCommand) -> [Effect] {
    if let card = annotating.card,
      let annotation = documents[card.document]?.annotations[card.annotation]
    {
      return perform(command, on: annotation, in: card.document)
    }
    if let panel, panel.source == .annotations { return perform(command, onRow: panel) }
    guard let document else { return [] }
    if let annotation = currentAnnotation {
      return perform(command, on: annotation, in: document.id)
    }
    let seen = annotationsInSight()
    guard let only = seen.first else {
      say("No annotation on screen: ] a goes to the next")
      return []
    }
    if seen.count == 1 { return perform(command, on: only.annotation, in: document.id) }
    var hints = Hints(purpose: .annotation(command))
    hints.isAwaiting = false
    hints.items = zip(Hints.labels(seen.count), seen).map { letters, seen in
      Hints.Item(letters: letters, aim: .annotation(seen.annotation.id), x: seen.x, y: seen.y)
    }
    self.hints = hints
    return []
  }

  mutating func perform(
    _ command: AnnotationCommand, on annotation: Annotation, in id: DocumentID
  ) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    let list = documents[index].annotations
    let annotation = list.primary(of: annotation)
    let root = list.root(of: annotation)
    if !list.isDetached(root.id) { documents[index].annotations.current = root.id }
    let group = [annotation] + list.members(of: annotation.id)
    if [.delete, .move, .size].contains(command),
      group.contains(where: { $0.flags.contains(.locked) })
    {
      say("It is locked: it cannot be moved or deleted")
      return []
    }
    if let words = whyItIsTheirs(annotation, in: list, for: command) {
      say(words)
      return []
    }
    if [.move, .size].contains(command), id != document?.id {
      say("Enter opens its document, where it can be placed")
      return []
    }
    if [.move, .size].contains(command), let words = list.whyItStays(annotation) {
      say(words)
      return []
    }
    if command == .text, annotation.flags.contains(.contentsLocked) {
      say("Its text is locked")
      return []
    }
    switch command {
    case .read:
      annotating.card = AnnotationCard(document: id, annotation: root.id)
      return []
    case .text:
      let name = list.name(of: annotation)
      return write(
        .text(annotation), in: documents[index], text: annotation.contents,
        label: annotation.kind == .note ? "Note" : "Note on the \(name)")
    case .reply: return reply(to: annotation, documents[index])
    case .delete: return delete(annotation, documents[index])
    case .move: return move(annotation, id)
    case .size:
      guard annotation.kind.hasSize else {
        let name = AnnotationStrings.withArticle(list.name(of: annotation))
        say("The size of \(name) is \(annotation.kind.marksText ? "that of its words" : "fixed")")
        return []
      }
      annotating.card = nil
      return pick(.resize(annotation.id, annotation.kind))
    case .color:
      askForColor(of: annotation, id)
      return []
    case .state:
      askForState(of: annotation, id)
      return []
    case .style:
      askForStyle(of: annotation, id)
      return []
    case .tag:
      askForTags(of: annotation, id)
      return []
    case .kind:
      guard !Self.kinds(for: annotation).isEmpty else {
        let name = AnnotationStrings.withArticle(list.name(of: annotation))
        say("The type of \(name) cannot be changed")
        return []
      }
      askForKind(of: annotation, id)
      return []
    }
  }

  private mutating func reply(to annotation: Annotation, _ document: Document) -> [Effect] {
    var answer = newAnnotation(
      .note, page: annotation.page, color: annotation.color, in: document)
    answer.reply(to: annotation)
    let whom = annotation.author.isEmpty ? "" : " to \(annotation.author)"
    return write(.new([answer]), in: document, text: "", label: "Reply\(whom)")
  }

  /// Deletes an annotation with its replies and group, the last first.
  private mutating func delete(_ annotation: Annotation, _ document: Document) -> [Effect] {
    let list = document.annotations
    if annotating.card?.annotation == annotation.id { annotating.card = nil }
    let key =
      keyInput.keymap.keys(for: "undo-annotation").first.map { "; \($0) brings it back" } ?? ""
    let effects = edit(document.id, AnnotationEdit(list.removal(of: annotation)))
    // Without effects, a question is asked first.
    if !effects.isEmpty { say("Deleted the \(list.name(of: annotation))\(key)") }
    return effects
  }

  mutating func recolor(_ id: AnnotationID, in document: DocumentID, _ color: UInt32) -> [Effect] {
    guard let list = self.documents[document]?.annotations, let annotation = list[id] else {
      return []
    }
    if annotation.kind.marksText {
      annotating.pens.removeAll { $0.kind == annotation.kind }
      annotating.pens.append(AnnotationPen(annotation.kind, color: color))
    }
    return change([annotation] + list.members(of: id), in: document) { $0.recolor(color) }
  }

  /// Returns the types an annotation may become, with their keys.
  static func kinds(for annotation: Annotation) -> [(key: String, kind: AnnotationKind)] {
    annotation.kind.alternatives.compactMap { kind in kind.facts.key.map { ($0, kind) } }
  }

  mutating func makeKind(_ id: AnnotationID, in document: DocumentID, key: String) -> [Effect] {
    guard let annotation = self.documents[document]?.annotations[id],
      let kind = Self.kinds(for: annotation).first(where: { $0.key == key })?.kind
    else { return [] }
    return change(annotation, in: document) { [preferences] in
      preferences.turn(&$0, into: kind)
    }
  }

  private mutating func askForColor(of annotation: Annotation, _ document: DocumentID) {
    let id = annotation.id
    prompt = Prompt(key: "Which colour? Type its key, Esc cancels") { state, key in
      guard let letter = State.letter(key),
        let kind = state.documents[document]?.annotations[id]?.kindOfShade,
        let color = state.preferences.color(named: letter, for: kind)
      else { return [] }
      return state.recolor(id, in: document, color)
    }
    prompt?.popup = { state, surface in
      let rows = state.preferences.annotationColors.map {
        (key: $0.key, words: $0.meaning.isEmpty ? $0.name : "\($0.name): \($0.meaning)")
      }
      ScreenView.paintKeys(state, rows, title: "Colours", into: &surface)
    }
  }

  private mutating func askForKind(of annotation: Annotation, _ document: DocumentID) {
    let id = annotation.id
    let rows = Self.kinds(for: annotation).map {
      (key: $0.key, words: AnnotationStrings.name(of: $0.kind))
    }
    prompt = Prompt(key: "Which type? Type its key, Esc cancels") { state, key in
      State.letter(key).map { state.makeKind(id, in: document, key: $0) } ?? []
    }
    prompt?.popup = { ScreenView.paintKeys($0, rows, title: "Kinds", into: &$1) }
  }

  // MARK: another place

  private mutating func move(_ annotation: Annotation, _ id: DocumentID) -> [Effect] {
    annotating.card = nil
    guard annotation.kind.marksText else {
      return pick(.move(annotation.id))
    }
    // A selection is the new place.
    annotating.moved = MovedAnnotation(document: id, annotation: annotation.id)
    if selectedRange != nil { return placeMoved() }
    if panel?.source == .annotations { closePanel() }
    say("Select the words to attach it to, then press a v")
    return []
  }

  /// Moves the annotation to the selection; nil if none is being moved.
  mutating func placeMoved() -> [Effect] {
    guard let moved = annotating.moved, let document = documents[moved.document],
      document.id == pane?.document, let annotation = document.annotations[moved.annotation],
      let range = selectedRange
    else {
      annotating.moved = nil
      return []
    }
    guard range.lowerBound.page == range.upperBound.page,
      let content = document.pages[range.lowerBound.page]
    else {
      say("It can be attached to words of one page only", isError: true)
      return []
    }
    annotating.moved = nil
    let indices = range.lowerBound.index...range.upperBound.index
    guard let place = MarkPlace(indices, of: content, page: range.lowerBound.page) else {
      return []
    }
    selection = nil
    return change(annotation, in: document.id) { place.take(&$0) }
  }
}

extension State {
  /// Leaves the current annotation; returns whether there was one.
  mutating func leaveAnnotation() -> Bool {
    annotating.moved = nil
    guard let pane, let index = documents.index(of: pane.document),
      documents[index].annotations.current != nil
    else { return false }
    documents[index].annotations.current = nil
    return true
  }

  /// Changes the current annotation's colour by name.
  mutating func recolorCurrent(_ text: String) -> [Effect] {
    guard let document, let annotation = currentAnnotation else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    guard let color = preferences.color(named: text, for: annotation.kindOfShade) else {
      say("“\(text)” is not a colour: use a name or #rrggbb", isError: true)
      return []
    }
    return recolor(annotation.id, in: document.id, color)
  }

  /// Returns the number of annotations and where they are stored.
  func annotationFacts(_ document: Document) -> String {
    let list = document.annotations
    let isAny = list.count > 0 || list.saveStatus.obstacle != nil || !list.layer.collections.isEmpty
    guard document.hasPages, isAny else { return "" }
    let count = list.inOrder.count
    var words = count == 0 ? "none" : String(count)
    if !list.saveStatus.leftOutPages.isEmpty {
      words +=
        AnnotationStrings.sentence(list.saveStatus, pageName: document.pageName).map { ". \($0)" }
        ?? ""
    } else if !list.layer.collections.isEmpty {
      words += count == 0 ? "" : ", in Recto's library"
    } else if let obstacle = list.saveStatus.obstacle {
      let (reason, cure) = (AnnotationStrings.reason(obstacle), AnnotationStrings.cure(obstacle))
      let way = cure.firstIndex(of: ";").map { cure[$0...] } ?? ""
      words += "; new ones stay in Recto's library: \(reason)\(way)"
    } else if !list.saveStatus.isSaved {
      words += ", not all saved yet"
    }
    return words
  }
}
