import DocumentModel

/// The end of a file, from which an appended section continues (PDF 32000-1, 7.5.4 to 7.5.8).
struct SectionEnd {
  enum Kind {
    case table
    case stream
  }

  /// The kind of the last cross-reference.
  let kind: Kind
  /// The offset given by `startxref`.
  let start: Int
  /// Bytes before `%PDF-`; offsets in the file count from there.
  let offset: Int
  let hasLineEnd: Bool

  /// Throws `.damaged` if there is no cross-reference at that offset.
  init(_ bytes: UnsafeRawBufferPointer) throws(SaveBlocker) {
    offset = Self.find("%PDF-", in: bytes, 0..<min(bytes.count, 1_029)) ?? 0
    hasLineEnd = bytes.last == 0x0A || bytes.last == 0x0D
    guard let mark = Self.findLast("startxref", in: bytes) else { throw .damaged }
    var place = Self.skipBlanks(bytes, mark + 9)
    var value = 0
    var digits = 0
    while place < bytes.count, (0x30...0x39).contains(bytes[place]), digits < 12 {
      value = value * 10 + Int(bytes[place] - 0x30)
      place += 1
      digits += 1
    }
    start = value
    guard digits > 0, value + offset < bytes.count else { throw .damaged }
    place = Self.skipBlanks(bytes, value + offset)
    guard place < bytes.count else { throw .damaged }
    if bytes[place...].starts(with: Array("xref".utf8)) {
      kind = .table
    } else if (0x30...0x39).contains(bytes[place]) {
      kind = .stream
    } else {
      throw .damaged
    }
  }

  private static func find(
    _ word: String, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Int? {
    let mark = Array(word.utf8)
    return range.first { bytes[$0...].starts(with: mark) }
  }

  private static func findLast(_ word: String, in bytes: UnsafeRawBufferPointer) -> Int? {
    let mark = Array(word.utf8)
    return (max(0, bytes.count - (1 << 20))..<bytes.count).reversed().first {
      bytes[$0] == mark[0] && bytes[$0...].starts(with: mark)
    }
  }

  /// Skips white space and comments.
  private static func skipBlanks(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case 0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20: place += 1
      case 0x25:
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      default: return place
      }
    }
    return place
  }
}
