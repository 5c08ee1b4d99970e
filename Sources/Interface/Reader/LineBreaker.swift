import Canvas
package import DocumentModel
package import Text

/// Sets the clean text of a block into lines of a given width: at blanks, and between Chinese and Japanese characters by their rules.
package enum LineBreaker {
  /// May not begin a line (JIS X 4051, the common ones).
  private static let notAtStart: [LineRules.Strictness: Set<UInt32>] = {
    let normal = "、。，．・：；？！゛゜ヽヾゝゞ々〻’”）〕］｝〉》」』】"
    let small = "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    let loose = "、。，．゛゜’”）〕］｝〉》」』】"
    return [.strict: normal + small, .normal: normal, .loose: loose].mapValues {
      Set($0.unicodeScalars.map(\.value))
    }
  }()
  /// May not end a line.
  private static let notAtEnd: Set<UInt32> = Set("‘“（〔［｛〈《「『【".unicodeScalars.map(\.value))

  /// The places where the words of a block are divided.
  package struct Divisions: Sendable {
    /// The rules of a language; nil if they are not used.
    var patterns: Hyphenation?
    /// Indices of the characters after soft hyphens, ascending.
    var softHyphens: [Int] = []
    fileprivate var isEmpty: Bool { patterns == nil && softHyphens.isEmpty }

    package init(_ patterns: Hyphenation? = nil, softHyphens: [Int] = []) {
      (self.patterns, self.softHyphens) = (patterns, softHyphens)
    }
  }

  /// Returns the lines of a block, at most `width` cells wide; `first` and `hanging` are the indentations of the first and of the other lines.
  package static func lines(
    of block: TextBlock, kind: TextLine.Kind, width: Int, first: Int, hanging: Int,
    divisions: Divisions = Divisions(), rules: LineRules = LineRules()
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var glyphs: [TextLine.Glyph] = []
    var column = Int32(first)
    var lastBreak: Int?
    var isFirst = true

    func close(at end: Int, dropping blanks: Int, hyphenated: Bool = false) {
      let rest = Array(glyphs[(end + blanks)...])
      glyphs.removeSubrange(end...)
      if hyphenated, let last = glyphs.last {
        let after = last.column + Int32(CellWidth.of(last.scalar))
        glyphs.append(.init(scalar: 0x2D, origin: -1, column: after))
      }
      lines.append(TextLine(kind: kind, glyphs: glyphs, start: start(of: glyphs)))
      isFirst = false
      column = Int32(hanging)
      glyphs = rest.map { glyph in
        var moved = glyph
        moved.column = column
        column += Int32(CellWidth.of(glyph.scalar))
        return moved
      }
      lastBreak = nil
    }

    for index in block.scalars.indices {
      let scalar = block.scalars[index]
      let cells = Int32(CellWidth.of(scalar))
      if scalar == 0x20, column + cells > Int32(width) {
        close(at: glyphs.count, dropping: 0)
        continue
      }
      if let before = glyphs.last?.scalar, before != 0x20,
        mayBreak(between: before, and: scalar, rules)
      {
        lastBreak = glyphs.count
      }
      // The rest of a line and a wide character after it may be too long for the next one.
      while column + cells > Int32(width), cells > 0, !glyphs.isEmpty {
        let last = lastBreak.flatMap { $0 > 0 ? $0 : nil }
        if let division = Self.division(
          of: block, before: index, glyphs, width: width, divisions),
          division > (last ?? -3) + 3
        {
          close(at: division, dropping: 0, hyphenated: true)
          continue
        }
        let at = last ?? glyphs.count
        let isBlank = at < glyphs.count && glyphs[at].scalar == 0x20
        close(at: at, dropping: isBlank ? 1 : 0)
      }
      if scalar == 0x20, glyphs.isEmpty, !isFirst { continue }
      if scalar == 0x20 { lastBreak = glyphs.count }
      glyphs.append(.init(scalar: scalar, origin: block.origins[index], column: column))
      column += cells
    }
    if !glyphs.isEmpty {
      lines.append(TextLine(kind: kind, glyphs: glyphs, start: start(of: glyphs)))
    }
    return lines
  }

  /// Returns how many glyphs of a line that is too long for the character at `index` come before the hyphen, which fits into it.
  private static func division(
    of block: TextBlock, before index: Int, _ glyphs: [TextLine.Glyph], width: Int,
    _ divisions: Divisions
  ) -> Int? {
    guard !divisions.isEmpty else { return nil }
    var end = index
    // The characters that exceed the width may be punctuation after the word.
    while end > 0, index - end < 3, !Script.isLetter(block.scalars[end]) { end -= 1 }
    var start = end
    let most = Hyphenation.lengths.upperBound
    while start > 0, end - start <= most, Script.isLetter(block.scalars[start - 1]) { start -= 1 }
    while end < block.scalars.count, end - start <= most, Script.isLetter(block.scalars[end]) {
      end += 1
    }
    // Negative where the line begins within the word.
    let first = glyphs.count - (index - start)
    return places(in: start..<end, of: block, divisions).map { first + $0 }.last {
      guard $0 > 0, $0 <= glyphs.count else { return false }
      let column = glyphs[$0 - 1].column + Int32(CellWidth.of(glyphs[$0 - 1].scalar))
      return column < Int32(width)
    }
  }

  /// Returns the numbers of letters of a word before which it may be divided, ascending: where its author says, else by the patterns.
  private static func places(
    in word: Range<Int>, of block: TextBlock, _ divisions: Divisions
  ) -> [Int] {
    let soft = divisions.softHyphens
    let own = soft[soft.prefixCount { $0 <= word.lowerBound }...].prefix { $0 < word.upperBound }
    if !own.isEmpty { return own.map { $0 - word.lowerBound } }
    guard let patterns = divisions.patterns, !isAddress(block.scalars, around: word) else {
      return []
    }
    return patterns.places(in: Array(block.scalars[word]))
  }

  /// Whether a word is part of an address or a name in code, to which a hyphen would seem to belong.
  private static func isAddress(_ scalars: [UInt32], around word: Range<Int>) -> Bool {
    let most = 200
    var (first, last) = (word.lowerBound, word.upperBound)
    while first > 0, word.lowerBound - first < most, scalars[first - 1] != 0x20 { first -= 1 }
    while last < scalars.count, last - word.upperBound < most, scalars[last] != 0x20 { last += 1 }
    // A dot within, `/`, `@`, `_` or `()`.
    return scalars[first..<last].indices.contains { index in
      switch scalars[index] {
      case 0x2F, 0x40, 0x5F: true
      case 0x2E:
        index > first && index + 1 < last && Script.isLetter(scalars[index - 1])
          && Script.isLetter(scalars[index + 1])
      case 0x28: index + 1 < last && scalars[index + 1] == 0x29
      default: false
      }
    }
  }

  /// Returns the width in cells of the widest part of a text that is not broken.
  static func widestWord(of scalars: [UInt32]) -> Int {
    var (widest, width) = (0, 0)
    for (index, scalar) in scalars.enumerated() {
      let isEnd =
        scalar == 0x20
        || index > 0 && mayBreak(between: scalars[index - 1], and: scalar, LineRules())
      if isEnd { width = 0 }
      if scalar != 0x20 { width += CellWidth.of(scalar) }
      widest = max(widest, width)
    }
    return widest
  }

  private static func start(of glyphs: [TextLine.Glyph]) -> Int {
    Int(glyphs.lazy.map(\.origin).filter { $0 >= 0 }.min() ?? 0)
  }

  /// Whether a line may end between two characters without a blank.
  static func mayBreak(between a: UInt32, and b: UInt32, _ rules: LineRules) -> Bool {
    guard !Script.isBinding(a), !Script.isBinding(b), b != 0x20 else { return false }
    if a == 0x2D || a == 0x2010 || a == 0x2014 { return true }
    if rules.strictness == .anywhere { return CellWidth.of(b) > 0 }
    switch rules.words {
    case .breakAll where isLetterOrDigit(a) && isLetterOrDigit(b): return CellWidth.of(b) > 0
    case .keepAll where isPartOfWord(a) && isPartOfWord(b): return false
    default: break
    }
    guard isIdeographic(a) || isIdeographic(b) else { return false }
    return notAtStart[rules.strictness]?.contains(b) != true && !notAtEnd.contains(a)
  }

  private static func isLetterOrDigit(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) || Script.isDigit(scalar)
  }

  private static func isPartOfWord(_ scalar: UInt32) -> Bool {
    isLetterOrDigit(scalar) || Script.isWritten(scalar)
  }

  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    (0x2E80...0x9FFF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0xFF00...0xFFEF).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
  }
}
