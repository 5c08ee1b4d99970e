import DocumentModel
import Wire

/// Reads XFDF (ISO 19444-1). Files with a document type are refused: XFDF has none, and entities are defined there.
struct XFDFReader {
  private let root: MarkupNode
  private var read = ExchangeContents()

  /// Start tags of a file, which has several for each annotation.
  private static let mostTags = 1_000_000
  private static let deepestField = 32

  init(_ bytes: [UInt8]) throws(ExchangeRefusal) {
    let bytes = try Self.utf8(bytes)
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == 0x3C else { throw .format }
    let declaration = bytes.withUnsafeBytes {
      $0.firstIndex(of: Array("<!DOCTYPE".utf8), in: 0..<$0.count)
    }
    guard declaration == nil else { throw .declared }
    guard Self.tags(in: bytes) <= Self.mostTags else { throw .tooManyAnnotations }
    guard let tree = MarkupParser.xml(bytes) else { throw .damaged }
    guard let root = tree.root.child("xfdf") else { throw .format }
    self.root = root
  }

  /// Returns the number of start tags.
  private static func tags(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var (count, isAfter) = (0, false)
      for byte in bytes {
        if isAfter, byte != 0x2F, byte != 0x21, byte != 0x3F { count += 1 }
        isAfter = byte == 0x3C
      }
      return count
    }
  }

  /// Returns the text as UTF-8, from UTF-16 with its byte order mark, or from Latin-1 where no other encoding is declared.
  private static func utf8(_ bytes: [UInt8]) throws(ExchangeRefusal) -> [UInt8] {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      let isBig = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
        let (one, two) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        return isBig ? one << 8 | two : two << 8 | one
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    let name = MarkupEncoding.declared(in: bytes) ?? ""
    guard ["", "iso-8859-1", "latin1", "us-ascii"].contains(name) else { throw .encoding }
    return TextEncoding.latin(bytes)
  }

  mutating func contents() throws(ExchangeRefusal) -> ExchangeContents {
    for list in root.children("annots") {
      for element in list.elements { try add(element) }
    }
    for list in root.children("fields") {
      for field in list.children("field") { try add(field: field, above: "", depth: 0) }
    }
    return read
  }

  // MARK: annotations

  private mutating func add(_ element: MarkupNode) throws(ExchangeRefusal) {
    guard let subtype = XFDF.subtypes[element.name] else {
      // Links are the document's own.
      if element.name != "link" { read.lose(.kind) }
      return
    }
    guard let page = element["page"].flatMap({ Int($0) }), page >= 0 else {
      read.lose(.page)
      return
    }
    var entries: [String: PDFObject] = ["Subtype": .name(subtype)]
    for attribute in XFDF.attributes {
      guard let text = element[attribute.name], text.utf8.count <= Limit.note,
        let value = attribute.value(of: text)
      else { continue }
      Self.put(value, at: attribute.path, in: &entries)
    }
    if element["style"] == "cloudy" { Self.put(.name("C"), at: ["BE", "S"], in: &entries) }
    takePlace(element, &entries)
    takeTexts(element, &entries)
    if let tags = element["recto:tags"] {
      entries[AnnotationFields.tagsKey] = .array(
        tags.split(separator: ",").map { .string(PDFText.encoded(String($0))) })
    }
    var annotation = ExchangedAnnotation(
      page: page, subtype: subtype, entries: entries, answered: element["inreplyto"])
    if subtype == "Stamp" { takePicture(element, &annotation) }
    try read.add(annotation)
  }

  /// Takes a stamp's appearance, or the image that some programs have for it.
  private mutating func takePicture(
    _ element: MarkupNode, _ annotation: inout ExchangedAnnotation
  ) {
    if let form = element.child("appearance") {
      annotation.appearance = AppearanceXML.decoded(form.text)
    } else if let image = element.child("imagedata") {
      annotation.picture = DataAddress.bytes(image.words).flatMap { StampPicture($0) }
    } else {
      return
    }
    if annotation.appearance == nil, annotation.picture == nil { read.lose(.picture) }
  }

  private static func put(
    _ value: PDFObject, at path: [String], in entries: inout [String: PDFObject]
  ) {
    guard path.count > 1 else {
      entries[path[0]] = value
      return
    }
    var inner = entries[path[0]]?.dictionary ?? [:]
    inner[path[1]] = value
    entries[path[0]] = .dictionary(inner)
  }

  /// The places that have elements, or several attributes, of their own.
  private func takePlace(_ element: MarkupNode, _ entries: inout [String: PDFObject]) {
    let ends = ["start", "end"].map { XFDFAttribute.numbers(element[$0] ?? "") }
    if ends.allSatisfy({ $0.count == 2 }) { entries["L"] = .numbers(ends.flatMap(\.self)) }
    let shapes = ["head", "tail"].map { element[$0] ?? "None" }
    if element["head"] != nil || element["tail"] != nil {
      entries["LE"] = .array(shapes.map { .name(PDFName.encoded($0)) })
    }
    if let vertices = element.child("vertices") {
      entries["Vertices"] = .numbers(XFDFAttribute.numbers(vertices.text))
    }
    if let strokes = element.child("inklist") {
      entries["InkList"] = .array(
        strokes.children("gesture").map { .numbers(XFDFAttribute.numbers($0.text)) })
    }
  }

  private mutating func takeTexts(_ element: MarkupNode, _ entries: inout [String: PDFObject]) {
    let rich = element.child("contents-richtext")
    let plain = element.child("contents")?.text ?? element["contents"]
    if let text = plain ?? rich.map(RichText.plain) {
      entries["Contents"] = .string(PDFText.encoded(text))
    }
    if let rich, RichText.isFormatted(rich) { read.lose(.richText) }
    for (name, key) in [("defaultappearance", "DA"), ("defaultstyle", "DS")] {
      if let text = element.child(name)?.text { entries[key] = .string(PDFText.encoded(text)) }
    }
    // The style of the text itself comes before the default.
    let style = rich?.descendants.lazy.compactMap { $0["style"] }.first { $0.contains("color:") }
    if let style { entries["DS"] = .string(PDFText.encoded(style)) }
  }

  // MARK: fields

  /// Adds a field and those below it, whose names are joined by full stops.
  private mutating func add(
    field: MarkupNode, above: String, depth: Int
  ) throws(ExchangeRefusal) {
    let part = field["name"] ?? ""
    let name = above.isEmpty ? part : above + "." + part
    guard depth < Self.deepestField, !part.isEmpty, name.utf8.count <= 1_000 else { return }
    var values = field.children("value").map { CleanText.value($0.text) }
    if values.isEmpty, let rich = field.child("value-richtext") {
      values = [CleanText.contents(RichText.plain(rich))]
    }
    if !values.isEmpty { try read.add(ExchangedValue(name, values.filter { !$0.isEmpty })) }
    for inner in field.children("field") { try add(field: inner, above: name, depth: depth + 1) }
  }
}

/// Rich text of annotations and fields: paragraphs of XHTML (PDF 32000-1, 12.7.3.4).
enum RichText {
  /// Returns the text, a line for each paragraph.
  static func plain(_ element: MarkupNode) -> String {
    var text = ""
    func add(_ node: MarkupNode) {
      if node.isText {
        text += node.text
      } else if node.name == "br" {
        text += "\n"
      } else {
        if node.name == "p", !text.isEmpty, text.last != "\n" { text += "\n" }
        for child in node.children { add(child) }
      }
    }
    // Blanks between paragraphs are the file's own layout.
    let body = element.child("body") ?? element
    for child in body.children where !child.isText || !child.words.isEmpty { add(child) }
    return text
  }

  private static let marks: Set = ["b", "i", "u", "sub", "sup", "strong", "em"]

  /// Whether parts of the text look different from others.
  static func isFormatted(_ element: MarkupNode) -> Bool {
    var styles: Set<String> = []
    for node in element.descendants {
      if marks.contains(node.name) { return true }
      if node.name == "span", let style = node["style"] { styles.insert(style) }
    }
    return styles.count > 1
  }
}
