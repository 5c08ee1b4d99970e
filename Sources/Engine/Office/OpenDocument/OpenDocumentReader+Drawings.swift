/// Frames, text boxes, images and embedded formulas (ODF 1.3-3, 10).
extension OpenDocumentReader {
  static let drawingHandlers: [String: Handler] = [
    "draw:frame": { $0.readFrame($1) },
    "draw:text-box": { $0.readBox($1) }, "draw:custom-shape": { $0.readBox($1) },
    "draw:rect": { $0.readBox($1) }, "draw:ellipse": { $0.readBox($1) },
    "draw:a": { $0.readLink($1["xlink:href"], $1) },
    "svg:title": { _, _ in }, "svg:desc": { _, _ in }, "office:event-listeners": { _, _ in },
    "draw:enhanced-geometry": { _, _ in },
  ]

  /// Reads the first content of a frame that can be shown; the others are its replacements.
  private mutating func readFrame(_ node: MarkupNode) {
    if let object = node.child("draw:object"), let formula = formula(object) {
      guard !marks.contains(.hidden) else { return }
      writer.prepare(inlines)
      isAfterBlank = false
      return Self.copy(formula, to: writer.tree)
    }
    if let content = node.elements.first(where: {
      $0.name == "draw:text-box" || $0.name == "table:table"
    }) {
      return readBox(content)
    }
    let words = node.child("svg:desc")?.words ?? node.child("svg:title")?.words
    if let image = node.child("draw:image") {
      let address = image["xlink:href"] ?? ""
      let path = address.contains("://") ? address : OfficePath.resolved(address, from: "")
      isAfterBlank = false
      put(OfficeElement("img", [("src", path), ("alt", words ?? "")]))
    }
  }

  /// Blocks in a paragraph follow it.
  private mutating func readBox(_ node: MarkupNode) {
    if writer.isInParagraph { boxes.append(node) } else { readApart(node) }
  }

  private mutating func readApart(_ box: MarkupNode) {
    if box.name == "table:table" { return visit(box) }
    readApart(OfficeElement("div", [("class", "text-box")]), box.elements)
  }

  mutating func readBoxes() {
    let waiting = boxes
    boxes = []
    for box in waiting { readApart(box) }
  }

  private func formula(_ object: MarkupNode) -> MarkupNode? {
    if let math = object.child("math") { return math }
    guard let address = object["xlink:href"] else { return nil }
    let root = files.root(OfficePath.resolved(address, from: "") + "/content.xml")
    return root?.name == "math" ? root : nil
  }

  private static func copy(_ node: MarkupNode, to tree: MarkupTree) {
    guard !node.isText else { return node.bytes.withUnsafeBufferPointer { tree.add($0) } }
    guard !node.name.hasPrefix("annotation") else { return }
    let kept = ["display", "open", "close", "separators", "mathvariant", "stretchy", "accent"]
    tree.open(node.name, kept.compactMap { name in node[name].map { (name, $0) } })
    for child in node.children { copy(child, to: tree) }
    tree.close()
  }
}
