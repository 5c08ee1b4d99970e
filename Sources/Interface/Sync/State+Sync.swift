import DocumentModel
import Messages

/// The conflict copies of a document.
package struct DocumentConflict: Sendable, Hashable {
  /// The original's path, if the document is a copy.
  var original: String?
  /// The paths of the document's copies.
  var copies: [String] = []
  /// The copy that the user has asked to merge into this document, which was not open then.
  var due: String?
}

extension State {
  mutating func take(_ news: ConflictNews, of id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    let key = keyInput.keymap.keys(for: "merge-conflict").first ?? ":merge-conflict"
    switch news {
    case .isCopy(let original):
      documents[index].conflict.original = original
      say(
        "This is a conflict copy of \(PathParts.name(of: original)); \(key) merges its annotations into that"
      )
    case .hasCopies(let copies):
      documents[index].conflict.copies = copies
      if documents[index].conflict.due != nil { return documents.mergeDueConflict(index) }
      let count =
        copies.count == 1 ? "There is a conflict copy" : "There are \(copies.count) conflict copies"
      say("\(count) of \(documents[index].fileName); \(key) merges the annotations")
    case .merge(let merge, let copy, let words): return finish(merge, copy, words, index)
    case .refusal(let sentence, let copy):
      // The next copy takes its turn.
      documents[index].conflict.copies.removeAll { PathParts.same($0, copy) }
      say(sentence, isError: true)
    }
    return []
  }

  /// Merges the annotations of the conflict copy on the screen into its original, which is opened, or of the first copy of the original.
  mutating func mergeConflict() -> [Effect] {
    guard let document, let index = documents.index(of: document.id) else { return [] }
    if let original = document.conflict.original {
      let effects = open(path: original, start: .remembered)
      if let new = documents.firstIndex(where: { PathParts.same($0.path, original) }) {
        documents[new].conflict.due = document.path
        return effects + documents.mergeDueConflict(new)
      }
      return effects
    }
    guard let copy = document.conflict.copies.first else {
      say("There is no conflict copy of \(document.fileName) beside it")
      return []
    }
    documents[index].conflict.due = copy
    return documents.mergeDueConflict(index)
  }

  private mutating func finish(
    _ merge: ConflictMerge, _ copy: String, _ words: String, _ index: Int
  ) -> [Effect] {
    documents[index].conflict.copies.removeAll { PathParts.same($0, copy) }
    say(words)
    let list = documents[index].annotations
    let asks = !list.consented.isSuperset(
      of: list.saveStatus.cautions.counting(forForms: !merge.fields.isEmpty))
    let effects = edit(documents[index].id, merge.edit)
    // Until the user has agreed to the edit, the copy alone has them.
    guard merge.isEmpty || !asks, merge.clashingFields.isEmpty else { return effects }
    questions.ask(
      Question(
        "\(words). Move the copy \(PathParts.name(of: copy)) to the trash?",
        [
          .init("y", "move it to the trash", .effects([.browse(.files(.trash([copy])))])),
          .init("n", "keep it", .nothing),
        ]))
    return effects
  }
}

extension Documents {
  /// Begins a merge that was asked for, once the copies and the document's annotations are known.
  mutating func mergeDueConflict(_ index: Int) -> [Effect] {
    let document = self[index]
    guard let copy = document.conflict.due, document.annotations.through > 0 else { return [] }
    self[index].conflict.due = nil
    return [
      .mergeConflict(
        document.id, path: document.path, copy: copy,
        document.annotations.pagesWithAny.flatMap { document.annotations.on($0) })
    ]
  }
}

extension State {
  /// Goes to a place that was read to on another machine if nothing was read here yet, else offers it.
  mutating func readElsewhere(_ id: DocumentID, _ elsewhere: ReadElsewhere) {
    guard let index = documents.index(of: id), documents[index].phase == .open,
      elsewhere.place.page < max(1, documents[index].pageCount)
    else { return }
    documents[index].elsewhere = elsewhere
    let by = "on \(elsewhere.machine)" + (elsewhere.age.map { ", \($0)" } ?? "")
    let page =
      documents[index].hasPages
      ? "page " + documents[index].pageName(elsewhere.place.page) : "another place"
    guard id == document?.id, isAtBeginning(index) else {
      let key = keyInput.keymap.keys(for: "continue-elsewhere").first ?? ":continue-elsewhere"
      return say("\(documents[index].fileName): \(page) \(by); \(key) goes there")
    }
    continueElsewhere()
    say("Continued at \(page), read \(by)")
  }

  /// Takes marks of other machines over; otherwise the document's own would replace them when it is saved.
  mutating func markedElsewhere(_ id: DocumentID, _ marks: [MarkElsewhere]) {
    guard let index = documents.index(of: id) else { return }
    let names = Set(marks.map(\.name))
    var all = documents[index].reading.marks.filter { !names.contains($0.name) }
    all += marks.compactMap(\.mark)
    documents[index].reading.marks = all.sorted { $0.name < $1.name }
    if panel?.source == .marks { fillPanel() }
  }

  /// Whether all views of a document show its beginning, and no place of it was left.
  private func isAtBeginning(_ index: Int) -> Bool {
    let document = documents[index]
    return document.start == .remembered && document.reading.history.isEmpty
      && panes.indices.allSatisfy {
        panes[$0].document != document.id || place(of: $0) == Place(page: 0)
      }
  }

  /// Goes to the place of the focused document that was read to on another machine.
  mutating func continueElsewhere() {
    guard let document, let index = documents.index(of: document.id),
      let elsewhere = documents[index].elsewhere
    else { return say("No other machine has read this document further") }
    jump(to: elsewhere.place.page, .offset(elsewhere.place.offset))
    documents[index].elsewhere = nil
  }
}
