package import DocumentModel

extension PlaceWords {
  private static let lengths = (before: 32, after: 48)
  /// Fewer letters occur on many pages.
  private static let least = 12

  /// Takes the letters around a character of a page; nil if there are too few.
  package init?(at offset: Int, of content: PageContent) {
    let letters = PageLetters(content)
    let at = letters.index(of: offset)
    let before = letters.scalars[max(0, at - Self.lengths.before)..<at]
    let after = letters.scalars[at...].prefix(Self.lengths.after)
    guard before.count + after.count >= Self.least else { return nil }
    self.init(before: PageLetters.string(before), after: PageLetters.string(after))
  }

  /// Returns the offset of the place on a page: where `after` begins, else where `before` ends, nearest to an old offset; nil if neither is found.
  package func offset(in content: PageContent, near old: Int = 0) -> Int? {
    let letters = PageLetters(content)
    let (before, after) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
    let patterns = [
      (after, 0), (Array(after.prefix(Self.lengths.after / 2)), 0), (before, before.count),
    ]
    for (pattern, step) in patterns where pattern.count >= Self.least {
      let found = letters.all(of: pattern.map(\.value)).compactMap { letters.origin($0 + step) }
      if let nearest = found.min(by: { abs($0 - old) < abs($1 - old) }) { return nearest }
    }
    return nil
  }
}

/// The letters of a page in reading order, without blanks and hyphens, which depend on line breaks.
private struct PageLetters {
  private(set) var scalars: [UInt32] = []
  private var origins: [Int] = []

  init(_ content: PageContent) {
    let flow = PageFlow(content)
    for (scalar, origin) in zip(flow.scalars, flow.origins)
    where origin >= 0 && scalar > 0x20 && scalar != 0x2D && !Script.isBlank(scalar) {
      scalars.append(scalar)
      origins.append(Int(origin))
    }
  }

  static func string(_ scalars: ArraySlice<UInt32>) -> String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }

  /// Returns the letter of a character, or the first after it on the page; the top of the page is its first letter.
  func index(of offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    return origins.firstIndex(of: offset) ?? origins.firstIndex { $0 > offset } ?? origins.count
  }

  func origin(_ index: Int) -> Int? { origins[safe: index] ?? origins.last }

  /// Returns where a pattern occurs.
  func all(of pattern: [UInt32]) -> [Int] {
    guard let sign = pattern.first, pattern.count <= scalars.count else { return [] }
    return (0...scalars.count - pattern.count).filter { at in
      scalars[at] == sign && scalars[at..<at + pattern.count].elementsEqual(pattern)
    }
  }
}
