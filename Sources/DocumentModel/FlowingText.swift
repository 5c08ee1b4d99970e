/// Properties of a document without pages of its own; its "pages" are portions of the text.
package struct FlowingText: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case plainText = 1
    case markdown = 2
    /// Books, web pages and office documents: their files have no lines for people.
    case formatted = 3
  }

  /// Why a document is shown as plain text although it is of another kind.
  package enum Shortfall: UInt8, Sendable, Hashable, CaseIterable {
    case tooLarge = 1
    case tooDeep = 2
  }

  package var kind: Kind
  /// The encoding the text was read in, by its iconv name; `UTF-8` for ASCII, empty if its format leaves no choice.
  package var encoding: String
  package var hasEncoding: Bool { !encoding.isEmpty }
  /// Whether the encoding was guessed.
  package var isGuess: Bool
  /// The width in cells of the widest line, or line of code, among those examined; 0 if there are none.
  package var measure: Int
  package var shortfall: Shortfall?
  /// The size of the file in bytes.
  package var byteCount: Int
  /// The length of the text up to the end of each portion, in any unit; empty if all portions are about as long.
  package var portionEnds: [Int] = []

  package init(
    kind: Kind, encoding: String = "UTF-8", isGuess: Bool = false, measure: Int = 0,
    shortfall: Shortfall? = nil, byteCount: Int = 0
  ) {
    self.kind = kind
    self.encoding = encoding
    self.isGuess = isGuess
    self.measure = measure
    self.shortfall = shortfall
    self.byteCount = byteCount
  }
}
