/// A fast test that a text cannot match a pattern, by the pattern's longest word of Latin letters and digits, ignoring case.
///
/// It reports the word absent only if nothing in the text could be read as one of its letters, so it never hides a match.
package struct LetterProbe: Sendable {
  /// In lower case.
  private let word: [UInt8]
  private let letters: LetterSet
  /// Whether the word may have hyphens in the text.
  private let hasLooseHyphens: Bool

  /// Returns nil if the folded pattern has no word of at least 3 letters.
  init?(_ needle: [UInt32], hasLooseHyphens: Bool = false) {
    self.hasLooseHyphens = hasLooseHyphens
    let words = needle.split { !Self.isLetter($0) }
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count >= 3 else {
      return nil
    }
    word = longest.map { Self.lower[Int($0)] }
    letters = word.reduce(into: LetterSet()) { $0.insert(UInt32($1)) }
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
            guard let length = lengthApart(text, at) else { return false }
            at += length
            continue
          }
          if lower[Int(byte)] == word[0], at + word.count <= text.count {
            var same = 1
            var next = at + 1
            while same < word.count, next < text.count {
              if lower[Int(text[next])] == word[same] {
                same += 1
              } else if !hasLooseHyphens || text[next] != 0x2D {
                break
              }
              next += 1
            }
            if same == word.count { return false }
          }
          at += 1
        }
        return true
      }
    }
  }

  /// Returns the byte count of a character that never folds to a letter of the word and separates its neighbours; nil otherwise or for invalid UTF-8.
  private func lengthApart(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    let lead = UInt32(text[at])
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard (0xC2..<0xF5).contains(lead), at + length <= text.count else { return nil }
    var scalar = lead & (0xFF >> UInt32(length + 1))
    for next in 1..<length { scalar = scalar << 6 | UInt32(text[at + next]) & 0x3F }
    if hasLooseHyphens, Script.isHyphen(scalar) { return nil }
    // Ideographs and Hangul.
    if (0x3400..<0xD7A4).contains(scalar) { return length }
    return Self.folded(scalar)?.isDisjoint(with: letters) == true ? length : nil
  }

  private static func folded(_ scalar: UInt32) -> LetterSet? {
    if common.contains(scalar) { return foldedCommon[Int(scalar)] }
    if styled.contains(scalar) { return foldedStyled[Int(scalar - styled.lowerBound)] }
    return nil
  }

  /// The scalars before the ideographs.
  private static let common: Range<UInt32> = 0..<0x3400
  private static let foldedCommon = common.map(LetterSet.init(folding:))
  /// The letters and digits of formulas in their styles.
  private static let styled: Range<UInt32> = 0x1D400..<0x1D800
  private static let foldedStyled = styled.map(LetterSet.init(folding:))
}

/// A set of Latin letters, in lower case, and digits.
private struct LetterSet: Sendable {
  private var bits: UInt64 = 0

  init() {}

  /// Makes the set that a scalar folds to; the set of all if it folds to nothing or joins its neighbours.
  init(folding scalar: UInt32) {
    let stop: UInt32 = 0x2E
    for ignoresAccents in [false, true] {
      let folded = Folding(ignoresAccents: ignoresAccents).fold([stop, scalar, stop]).scalars
      guard folded.count >= 3, folded.first == stop, folded.last == stop else {
        bits = .max
        return
      }
      for letter in folded { insert(letter) }
    }
  }

  mutating func insert(_ scalar: UInt32) {
    switch scalar {
    case 0x30...0x39: bits |= 1 << UInt64(scalar - 0x30)
    case 0x61...0x7A: bits |= 1 << UInt64(scalar - 0x61 + 10)
    default: break
    }
  }

  func isDisjoint(with other: LetterSet) -> Bool { bits & other.bits == 0 }
}
