import DocumentModel

/// Finds pages whose fonts do not tell what their glyphs mean, such as the bitmaps of old exports.
enum UnreadableText {
  /// Whether most of what a page paints in fonts without names is no words.
  static func isOn(_ page: PageGlyphs, _ scalars: [UInt32]) -> Bool {
    // Of recognised letters it is known what they mean, though their fonts have no names either.
    guard page.fonts.contains(where: \.name.isEmpty), page.glyphs.count >= leastGlyphs,
      !page.fonts.contains(where: \.isUncertain)
    else { return false }
    let nameless = page.glyphs.count {
      Int($0.font) < page.fonts.count && page.fonts[Int($0.font)].name.isEmpty
    }
    guard nameless * 5 > page.glyphs.count * 4 else { return false }
    let signs = scalars.count { !Script.isBlank($0) && $0 != 0x0A }
    let letters = scalars.count(where: isLetter)
    // Each is a word, or words have few of them.
    let ideographs = scalars.count { Script.isWritten($0) || Script.isHangul($0) }
    guard (letters + ideographs + scalars.count(where: Script.isDigit)) * 2 >= signs else {
      return true
    }
    // Code has words, too, between its signs.
    let words = scalars.split { !isLetter($0) }.filter(isWord)
    return (words.reduce(0) { $0 + $1.count } + ideographs) * 4 < letters + ideographs
  }

  /// Whether a scalar is a letter of words that have many of them.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isWritten(scalar) && !Script.isHangul(scalar)
  }

  private static let leastGlyphs = 400
  private static let leastLetters = 4

  /// Whether letters are of one script and one case, apart from the first one.
  private static func isWord(_ letters: ArraySlice<UInt32>) -> Bool {
    let latin = letters.count { $0 < 0x250 }
    return letters.count >= leastLetters && (latin == 0 || latin == letters.count)
      && !zip(letters, letters.dropFirst()).contains {
        Script.isLowerCase($0) && Script.isUpperCase($1)
      }
  }
}
