import DocumentModel

/// Finds pages whose fonts do not tell what their glyphs mean, such as the bitmaps of old exports.
enum UnreadableText {
  /// Whether most of what a page paints in fonts without names is no words.
  static func isOn(_ page: PageGlyphs, _ scalars: [UInt32]) -> Bool {
    guard page.fonts.contains(where: \.name.isEmpty), page.glyphs.count >= leastGlyphs else {
      return false
    }
    let nameless = page.glyphs.count {
      Int($0.font) < page.fonts.count && page.fonts[Int($0.font)].name.isEmpty
    }
    guard nameless * 5 > page.glyphs.count * 4 else { return false }
    let words = scalars.split { Script.isBlank($0) || $0 == 0x0A }.filter {
      $0.count >= leastLetters
    }
    return words.count(where: isWord) * 4 < words.count
  }

  private static let leastGlyphs = 400
  private static let leastLetters = 4

  /// Whether a text is letters of one script and one case, apart from its first one and from signs around them.
  private static func isWord(_ text: ArraySlice<UInt32>) -> Bool {
    let letters = text.drop { !Script.isLetter($0) }.reversed().drop { !Script.isLetter($0) }
    guard letters.count + 1 >= leastLetters, letters.allSatisfy(Script.isLetter) else {
      return false
    }
    let latin = letters.count { $0 < 0x250 }
    // The letters are in reverse order.
    return (latin == 0 || latin == letters.count)
      && !zip(letters, letters.dropFirst()).contains {
        Script.isUpperCase($0) && Script.isLowerCase($1)
      }
  }
}
