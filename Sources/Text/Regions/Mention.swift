/// A figure or table as captions and texts name it: `Figure 3`, `Tab. 2`, `図1`.
struct Mention: Hashable {
  private var isTable: Bool
  private var number: [UInt32]

  /// The most figures that a range such as `Figures 3–5` names.
  private static let mostInRange = 20

  /// A part has no number of its own: `Figure 3A` is in `Figure 3`.
  private init(_ kind: CaptionWord, _ number: ArraySlice<UInt32>) {
    isTable = kind == .table
    var number = Array(number)
    if number.count > 1, !Script.isDigit(number[number.count - 1]),
      Script.isDigit(number[number.count - 2])
    {
      number.removeLast()
    }
    self.number = number
  }

  /// Returns the figure or table that a caption begins with.
  static func beginning(_ caption: [UInt32]) -> Mention? {
    caption.isEmpty ? nil : read(caption, at: 0).named.first
  }

  /// Returns the figures and tables that a text names, such as `Fig. 3` and both of `Tables 1 and 2`.
  static func all(in text: [UInt32]) -> Set<Mention> {
    var found: Set<Mention> = []
    var at = 0
    while at < text.count {
      let (named, end) = read(text, at: at)
      found.formUnion(named)
      at = end
    }
    return found
  }

  /// Reads a word and, if it names figures, the numbers after it; `end` is the index after them.
  private static func read(_ text: [UInt32], at start: Int) -> (named: [Mention], end: Int) {
    var end = start
    if Script.isIdeographic(text[start]) {
      end += 1
    } else {
      while end < text.count, Script.isLetter(text[end]) { end += 1 }
    }
    guard end > start else { return ([], start + 1) }
    guard let (kind, isPlural) = kind(of: text[start..<end]), kind != .other else {
      return ([], end)
    }
    let isShort = end < text.count && text[end] == 0x2E
    guard var number = CaptionWord.number(in: text[...], from: isShort ? end + 1 : end) else {
      return ([], end)
    }
    var named = [Mention(kind, text[number])]
    while isPlural, let (next, isRange) = nextNumber(in: text, after: number.upperBound) {
      if isRange, let first = value(text[number]), let last = value(text[next]), first < last,
        last - first <= mostInRange
      {
        named += (first + 1..<last).map {
          Mention(kind, Array(String($0).unicodeScalars.map(\.value))[...])
        }
      }
      named.append(Mention(kind, text[next]))
      number = next
    }
    return (named, number.upperBound)
  }

  /// Returns what a word names, and whether it names several: `Figs`, `Tables`, `Abbildungen`.
  private static func kind(of word: ArraySlice<UInt32>) -> (kind: CaptionWord, isPlural: Bool)? {
    if let only = word.first, word.count == 1 {
      return CaptionWord.kind(of: [only, 0x31]).map { ($0, true) }
    }
    if let kind = CaptionWord.kind(of: word) { return (kind, false) }
    for ending in [1, 2] where word.count > ending + 2 {
      if let kind = CaptionWord.kind(of: word.dropLast(ending)) { return (kind, true) }
    }
    return nil
  }

  /// Returns the number after a comma, a dash or a short word such as `and`; `isRange` after a dash.
  private static func nextNumber(
    in text: [UInt32], after end: Int
  ) -> (number: Range<Int>, isRange: Bool)? {
    let between = text[end...].prefix(6).prefix { !Script.isDigit($0) }
    guard !between.isEmpty, between.filter(Script.isLetter).count <= 3,
      between.allSatisfy({ Script.isBlank($0) || Script.isLetter($0) || joins.contains($0) }),
      let number = CaptionWord.number(in: text[...], from: between.endIndex)
    else { return nil }
    return (number, between.contains { $0 == 0x2D || $0 == 0x2010 || $0 == 0x2013 })
  }

  private static let joins: Set<UInt32> = Set(",;&-‐–、・".unicodeScalars.map(\.value))

  private static func value(_ digits: ArraySlice<UInt32>) -> Int? {
    Int(String(String.UnicodeScalarView(digits.compactMap(Unicode.Scalar.init))))
  }
}
