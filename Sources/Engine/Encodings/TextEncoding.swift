/// How a file's bytes are read as characters.
struct TextEncoding {
  enum Reader {
    case utf8
    case wide
    case converter(Converter)
  }

  /// Its displayed name.
  var name: String
  var isGuess = false
  var reader: Reader
  var units = CodeUnits.bytes
  /// Bytes of the mark at the file's beginning that says so.
  var mark = 0

  static var utf8: TextEncoding { TextEncoding(name: "UTF-8", reader: .utf8) }

  func scalars(_ bytes: some Collection<UInt8>) -> [UInt32] { decoded(Array(bytes)).scalars }

  func decoded(_ bytes: [UInt8]) -> (scalars: [UInt32], broken: Int) {
    bytes.withUnsafeBufferPointer { buffer in
      switch reader {
      case .utf8: UTFDecoder.utf8(buffer)
      case .wide: UTFDecoder.wide(buffer, units)
      case .converter(let converter): converter.scalars(buffer)
      }
    }
  }

  /// Returns the index of the first byte at or after an index that starts a character, as far as the
  /// bytes show.
  func characterStart(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
    var at = index
    switch reader {
    case .utf8:
      while at < bytes.count, at < index + 3, bytes[at] & 0xC0 == 0x80 { at += 1 }
    case .wide:
      if units.size == 2, let unit = units.unit(bytes, at: at), 0xDC00...0xDFFF ~= unit { at += 2 }
    case .converter: break
    }
    return min(at, bytes.count)
  }
}

extension TextEncoding {
  /// The names of Unicode encodings, in lower case without hyphens.
  private static let own: [String: CodeUnits] = [
    "utf8": .bytes, "ascii": .bytes, "usascii": .bytes,
    "utf16": .wide(2), "utf16le": .wide(2), "ucs2": .wide(2),
    "utf16be": .wide(2, isBigEndian: true),
    "utf32": .wide(4), "utf32le": .wide(4), "utf32be": .wide(4, isBigEndian: true),
    "ucs4": .wide(4, isBigEndian: true),
  ]

  /// Unicode's own of such units.
  private init(of units: CodeUnits, mark: Int = 0) {
    self.init(
      name: units.size == 1 ? "UTF-8" : "UTF-\(units.size * 8)\(units.isBigEndian ? "BE" : "LE")",
      reader: units.size == 1 ? .utf8 : .wide, units: units, mark: mark)
  }

  /// Marks at a file's beginning, the longer ones first (Unicode 15, table 2-4).
  private static let marks: [(bytes: [UInt8], units: CodeUnits)] = [
    ([0xFF, 0xFE, 0, 0], .wide(4)), ([0, 0, 0xFE, 0xFF], .wide(4, isBigEndian: true)),
    ([0xEF, 0xBB, 0xBF], .bytes),
    ([0xFF, 0xFE], .wide(2)), ([0xFE, 0xFF], .wide(2, isBigEndian: true)),
  ]

  /// The encoding a mark at the beginning names.
  static func marked(_ head: [UInt8]) -> TextEncoding? {
    marks.first { head.starts(with: $0.bytes) }.map {
      TextEncoding(of: $0.units, mark: $0.bytes.count)
    }
  }

  /// Returns the encoding of a name; nil if unknown, or not loaded.
  static func named(_ name: String, _ converters: ConverterSet) -> TextEncoding? {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    if let units = own[plain] { return TextEncoding(of: units) }
    guard let converter = converters[name] else { return nil }
    var encoding = TextEncoding(name: name, reader: .converter(converter))
    encoding.units = converter.units
    return encoding
  }

  /// Recognises UTF-16 or UTF-32 by its zeros: most characters of a text are among the first 256.
  static func byZeros(_ head: [UInt8]) -> TextEncoding? {
    guard head.contains(0) else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in head.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quarter = max(1, head.count / 4)
    guard head.count >= 4, !TextSniffer.isMostlyASCII(head), !TextSniffer.isUTF8WithZeros(head)
    else { return nil }
    guard zeros.reduce(0, +) * 16 > head.count else { return byLetters(head) }
    let guess: TextEncoding
    if zeros[2] * 10 > quarter * 9, zeros[3] * 10 > quarter * 9, zeros[0] * 10 < quarter {
      guess = TextEncoding(of: .wide(4))
    } else if zeros[0] * 10 > quarter * 9, zeros[1] * 10 > quarter * 9, zeros[3] * 10 < quarter {
      guess = TextEncoding(of: .wide(4, isBigEndian: true))
    } else {
      let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
      guard max(even, odd) > 4 * min(even, odd) else { return byLetters(head) }
      guess = TextEncoding(of: .wide(2, isBigEndian: even > odd))
    }
    let read = guess.decoded(Array(head.prefix(head.count / 4 * 4)))
    let controls = read.scalars.count { $0 < 0x20 && !TextSniffer.harmless.contains($0) }
    // A pair of surrogates may be cut at the end.
    guard read.broken <= 1 + read.scalars.count / 1_000, controls * 100 <= read.scalars.count else {
      return nil
    }
    return guess.guessed
  }

  /// UTF-16 of a script that has few of the first 256: in one order of the bytes nearly all are letters, and lines end.
  private static func byLetters(_ head: [UInt8]) -> TextEncoding? {
    let candidates = [false, true].compactMap { isBigEndian -> (TextEncoding, Int)? in
      let encoding = TextEncoding(of: .wide(2, isBigEndian: isBigEndian))
      let read = encoding.decoded(Array(head.prefix(head.count / 2 * 2)))
      let letters = read.scalars.count { Unicode.Scalar($0)?.properties.isAlphabetic == true }
      let blanks = read.scalars.count { [0x0A, 0x20, 0x3000].contains($0) }
      guard read.broken <= 1, blanks > 0, letters * 4 > read.scalars.count * 3 else { return nil }
      return (encoding.guessed, Set(read.scalars.map { $0 >> 8 }).count)
    }
    // The right order has its characters close together.
    return candidates.min { $0.1 < $1.1 }?.0
  }

  /// The same, without the mark a file of Unicode's encodings may begin with; where the mark names the order of the bytes it holds.
  func marked(as marked: TextEncoding?) -> TextEncoding {
    if case .converter = reader { return self }
    guard let marked, marked.units.size == units.size else { return self }
    return marked
  }

  var guessed: TextEncoding {
    var encoding = self
    encoding.isGuess = true
    return encoding
  }
}
