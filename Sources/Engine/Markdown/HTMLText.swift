/// The text of HTML in Markdown: without tags, with alternative text for images, and with line breaks.
struct HTMLText {
  /// Paragraphs, blanks in them single.
  private(set) var paragraphs: [String] = []
  /// Names of places (`id`, `name`).
  private(set) var names: [String] = []
  private var current: [UInt8] = []

  /// Tags that begin a new line.
  private static let breaking: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "dt", "dd", "dl", "blockquote", "pre", "summary", "details", "section", "center",
  ]
  /// Tags whose contents are not for readers.
  private static let hidden = ["script", "style"]

  /// In bytes.
  private static let longestTag = 2_048

  init(_ html: String) {
    let bytes = Array(html.utf8)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == 0x3C else {
        current.append(bytes[at])
        at += 1
        continue
      }
      if bytes[at...].starts(with: Array("<!--".utf8)) {
        at = min(bytes.count, Self.start(of: "-->", in: bytes, from: at + 4) + 3)
      } else if let close = bytes[at...].prefix(Self.longestTag).firstIndex(of: 0x3E),
        close > at + 1,
        Self.mayBeginTag(bytes[at + 1])
      {
        let tag = HTMLTag(String(decoding: bytes[(at + 1)..<close], as: UTF8.self))
        take(tag)
        at = close + 1
        if Self.hidden.contains(tag.name), !tag.isClosing {
          at = Self.start(of: "</" + tag.name, in: bytes, from: at)
        }
      } else {
        current.append(0x3C)
        at += 1
      }
    }
    flush()
  }

  private static func mayBeginTag(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [0x2F, 0x21, 0x3F].contains(byte)
  }

  /// The index of a mark, or the end of all.
  private static func start(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
    let wanted = Array(mark.utf8)
    guard start + wanted.count <= bytes.count else { return bytes.count }
    for at in start...(bytes.count - wanted.count) where bytes[at...].starts(with: wanted) {
      return at
    }
    return bytes.count
  }

  private mutating func take(_ tag: HTMLTag) {
    if let name = tag["id"] ?? tag["name"] { names.append(name) }
    if tag.name == "img", let words = tag["alt"] { current += Array(words.utf8) }
    if Self.breaking.contains(tag.name) { flush() }
  }

  private mutating func flush() {
    let text = String(decoding: HTMLEntities.decoded(current), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !words.isEmpty { paragraphs.append(words) }
    current = []
  }
}

/// A tag's name and attributes.
struct HTMLTag {
  let name: String
  let isClosing: Bool
  private var attributes: [String: String] = [:]

  /// The text between `<` and `>`.
  init(_ text: String) {
    isClosing = text.hasPrefix("/")
    var rest = text.drop { $0 == "/" || $0 == "!" || $0 == "?" }
    name = rest.prefix { !$0.isWhitespace && $0 != "/" }.lowercased()
    rest = rest.drop { !$0.isWhitespace }
    while attributes.count < 32 {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      guard !key.isEmpty else { break }
      rest = rest.dropFirst(key.count).drop(while: \.isWhitespace)
      guard rest.first == "=" else {
        attributes[key.lowercased()] = ""
        continue
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
      let value =
        quote.map { quote in rest.dropFirst().prefix { $0 != quote } }
        ?? rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(value.count + (quote == nil ? 0 : 2))
      attributes[key.lowercased()] = String(value)
    }
  }

  subscript(_ key: String) -> String? { attributes[key].flatMap { $0.isEmpty ? nil : $0 } }
}
