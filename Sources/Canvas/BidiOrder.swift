internal import CFriBidi

/// How much of bidirectional reordering the terminal does itself.
package enum Bidi: Sendable, Hashable {
  /// None: each character appears where it is put.
  case none
  /// The terminal reverses the letters of each word, as kitty does, so that only words must be put in order.
  case words
}

/// The order in which the characters of a line are shown, by the Unicode bidirectional algorithm (UAX #9) of FriBidi.
///
/// Embedding marks, overrides and isolates are shown, not obeyed.
package struct BidiOrder {
  /// Indices of the characters from left to right.
  package private(set) var order: [Int]
  private let scalars: [UInt32]
  /// Odd levels belong to right-to-left characters.
  private let levels: [FriBidiLevel]

  package init(_ scalars: [UInt32], isRightToLeft: Bool, _ bidi: Bidi) {
    self.scalars = scalars
    let count = FriBidiStrIndex(scalars.count)
    var types = [FriBidiCharType](repeating: cfribidi_neutral, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    var order = Array(0..<count)
    fribidi_get_bidi_types(scalars, count, &types)
    for index in types.indices where cfribidi_is_control(types[index]) {
      types[index] = cfribidi_neutral
    }
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var base = isRightToLeft ? cfribidi_right_to_left : cfribidi_left_to_right
    if fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) > 0 {
      _ = fribidi_reorder_line(
        cfribidi_marks_follow_letters, types, count, 0, base, &levels, nil, &order)
    }
    self.levels = levels
    self.order = order.map(Int.init)
    if bidi == .words { turnWordsBack() }
  }

  /// Returns a character as it is shown: brackets are mirrored where the text is read from the right.
  package func scalar(at index: Int) -> UInt32 {
    var mirror = scalars[index]
    guard levels[index] % 2 == 1, fribidi_get_mirror_char(scalars[index], &mirror) != 0 else {
      return scalars[index]
    }
    return mirror
  }

  /// Restores the logical order within right-to-left words, since the terminal reverses them.
  private mutating func turnWordsBack() {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count,
        Self.isRightToLeftLetter(scalars[order[end]]) || CellWidth.of(scalars[order[end]]) == 0
      {
        end += 1
      }
      if end > index { order[index..<end].sort() }
      index = max(end, index + 1)
    }
  }

  /// Whether a text is right-to-left: its first letter is, or most letters are.
  ///
  /// The latter is not in UAX #9, but many right-to-left paragraphs begin with a left-to-right name.
  package static func isRightToLeft(_ scalars: some Sequence<UInt32>) -> Bool {
    var (right, all) = (0, 0)
    for scalar in scalars {
      let type = fribidi_get_bidi_type(scalar)
      guard cfribidi_is_letter(type) else { continue }
      all += 1
      guard cfribidi_is_right_to_left(type) else { continue }
      if all == 1 { return true }
      right += 1
    }
    return right * 2 > all
  }

  /// Whether a character is a letter that is read from the right, or a mark on such a letter.
  package static func isRightToLeftLetter(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x590 else { return false }
    let type = fribidi_get_bidi_type(scalar)
    let isMark = cfribidi_is_mark(type) && scalar < 0x900
    return isMark || cfribidi_is_letter(type) && cfribidi_is_right_to_left(type)
  }

  /// A character of a text as it is shown, and its index in the text.
  struct Shown {
    var scalar: UInt32
    var index: Int
  }

  /// Puts the characters of a text in visual order; nil if that is the order they are written in.
  ///
  /// Two blanks, or a sign such as `·`, separate parts that are ordered each by itself.
  static func shown(_ text: String, _ bidi: Bidi) -> [Shown]? {
    // The first byte of U+0590 in UTF-8.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return nil }
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.contains(where: isRightToLeftLetter) else { return nil }
    var shown: [Shown] = []
    var start = 0
    func end(_ at: Int) {
      // Blanks at both ends stay there.
      while start < at, scalars[start] == 0x20 {
        shown.append(Shown(scalar: 0x20, index: start))
        start += 1
      }
      var end = at
      while end > start, scalars[end - 1] == 0x20 { end -= 1 }
      let part = Array(scalars[start..<end])
      let seen = BidiOrder(
        part, isRightToLeft: isRightToLeft(part) && !hasExtension(part), bidi)
      shown += seen.order.map { Shown(scalar: seen.scalar(at: $0), index: start + $0) }
      shown += (end..<at).map { Shown(scalar: scalars[$0], index: $0) }
      start = at
    }
    for (index, scalar) in scalars.enumerated() {
      let isGap = scalar == 0x20 && index + 1 < scalars.count && scalars[index + 1] == 0x20
      guard isGap || separators.contains(scalar) else { continue }
      end(index)
      shown.append(Shown(scalar: scalar, index: index))
      start = index + 1
    }
    end(scalars.count)
    return shown
  }

  /// Whether a text is a file's name with an extension, which stays at its end: it says what is opened.
  private static func hasExtension(_ scalars: [UInt32]) -> Bool {
    guard let dot = scalars.lastIndex(of: 0x2E), dot > 0 else { return false }
    let ending = scalars[(dot + 1)...]
    // Section numbers, too, have a dot, but no letter after it.
    return (1...8).contains(ending.count) && ending.contains(where: isLatin)
      && ending.allSatisfy { 0x30...0x39 ~= $0 || isLatin($0) }
  }

  private static func isLatin(_ scalar: UInt32) -> Bool {
    0x41...0x5A ~= scalar || 0x61...0x7A ~= scalar
  }

  /// Separators of titles and sections, of columns, and of items in a row.
  private static let separators: Set<UInt32> = Set("›│·".unicodeScalars.map(\.value))
}
