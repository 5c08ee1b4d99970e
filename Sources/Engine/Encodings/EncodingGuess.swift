/// The characters outside ASCII that are UTF-8, and the bytes that are not.
struct UTF8Count {
  private var good = 0
  private var broken = 0

  mutating func add(_ bytes: [UInt8]) {
    let read = bytes.withUnsafeBufferPointer { UTFDecoder.utf8($0) }
    broken += read.broken
    good += read.scalars.count { $0 >= 0x80 && $0 != UTFDecoder.replacement }
  }

  /// Whether what is broken is damage rather than another encoding, which has characters of UTF-8 by chance only.
  var isMostlyUTF8: Bool { broken == 0 || good > broken * 3 || broken == 1 && good > 0 }
}

/// Guesses the encoding of a text from samples of its bytes.
struct EncodingGuess {
  private let samples: [[UInt8]]

  /// Samples of more than ASCII; the first begins where the text does, each other one at a line's beginning.
  init(_ samples: [[UInt8]]) {
    self.samples = samples
  }

  /// The number of bytes the detector examines.
  private static let budget = 24_000

  /// Returns the most plausible encoding; throws if it needs converters that are not loaded.
  func encoding(_ converters: ConverterSet) throws(ConverterNeeded) -> TextEncoding {
    let escapes = samples.contains { Self.hasJapaneseEscapes($0) }
    let isASCII = samples.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    if isASCII && !escapes || !isASCII && isUTF8 { return .utf8 }
    guard converters.isLoaded else { throw ConverterNeeded() }
    if isASCII {
      return TextEncoding.named(DetectableEncoding.japaneseEscapes, converters)?.guessed ?? .utf8
    }
    let guess = DetectableEncoding.detect(tellingSample)
    guard var encoding = TextEncoding.named(guess.converter, converters) else { return .utf8 }
    encoding.name = guess.name
    return encoding.guessed
  }

  /// Whether most of what is outside ASCII is UTF-8: a log may contain a line in another encoding.
  private var isUTF8: Bool {
    var count = UTF8Count()
    for sample in samples {
      var bytes = sample[...]
      // A sample may end within a character.
      for _ in 0..<3 where bytes.last.map({ $0 >= 0x80 }) == true { bytes = bytes.dropLast() }
      count.add(Array(bytes))
    }
    return count.isMostlyUTF8
  }

  /// The examined lines that contain more than ASCII.
  private var tellingSample: [UInt8] {
    var found: [UInt8] = []
    for sample in samples {
      for line in sample.split(separator: 0x0A, omittingEmptySubsequences: true)
      where line.contains(where: { $0 >= 0x80 }) {
        found += line.prefix(4_096)
        found.append(0x0A)
        if found.count > Self.budget { return found }
      }
    }
    return found
  }

  /// ISO-2022-JP changes to its sets by escapes (RFC 1468).
  private static func hasJapaneseEscapes(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(0x1B) else { return false }
    return bytes.indices.contains { at in
      bytes[at...].starts(with: [0x1B, 0x24, 0x42])
        || bytes[at...].starts(with: [0x1B, 0x24, 0x40])
    }
  }

  struct ConverterNeeded: Error {}
}
