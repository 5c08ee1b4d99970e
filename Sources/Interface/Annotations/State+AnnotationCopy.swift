package import DocumentModel
import Messages

/// A copy being written, and the edit to make in it.
package struct AwaitedCopy: Sendable, Hashable {
  package var document: DocumentID
  package var step: AnnotationEdit
}

/// Copies that replace a document that cannot or must not be changed.
extension State {
  mutating func askForAnnotatedCopy(_ id: DocumentID, _ step: AnnotationEdit) {
    guard let document = documents[id] else { return }
    let isDamaged = document.annotations.standing.obstacle == .damaged
    let words = isDamaged ? "(repaired)" : step.fields.isEmpty ? "(annotated)" : "(filled in)"
    let path = Self.newPath(beside: document.path, adding: words)
    prompt = Prompt("The copy goes to", text: path) {
      $0.annotateCopy(of: id, step, path: $1.trimmed)
    }
  }

  mutating func annotateCopy(of id: DocumentID, _ step: AnnotationEdit, path: String) -> [Effect] {
    guard !path.isEmpty, let document = documents[id] else { return [] }
    annotating.awaitedCopy = AwaitedCopy(document: id, step: step)
    return [
      .annotations(.goOnInCopy(id, generation: document.editedGeneration, path: path))
    ]
  }

  /// Shows the copy where the document was shown; the edit is made when its annotations are known.
  mutating func copied(
    _ id: DocumentID, _ path: String, leftOut: [Int], trouble: String?
  ) -> [Effect] {
    guard let copy = annotating.awaitedCopy, copy.document == id else { return [] }
    annotating.awaitedCopy = nil
    if let trouble {
      questions.ask(
        Question(
          trouble, [.init("c", "choose another name", .annotateCopy(id, copy.step))],
          escapeWords: "leave it"))
      return []
    }
    // The copy has the same text as the document.
    if let document = documents[id] {
      for made in copy.step.changes.compactMap(\.id)
      where annotating.origins[made]?.isStill(document) == true {
        annotating.origins[made] = nil
      }
    }
    let effects = saveReading()
    let seen = panes.indices.filter { panes[$0].document == id }
    let new = documents.add(path: path, start: .remembered)
    documents[documents.count - 1].annotations.awaitedStep = copy.step
    for view in seen.isEmpty && panes.focus < panes.count ? [panes.focus] : seen {
      var pane = Pane(document: new.id)
      if panes[view].document == id {
        pane.start = place(of: view)
        pane.mode = panes[view].mode
        pane.restored = panes[view].display
      }
      panes[view] = pane
    }
    selection = nil
    let name = documents[id]?.fileName ?? "the document"
    say(
      "\(path) was written and is open in place of \(name)\(self.documents.leftOut(leftOut, of: id))"
    )
    return effects + opening(new)
  }

  /// Does what waited for the annotations of a document, as they are in the file, to be known.
  mutating func finishAwaited(_ index: Int) -> [Effect] {
    var effects: [Effect] = []
    let id = documents[index].id
    if let step = documents[index].annotations.awaitedStep {
      documents[index].annotations.awaitedStep = nil
      // The user agreed when choosing the copy.
      documents[index].annotations.consented.formUnion(
        documents[index].annotations.standing.cautions)
      effects += edit(id, step)
    }
    let texts = annotating.awaitedTexts.filter { $0.writing.document == id }
    annotating.awaitedTexts.removeAll { $0.writing.document == id }
    for awaited in texts { effects += finish(awaited.writing, text: awaited.text) }
    return effects + documents.mergeDueConflict(index)
  }
}

extension Documents {
  /// Returns the sentence about edits that are not in a copy; `pages` are their pages.
  func leftOut(_ pages: [Int], of id: DocumentID) -> String {
    let names = pages.map { self[id]?.pageName($0) ?? String($0 + 1) }
    return names.isEmpty ? "" : ". " + AnnotationStrings.sentence(leftOutOfCopy: names)
  }
}
