/// Pictures, text boxes and other drawings.
extension WordReader {
  static let drawingHandlers: [String: Handler] = [
    "w:drawing": { $0.readDrawing($1) },
    "w:pict": { $0.readDrawing($1) },
    "w:object": { $0.readDrawing($1) },
    "mc:AlternateContent": { reader, node in
      if let choice = WordReader.choice(node) { reader.visitDrawn(choice) }
    },
    "wp:docPr": { $0.imageWords = $1["descr"] ?? $1["title"] ?? "" },
    "a:blip": { $0.putImage($1["r:embed"] ?? $1["r:link"]) },
    "v:imagedata": { reader, node in
      let words = node.parent?["alt"] ?? node["o:title"] ?? ""
      if !words.isEmpty { reader.imageWords = words }
      reader.putImage(node["r:id"] ?? node["r:embed"])
    },
    "v:rect": { reader, node in
      guard WordReader.isRule(node) else { return reader.visitDrawn(node) }
      reader.writer.block(OfficeElement("hr"))
    },
    "c:chart": { reader, node in
      let path = node["r:id"].flatMap { reader.relations[$0]?.address }
      OfficeChart.write(
        path.flatMap(reader.files.root), words: reader.imageWords, to: reader.writer)
    },
    "dgm:relIds": { reader, _ in
      reader.put(reader.imageWords.isEmpty ? "[DIAGRAM]" : "[\(reader.imageWords)]")
    },
    "w:txbxContent": { $0.textBoxes.append($1) },
  ]

  private static func isRule(_ node: MarkupNode) -> Bool {
    node["o:hr"].map { $0 == "t" || $0 == "true" } ?? false
  }

  private mutating func readDrawing(_ node: MarkupNode) {
    imageWords = ""
    visitDrawn(node)
  }

  /// Visits the elements in a drawing that are read, however deep they are.
  private mutating func visitDrawn(_ node: MarkupNode) {
    for child in node.elements {
      if handles(child.name) { visit(child) } else { visitDrawn(child) }
    }
  }

  private static let contents: Set<String> = [
    "w:t", "w:txbxContent", "w:sym", "a:blip", "v:imagedata", "m:oMath", "c:chart", "dgm:relIds",
  ]

  /// Returns the first of the alternatives that has content.
  private static func choice(_ node: MarkupNode) -> MarkupNode? {
    node.elements.first { alternative in
      alternative.descendants.contains { contents.contains($0.name) }
    }
  }

  private mutating func putImage(_ id: String?) {
    guard let address = id.flatMap({ relations[$0]?.address }) else { return }
    put(OfficeElement("img", [("src", address), ("alt", imageWords)]))
  }

  mutating func readTextBoxes() {
    let boxes = textBoxes
    textBoxes = []
    for box in boxes { readApart(OfficeElement("div", [("class", "text-box")]), box.elements) }
  }
}
