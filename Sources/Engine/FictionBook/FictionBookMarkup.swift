/// FictionBook 2 as XHTML: its elements by those that mean the same, so that it is set as a book of XHTML is.
struct FictionBookMarkup {
  private(set) var tree = MarkupTree()
  private var depth = 0
  private var isInNotes = false

  /// Elements by their names in XHTML, with a class that `style` describes.
  private static let names: [String: (name: String, kind: String?)] = [
    "section": ("section", nil), "p": ("p", nil), "subtitle": ("p", "subtitle"),
    "cite": ("blockquote", nil),
    "epigraph": ("blockquote", nil), "annotation": ("blockquote", nil), "poem": ("div", "poem"),
    "stanza": ("div", "stanza"), "v": ("div", nil), "text-author": ("p", "author"),
    "date": ("p", "author"), "strong": ("strong", nil), "emphasis": ("em", nil),
    "strikethrough": ("s", nil), "sub": ("sub", nil), "sup": ("sup", nil), "code": ("code", nil),
    "style": ("span", nil), "table": ("table", nil), "tr": ("tr", nil), "th": ("th", nil),
    "td": ("td", nil),
  ]

  /// The look of what XHTML has no elements for.
  static let style = """
    .author { text-align: right; font-style: italic } .poem { margin-left: 2em }
    .subtitle { font-weight: bold } .gap { margin-top: 1em } blockquote p { margin: 0 }
    .stanza { margin-top: 1em; margin-bottom: 1em } blockquote { font-style: italic }
    """

  init(_ book: MarkupNode) {
    tree.open("body")
    // The blurb.
    if let words = book.child("description")?.child("title-info")?.child("annotation") {
      add(words)
    }
    for body in book.children("body") {
      isInNotes = body["name"] == "notes" || body["name"] == "comments"
      depth = 1
      for child in body.children { add(child) }
    }
    tree.close()
  }

  /// The name of an image's data, from a reference to it.
  static func address(_ image: MarkupNode) -> String? {
    (image["xlink:href"] ?? image["href"]).map { String($0.drop { $0 == "#" }) }
  }

  private mutating func add(_ node: MarkupNode) {
    guard !node.isText else {
      // Blanks between elements are not text.
      if node.parent.map({ Self.isContainer($0.name) }) == true { return }
      return node.bytes.withUnsafeBufferPointer { tree.add($0) }
    }
    let id = node["id"].map { [("id", $0)] } ?? []
    switch node.name {
    case "title": addTitle(node, id)
    case "image":
      tree.open("img", id + [("src", Self.address(node) ?? ""), ("alt", node["alt"] ?? "")])
      tree.close()
    case "a":
      let role = node["type"] == "note" ? [("role", "doc-noteref")] : []
      wrap("a", id + role + [("href", node["xlink:href"] ?? node["href"] ?? "")], node)
    case "empty-line":
      tree.open("div", [("class", "gap")])
      tree.close()
    case "section":
      depth += 1
      wrap(isInNotes ? "aside" : "section", id + (isInNotes ? [("role", "doc-endnote")] : []), node)
      depth -= 1
    default:
      guard let known = Self.names[node.name] else { return node.children.forEach { add($0) } }
      let kept = ["colspan", "rowspan", "align"].compactMap { name in node[name].map { (name, $0) }
      }
      wrap(known.name, id + (known.kind.map { [("class", $0)] } ?? []) + kept, node)
    }
  }

  private mutating func wrap(
    _ name: String, _ pairs: [(name: String, value: String)], _ node: MarkupNode
  ) {
    tree.open(name, pairs)
    for child in node.children { add(child) }
    tree.close()
  }

  /// A title's paragraphs are the lines of a heading.
  private mutating func addTitle(_ node: MarkupNode, _ id: [(name: String, value: String)]) {
    let isOfSection = node.parent.map { $0.name == "section" || $0.name == "body" } ?? false
    if isInNotes, depth > 1 {
      tree.open("b", id)
    } else if isOfSection {
      tree.open("h\(min(6, depth))", id)
    } else {
      tree.open("p", id + [("class", "subtitle")])
    }
    for (index, paragraph) in node.children("p").enumerated() {
      if index > 0 {
        tree.open("br")
        tree.close()
      }
      for child in paragraph.children { add(child) }
    }
    tree.close()
  }

  private static func isContainer(_ name: String) -> Bool {
    ["body", "section", "poem", "stanza", "cite", "epigraph", "annotation", "title", "table", "tr"]
      .contains(name)
  }
}
