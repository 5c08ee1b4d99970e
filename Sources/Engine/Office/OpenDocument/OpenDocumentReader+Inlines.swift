/// Text, spans, links, notes, annotations and changes (ODF 1.3-3, 6).
extension OpenDocumentReader {
  static let inlineHandlers: [String: Handler] = [
    "text:span": { $0.readSpan($1) },
    "text:s": { reader, node in
      let count = OpenDocumentValue.number(node["text:c"], 0...1_000) ?? 1
      reader.putBlanks(String(repeating: " ", count: count))
    },
    "text:tab": { reader, _ in reader.putBlanks("\t") },
    "text:line-break": { reader, _ in
      if reader.paragraph.role == .code {
        reader.put("\n")
      } else {
        reader.put(OfficeElement("br"))
      }
      reader.isAfterBlank = reader.paragraph.role != .code
    },
    "text:soft-hyphen": { reader, _ in reader.put("\u{AD}") },
    "text:a": { $0.readLink($1["xlink:href"], $1) },
    "text:bookmark-ref": { $0.readLink($1["text:ref-name"].map { "#" + $0 }, $1) },
    "text:reference-ref": { $0.readLink($1["text:ref-name"].map { "#" + $0 }, $1) },
    "text:sequence-ref": { $0.readLink($1["text:ref-name"].map { "#" + $0 }, $1) },
    "text:sequence": { reader, node in
      if let name = node["text:ref-name"] { reader.writer.anchor(name, reader.inlines) }
      reader.visitChildren(node)
    },
    "text:bookmark": { $0.putAnchor($1) }, "text:bookmark-start": { $0.putAnchor($1) },
    "text:reference-mark": { $0.putAnchor($1) }, "text:reference-mark-start": { $0.putAnchor($1) },
    "text:note": { $0.putNote($1) },
    "text:ruby-base": { $0.readRuby($1, "span") }, "text:ruby-text": { $0.readRuby($1, "rt") },
    "text:hidden-text": { $0.readConditional($1) },
    "text:hidden-paragraph": { $0.readConditional($1) },
    "office:annotation": { $0.openComment($1) },
    "office:annotation-end": { reader, node in
      reader.wrappers.removeAll { $0 == Self.comment(node["office:name"] ?? "") }
    },
    "text:change-start": { $0.openChange($1) }, "text:change-end": { $0.closeChange($1) },
    "text:change": { $0.putDeletion($1) },
    "text:soft-page-break": { _, _ in }, "text:note-citation": { _, _ in },
  ]

  var inlines: [OfficeElement] {
    let marks = marks(link == nil ? self.marks : self.marks.subtracting(.underlined))
    return wrappers + (link.map { [$0] } ?? []) + marks.elements
  }

  private func marks(_ marks: OfficeMarks) -> OfficeMarks {
    paragraph.role.shown(marks, base: paragraph.format.marks)
  }

  /// Puts characters; runs of white space in the file are one blank.
  mutating func putText(_ node: MarkupNode) {
    guard writer.isInParagraph || isInDeletion else { return }
    var text = ""
    for scalar in node.text.unicodeScalars {
      let isBlank = scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
      if !isBlank {
        text.unicodeScalars.append(scalar)
      } else if !isAfterBlank {
        text.append(" ")
      }
      isAfterBlank = isBlank
    }
    put(text)
  }

  mutating func put(_ text: String) {
    if !marks.contains(.hidden) { writer.put(OfficeFonts.text(text, font: nil), inlines) }
  }

  private mutating func putBlanks(_ blanks: String) {
    if !marks.contains(.hidden) { writer.putBlanks(blanks, inlines) }
    isAfterBlank = paragraph.role != .code
  }

  mutating func put(_ element: OfficeElement) {
    if !marks.contains(.hidden) { writer.put(element, inlines) }
  }

  private mutating func readSpan(_ node: MarkupNode) {
    let outer = marks
    if let format = node["text:style-name"].flatMap({ styles.formats[$0] }) {
      marks = format.over(marks)
    }
    visitChildren(node)
    marks = outer
  }

  mutating func readLink(_ address: String?, _ node: MarkupNode) {
    let outer = link
    if let address, !address.isEmpty { link = OfficeElement("a", [("href", Self.target(address))]) }
    visitChildren(node)
    link = outer
  }

  /// Links within a document may end with the kind of their target, as in "#Table1|table".
  private static func target(_ address: String) -> String {
    guard address.hasPrefix("#"), let end = address.lastIndex(of: "|") else { return address }
    return String(address[..<end])
  }

  private mutating func putAnchor(_ node: MarkupNode) {
    if let name = node["text:name"] { writer.anchor(name, inlines) }
  }

  private mutating func readRuby(_ node: MarkupNode, _ name: String) {
    wrappers += [OfficeElement("ruby", key: Int(node.parent?.index ?? 0)), OfficeElement(name)]
    visitChildren(node)
    wrappers.removeLast(min(2, wrappers.count))
  }

  private mutating func readConditional(_ node: MarkupNode) {
    if node["text:is-hidden"] != "true" { visitChildren(node) }
  }

  private mutating func putNote(_ node: MarkupNode) {
    guard let body = node.child("text:note-body"), !marks.contains(.hidden) else { return }
    let citation = node.child("text:note-citation")?.words ?? ""
    let label = citation.isEmpty ? String(noteQueue.count + 1) : citation
    noteQueue.append((body, label, node["text:note-class"] == "endnote"))
    writer.putNoteReference(noteQueue.count, label, isFirst: true, wrappers)
    isAfterBlank = false
  }

  // MARK: annotations

  private static func comment(_ name: String) -> OfficeElement {
    OfficeElement("span", [("comment", name)])
  }

  private mutating func openComment(_ node: MarkupNode) {
    let name = node["office:name"] ?? "annotation-\(knownComments.count + 1)"
    let paragraphs = node.elements.filter { $0.name == "text:p" || $0.name == "text:list" }
    knownComments.append(
      OfficeComment(
        id: name, author: node.child("dc:creator")?.words ?? "",
        date: node.child("dc:date")?.words ?? "",
        text: paragraphs.map(\.words).joined(separator: "\n"),
        parent: node["loext:parent-name"], isDone: node["loext:resolved"] == "true"))
    let comment = Self.comment(name)
    if !rangeNames.contains(name), writer.isInParagraph {
      writer.put(comment, wrappers)
    } else if !wrappers.contains(comment), wrappers.count < Self.mostWrappers {
      wrappers.append(comment)
    }
  }

  private static let mostWrappers = 64

  // MARK: changes

  private static let kinds = ["text:insertion": "ins", "text:deletion": "del"]

  mutating func readRegion(_ node: MarkupNode) {
    guard let id = node["text:id"] ?? node["xml:id"],
      let change = node.elements.first(where: { Self.kinds[$0.name] != nil }),
      let name = Self.kinds[change.name]
    else { return }
    let info = change.child("office:change-info")
    let element = OfficeElement(
      name, [("author", info?.child("dc:creator")?.words), ("date", info?.child("dc:date")?.words)])
    changes[id] = Change(
      element: element, deletion: change.elements.filter { $0.name != "office:change-info" })
  }

  private mutating func openChange(_ node: MarkupNode) {
    guard let id = node["text:change-id"], let change = changes[id], change.element.name == "ins",
      openChanges[id] == nil,
      wrappers.count < Self.mostWrappers
    else { return }
    openChanges[id] = change.element
    wrappers.append(change.element)
  }

  private mutating func closeChange(_ node: MarkupNode) {
    guard let id = node["text:change-id"], let element = openChanges.removeValue(forKey: id),
      let place = wrappers.lastIndex(of: element)
    else { return }
    wrappers.remove(at: place)
  }

  var isInDeletion: Bool { wrappers.last?.name == "del" }

  /// Puts deleted text in its place; deletions are not nested.
  private mutating func putDeletion(_ node: MarkupNode) {
    guard let id = node["text:change-id"], !isInDeletion,
      let change = changes.removeValue(forKey: id)
    else { return }
    let outer = (marks, isAfterBlank)
    wrappers.append(change.element)
    for (index, part) in change.deletion.enumerated() {
      if index > 0 { put(OfficeElement("br")) }
      visit(part)
    }
    _ = wrappers.popLast()
    (marks, isAfterBlank) = outer
  }

  /// Paragraphs of a deletion are lines of the paragraph it is in.
  mutating func readJoined(_ node: MarkupNode) {
    isAfterBlank = false
    visitChildren(node)
  }
}
