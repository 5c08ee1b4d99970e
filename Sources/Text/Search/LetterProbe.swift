/// A quick look whether a text can have a pattern at all: its longest word of Latin letters and figures, case aside.
///
/// It tells that a word is absent only where nothing in the text could be read as one of its letters: it never hides a match.
package struct LetterProbe: Sendable {
  /// Lower case.
  private let word: [UInt8]

  /// Nil where the folded pattern has no word of so many letters.
  init?(_ needle: [UInt32]) {
    let words = needle.split { !Self.isLetter($0) }
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count >= 3 else {
      return nil
    }
    word = longest.map { Self.lower[Int($0)] }
  }

  /// The same for a regular expression, by the letters that stand in each of its matches.
  package init?(expression: String) {
    var reader = RegexReader(expression)
    guard reader.need() != nil else { return nil }
    let probes = reader.runs.compactMap { run in LetterProbe(run.unicodeScalars.map(\.value)) }
    guard let longest = probes.max(by: { $0.word.count < $1.word.count }) else { return nil }
    self = longest
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || (0x41...0x5A).contains(scalar)
      || (0x61...0x7A).contains(scalar)
  }

  private static let lower = (0..<256).map { (byte: Int) -> UInt8 in
    (0x41...0x5A).contains(byte) ? UInt8(byte + 0x20) : UInt8(byte)
  }

  /// Whether a text in UTF-8 cannot have the word.
  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool {
    word.withUnsafeBufferPointer { word in
      Self.lower.withUnsafeBufferPointer { lower in
        var at = 0
        while at < text.count {
          let byte = text[at]
          if byte >= 0x80 {
            guard let length = Self.apart(text, at) else { return false }
            at += length
            continue
          }
          if lower[Int(byte)] == word[0], at + word.count <= text.count {
            var same = 1
            while same < word.count, lower[Int(text[at + same])] == word[same] { same += 1 }
            if same == word.count { return false }
          }
          at += 1
        }
        return true
      }
    }
  }

  /// Bytes of a character that is never read as a letter of the word, and parts those beside it; nil where it may be one, or is none.
  private static func apart(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    let lead = UInt32(text[at])
    let length = lead >= 0xE0 ? 3 : 2
    guard (0xC2..<0xF0).contains(lead), at + length <= text.count else { return nil }
    var scalar = length == 3 ? lead & 0x0F : lead & 0x1F
    for next in 1..<length { scalar = scalar << 6 | UInt32(text[at + next]) & 0x3F }
    if scalar < standing.count { return standing[Int(scalar)] ? length : nil }
    // Ideographs and hangul.
    return (0x3400..<0xD7A4).contains(scalar) ? length : nil
  }

  /// Of the scalars before the ideographs those that fold to something, and never to a Latin letter or a figure.
  private static let standing: [Bool] = {
    let foldings = [
      Folding(ignoresCase: true), Folding(ignoresCase: true, ignoresAccents: true),
    ]
    let stop: UInt32 = 0x2E
    return (0..<UInt32(0x3400)).map { scalar in
      foldings.allSatisfy { folding in
        let folded = folding.fold([stop, scalar, stop]).scalars
        return folded.count >= 3 && folded.first == stop && folded.last == stop
          && !folded.contains(where: isLetter)
      }
    }
  }()
}
