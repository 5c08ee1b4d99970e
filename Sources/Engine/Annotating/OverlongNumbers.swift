import Glibc

/// Reads objects that libqpdf returns as null because an integer in them exceeds 64 bits (PDF 32000-1, annex C). The object is parsed from the file's bytes
/// with such numbers clamped to ±999,999,999, beyond the edge of any page.
struct OverlongNumbers {
  private let bytes: UnsafeRawBufferPointer
  /// Bytes of the file that may still be searched, for all objects together.
  private var left: Int

  /// Largest object in bytes; annotations are smaller.
  private static let most = 1 << 18
  private static let mostDigits = 18
  private static let farAway = Array("999999999".utf8)

  /// Each object costs a search of the whole file, so a large file allows few; one is always allowed.
  init(_ bytes: UnsafeRawBufferPointer, budget: Int = 1 << 28) {
    self.bytes = bytes
    left = max(budget, bytes.count)
  }

  /// Returns the object number from libqpdf's warning about such an integer; nil for other warnings.
  static func object(in warning: String) -> Int? {
    guard warning.contains("64-bit integer"),
      let start = warning.firstRange(of: "object ")?.upperBound
    else { return nil }
    return Int(warning[start...].prefix { $0.isNumber })
  }

  /// Returns an object's source text, null-terminated, with numbers clamped and references replaced by names, since libqpdf's parser accepts no references in a
  /// standalone text. Nil if the object is not found in plain text or the budget is spent.
  mutating func text(of place: PDFObject.Reference) -> [CChar]? {
    guard let body = body(of: place) else { return nil }
    let words = Self.words(of: body)
    var text: [UInt8] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if index + 2 < words.count, words[index + 2].elementsEqual("R".utf8),
        let number = Self.count(word), let generation = Self.count(words[index + 1])
      {
        text += Array("/\(Self.stand)\(number)-\(generation) ".utf8)
        index += 3
        continue
      }
      text += Self.isOverlong(word) ? (word.first == 0x2D ? [0x2D] : []) + Self.farAway : word
      text.append(0x20)
      index += 1
    }
    return text.contains(0) ? nil : (text + [0]).map { CChar(bitPattern: $0) }
  }

  private static let stand = "recto-reference-"

  /// Turns these names in a parsed object back into references.
  static func referring(_ object: PDFObject) -> PDFObject {
    switch object {
    case .name(let name) where name.hasPrefix(stand):
      let parts = name.dropFirst(stand.count).split(separator: "-").compactMap { Int($0) }
      return parts.count == 2
        ? .reference(PDFObject.Reference(number: parts[0], generation: parts[1])) : object
    case .array(let items): return .array(items.map(referring))
    case .dictionary(let entries): return .dictionary(entries.mapValues(referring))
    default: return object
    }
  }

  /// Returns the bytes between the last `N G obj` and its `endobj`; nil for streams.
  private mutating func body(of place: PDFObject.Reference) -> [UInt8]? {
    guard left >= bytes.count else { return nil }
    left -= bytes.count
    let head = Array("\(place.number) \(place.generation) obj".utf8)
    var (found, from): (Int?, Int) = (nil, 0)
    while let at = bytes.firstIndex(of: head, in: from..<bytes.count) {
      if at == 0 || bytes[at - 1] <= 0x20 { found = at + head.count }
      from = at + head.count
    }
    let mark = Array("endobj".utf8)
    guard let found,
      let end = bytes.firstIndex(
        of: mark, in: found..<min(bytes.count, found + Self.most + mark.count))
    else { return nil }
    let body = Array(bytes[found..<end])
    return Self.words(of: body).contains { $0.elementsEqual("stream".utf8) } ? nil : body
  }

  /// Splits into strings, names, numbers, keywords and delimiters (PDF 32000-1, 7.2) and drops comments.
  private static func words(of body: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var index = 0
    while index < body.count {
      let end = end(ofWordAt: index, in: body)
      let isBlank = body[index] <= 0x20 || body[index] == UInt8(ascii: "%")
      if !isBlank { words.append(body[index..<end]) }
      index = end
    }
    return words
  }

  /// Returns the offset after the token that begins at `start`.
  private static func end(ofWordAt start: Int, in body: [UInt8]) -> Int {
    var index = start + 1
    let isDoubled = index < body.count && body[index] == body[start]
    switch body[start] {
    case UInt8(ascii: "("):
      var depth = 1
      while index < body.count, depth > 0 {
        switch body[index] {
        case UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        index += 1
      }
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      if isDoubled { return start + 2 }
      while body[start] == UInt8(ascii: "<"), index < body.count,
        body[index - 1] != UInt8(ascii: ">")
      {
        index += 1
      }
    case UInt8(ascii: "%"):
      while index < body.count, body[index] != 0x0A, body[index] != 0x0D { index += 1 }
    case let byte where isOfWord(byte) || byte == UInt8(ascii: "/"):
      while index < body.count, isOfWord(body[index]) { index += 1 }
    default: break
    }
    return min(index, body.count)
  }

  private static func count(_ word: ArraySlice<UInt8>) -> Int? {
    word.count < 10 ? Int(String(decoding: word, as: UTF8.self)) : nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte)
  }

  private static func isOverlong(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.first.map { "+-".utf8.contains($0) } == true ? word.dropFirst() : word
    return digits.count > mostDigits && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
