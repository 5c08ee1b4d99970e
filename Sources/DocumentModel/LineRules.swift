/// The rules by which the lines of a block are broken and run, as its style states them (CSS Text 3, Writing Modes 4).
package struct LineRules: Sendable, Hashable {
  /// The places where words are divided by hyphens.
  package enum Hyphens: UInt8, Sendable {
    /// At soft hyphens, and by the language's patterns as the user prefers.
    case asPreferred
    case none
    /// At soft hyphens only.
    case manual
    case auto
  }

  /// The characters with which Chinese and Japanese lines may not begin: fewer in each case.
  package enum Strictness: UInt8, Sendable {
    case strict, normal, loose
    /// Lines break between any two characters.
    case anywhere
  }

  /// The places where lines end within words.
  package enum WordBreak: UInt8, Sendable {
    case normal
    /// Words stay whole; those of ideographs, too.
    case keepAll
    /// Lines break between any two letters, without a hyphen.
    case breakAll
  }

  /// The direction of lines, and of their sequence.
  package enum Writing: UInt8, Sendable {
    case horizontal
    /// Lines run from top to bottom, and follow each other from the right or from the left.
    case verticalFromRight, verticalFromLeft
  }

  package var hyphens = Hyphens.asPreferred
  package var strictness = Strictness.strict
  package var words = WordBreak.normal
  package var writing = Writing.horizontal
  package var isVertical: Bool { writing != .horizontal }

  package init() {}

  /// Two bits for each rule.
  package var code: UInt8 {
    hyphens.rawValue | strictness.rawValue << 2 | words.rawValue << 4 | writing.rawValue << 6
  }

  /// Reads a code; nil if it has an unknown value.
  package init?(code: UInt8) {
    guard let hyphens = Hyphens(rawValue: code & 3),
      let strictness = Strictness(rawValue: code >> 2 & 3),
      let words = WordBreak(rawValue: code >> 4 & 3), let writing = Writing(rawValue: code >> 6)
    else { return nil }
    (self.hyphens, self.strictness, self.words) = (hyphens, strictness, words)
    self.writing = writing
  }
}
