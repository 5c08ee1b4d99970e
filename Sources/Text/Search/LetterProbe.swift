/// A fast test that a text cannot match a pattern, by the pattern's longest word of Latin letters and digits, ignoring case.
///
/// It reports the word absent only if nothing in the text could be read as one of its letters, so it never hides a match.
package struct LetterProbe: Sendable {
  /// In lower case.
  private let word: [UInt8]

  /// Returns nil if the folded pattern has no word of at least 3 letters.
  init?(_ needle: [UInt32]) {
    let words = needle.split { !Self.isLetter($0) }
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count >= 3 else {
      return nil
    }
    word = longest.map { Self.lower[Int($0)] }
  }

  /// Makes the test for a regular expression, by the letters that occur in each of its matches.
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

  /// Whether a UTF-8 text cannot contain the word.
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

  /// Returns the byte count of a character that never folds to a letter of the word and separates its neighbours; nil otherwise or for invalid UTF-8.
  private static func apart(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    let lead = UInt32(text[at])
    let length = lead >= 0xE0 ? 3 : 2
    guard (0xC2..<0xF0).contains(lead), at + length <= text.count else { return nil }
    var scalar = length == 3 ? lead & 0x0F : lead & 0x1F
    for next in 1..<length { scalar = scalar << 6 | UInt32(text[at + next]) & 0x3F }
    if scalar < standing.count { return standing[Int(scalar)] ? length : nil }
    // Ideographs and Hangul.
    return (0x3400..<0xD7A4).contains(scalar) ? length : nil
  }

  /// For the scalars before the ideographs, whether they fold to something, and never to a Latin letter or digit.
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
