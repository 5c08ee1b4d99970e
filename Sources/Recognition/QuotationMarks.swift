/// Gives the quotation marks of a page one form, straight or curved, since Tesseract takes small ones for either.
enum QuotationMarks {
  private struct Kind {
    var straight: UInt32
    var opening: UInt32
    var closing: UInt32

    func contains(_ scalar: UInt32) -> Bool {
      scalar == straight || scalar == opening || scalar == closing
    }
  }

  private static let kinds = [
    Kind(straight: 0x22, opening: 0x201C, closing: 0x201D),
    Kind(straight: 0x27, opening: 0x2018, closing: 0x2019),
  ]

  static func unify(_ lines: inout [RecognizedLine]) {
    for kind in kinds {
      var (straight, curved) = (0, 0)
      for scalar in lines.lazy.flatMap(\.words).joined().lazy.flatMap(\.scalars)
      where kind.contains(scalar) {
        if scalar == kind.straight { straight += 1 } else { curved += 1 }
      }
      guard straight > 0, curved > 0 else { continue }
      for line in lines.indices {
        for word in lines[line].words.indices {
          set(kind, in: &lines[line].words[word], isStraight: straight >= curved)
        }
      }
    }
  }

  private static func set(_ kind: Kind, in word: inout [RecognizedSymbol], isStraight: Bool) {
    for index in word.indices where word[index].scalars.contains(where: kind.contains) {
      // Before the first letter of its word it opens.
      let opens = !word[..<index].contains { $0.scalars.contains(where: isLetter) }
      let form = isStraight ? kind.straight : opens ? kind.opening : kind.closing
      word[index].scalars = word[index].scalars.map { kind.contains($0) ? form : $0 }
    }
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
  }
}
