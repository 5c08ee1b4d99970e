/// Reads elements of ASN.1 in DER, and the BER that signatures of PDFs use: indefinite lengths (X.690).
struct DERReader {
  struct Element {
    var tag: UInt8
    var content: ArraySlice<UInt8>

    var reader: DERReader { DERReader(content) }
    var isConstructed: Bool { tag & 0x20 != 0 }
  }

  enum Failure: Error { case malformed }

  private var rest: ArraySlice<UInt8>

  private static let deepest = 32

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next element; throws where there is none.
  mutating func next() throws(Failure) -> Element { try next(depth: 0) }

  /// Returns the next element where it has this tag; throws otherwise.
  mutating func next(_ tag: UInt8) throws(Failure) -> Element {
    let element = try next()
    guard element.tag == tag else { throw .malformed }
    return element
  }

  /// Returns the next element where it has this tag, and leaves any other.
  mutating func optional(_ tag: UInt8) throws(Failure) -> Element? {
    rest.first == tag ? try next() : nil
  }

  private mutating func next(depth: Int) throws(Failure) -> Element {
    guard depth < Self.deepest, let tag = rest.popFirst(), tag & 0x1F != 0x1F,
      let first = rest.popFirst()
    else { throw .malformed }
    if first == 0x80 {
      guard tag & 0x20 != 0 else { throw .malformed }
      return Element(tag: tag, content: try untilEnd(depth: depth))
    }
    var count = Int(first)
    if first & 0x80 != 0 {
      let bytes = Int(first & 0x7F)
      guard (1...4).contains(bytes), rest.count >= bytes else { throw .malformed }
      count = rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(bytes)
    }
    guard count <= rest.count else { throw .malformed }
    defer { rest = rest.dropFirst(count) }
    return Element(tag: tag, content: rest.prefix(count))
  }

  /// Reads up to the two zeros that end an element of indefinite length.
  private mutating func untilEnd(depth: Int) throws(Failure) -> ArraySlice<UInt8> {
    let all = rest
    while true {
      guard rest.count >= 2 else { throw .malformed }
      if rest.starts(with: [0, 0]) {
        let content = all[all.startIndex..<rest.startIndex]
        rest = rest.dropFirst(2)
        return content
      }
      _ = try next(depth: depth + 1)
    }
  }
}

extension DERReader.Element {
  /// The bytes of an octet string, which BER may part.
  var octets: [UInt8]? {
    guard isConstructed else { return Array(content) }
    var (parts, reader) = ([UInt8](), reader)
    while !reader.isAtEnd {
      guard let part = try? reader.next(0x04) else { return nil }
      parts += part.content
    }
    return parts
  }

  /// The text of a string of a certificate; nil where it is none.
  var text: String? {
    switch tag {
    case 0x0C, 0x12, 0x13, 0x16: return PDFText.decoded([0xEF, 0xBB, 0xBF] + content)
    case 0x14: return PDFText.decoded(Array(content))
    case 0x1E: return PDFText.decoded([0xFE, 0xFF] + content)
    default: return nil
    }
  }

  /// Seconds since 1970 of a time of ASN.1; nil where it is none.
  var moment: Int64? {
    guard content.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x5A || $0 == 0x2E }) else {
      return nil
    }
    switch tag {
    case 0x17:
      // Years of two digits: 50 is 1950 (RFC 5280, 4.1.2.5.1).
      let century: String = content.first.map { $0 >= 0x35 } == true ? "19" : "20"
      return PDFDate.seconds(Array(century.utf8) + content)
    case 0x18: return PDFDate.seconds(Array(content))
    default: return nil
    }
  }
}
