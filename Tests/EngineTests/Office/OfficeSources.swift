@testable import Engine

/// Documents built from the XML of their parts.
enum Documents {
  private static let spaces = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
    xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
    xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
    """
  static let openSpaces = """
    xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
    xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" \
    xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
    xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" \
    xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
    xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" \
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"
    """

  static func files(_ parts: [String: String]) -> OfficeFiles {
    OfficeFiles { parts[$0].map { Array($0.utf8) } }
  }

  static func relations(_ targets: [(id: String, kind: String, target: String)]) -> String {
    let inner = targets.map { item in
      let mode = item.target.contains("://") ? " TargetMode='External'" : ""
      return "<Relationship Id='\(item.id)' Type='x/\(item.kind)' Target='\(item.target)'\(mode)/>"
    }
    return """
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
      \(inner.joined())</Relationships>
      """
  }

  static func part(_ name: String, _ inner: String, _ more: String) -> String {
    "<w:\(name) \(spaces) \(more)>\(inner)</w:\(name)>"
  }

  /// Returns a text document with other parts by their kind, and links.
  static func word(
    _ body: String, parts: [String: String] = [:], links: [String: String] = [:]
  ) -> OfficeText? {
    var files = [
      "_rels/.rels": relations([("r1", "officeDocument", "word/document.xml")]),
      "word/document.xml": "<w:document \(spaces)><w:body>\(body)</w:body></w:document>",
    ]
    var targets = links.map { (id: $0, kind: "link", target: $1) }
    for (kind, inner) in parts {
      files["word/\(kind).xml"] = "<w:\(kind) \(spaces)>\(inner)</w:\(kind)>"
      targets.append((id: "part-\(kind)", kind: kind, target: "\(kind).xml"))
    }
    files["word/_rels/document.xml.rels"] = relations(targets)
    return WordMarkup.text(of: Self.files(files))
  }

  static func open(
    _ body: String, styles: String = "", kind: String = "text", files: [String: String] = [:]
  ) -> OfficeText? {
    let content = """
      <office:document-content \(openSpaces)><office:automatic-styles>\(styles)\
      </office:automatic-styles><office:body><office:\(kind)>\(body)</office:\(kind)>\
      </office:body></office:document-content>
      """
    return OpenDocumentMarkup.text(
      of: Self.files(files.merging(["content.xml": content]) { first, _ in first }))
  }

  static func slides(_ shapes: String, parts: [String: String] = [:]) -> OfficeText? {
    var files = [
      "_rels/.rels": relations([("r1", "officeDocument", "ppt/presentation.xml")]),
      "ppt/presentation.xml": """
      <p:presentation \(spaces)><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>
      """,
      "ppt/_rels/presentation.xml.rels": relations([("s1", "slide", "slides/slide1.xml")]),
      "ppt/slides/slide1.xml": slide("sld", shapes),
      "ppt/slides/_rels/slide1.xml.rels": relations([("n1", "notesSlide", "../notes1.xml")]),
    ]
    files.merge(parts) { _, new in new }
    return SlidesMarkup.text(of: Self.files(files))
  }

  static func slide(_ kind: String, _ shapes: String) -> String {
    "<p:\(kind) \(spaces)><p:cSld><p:spTree>\(shapes)</p:spTree></p:cSld></p:\(kind)>"
  }

  static func sheet(_ sheet: String, parts: [String: String] = [:]) -> OfficeText? {
    let space = "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
    var files = [
      "_rels/.rels": relations([("r1", "officeDocument", "xl/workbook.xml")]),
      "xl/workbook.xml": """
      <workbook \(space) \(spaces)><sheets><sheet name="One" r:id="s1"/></sheets></workbook>
      """,
      "xl/sheet1.xml": "<worksheet \(space)>\(sheet)</worksheet>",
    ]
    var targets = [(id: "s1", kind: "worksheet", target: "sheet1.xml")]
    for (kind, inner) in parts {
      files["xl/\(kind).xml"] = "<x \(space)>\(inner)</x>"
      targets.append((id: kind, kind: kind, target: "\(kind).xml"))
    }
    files["xl/_rels/workbook.xml.rels"] = relations(targets)
    files["xl/_rels/sheet1.xml.rels"] = relations(targets)
    return SheetsMarkup.text(of: Self.files(files))
  }
}

extension OfficeText {
  /// The contents of the body as markup.
  var markup: String {
    tree.root.elements.first { _ in true }?.children.map(\.markup).joined() ?? ""
  }
}

extension MarkupNode {
  private static let attributes = [
    "id", "class", "href", "src", "alt", "role", "start", "type", "value", "style", "dir",
    "colspan", "rowspan", "author", "date", "comment", "display", "open", "close",
  ]

  fileprivate var markup: String {
    if isText { return text }
    let pairs = Self.attributes.compactMap { name in self[name].map { " \(name)=\($0)" } }
    let inner = children.map(\.markup).joined()
    return inner.isEmpty
      ? "<\(name)\(pairs.joined())/>" : "<\(name)\(pairs.joined())>\(inner)</\(name)>"
  }
}
