import DocumentModel
import Messages

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
