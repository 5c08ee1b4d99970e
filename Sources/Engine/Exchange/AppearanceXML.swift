import DocumentModel

/// The form in which XFDF has a stamp's appearance: the objects of a PDF as elements, in Base64 (ISO 19444-1, `appearance`).
enum AppearanceXML {
  private static let deepest = 24

  // MARK: writing

  /// Returns the contents of an `appearance` element.
  static func encoded(_ form: AppearancePart) -> String {
    var text = #"<?xml version="1.0" encoding="UTF-8"?><DICT KEY="AP">"#
    add(form, "N", to: &text)
    return DataAddress.encoded(Array((text + "</DICT>").utf8))
  }

  private static func add(_ part: AppearancePart, _ key: String?, to text: inout String) {
    switch part {
    case .plain(let value): add(value, key, to: &text)
    case .array(let items):
      open("ARRAY", key, to: &text)
      // Readers take the numbers of boxes and matrices only if they are reals.
      let isReal = key == "BBox" || key == "Matrix"
      for item in items {
        if isReal, case .plain(let value) = item, let number = value.number {
          add(.real(PDFNumber.text(number)), nil, to: &text)
        } else {
          add(item, nil, to: &text)
        }
      }
      text += "</ARRAY>"
    case .dictionary(let entries):
      open("DICT", key, to: &text)
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) { add(value, key, to: &text) }
      text += "</DICT>"
    case .stream(let entries, let data):
      open("STREAM", key, to: &text)
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) { add(value, key, to: &text) }
      add(.integer(data.count), "Length", to: &text)
      text += #"<DATA MODE="RAW" ENCODING="HEX">"# + XFDFWriter.hexadecimal(data)
      text += "</DATA></STREAM>"
    }
  }

  private static func open(
    _ name: String, _ key: String?, _ attributes: String = "", to text: inout String
  ) {
    text += "<" + name
    if let key { text += XFDFWriter.attribute("KEY", PDFName.decoded(key)) }
    text += attributes + ">"
  }

  private static func add(_ value: PDFObject, _ key: String?, to text: inout String) {
    let (name, words): (String, String)
    switch value {
    case .name(let own): (name, words) = ("NAME", PDFName.decoded(own))
    case .integer(let number): (name, words) = ("INT", String(number))
    case .real(let own): (name, words) = ("FIXED", own)
    case .bool(let own): (name, words) = ("BOOL", String(own))
    case .string(let bytes):
      open("STRING", key, #" ENCODING="HEX""#, to: &text)
      text += XFDFWriter.hexadecimal(bytes) + "</STRING>"
      return
    case .array, .dictionary, .stream, .reference, .null: return
    }
    open(name, key, XFDFWriter.attribute("VAL", words) + "/", to: &text)
  }

  // MARK: reading

  /// Returns the normal appearance in an `appearance` element; nil if it cannot be read.
  static func decoded(_ text: String) -> AppearancePart? {
    let bytes = DataAddress.decoded(text)
    guard let tree = MarkupParser.xml(bytes),
      let root = tree.root.elements.first(where: { _ in true })
    else { return nil }
    let appearances = root["KEY"] == "AP" ? root : root.child("DICT") ?? root
    guard
      let normal = appearances.elements.first(where: { $0.name == "STREAM" && $0["KEY"] == "N" })
    else { return nil }
    return part(normal, depth: 0)
  }

  private static func part(_ element: MarkupNode, depth: Int) -> AppearancePart? {
    guard depth < deepest else { return nil }
    let words = element["VAL"] ?? ""
    switch element.name {
    case "DICT": return .dictionary(entries(element, depth))
    case "ARRAY": return .array(element.elements.compactMap { part($0, depth: depth + 1) })
    case "STREAM": return stream(element, depth)
    case "NAME": return .plain(.name(PDFName.encoded(words)))
    case "INT": return Int(words).map { .plain(.integer($0)) }
    case "FIXED": return Double(words).map { .plain(PDFObject($0)) }
    case "BOOL": return .plain(.bool(words == "true"))
    case "STRING":
      let bytes = element["ENCODING"] == "HEX" ? hexadecimal(element.text) : PDFText.encoded(words)
      return .plain(.string(bytes))
    default: return nil
    }
  }

  private static func entries(_ element: MarkupNode, _ depth: Int) -> [String: AppearancePart] {
    var entries: [String: AppearancePart] = [:]
    for inner in element.elements where inner.name != "DATA" {
      guard let key = inner["KEY"], key != "Length" else { continue }
      entries[PDFName.encoded(key)] = part(inner, depth: depth + 1)
    }
    return entries
  }

  private static func stream(_ element: MarkupNode, _ depth: Int) -> AppearancePart? {
    guard let data = element.child("DATA") else { return nil }
    var entries = entries(element, depth)
    // These data have been through the filters already.
    if data["MODE"] == "FILTERED" { (entries["Filter"], entries["DecodeParms"]) = (nil, nil) }
    let bytes =
      data["ENCODING"] == "HEX"
      ? hexadecimal(data.text)
      : data.text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return .stream(entries, bytes)
  }

  /// Returns the bytes of hexadecimal digits; other characters are passed over.
  private static func hexadecimal(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init) else {
        continue
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
