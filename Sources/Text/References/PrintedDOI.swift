/// The signs of DOIs that other addresses have not.
enum PrintedDOI {
  /// Whether an address begins as a DOI.
  static func isBegun(_ address: [UInt32]) -> Bool {
    address.starts(with: number)
      || address.indices.contains { address[$0] == 0x64 && address[$0...].starts(with: host) }
  }

  /// Whether a DOI goes on in the next line: before or after a year or volume in parentheses, `…/S1473-3099` `(19)30002-4`.
  static func goesOn(_ index: Int, in text: [UInt32], after address: [UInt32]) -> Bool {
    let word = text[index...].prefix(longest).prefix { !Script.isBlank($0) }
    guard let last = address.last, let first = word.first, word.count > 4 else { return false }
    let isNext: Bool
    if first == 0x28 {
      let digits = word.dropFirst().prefix(while: Script.isDigit)
      isNext =
        Script.isDigit(last) && (2...4).contains(digits.count)
        && word[digits.endIndex...].first == 0x29
        && word[digits.endIndex...].dropFirst().first.map(Script.isDigit) == true
    } else {
      isNext = last == 0x29 && Script.isDigit(first) && word.contains(where: Script.isHyphen)
    }
    return isNext && isBegun(address)
  }

  /// Returns the end of `<693::AID-ASI4>`, which older DOIs have.
  static func serialEnd(_ start: Int, in text: [UInt32]) -> Int? {
    let inside = text[(start + 1)...].prefix(longest).prefix { !Script.isBlank($0) }
    guard let close = inside.firstIndex(of: 0x3E),
      let colon = inside.firstIndex(where: { !Script.isDigit($0) }), colon > start + 1,
      inside[colon...].starts(with: [0x3A, 0x3A]), close > colon
    else { return nil }
    return close + 1
  }

  private static let longest = 40
  private static let number: [UInt32] = Array("10.".unicodeScalars.map(\.value))
  private static let host: [UInt32] = Array("doi.org/10.".unicodeScalars.map(\.value))
}
