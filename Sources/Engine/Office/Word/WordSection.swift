import DocumentModel

/// A section of a text document: its running heads and how its notes are numbered (ECMA-376-1, 17.6).
struct WordSection {
  /// The relationships of its own heads by their kind and type, such as "header default".
  private(set) var heads: [String: String] = [:]
  /// Whether its first page has heads of its own.
  private(set) var hasTitlePage = false
  private(set) var numbering: [WordNotes.Kind: NoteNumbering] = [:]

  /// How notes are numbered; nil is as the document says.
  struct NoteNumbering {
    var format: String?
    var start: Int?
    var restart: String?

    init(_ properties: MarkupNode?) {
      format = properties?.child("w:numFmt")?["w:val"]
      start = WordValue.number(properties?.child("w:numStart"))
      restart = properties?.child("w:numRestart")?["w:val"]
    }

    func over(_ base: NoteNumbering?) -> NoteNumbering {
      var both = self
      both.format = format ?? base?.format
      both.start = start ?? base?.start
      both.restart = restart ?? base?.restart
      return both
    }
  }

  /// Returns all sections of a body, each with the heads that it continues; there is at least one.
  static func all(of body: MarkupNode, settings: MarkupNode?) -> [WordSection] {
    var sections: [WordSection] = []
    let base = numbering(of: settings)
    for node in body.descendants
    where node.name == "w:sectPr" && node.parent?.name != "w:sectPrChange" {
      var section = WordSection()
      section.heads = sections.last?.heads ?? [:]
      for kind in ["header", "footer"] {
        for reference in node.children("w:\(kind)Reference") {
          section.heads["\(kind) \(reference["w:type"] ?? "default")"] = reference["r:id"]
        }
      }
      section.hasTitlePage =
        node.child("w:titlePg").map { WordValue.isOn($0["w:val"]) } ?? false
      section.numbering = numbering(of: node).merging(base) { $0.over($1) }
      sections.append(section)
    }
    if sections.isEmpty {
      sections = [WordSection()]
      sections[0].numbering = base
    }
    return sections
  }

  private static func numbering(of node: MarkupNode?) -> [WordNotes.Kind: NoteNumbering] {
    Dictionary(
      uniqueKeysWithValues: WordNotes.Kind.allCases.map { kind in
        (kind, NoteNumbering(node?.child("w:\(kind.rawValue)Pr")))
      })
  }
}

extension WordReader {
  /// Writes the running heads of a kind that the current section has, if they are others than those before.
  mutating func putHeads(_ kind: String) {
    guard let section = sections[safe: section] else { return }
    let types =
      (section.hasTitlePage ? ["first"] : []) + ["default"] + (hasEvenHeads ? ["even"] : [])
    for type in types {
      let key = "\(kind) \(type)"
      guard headsLeft > 0, let id = section.heads[key],
        shownHeads.updateValue(id, forKey: key) != id,
        let target = relations[id], let root = files.root(target.address), !root.words.isEmpty
      else { continue }
      headsLeft -= 1
      isInHead = true
      defer { isInHead = false }
      let outer = (relations, fields, changes, openComments)
      relations = OfficeRelations(of: target.address, in: files)
      (fields, changes, openComments) = ([], [], [])
      readApart(OfficeElement("div", [("role", "doc-page\(kind)")]), root.elements)
      (relations, fields, changes, openComments) = outer
    }
  }

  /// Ends a section and begins the next one.
  mutating func endSection() {
    writer.endParagraph()
    putHeads("footer")
    section += 1
    for kind in WordNotes.Kind.allCases {
      if sections[safe: section]?.numbering[kind]?.restart == "eachSect" { noteCounts[kind] = nil }
    }
    putHeads("header")
  }

  /// Begins another page as Word showed the document last.
  mutating func breakPage() {
    for kind in WordNotes.Kind.allCases {
      if sections[safe: section]?.numbering[kind]?.restart == "eachPage" { noteCounts[kind] = nil }
    }
  }

  /// Returns the number of the next note of a kind, as Word shows it.
  mutating func nextNoteLabel(_ kind: WordNotes.Kind) -> String {
    let numbering = sections[safe: section]?.numbering[kind]
    let number = noteCounts[kind].map { $0 + 1 } ?? numbering?.start ?? 1
    noteCounts[kind] = number
    return WordNotes.label(
      number, numbering?.format ?? (kind == .endnote ? "lowerRoman" : "decimal"))
  }
}

extension WordNotes {
  private static let styles = [
    "upperRoman": "upper-roman", "lowerRoman": "lower-roman",
    "decimalZero": "decimal-leading-zero",
  ]
  /// The signs of notes that the format `chicago` repeats.
  private static let signs = ["*", "†", "‡", "§"]

  /// Returns the number of a note in a format (ECMA-376-1, 17.18.59); formats that are not known are decimal.
  static func label(_ number: Int, _ format: String) -> String {
    let (place, times) = (max(0, number - 1), max(1, number))
    switch format {
    case "lowerLetter", "upperLetter":
      guard let letter = UnicodeScalar((format == "lowerLetter" ? 0x61 : 0x41) + place % 26) else {
        return String(number)
      }
      return String(repeating: String(Character(letter)), count: min(place / 26 + 1, mostRepeated))
    case "chicago":
      return String(
        repeating: signs[place % signs.count], count: min(place / signs.count + 1, mostRepeated))
    default:
      return styles[format].flatMap { CounterStyle.text(times, $0) } ?? String(number)
    }
  }

  private static let mostRepeated = 20
}
