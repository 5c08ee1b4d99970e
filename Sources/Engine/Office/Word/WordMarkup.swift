/// Office Open XML text documents as XHTML (ECMA-376-1, 17; also its strict variant).
enum WordMarkup {
  static func text(of files: OfficeFiles) -> OfficeText? {
    guard let path = OfficeText.mainPart(of: files) ?? fallback(files),
      let root = files.root(path), root.name == "w:document", let body = root.child("w:body")
    else { return nil }
    var reader = WordReader(path, files)
    reader.read(body)
    var text = OfficeText(tree: reader.writer.tree)
    text.readProperties(of: files)
    if text.language.isEmpty { text.language = reader.styles.language }
    text.comments = reader.knownComments
    return text
  }

  private static func fallback(_ files: OfficeFiles) -> String? {
    let path = "word/document.xml"
    return files.bytes(path) == nil ? nil : path
  }
}

/// Reads the parts of a text document into a tree.
struct WordReader {
  let writer = OfficeWriter()
  let files: OfficeFiles
  let styles: WordStyles
  var numbering: WordNumbering
  /// The relationships of the part that is read.
  var relations: OfficeRelations
  let notes: WordNotes
  let knownComments: [OfficeComment]
  let commentNames: Set<String>

  var lists: [OpenList] = []
  var keys = 0
  /// The format of the paragraph that is read.
  var paragraph = WordStyles.Style()
  /// The formatting of the run that is read.
  var marks: OfficeMarks = []
  var runFont: String?
  var links: [OfficeElement] = []
  var changes: [OfficeElement] = []
  var openComments: [OfficeElement] = []
  /// Comments that are on some text.
  var commented: Set<OfficeElement> = []
  var fields: [WordField] = []
  var noteNumbers: [WordNotes.Reference: Int] = [:]
  var noteQueue: [WordNotes.Reference] = []
  /// The numbers that notes are shown by; none of those whose sign the author wrote.
  var noteLabels: [WordNotes.Reference: String] = [:]
  /// The numbers reached, since they were restarted.
  var noteCounts: [WordNotes.Kind: Int] = [:]
  /// The text that is the sign of a note.
  var noteSign: Int32?
  var sections: [WordSection] = []
  /// The index of the section that is read.
  var section = 0
  /// Heads that are above the text that is read, by their kind and type.
  var shownHeads: [String: String] = [:]
  /// Running heads that may still be written: sections may have others again and again.
  var headsLeft = 500
  /// Whether a running head is being read, which has no sections of its own.
  var isInHead = false
  let hasEvenHeads: Bool
  private let settings: MarkupNode?
  /// Text boxes of the paragraph that is read; they follow it.
  var textBoxes: [MarkupNode] = []
  var imageWords = ""
  /// Whether the paragraph that is read begins an item of a list, which is kept if it is empty.
  var isItem = false
  /// Whether the paragraph was a drop cap, and the next one continues it.
  var isAfterDropCap = false

  /// A list that paragraphs are in, with its current item.
  struct OpenList {
    /// The list's definition.
    var list: String
    var level: Int
    var indent: Int
    var element: OfficeElement
    var item: OfficeElement
  }

  /// Handles an element by its name.
  typealias Handler = @Sendable (inout WordReader, MarkupNode) -> Void

  /// Elements that are only containers of others.
  private static let containers: [String: Handler] = [
    "w:sdt": { $0.visitChildren($1) }, "w:sdtContent": { $0.visitChildren($1) },
    "w:customXml": { $0.visitChildren($1) }, "w:smartTag": { $0.visitChildren($1) },
    "w:dir": { $0.visitChildren($1) }, "w:bdo": { $0.visitChildren($1) },
  ]
  private static let handlers: [String: Handler] =
    blockHandlers
    .merging(inlineHandlers) { first, _ in first }
    .merging(drawingHandlers) { first, _ in first }
    .merging(containers) { first, _ in first }

  private static let blockHandlers: [String: Handler] = [
    "w:p": { $0.readParagraph($1) },
    "w:tbl": { $0.readTable($1) },
    "w:bookmarkStart": { reader, node in
      guard let name = node["w:name"], name != "_GoBack" else { return }
      reader.writer.anchor(name, reader.openComments + reader.changes)
    },
    "w:commentRangeStart": { $0.openComment($1) },
    "w:commentRangeEnd": { $0.closeComment($1) },
    "w:ins": { $0.readChange($1, "ins") },
    "w:moveTo": { $0.readChange($1, "ins") },
    "w:del": { $0.readChange($1, "del") },
    "w:moveFrom": { $0.readChange($1, "del") },
  ]

  init(_ path: String, _ files: OfficeFiles) {
    self.files = files
    let relations = OfficeRelations(of: path, in: files)
    func root(_ kind: String) -> MarkupNode? { relations.path(kind).flatMap(files.root) }
    styles = WordStyles(root("styles"))
    numbering = WordNumbering(root("numbering"))
    notes = WordNotes(relations, files)
    knownComments = WordNotes.comments(root("comments"), extended: root("commentsExtended"))
    commentNames = Set(knownComments.map(\.id))
    self.relations = relations
    settings = root("settings")
    hasEvenHeads =
      settings?.child("w:evenAndOddHeaders").map { WordValue.isOn($0["w:val"]) } ?? false
  }

  mutating func read(_ body: MarkupNode) {
    sections = WordSection.all(of: body, settings: settings)
    writer.begin(OfficeElement("body"))
    putHeads("header")
    visitChildren(body)
    writer.endParagraph()
    putHeads("footer")
    readNotes()
    writer.end()
  }

  func handles(_ name: String) -> Bool { Self.handlers[name] != nil }

  mutating func visit(_ node: MarkupNode) { Self.handlers[node.name]?(&self, node) }

  mutating func visitChildren(_ node: MarkupNode) {
    for child in node.elements { visit(child) }
  }

  /// Reads a separate part, such as a cell; lists outside of it do not continue in it.
  mutating func readApart(_ element: OfficeElement, _ nodes: some Sequence<MarkupNode>) {
    let outer = (lists, paragraph, links, textBoxes)
    (lists, links, textBoxes, isAfterDropCap) = ([], [], [], false)
    writer.begin(element)
    for node in nodes { visit(node) }
    writer.end()
    (lists, paragraph, links, textBoxes) = outer
    isAfterDropCap = false
  }

  // MARK: paragraphs

  private mutating func readParagraph(_ node: MarkupNode) {
    let properties = node.child("w:pPr")
    let name = properties?.child("w:pStyle")?["w:val"]
    let base = styles.paragraph(name)
    var style = base
    if let properties {
      style.layout = WordLayout(properties).over(base.layout)
      style.role = WordLayout.outlineRole(properties) ?? base.role
      if let own = properties.child("w:numPr") {
        let id = own.child("w:numId")?["w:val"] ?? base.numbering?.id
        style.numbering = id.map {
          ($0, WordValue.number(own.child("w:ilvl")) ?? base.numbering?.level)
        }
      }
    }
    paragraph = style
    if !isAfterDropCap { begin(style, base, name) }
    let frame = properties?.child("w:framePr")?["w:dropCap"]
    isAfterDropCap = frame == "drop" || frame == "margin"
    visitChildren(node)
    for index in fields.indices { fields[index].endInstruction() }
    guard !isAfterDropCap else { return }
    if style.role == .code || isItem { writer.keepParagraph() }
    isItem = false
    writer.endParagraph()
    readTextBoxes()
    if properties?.child("w:sectPr") != nil, !isInHead { endSection() }
  }

  private mutating func begin(_ style: WordStyles.Style, _ base: WordStyles.Style, _ name: String?)
  {
    let attributes = style.layout.attributes
    var number: (id: String, place: Int, level: WordNumbering.Level)?
    if let (id, stated) = style.numbering, id != "0" {
      let place = min(8, max(0, stated ?? numbering.place(of: name, in: id) ?? 0))
      number = numbering.level(id, place).map { (id, place, $0) }
    }
    if case .heading = style.role {
      lists = []
      writer.paragraph(style.role.element(attributes))
      if let (id, place, level) = number {
        _ = numbering.count(id, place)
        if !level.isUnmarked, !level.isBullet { putNumber(id, place, level) }
      }
    } else if let (id, place, level) = number, !level.isUnmarked {
      beginItem(id, place, level, style, attributes)
    } else if !style.role.isPlain {
      lists = []
      if style.role == .rule { writer.block(OfficeElement("hr")) }
      writer.paragraph(style.role.element(attributes), within: style.role.containers)
    } else {
      let indent = style.layout.indent - base.layout.indent
      leaveLists(
        isContinuation: style.role == .continuation || number != nil || style.numbering?.id == "0",
        style)
      // The format of an item that has a number but no marker is that of its list's other paragraphs.
      if let number { lists.removeAll { $0.level > number.place } }
      let isQuotation = style.numbering == nil && lists.isEmpty && indent > 0
      writer.paragraph(
        OfficeElement("p", attributes),
        within: isQuotation
          ? [OfficeElement("blockquote")] : lists.flatMap { [$0.element, $0.item] })
    }
  }

  // MARK: lists

  /// Leaves the lists that a paragraph without a number is not in.
  private mutating func leaveLists(isContinuation: Bool, _ style: WordStyles.Style) {
    guard !isContinuation else { return }
    let left = style.layout.left ?? 0
    lists.removeAll { $0.indent <= 0 || $0.indent > left }
  }

  private mutating func beginItem(
    _ id: String, _ place: Int, _ level: WordNumbering.Level, _ style: WordStyles.Style,
    _ attributes: [(name: String, value: String?)]
  ) {
    let (number, isRestart) = numbering.count(id, place)
    // The boxes of a task list are bullets of different lists; numbers continue in lists of one definition.
    let list = level.isBox ? "box" : level.isBullet ? id : "=" + numbering.definition(id)
    let indent = style.layout.left ?? level.indent
    while let last = lists.last {
      if last.level < place || last.list == list && last.level == place && !isRestart { break }
      if last.list != list, last.indent < indent { break }
      lists.removeLast()
    }
    keys += 1
    isItem = true
    let item = OfficeElement("li", key: keys)
    if let last = lists.last, last.list == list, last.level == place {
      lists[lists.count - 1].item = item
    } else {
      let element = element(of: level, number, keys)
      lists.append(
        OpenList(list: list, level: place, indent: indent, element: element, item: item))
    }
    writer.paragraph(
      OfficeElement("p", attributes), within: lists.flatMap { [$0.element, $0.item] })
    if level.isBox {
      writer.put(level.text + " ")
    } else if level.isCompound {
      putNumber(id, place, level)
    }
  }

  private func element(of level: WordNumbering.Level, _ number: Int, _ key: Int) -> OfficeElement {
    let unmarked = "list-style-type: none"
    if level.isBullet {
      return OfficeElement("ul", [("style", level.isBox ? unmarked : nil)], key: key)
    }
    let isCompound = level.isCompound
    return OfficeElement(
      "ol",
      [
        ("start", number == 1 || isCompound ? nil : String(number)),
        ("type", level.type == "1" || isCompound ? nil : level.type),
        ("style", isCompound ? unmarked : nil),
      ], key: key)
  }

  /// Puts a number that lists cannot show as text.
  private mutating func putNumber(_ id: String, _ place: Int, _ level: WordNumbering.Level) {
    let text = numbering.text(id, place)
    if !text.isEmpty { writer.putNumber(text + (level.suffix == "nothing" ? "" : " ")) }
  }
}
