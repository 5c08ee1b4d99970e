/// Elements that several kinds of documents have.
extension OfficeWriter {
  /// Puts a reference to a note; the first one is the target of the note's link back.
  func putNoteReference(_ number: Int, isFirst: Bool, _ inlines: [OfficeElement]) {
    let link = OfficeElement(
      "a",
      [
        ("role", "doc-noteref"), ("href", "#office-note-\(number)"),
        ("id", isFirst ? "office-noteref-\(number)" : nil),
      ])
    put(String(number), inlines + [link, OfficeElement("sup")])
  }

  /// Begins a note, whose number links back to the reference.
  func beginNote(_ number: Int, isEndnote: Bool = false) {
    begin(
      OfficeElement(
        "aside",
        [("role", isEndnote ? "doc-endnote" : "doc-footnote"), ("id", "office-note-\(number)")]))
    label = (
      String(number),
      OfficeElement("a", [("role", "doc-backlink"), ("href", "#office-noteref-\(number)")])
    )
  }
}
