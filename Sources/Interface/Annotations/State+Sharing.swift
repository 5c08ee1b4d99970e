import Canvas
import DocumentModel
import Messages
import Widgets

/// Annotations of the members of shared libraries.
extension State {
  /// Shows the annotations of a document's collections.
  mutating func take(_ layer: SharedLayer, of index: Int) {
    let before = documents[index].annotations.layer
    let pageCount = documents[index].pageCount
    var layer = layer
    layer.annotations.removeAll { $0.page >= pageCount }
    documents[index].annotations.layer = layer
    for page in Set(layer.annotations.map(\.page)) {
      guard let content = documents[index].pages[page] else { continue }
      documents[index].learnAnnotations(of: content, page)
    }
    if let card = annotating.card, documents[card.document]?.annotations[card.annotation] == nil {
      annotating.card = nil
    }
    if !layer.trouble.isEmpty, layer.trouble != before.trouble { say(layer.trouble) }
    if let new = layer.refusals.first(where: { before.refusals[$0.key] == nil }) {
      say("An annotation is kept on this machine only: \(new.value)", isError: true)
    }
  }

  /// Returns a sentence saying why an annotation of another member cannot be changed; nil if it can.
  func whyItIsTheirs(
    _ annotation: Annotation, in list: AnnotationList, for command: AnnotationCommand
  ) -> String? {
    guard list.isOfOthers(annotation.id), !AnnotationCommand.harmless.contains(command) else {
      return nil
    }
    let key = keyInput.keymap.keys(for: "reply").first.map { "; \($0) replies" } ?? ""
    return "Only \(annotation.author) can change it, where it was made\(key)"
  }

  /// Returns an edit without changes of other members' annotations; nil if nothing is left.
  mutating func withoutOthers(_ step: AnnotationEdit, in document: Document) -> AnnotationEdit? {
    let list = document.annotations
    guard step.changes.contains(where: { $0.id.map(list.isOfOthers) ?? false }) else {
      return step.isEmpty ? nil : step
    }
    var own = step
    own.changes.removeAll { $0.id.map(list.isOfOthers) ?? false }
    if own.isEmpty { say("Only its author can change it, where it was made") }
    return own.isEmpty ? nil : own
  }

  /// Makes the annotation at the caret, or gone to last, known to the members, or withdraws it.
  mutating func shareCurrent() -> [Effect] {
    guard let document, let annotation = currentOrListed else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    let list = document.annotations
    // A reply is shared by itself.
    let one =
      annotation.replyTo != nil && !annotation.isGrouped ? annotation : list.primary(of: annotation)
    guard !list.isOfOthers(one.id) else {
      say("It is an annotation of \(one.author)")
      return []
    }
    // Shared again, a refused one is sent again.
    let isShared = !list.layer.own.contains(one.id) || list.layer.refusals[one.id] != nil
    let names = AnnotationStrings.names(list.layer)
    say(
      list.layer.trouble.isEmpty
        ? isShared ? "Shared with \(names)" : "Private"
        : isShared
          ? "It will be sent when \(names) answers"
          : "Private; it will be withdrawn when \(names) answers")
    return [
      .annotations(
        .share(
          document.id, generation: document.editedGeneration, [one] + list.members(of: one.id),
          isShared: isShared))
    ]
  }

  /// In the list, the one selected there.
  private var currentOrListed: Annotation? {
    if let panel, panel.source == .annotations,
      case .annotation(let id) = panel.rows[safe: panel.selected]?.action.target
    {
      return document?.annotations[id]
    }
    return currentAnnotation
  }

  /// Chooses whom new annotations are for.
  mutating func shareNew(_ isOpen: Bool) -> [Effect] {
    guard let document else { return [] }
    say(
      isOpen
        ? "New annotations are for \(AnnotationStrings.names(document.annotations.layer))"
        : "New annotations are for you alone")
    return [
      .annotations(.shareNew(document.id, generation: document.editedGeneration, isOpen))
    ]
  }

  /// Shows the annotations of some members: names with commas between, `all` or `none`.
  mutating func showMembers(_ text: String) {
    guard let document, let index = documents.index(of: document.id) else { return }
    let names = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    let known = AnnotationStrings.members(of: document)
    if let other = names.first(where: { !known.contains($0) && !["all", "none"].contains($0) }) {
      say(
        "No annotation is by \(other): there is \(known.joined(separator: ", "))",
        isError: true)
      return
    }
    documents[index].annotations.shownMembers =
      names == ["all"] ? nil : Set(names.filter { $0 != "none" })
    say("Annotations of members shown: \(names.joined(separator: ", "))")
    refillAnnotations()
  }
}
