/// Blanks out what tags have beyond so many attributes: libxml2 compares each with all others of its tag.
///
/// Tags begin and end where libxml2 finds them, since whatever hides one from this count brings its attributes to the parser.
struct TagLimit {
  private static let mostAttributes = 1_000

  /// Elements of HTML whose contents are no markup.
  private static let raw = ["script", "style"].map { Array($0.utf8) }

  private let text: UnsafeBufferPointer<UInt8>
  private let isHTML: Bool
  private var at = 0
  /// Attributes beyond the limit.
  private var surplus: [Range<Int>] = []

  static func applied(to bytes: [UInt8], isHTML: Bool = false) -> [UInt8] {
    let surplus = bytes.withUnsafeBufferPointer { text in
      var limit = TagLimit(text: text, isHTML: isHTML)
      limit.readAll()
      return limit.surplus
    }
    guard !surplus.isEmpty else { return bytes }
    var bytes = bytes
    for range in surplus { for index in range { bytes[index] = 0x20 } }
    return bytes
  }

  private init(text: UnsafeBufferPointer<UInt8>, isHTML: Bool) {
    (self.text, self.isHTML) = (text, isHTML)
  }

  private mutating func readAll() {
    while let start = text[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = start + 1
      guard at < text.count else { return }
      switch text[at] {
      case UInt8(ascii: "!"): skipDeclaration()
      case UInt8(ascii: "?"): skip(past: isHTML ? ">" : "?>")
      case let byte where isNameStart(byte): readTag()
      default: break
      }
    }
  }

  private mutating func skipDeclaration() {
    let rest = text[at...]
    if rest.starts(with: "!--".utf8) {
      at += 3
      // libxml2 ends a comment of HTML at both.
      while at < text.count, !text[at...].starts(with: "-->".utf8),
        !(isHTML && text[at...].starts(with: "--!>".utf8))
      {
        at += 1
      }
    } else if isHTML {
      if isEqual(rest.prefix(Self.documentType.count), Self.documentType) { skipIdentifiers() }
      skip(past: ">")
    } else if rest.starts(with: "![CDATA[".utf8) {
      skip(past: "]]>")
    } else {
      // A document type has declarations within.
      while at < text.count, text[at] != Self.tagEnd, text[at] != UInt8(ascii: "<") {
        if !skipQuoted() { at += 1 }
      }
    }
  }

  /// Goes past the quoted identifiers of a document type, in which a tag may end for this count only.
  private mutating func skipIdentifiers() {
    at += Self.documentType.count
    at = end(of: Self.isBlank)
    at = end { isName($0) }
    at = end(of: Self.isBlank)
    guard Self.external.contains(where: { isEqual(text[at...].prefix($0.count), $0) }) else {
      return
    }
    at += Self.external[0].count
    for _ in 0..<2 {
      at = end(of: Self.isBlank)
      _ = skipQuoted()
    }
  }

  private static let documentType = Array("!doctype".utf8)
  private static let external = ["system", "public"].map { Array($0.utf8) }

  private mutating func readTag() {
    let start = at
    at = end { isName($0) }
    let name = text[start..<at]
    var count = 0
    var first: Int?
    while true {
      at = end(of: Self.isBlank)
      guard at < text.count, text[at] != Self.tagEnd else { break }
      guard isNameStart(text[at]) else {
        at = end { !Self.isBlank($0) && $0 != Self.tagEnd }
        continue
      }
      count += 1
      if count == Self.mostAttributes + 1 { first = at }
      at = end { isName($0) }
      at = end(of: Self.isBlank)
      guard at < text.count, text[at] == UInt8(ascii: "=") else { continue }
      at += 1
      at = end(of: Self.isBlank)
      if !skipQuoted() { at = end { !Self.isBlank($0) && $0 != Self.tagEnd } }
    }
    if let first {
      let end = text[at - 1] == UInt8(ascii: "/") ? at - 1 : at
      if first < end { surplus.append(first..<end) }
    }
    let isEmpty = text[at - 1] == UInt8(ascii: "/")
    if isHTML, !isEmpty, Self.raw.contains(where: { isEqual(name, $0) }) {
      skipContents(of: name)
    }
  }

  /// Goes to the end tag of an element without markup.
  private mutating func skipContents(of name: Slice<UnsafeBufferPointer<UInt8>>) {
    while true {
      skip(past: "</")
      guard at < text.count, !isEqual(text[at...].prefix(name.count), Array(name)) else { return }
    }
  }

  /// Goes past a value in quotation marks; false if there is none.
  private mutating func skipQuoted() -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'")
    else { return false }
    let quote = text[at]
    at += 1
    at = end { $0 != quote }
    at = min(text.count, at + 1)
    return true
  }

  /// Returns the end of a run of bytes of a kind.
  private func end(of kind: (UInt8) -> Bool) -> Int {
    text[at...].firstIndex { !kind($0) } ?? text.count
  }

  /// Goes past the next occurrence of a text; without one, to the end.
  private mutating func skip(past sign: StaticString) {
    let sign = UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount)
    while at < text.count, !text[at...].starts(with: sign) { at += 1 }
    at = min(text.count, at + sign.count)
  }

  private func isEqual(_ part: Slice<UnsafeBufferPointer<UInt8>>, _ other: [UInt8]) -> Bool {
    part.elementsEqual(other) { $0 | 0x20 == $1 | 0x20 }
  }

  private static let tagEnd = UInt8(ascii: ">")

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  /// Names of HTML are ASCII.
  private func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || !isHTML && byte >= 0x80
  }

  private func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x2D...0x39).contains(byte) && byte != UInt8(ascii: "/")
  }
}
