/// Office Open XML presentations as XHTML (ECMA-376-1, 19): a heading for each slide, then its shapes.
enum SlidesMarkup {
  static func text(of files: OfficeFiles) -> OfficeText? {
    guard let path = OfficeText.mainPart(of: files), let root = files.root(path),
      root.name == "p:presentation"
    else { return nil }
    var reader = SlidesReader(path, root, files)
    reader.read()
    var text = OfficeText(tree: reader.writer.tree)
    text.readProperties(of: files)
    text.comments = reader.comments
    text.setSlides(reader.count)
    return text
  }
}

/// Reads the slides of a presentation into a tree.
struct SlidesReader {
  let writer = OfficeWriter()
  let files: OfficeFiles
  private let slides: [String]
  /// The relationships of the part that is read.
  var relations: OfficeRelations
  /// Where the lists of the slide inherit their bullets from.
  var layouts: [MarkupNode] = []
  private var knownLayouts: [String: [MarkupNode]] = [:]
  /// The styles of lists for the shape that is read, from its own.
  var listStyles: [MarkupNode] = []
  var lists: [OpenList] = []
  var keys = 0
  var imageWords = ""
  fileprivate(set) var comments: [OfficeComment] = []
  /// Names by their identifiers.
  private let authors: [String: String]

  struct OpenList {
    var level: Int
    var kind: OfficeElement
    var element: OfficeElement
    var item: OfficeElement
  }

  typealias Handler = @Sendable (inout SlidesReader, MarkupNode) -> Void

  private static let handlers: [String: Handler] = [
    "p:sp": { $0.readShape($1) }, "p:pic": { $0.readDrawn($1) },
    "p:graphicFrame": { $0.readDrawn($1) },
    "p:cNvPr": { $0.imageWords = $1["descr"] ?? $1["title"] ?? "" },
    "a:tbl": { $0.readTable($1) }, "a:blip": { $0.putImage($1) },
    "c:chart": { reader, node in
      let path = node["r:id"].flatMap { reader.relations[$0]?.address }
      OfficeChart.write(
        path.flatMap(reader.files.root), words: reader.imageWords, to: reader.writer)
    },
    "a:tcPr": { _, _ in }, "dgm:relIds": { $0.readDiagram($1) }, "a:p": { $0.readParagraph($1) },
    "mc:AlternateContent": { reader, node in
      // Formulas and new kinds of shapes are choices, whose fallbacks are images of them.
      if let choice = node.child("mc:Choice") ?? node.child("mc:Fallback") {
        reader.visitDrawn(choice)
      }
    },
  ]
  private static let mostSlides = 10_000

  init(_ path: String, _ root: MarkupNode, _ files: OfficeFiles) {
    self.files = files
    let relations = OfficeRelations(of: path, in: files)
    let ids =
      root.child("p:sldIdLst")?.children("p:sldId").prefix(Self.mostSlides).map(\.self) ?? []
    var known: Set<String> = []
    slides = ids.compactMap { $0["r:id"].flatMap { relations[$0]?.address } }
      .filter { known.insert($0).inserted }
    self.relations = relations
    let list = (relations.path("commentAuthors") ?? relations.path("authors")).flatMap(files.root)
    authors = Dictionary(
      list.map { $0.elements.compactMap { node in node["id"].map { ($0, node["name"] ?? "") } } }
        ?? [], uniquingKeysWith: { first, _ in first })
  }

  mutating func read() {
    writer.begin(OfficeElement("body"))
    for (index, path) in slides.enumerated() {
      if let root = files.root(path) { readSlide(root, path, index + 1) }
    }
    writer.end()
  }

  /// The number of slides.
  fileprivate var count: Int { slides.count }

  /// Returns the address of a slide in the text.
  func anchor(_ path: String) -> String? {
    slides.firstIndex(of: path).map { OfficeText.place(ofSlide: $0 + 1) }
  }

  private mutating func readSlide(_ root: MarkupNode, _ path: String, _ number: Int) {
    relations = OfficeRelations(of: path, in: files)
    layouts = []
    if let layout = relations.path("slideLayout") {
      layouts = knownLayouts[layout] ?? Self.layouts(layout, files)
      knownLayouts[layout] = layouts
    }
    guard let shapes = root.child("p:cSld")?.child("p:spTree") else { return }
    let title = shapes.descendants.first { node in
      node.name == "p:sp" && Self.placeholder(node).map { Self.titles.contains($0.type) } == true
        && !(node.child("p:txBody")?.words ?? "").isEmpty
    }
    writer.paragraph(OfficeElement("h2", [("id", OfficeText.place(ofSlide: number))]))
    if let body = title?.child("p:txBody") {
      for (index, line) in body.children("a:p").enumerated() {
        if index > 0 { writer.put(" ") }
        readRuns(line)
      }
    } else {
      writer.put("Slide \(number)")
    }
    readComments(relations.path("comments").flatMap(files.root))
    writer.endParagraph()
    titleIndex = title?.index
    visitDrawn(shapes)
    titleIndex = nil
    endLists()
    if let notes = relations.path("notesSlide") { readNotes(notes) }
  }

  /// Puts the comments of a slide after its heading.
  private mutating func readComments(_ root: MarkupNode?) {
    for node in root?.elements.map(\.self) ?? [] where node.name.hasSuffix(":cm") {
      let text =
        node.child("p:text")?.words
        ?? node.descendants.filter { $0.name == "a:t" }
        .map(\.words).joined(separator: " ")
      let id = "slide-\(comments.count)"
      comments.append(
        OfficeComment(
          id: id, author: node["authorId"].flatMap { authors[$0] } ?? "",
          date: node["dt"] ?? node["created"] ?? "", text: text))
      writer.put(OfficeElement("span", [("comment", id)]))
    }
  }

  /// Returns a layout and its master.
  private static func layouts(_ path: String, _ files: OfficeFiles) -> [MarkupNode] {
    guard let layout = files.root(path) else { return [] }
    let master = OfficeRelations(of: path, in: files).path("slideMaster").flatMap(files.root)
    return [layout] + (master.map { [$0] } ?? [])
  }

  /// The title of the slide, which is its heading.
  private var titleIndex: Int32?

  private mutating func readNotes(_ path: String) {
    guard let root = files.root(path), let shapes = root.child("p:cSld")?.child("p:spTree") else {
      return
    }
    let bodies = shapes.children("p:sp").filter { Self.placeholder($0)?.type == "body" }
      .compactMap { $0.child("p:txBody") }.filter { !$0.words.isEmpty }
    guard !bodies.isEmpty else { return }
    relations = OfficeRelations(of: path, in: files)
    (layouts, listStyles) = ([], [])
    writer.beginSpeakerNotes()
    for body in bodies { visitDrawn(body) }
    endLists()
    writer.end()
  }

  // MARK: shapes

  private static let titles: Set<String> = ["title", "ctrTitle"]
  /// Placeholders that are on every slide.
  private static let repeated: Set<String> = ["dt", "ftr", "hdr", "sldNum", "sldImg"]

  typealias Placeholder = (type: String, index: String)

  static func placeholder(_ shape: MarkupNode) -> Placeholder? {
    shape.child("p:nvSpPr")?.child("p:nvPr")?.child("p:ph").map {
      ($0["type"] ?? "obj", $0["idx"] ?? "0")
    }
  }

  mutating func visitDrawn(_ node: MarkupNode) {
    for child in node.elements {
      if let handler = Self.handlers[child.name] {
        handler(&self, child)
      } else {
        visitDrawn(child)
      }
    }
  }

  private mutating func readDrawn(_ node: MarkupNode) {
    endLists()
    imageWords = ""
    visitDrawn(node)
  }

  private mutating func readShape(_ node: MarkupNode) {
    let placeholder = Self.placeholder(node)
    guard node.index != titleIndex, !(placeholder.map { Self.repeated.contains($0.type) } ?? false)
    else { return }
    endLists()
    listStyles = listStyles(of: node, placeholder)
    readDrawn(node)
    endLists()
  }

  mutating func endLists() {
    writer.endParagraph()
    lists = []
  }

  private mutating func putImage(_ node: MarkupNode) {
    guard let id = node["r:embed"] ?? node["r:link"], let address = relations[id]?.address else {
      return
    }
    writer.paragraph(OfficeElement("p"))
    writer.put(OfficeElement("img", [("src", address), ("alt", imageWords)]))
    writer.endParagraph()
  }

  private mutating func putPlaceholder(_ kind: String) {
    writer.paragraph(OfficeElement("p"))
    writer.put(imageWords.isEmpty ? "[\(kind)]" : "[\(imageWords)]")
    writer.endParagraph()
  }

  /// The text of a diagram is in a part of its own.
  private mutating func readDiagram(_ node: MarkupNode) {
    guard let path = node["r:dm"].flatMap({ relations[$0]?.address }), let root = files.root(path)
    else { return putPlaceholder("DIAGRAM") }
    for point in root.child("dgm:ptLst")?.children("dgm:pt").map(\.self) ?? [] {
      for paragraph in point.child("dgm:t")?.children("a:p").map(\.self) ?? [] {
        readParagraph(paragraph)
      }
    }
    endLists()
  }
}
