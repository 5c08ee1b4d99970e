/// OpenDocument texts, spreadsheets and presentations as XHTML (ODF 1.3).
enum OpenDocumentMarkup {
  static func text(of files: OfficeFiles) -> OfficeText? {
    guard let content = files.root("content.xml") else { return nil }
    return text(content, files.root("styles.xml"), files.root("meta.xml"), files)
  }

  /// Reads a document that is a single XML file.
  static func text(ofFlat tree: MarkupTree) -> OfficeText? {
    guard let root = tree.root.elements.first(where: { _ in true }) else { return nil }
    return text(root, nil, root, OfficeFiles { _ in nil })
  }

  private static func text(
    _ content: MarkupNode, _ styles: MarkupNode?, _ meta: MarkupNode?, _ files: OfficeFiles
  ) -> OfficeText? {
    guard let body = content.child("office:body") else { return nil }
    var reader = OpenDocumentReader(
      files, OpenDocumentStyles([styles, content].compactMap(\.self)), body)
    reader.read(body)
    var text = OfficeText(tree: reader.writer.tree, comments: reader.knownComments)
    text.setSlides(reader.pages)
    if let meta = meta?.child("office:meta") { text.readMetadata(meta) }
    if text.language.isEmpty { text.language = reader.styles.language }
    return text
  }
}

extension OfficeText {
  fileprivate mutating func readMetadata(_ meta: MarkupNode) {
    func words(_ name: String) -> String { meta.child(name)?.words ?? "" }
    title = words("dc:title")
    authors = [words("meta:initial-creator"), words("dc:creator")].filter { !$0.isEmpty }
    authors = Array(authors.prefix(1))
    subject = words("dc:subject")
    language = words("dc:language")
    keywords = meta.children("meta:keyword").map(\.words).joined(separator: ", ")
    created = words("meta:creation-date")
    modified = words("dc:date")
    generator = words("meta:generator")
  }
}

/// Reads the body of an OpenDocument file into a tree.
struct OpenDocumentReader {
  let writer = OfficeWriter()
  let files: OfficeFiles
  let styles: OpenDocumentStyles
  var knownComments: [OfficeComment] = []
  /// Annotations whose text ends elsewhere.
  var rangeNames: Set<String> = []
  var changes: [String: Change] = [:]

  /// The style of the paragraph that is read, and the marks of its text.
  var paragraph = OpenDocumentStyles.Paragraph()
  var marks: OfficeMarks = []
  var isAfterBlank = true
  var link: OfficeElement?
  var openChanges: [String: OfficeElement] = [:]
  /// Wrappers of text that are not marks, in their order.
  var wrappers: [OfficeElement] = []
  var noteQueue: [(node: MarkupNode, label: String, isEndnote: Bool)] = []
  /// Blocks in the paragraph that is read; they follow it.
  var boxes: [MarkupNode] = []
  var lists: [OpenList] = []
  /// The text of the number of the item that is read, before its first paragraph.
  var itemNumber = ""
  var outlineCounts: [Int: Int] = [:]
  /// The numbers reached in lists, by their style and level or by their identifier.
  var counts: [String: Int] = [:]
  /// The style of the pages that are read, which has their running heads.
  private var master: String?
  /// Running heads that may still be written: pages may have others again and again.
  private var headsLeft = 500
  /// The number of pages read.
  var pages = 0
  /// Cells that may still be written for repetitions.
  var repeatedCells = 30_000

  struct OpenList {
    var style: String
    var counts: [Int: Int]
  }

  /// A tracked change.
  struct Change {
    var element: OfficeElement
    /// The deleted paragraphs.
    var deletion: [MarkupNode] = []
  }

  typealias Handler = @Sendable (inout OpenDocumentReader, MarkupNode) -> Void

  private static let handlers: [String: Handler] =
    blockHandlers
    .merging(inlineHandlers) { first, _ in first }
    .merging(drawingHandlers) { first, _ in first }

  private static let blockHandlers: [String: Handler] = [
    "text:p": { $0.readParagraph($1) }, "text:h": { $0.readHeading($1) },
    "text:list": { $0.readList($1) }, "table:table": { $0.readTable($1) },
    "office:spreadsheet": { $0.readSheets($1) }, "draw:page": { $0.readPage($1) },
    "text:tracked-changes": { _, _ in }, "office:forms": { _, _ in },
    "text:sequence-decls": { _, _ in }, "text:variable-decls": { _, _ in },
    "text:user-field-decls": { _, _ in }, "text:dde-connection-decls": { _, _ in },
    "text:section": { reader, node in
      if node["text:display"] != "none" { reader.visitChildren(node) }
    },
    "table:covered-table-cell": { _, _ in },
  ]

  init(_ files: OfficeFiles, _ styles: OpenDocumentStyles, _ body: MarkupNode) {
    self.files = files
    self.styles = styles
    for node in body.descendants {
      switch node.name {
      case "office:annotation-end": rangeNames.insert(node["office:name"] ?? "")
      case "text:changed-region": readRegion(node)
      default: break
      }
    }
  }

  mutating func read(_ body: MarkupNode) {
    writer.begin(OfficeElement("body"))
    if let text = body.child("office:text") {
      let first = text.descendants.first { $0.name == "text:p" || $0.name == "text:h" }
      turn(to: first.flatMap { styles.master(of: $0["text:style-name"]) } ?? "Standard")
    }
    visitChildren(body)
    writer.endParagraph()
    putHeads("footer")
    readNotes()
    writer.end()
  }

  /// Switches to another page style if a paragraph of the text requires it.
  private mutating func turnPage(before node: MarkupNode) {
    guard node.parent?.name == "office:text",
      let next = styles.master(of: node["text:style-name"])
    else { return }
    turn(to: next)
  }

  private mutating func turn(to next: String) {
    guard next != master else { return }
    writer.endParagraph()
    putHeads("footer")
    master = next
    putHeads("header")
  }

  /// Writes the running heads of the pages' style (ODF 1.3-3, 16.10).
  private mutating func putHeads(_ kind: String) {
    guard let page = master.flatMap({ styles.masters[$0] }) else { return }
    for name in ["style:\(kind)-first", "style:\(kind)", "style:\(kind)-left"] {
      guard headsLeft > 0, let head = page.child(name), head["style:display"] != "false",
        !head.words.isEmpty
      else { continue }
      headsLeft -= 1
      readApart(OfficeElement("div", [("role", "doc-page\(kind)")]), head.elements)
    }
  }

  /// Visits an element; unknown ones are treated as containers, except the sources of indices.
  mutating func visit(_ node: MarkupNode) {
    if let handler = Self.handlers[node.name] {
      handler(&self, node)
    } else if !node.name.hasSuffix("-source") {
      visitChildren(node)
    }
  }

  mutating func visitChildren(_ node: MarkupNode) {
    for child in node.children {
      if child.isText { putText(child) } else { visit(child) }
    }
  }

  /// Reads a separate part, such as a cell; lists outside of it do not continue in it.
  mutating func readApart(_ element: OfficeElement, _ nodes: some Sequence<MarkupNode>) {
    let outer = (lists, paragraph, marks, link, boxes, isAfterBlank)
    (lists, link, boxes) = ([], nil, [])
    writer.begin(element)
    for node in nodes { visit(node) }
    writer.end()
    (lists, paragraph, marks, link, boxes, isAfterBlank) = outer
  }

  // MARK: paragraphs

  private mutating func readParagraph(_ node: MarkupNode) {
    guard !isInDeletion else { return readJoined(node) }
    turnPage(before: node)
    let style = styles.paragraph(node["text:style-name"])
    if style.role == .rule { writer.block(OfficeElement("hr")) }
    let isQuotation = style.role.isPlain && lists.isEmpty && style.isIndented
    begin(style, isQuotation ? .quotation : style.role)
    visitChildren(node)
    if style.role == .code { writer.keepParagraph() }
    writer.endParagraph()
    readBoxes()
  }

  mutating func begin(_ style: OpenDocumentStyles.Paragraph, _ role: ParagraphRole) {
    paragraph = style
    paragraph.role = role
    marks = style.format.marks
    isAfterBlank = role != .code
    writer.paragraph(role.element(style.layout.attributes), within: role.containers)
    writer.putNumber(itemNumber)
    itemNumber = ""
  }

  private mutating func readHeading(_ node: MarkupNode) {
    guard !isInDeletion else { return readJoined(node) }
    turnPage(before: node)
    let level = OpenDocumentValue.number(node["text:outline-level"], 1...10) ?? 1
    let style = styles.paragraph(node["text:style-name"])
    let isTitle = style.role == .title || style.role == .subtitle
    begin(style, isTitle ? style.role : .heading(level))
    if node["text:is-list-header"] != "true" {
      let start = OpenDocumentValue.number(node["text:start-value"], 0...1_000_000)
      let known = outlineCounts[level].map { $0 + 1 }
      outlineCounts[level] = start ?? known ?? styles.outline.levels[level]?.start ?? 1
      for lower in 1...10 where lower > level { outlineCounts[lower] = nil }
      let number = styles.outline.text(level, outlineCounts)
      if !number.isEmpty { writer.putNumber(number + " ") }
    }
    visitChildren(node)
    writer.endParagraph()
    readBoxes()
  }

  // MARK: notes

  private mutating func readNotes() {
    var at = 0
    while at < noteQueue.count {
      let note = noteQueue[at]
      at += 1
      openChanges = [:]
      wrappers = []
      writer.beginNote(at, note.label, isEndnote: note.isEndnote)
      readApart(OfficeElement("div"), note.node.elements)
      writer.end()
    }
  }
}
