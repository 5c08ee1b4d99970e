/// Elements that several kinds of documents have.
extension OfficeWriter {
  /// Puts a reference to a note, which is shown by its label; the first one is the target of the note's link back.
  func putNoteReference(
    _ number: Int, _ label: String, isFirst: Bool, _ inlines: [OfficeElement]
  ) {
    let link = OfficeElement(
      "a",
      [
        ("role", "doc-noteref"), ("href", "#office-note-\(number)"),
        ("id", isFirst ? "office-noteref-\(number)" : nil),
      ])
    put(label, inlines + [link, OfficeElement("sup")])
  }

  /// Begins the notes of a slide's speaker.
  func beginSpeakerNotes() {
    begin(OfficeElement("aside", [("class", "notes")]))
    paragraph(OfficeElement("p"))
    put("Notes:", [OfficeElement("strong")])
    endParagraph()
  }

  /// Begins a note, whose label links back to the reference; it is empty if the note's text begins with it.
  func beginNote(_ number: Int, _ label: String, isEndnote: Bool = false) {
    begin(
      OfficeElement(
        "aside",
        [("role", isEndnote ? "doc-endnote" : "doc-footnote"), ("id", "office-note-\(number)")]))
    let back = OfficeElement(
      "a", [("role", "doc-backlink"), ("href", "#office-noteref-\(number)")])
    self.label = label.isEmpty ? nil : (label, back)
  }
}
