extension LineHyphen {
  /// Returns the hyphens at the ends of lines of plain text that may divide a word, and these line ends; nothing says whether a word was divided.
  ///
  /// `count` returns the number of scalars in a part of the text, `origin` is the index of its first scalar on the page.
  static func inLines<Text: RandomAccessCollection>(
    _ text: Text, origin: Int = 0, count: (Text.SubSequence) -> Int
  ) -> [LineHyphen] where Text.Element: BinaryInteger {
    var hyphens: [LineHyphen] = []
    var (counted, index) = (text.startIndex, 0)
    var line = text.startIndex
    while let end = text[line...].firstIndex(of: 0x0A) {
      line = text.index(after: end)
      guard let hyphen = text[..<end].indices.last, text[hyphen] == 0x2D,
        let before = text[..<hyphen].last, isLetter(before),
        let after = text[line...].first(where: { $0 != 0x20 && $0 != 0x09 }), isLetter(after),
        !(0x41...0x5A).contains(after)
      else { continue }
      index += count(text[counted..<hyphen])
      counted = hyphen
      // Without the line end alone it is a compound.
      for index in [index, index + 1] {
        hyphens.append(
          LineHyphen(
            index: Int32(clamping: index), origin: Int32(clamping: origin + index), isKept: true,
            isOpen: true))
      }
    }
    return hyphens
  }

  /// Returns the index after what the other reading of the passage leaves out: a hyphen or line end that is kept, with the blanks after it.
  func end<Text: RandomAccessCollection>(in text: Text) -> Int
  where Text.Index == Int, Text.Element: ExpressibleByIntegerLiteral & Equatable {
    guard isKept else { return Int(index) }
    let rest = text[(Int(index) + 1)...]
    return rest.firstIndex { $0 != 0x0A && $0 != 0x20 && $0 != 0x09 } ?? text.endIndex
  }

  /// Returns whether a unit of UTF-8 or a scalar may be of a letter; beyond ASCII all may.
  private static func isLetter(_ unit: some BinaryInteger) -> Bool {
    unit >= 0x80 || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }
}
