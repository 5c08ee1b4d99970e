import DocumentModel

/// Where the words of set portions come from: bytes of the texts of a tree, ascending in both.
struct WordSources {
  private struct Word {
    var bytes: Range<Int>
    /// On a portion.
    var page: Int
    var start: Int
    /// The number of characters that the bytes make together, as for a formula; nil where each character has its own bytes.
    var whole: Int?
  }

  private var words: [Word] = []
  /// Becomes no character of the text.
  private static let softHyphen: Unicode.Scalar = "\u{AD}"

  mutating func add(_ bytes: Range<Int>, at place: TextPlace) {
    words.append(Word(bytes: bytes, page: place.page, start: place.characters.lowerBound))
  }

  /// Adds characters that are made of all of the bytes together.
  mutating func add(_ bytes: Range<Int>, whole characters: Range<Int>, on page: Int) {
    words.append(
      Word(bytes: bytes, page: page, start: characters.lowerBound, whole: characters.count))
  }

  /// Returns the byte a character comes from; for a blank, the byte after the preceding word.
  func byte(of character: Int, on page: Int, in tree: MarkupTree) -> Int? {
    let word = words.last { ($0.page, $0.start) <= (page, character) } ?? words.first
    guard let word else { return nil }
    guard word.page == page, character >= word.start else { return word.bytes.lowerBound }
    if word.whole != nil {
      return character == word.start ? word.bytes.lowerBound : word.bytes.upperBound
    }
    var byte = word.bytes.lowerBound
    var left = character - word.start
    for scalar in tree.scalars(in: word.bytes) {
      guard left > 0 else { break }
      byte += UTF8.width(scalar)
      if scalar != Self.softHyphen { left -= 1 }
    }
    return byte
  }

  /// Returns the character at a byte. With `isEnd` the byte ends a range, so a word that starts there does not count.
  func character(
    of byte: Int, in tree: MarkupTree, isEnd: Bool = false
  ) -> (page: Int, character: Int)? {
    let last = words.last { isEnd ? $0.bytes.lowerBound < byte : $0.bytes.lowerBound <= byte }
    guard let word = last ?? words.first else { return nil }
    if let whole = word.whole {
      return (word.page, word.start + (byte > word.bytes.lowerBound ? whole : 0))
    }
    let end = min(max(byte, word.bytes.lowerBound), word.bytes.upperBound)
    let count = tree.scalars(in: word.bytes.lowerBound..<end).count { $0 != Self.softHyphen }
    return (word.page, word.start + count)
  }
}
