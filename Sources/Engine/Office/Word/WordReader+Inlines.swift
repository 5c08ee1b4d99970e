/// Runs, links, fields, comments and changes.
extension WordReader {
  static let inlineHandlers: [String: Handler] = [
    "w:r": { $0.readRun($1) },
    "w:hyperlink": { reader, node in
      let target = node["r:id"].flatMap { reader.relations[$0]?.address } ?? ""
      let address = target + (node["w:anchor"].map { "#" + $0 } ?? "")
      reader.readLink(address.isEmpty ? nil : address, node)
    },
    "w:fldSimple": { $0.readLink(WordField.address($1["w:instr"] ?? ""), $1) },
    "w:fldChar": { $0.readFieldCharacter($1) },
    "w:instrText": { reader, node in
      if let last = reader.fields.indices.last, !reader.fields[last].isInResult {
        reader.fields[last].add(node.text)
      }
    },
    "w:t": { if $0.noteSign != $1.index { $0.put($1.text) } },
    "w:lastRenderedPageBreak": { reader, _ in reader.breakPage() },
    "w:delText": { $0.put($1.text) },
    "w:tab": { $0.putTab($1) }, "w:ptab": { $0.putTab($1) },
    "w:noBreakHyphen": { reader, _ in reader.put("\u{2011}") },
    "w:softHyphen": { reader, _ in reader.put("\u{AD}") },
    "w:cr": { reader, _ in reader.putBreak() },
    "w:br": { reader, node in
      if node["w:type"] == "page" {
        reader.put(OfficeElement("span", [("role", "doc-pagebreak")]))
      } else {
        reader.putBreak()
      }
    },
    "w:sym": { reader, node in
      guard let code = node["w:char"].flatMap({ UInt32($0, radix: 16) }) else { return }
      reader.put(OfficeFonts.symbol(code, font: node["w:font"] ?? "").map { String($0) } ?? "")
    },
    "w:footnoteReference": { $0.putReference(.footnote, $1) },
    "w:endnoteReference": { $0.putReference(.endnote, $1) },
    "w:commentReference": { $0.putComment($1) },
    "w:ruby": { $0.readRuby($1) },
    "m:oMath": { $0.putFormula($1, isBlock: false) },
    "m:oMathPara": { reader, node in
      for formula in node.children("m:oMath") { reader.putFormula(formula, isBlock: true) }
    },
  ]

  /// Whether text is shown: it is not hidden, and is no field's instruction.
  private var isShown: Bool { fields.allSatisfy(\.isInResult) && !marks.contains(.hidden) }

  /// The elements around the next text.
  private var inlines: [OfficeElement] {
    guard let link = links.last ?? fields.last(where: { $0.link != nil })?.link else {
      return openComments + changes + marks.elements
    }
    return openComments + changes + [link] + marks.subtracting(.underlined).elements
  }

  mutating func put(_ text: String) {
    if isShown { writer.putKeepingBlanks(OfficeFonts.text(text, font: runFont), inlines) }
  }

  private mutating func putTab(_ node: MarkupNode) {
    if isShown { writer.putBlanks("\t", inlines) }
  }

  mutating func put(_ element: OfficeElement) {
    if isShown { writer.put(element, inlines) }
  }

  private mutating func putBreak() {
    if paragraph.role == .code { put("\n") } else { put(OfficeElement("br")) }
  }

  // MARK: runs

  private mutating func readRun(_ node: MarkupNode) {
    let properties = node.child("w:rPr")
    let outer = (marks, runFont)
    marks = marks(of: properties)
    runFont = properties?.child("w:rFonts")?["w:ascii"]
    visitChildren(node)
    (marks, runFont) = outer
  }

  private func marks(of properties: MarkupNode?) -> OfficeMarks {
    let base = paragraph.format.marks
    var marks = base
    if let properties {
      if let name = properties.child("w:rStyle")?["w:val"], let style = styles.styles[name] {
        let both = base.intersection(style.format.marks).intersection(WordValue.toggled)
        marks = style.format.over(base.union(style.format.marks)).subtracting(both)
      }
      marks = WordValue.format(of: properties).over(marks)
    }
    return paragraph.role.shown(marks, base: base)
  }

  private mutating func readRuby(_ node: MarkupNode) {
    for (name, part) in [("span", "w:rubyBase"), ("rt", "w:rt")] {
      guard let child = node.child(part) else { continue }
      changes += [OfficeElement("ruby", key: Int(node.index)), OfficeElement(name)]
      visitChildren(child)
      changes.removeLast(2)
    }
  }

  // MARK: links and fields

  private mutating func readLink(_ address: String?, _ node: MarkupNode) {
    guard let address else { return visitChildren(node) }
    links.append(OfficeElement("a", [("href", address)]))
    visitChildren(node)
    _ = links.popLast()
  }

  private static let mostFields = 256

  private mutating func readFieldCharacter(_ node: MarkupNode) {
    switch node["w:fldCharType"] {
    case "begin":
      guard fields.count < Self.mostFields else { return }
      fields.append(WordField())
      if let box = node.child("w:ffData")?.child("w:checkBox") {
        fields[fields.count - 1].isInResult = true
        let state = box.child("w:checked") ?? box.child("w:default")
        put(state.map { WordValue.isOn($0["w:val"]) } == true ? "☒" : "☐")
        fields[fields.count - 1].isInResult = false
      }
    case "separate":
      if let last = fields.indices.last { fields[last].endInstruction() }
    case "end": _ = fields.popLast()
    default: break
    }
  }

  // MARK: changes and comments

  mutating func readChange(_ node: MarkupNode, _ name: String) {
    changes.append(
      OfficeElement(name, [("author", node["w:author"]), ("date", node["w:date"])]))
    visitChildren(node)
    _ = changes.popLast()
  }

  private func comment(_ node: MarkupNode) -> OfficeElement? {
    guard let id = node["w:id"], commentNames.contains(id) else { return nil }
    return OfficeElement("span", [("comment", id)])
  }

  mutating func openComment(_ node: MarkupNode) {
    guard let comment = comment(node), !openComments.contains(comment),
      openComments.count < Self.mostFields
    else { return }
    openComments.append(comment)
    commented.insert(comment)
  }

  mutating func closeComment(_ node: MarkupNode) {
    if let comment = comment(node) { openComments.removeAll { $0 == comment } }
  }

  /// A comment on no text is an empty element.
  private mutating func putComment(_ node: MarkupNode) {
    guard let comment = comment(node), commented.insert(comment).inserted else { return }
    writer.put(comment, changes)
  }

  // MARK: notes and formulas

  /// Elements from a note's reference to the sign that the author gave it.
  private static let signReach = 8

  private mutating func putReference(_ kind: WordNotes.Kind, _ node: MarkupNode) {
    guard let id = node["w:id"], isShown else { return }
    let reference = WordNotes.Reference(kind: kind, id: id)
    guard notes.nodes[reference] != nil else { return }
    let number = noteNumbers[reference] ?? noteNumbers.count + 1
    let isFirst = noteNumbers.updateValue(number, forKey: reference) == nil
    if isFirst { noteQueue.append(reference) }
    var label = noteLabels[reference] ?? ""
    if WordValue.isOn(node["w:customMarkFollows"] ?? "0") {
      let sign = sequence(first: node, next: \.next).prefix(Self.signReach).first {
        $0.name == "w:t"
      }
      noteSign = sign?.index
      label = sign?.text ?? "*"
    } else if isFirst {
      label = nextNoteLabel(kind)
      noteLabels[reference] = label
    }
    writer.putNoteReference(number, label, isFirst: isFirst, openComments + changes)
  }

  private mutating func putFormula(_ node: MarkupNode, isBlock: Bool) {
    guard isShown else { return }
    writer.prepare(inlines)
    WordFormula.write(node, isBlock: isBlock, to: writer.tree)
  }
}
