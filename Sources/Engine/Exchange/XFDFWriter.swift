import DocumentModel

/// Writes XFDF (ISO 19444-1).
enum XFDFWriter {
  static func bytes(
    _ annotations: [ExchangedAnnotation], _ fields: FieldBranch, _ name: String,
    _ identity: [[UInt8]]
  ) -> [UInt8] {
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text +=
      "<xfdf xmlns=\"\(XFDF.space)\" xmlns:recto=\"\(XFDF.ownSpace)\" xml:space=\"preserve\">\n"
    if !annotations.isEmpty {
      text += "<annots>\n"
      for annotation in annotations { add(annotation, to: &text) }
      text += "</annots>\n"
    }
    text += "<f" + attribute("href", name) + "/>\n"
    if !fields.inner.isEmpty {
      text += "<fields>\n"
      for field in fields.inner { add(field, to: &text) }
      text += "</fields>\n"
    }
    if identity.count == 2 {
      text += "<ids" + attribute("original", hexadecimal(identity[0]))
      text += attribute("modified", hexadecimal(identity[1])) + "/>\n"
    }
    return Array((text + "</xfdf>\n").utf8)
  }

  private static func add(_ annotation: ExchangedAnnotation, to text: inout String) {
    let name = XFDF.elements[annotation.subtype] ?? ""
    var entries = annotation.entries
    if let answered = annotation.answered {
      entries["IRT"] = .string(PDFText.encoded(answered))
    }
    text += "<" + name + attribute("page", String(annotation.page))
    for form in XFDF.attributes {
      let value =
        form.path.count > 1
        ? entries[form.path[0]]?.dictionary?[form.path[1]] : entries[form.path[0]]
      if let words = value.flatMap(form.text) { text += attribute(form.name, words) }
    }
    if entries["BE"]?.dictionary?["S"]?.name == "C" { text += attribute("style", "cloudy") }
    text += places(entries)
    if let tags = entries[AnnotationFields.tagsKey]?.array {
      let words = tags.compactMap { $0.string.map(PDFText.decoded) }
      text += attribute("recto:tags", words.joined(separator: ","))
    }
    var inner = children(entries)
    if let form = annotation.appearance {
      inner += "<appearance>\(AppearanceXML.encoded(form))</appearance>"
    }
    text += inner.isEmpty ? "/>\n" : ">" + inner + "</\(name)>\n"
  }

  /// Returns the attributes of a line's ends.
  private static func places(_ entries: [String: PDFObject]) -> String {
    var text = ""
    let line = numbers(entries["L"])
    if line.count == 4 {
      text += attribute("start", line[..<2].joined(separator: ","))
      text += attribute("end", line[2...].joined(separator: ","))
    }
    let shapes = entries["LE"]?.array ?? entries["LE"].map { [$0] } ?? []
    for (name, shape) in zip(["head", "tail"], shapes) {
      if let words = shape.name { text += attribute(name, words) }
    }
    return text
  }

  private static func children(_ entries: [String: PDFObject]) -> String {
    var text = ""
    if let words = entries["Contents"]?.string.map(PDFText.decoded), !words.isEmpty {
      text += "<contents>\(escaped(words))</contents>"
    }
    if let rich = entries["RC"]?.string.flatMap(richText) {
      text += "<contents-richtext>\(rich)</contents-richtext>"
    }
    for (name, key) in [("defaultappearance", "DA"), ("defaultstyle", "DS")] {
      if let words = entries[key]?.string.map(PDFText.decoded) {
        text += "<\(name)>\(escaped(words))</\(name)>"
      }
    }
    let vertices = pairs(entries["Vertices"])
    if !vertices.isEmpty { text += "<vertices>\(vertices)</vertices>" }
    if let strokes = entries["InkList"]?.array {
      text += "<inklist>" + strokes.map { "<gesture>\(pairs($0))</gesture>" }.joined()
      text += "</inklist>"
    }
    return text
  }

  /// Returns rich text without its XML declaration; nil if it is not well-formed, or declares more.
  private static func richText(_ bytes: [UInt8]) -> String? {
    var text = PDFText.decoded(bytes)[...]
    if text.hasPrefix("<?xml"), let end = text.firstIndex(of: ">") {
      text = text[text.index(after: end)...]
    }
    let body = text.drop(while: \.isWhitespace)
    guard body.hasPrefix("<"), !body.hasPrefix("<!"), !body.hasPrefix("<?"),
      MarkupParser.xml(Array(body.utf8)) != nil
    else { return nil }
    return String(body)
  }

  private static func add(_ field: FieldBranch, to text: inout String) {
    text += "<field" + attribute("name", field.name) + ">"
    for value in field.values ?? [] { text += "<value>\(escaped(value))</value>" }
    for inner in field.inner { add(inner, to: &text) }
    text += "</field>\n"
  }

  private static func numbers(_ value: PDFObject?) -> [String] {
    (value?.array ?? []).compactMap { $0.number.map(PDFNumber.text) }
  }

  private static func pairs(_ value: PDFObject?) -> String {
    let numbers = numbers(value)
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      numbers[$0] + "," + numbers[$0 + 1]
    }.joined(separator: ";")
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(value, inAttribute: true))\""
  }

  /// Escapes a text without the controls that XML does not have, as names of a PDF may have them. Line ends in attributes would become blanks.
  private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    let text = CleanText.lines(Array(text.utf8))
    guard text.utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x0A].contains($0) }) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where inAttribute: escaped += "&quot;"
      case "\n" where inAttribute: escaped += "&#10;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
