package import DocumentModel

/// Finding the headings that an outline leads to, since in columns the order of heights is not that of the text.
extension GlyphRows {
  /// Returns the first character of the heading with a title near a destination, else one of the nearest line; nil without a height or characters.
  ///
  /// `isWanted` says which characters count.
  package func heading(
    _ title: String, at place: Destination, in text: PageText,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> Int? {
    guard let y = place.y, y.isFinite else { return nil }
    let name = Self.letters(title.unicodeScalars.map(\.value)[...], most: Self.longestName)
    if name.count >= 3 {
      let heads = around(y - 30...y + 60).filter { index in
        isWanted(index) && Self.letters(text.scalars[index...], most: 1).first == name.first
          && Self.letters(text.scalars[index...], most: name.count) == name
          && Self.beginsLine(index, text)
      }
      // A table of contents beside it has the same title.
      func distance(_ index: Int) -> Double { abs(Double(text.boxes[index].y0) - y) }
      if let head = heads.min(by: { (distance($0), $0) < (distance($1), $1) }) { return head }
    }
    let x = place.x.flatMap { $0.isFinite ? $0 : nil } ?? 0
    let spot = Box(x0: Float(x), y0: Float(y), x1: Float(x), y1: Float(y) + 16)
    return nearest(to: spot, where: isWanted)
  }

  private static let longestName = 40
  private static let longestNumber = 12

  /// Whether nothing but a section's number is before a character on its line.
  private static func beginsLine(_ index: Int, _ text: PageText) -> Bool {
    let box = text.boxes[index]
    for before in (max(0, index - longestNumber)..<index).reversed() {
      let (scalar, other) = (text.scalars[before], text.boxes[before])
      if scalar == 0x0A { return true }
      guard !Script.isBlank(scalar), !other.isEmpty else { continue }
      if abs(other.middle.y - box.middle.y) > Double(box.height) { return true }
      guard Script.isDigit(scalar) || scalar == 0x2E || scalar == 0xA7 else { return false }
    }
    return index < longestNumber
  }

  /// The first letters and digits, in lower case.
  private static func letters(_ scalars: ArraySlice<UInt32>, most: Int) -> [UInt32] {
    var letters: [UInt32] = []
    for value in scalars.prefix(4 * most) {
      guard letters.count < most else { break }
      if value < 0x80 {
        if Script.isLetter(value) || Script.isDigit(value) { letters.append(Script.lower(value)) }
        continue
      }
      guard let properties = Unicode.Scalar(value)?.properties,
        properties.isAlphabetic || properties.numericType != nil
      else { continue }
      letters += properties.lowercaseMapping.unicodeScalars.map(\.value)
    }
    return letters
  }
}
