/// The number of a part, such as `3`, `4.12`, `S3`, `A.1`, `IV`, `2b`, in capitals.
struct PartNumber: Sendable, Hashable {
  var scalars: [UInt32]

  /// The number without the letters of a part: `2b` and `2D1` are in `2`; nil if it has none.
  var whole: PartNumber? {
    guard let digit = scalars.firstIndex(where: Script.isDigit),
      let end = scalars[digit...].firstIndex(where: {
        !Script.isDigit($0) && $0 != 0x2E && $0 != 0x2D
      })
    else { return nil }
    return PartNumber(scalars: Array(scalars[..<end]))
  }

  /// The number before the last full stop or hyphen: `3` of `3.6`; empty if it has none.
  var chapter: PartNumber {
    PartNumber(
      scalars: Array(scalars[..<(scalars.lastIndex { $0 == 0x2E || $0 == 0x2D } ?? 0)]))
  }

  /// The first number of what may be a range: `1` of `1-3`; nil for others.
  var firstOfRange: PartNumber? {
    let ends = scalars.split(separator: 0x2D, omittingEmptySubsequences: false)
    let values = ends.compactMap { PartNumber(scalars: Array($0)).value }
    guard ends.count == 2, values.count == 2, values[0] < values[1] else { return nil }
    return PartNumber(values[0])
  }

  /// The number with full stops between its levels: `IV.B` of `IV-B`.
  var dotted: PartNumber { PartNumber(scalars: scalars.map { $0 == 0x2D ? 0x2E : $0 }) }

  /// The value of an Arabic number; nil for others.
  var value: Int? { Int(String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))) }

  init(scalars: [UInt32]) { self.scalars = scalars }

  init(_ value: Int) { scalars = String(value).unicodeScalars.map(\.value) }

  /// Reads a number; `end` is the index after it. Unless `takesLetters`, it has a digit or is Roman.
  static func read(
    _ text: ArraySlice<UInt32>, at start: Int, takesLetters: Bool
  ) -> (number: PartNumber, end: Int)? {
    var at = start
    while at < text.endIndex, at - start < 12, isPart(text[at]), !isRange(text[start...], at) {
      at += 1
    }
    // `2b`, and in `3A` the letter is read already.
    if at < text.endIndex, at > start, Script.isDigit(text[at - 1]),
      (0x61...0x7A).contains(text[at]),
      at + 1 == text.endIndex || !Script.isLetter(text[at + 1])
    {
      at += 1
    }
    while at > start, text[at - 1] == 0x2E || text[at - 1] == 0x2D { at -= 1 }
    guard at > start, at == text.endIndex || !continues(text[at]) else { return nil }
    let number = text[start..<at].map { (0x61...0x7A).contains($0) ? $0 - 0x20 : Self.plain($0) }
    let isCounted =
      number.contains(where: Script.isDigit) || isRoman(number[...])
      || takesLetters && (number.count == 1 || isOfRoman(number))
    // Words in capitals are no numbers.
    let letters = number.count { !Script.isDigit($0) && $0 != 0x2E && $0 != 0x2D }
    guard isCounted, letters <= 2 || isRoman(number[...]) || isOfRoman(number), letters <= 6 else {
      return nil
    }
    return (PartNumber(scalars: number), at)
  }

  /// Whether a hyphen at an index is that of a range: `S1-S4`.
  private static func isRange(_ number: ArraySlice<UInt32>, _ at: Int) -> Bool {
    number[at] == 0x2D && at > number.startIndex && Script.isDigit(number[at - 1])
      && at + 1 < number.endIndex && Script.isLetter(number[at + 1])
      && number[at + 1] == number[number.startIndex]
  }

  private static func isPart(_ scalar: UInt32) -> Bool {
    Script.isDigit(scalar) || scalar == 0x2E || scalar == 0x2D || (0x41...0x5A).contains(scalar)
  }

  private static func continues(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || Script.isDigit(scalar)
  }

  /// Full-width digits as ASCII.
  private static func plain(_ scalar: UInt32) -> UInt32 {
    (0xFF10...0xFF19).contains(scalar) ? scalar - 0xFF10 + 0x30 : scalar
  }

  /// Whether a text has Roman figures only.
  static func isRoman(_ text: ArraySlice<UInt32>) -> Bool {
    text.allSatisfy { roman.contains($0) }
  }

  /// Whether a number is that of a part of a Roman one: `IV-B`, `II.C.1`.
  private static func isOfRoman(_ number: [UInt32]) -> Bool {
    let parts = number.split { $0 == 0x2E || $0 == 0x2D }
    return parts.count > 1 && isRoman(parts[0])
      && parts.dropFirst().allSatisfy { $0.dropFirst().allSatisfy(Script.isDigit) }
  }

  private static let roman: Set<UInt32> = [0x49, 0x56, 0x58, 0x4C]
}
