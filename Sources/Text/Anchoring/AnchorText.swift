package import DocumentModel

/// The letters of a document in reading order, folded for comparison and mapped back to their glyphs.
///
/// Case, accents, blanks and hyphens are folded away, so that line breaks do not matter. Running heads come last, so that they do not interrupt the text.
package struct AnchorText: Sendable {
  private(set) var letters: [UInt32] = []
  /// The page and glyph of each letter; the glyph is -1 if the letter was inserted.
  private(set) var places: [Flow.Origin] = []
  /// The unfolded text, and for each letter its scalar there; empty if no anchors are to be made.
  private(set) var clean: [UInt32] = []
  private(set) var cleanIndex: [Int32] = []
  /// The letters of each page, ascending; empty under the same condition.
  private(set) var onPage: [Int32: [Int32]] = [:]
  /// Hashes of the words written with a capital letter, and of those without.
  private var capitalized: Set<UInt32> = []
  private var uncapitalized: Set<UInt32> = []
  private var feed = PageFeed(joinsLines: true)
  private var heads: [Flow.Paragraph] = []
  private let keepsWords: Bool

  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)

  /// `keepsWords`: anchors are to be made from the text, not only found in it.
  package init(keepsWords: Bool = false) {
    self.keepsWords = keepsWords
  }

  /// Takes consecutive pages at once.
  package init(_ pages: [PageText], from first: Int = 0, keepsWords: Bool = false) {
    self.init(keepsWords: keepsWords)
    for (index, page) in pages.enumerated() { add(page, page: first + index) }
    finish()
  }

  /// Adds the next page; pages must come in order.
  package mutating func add(_ text: PageText, page: Int) {
    for paragraph in feed.add(text, page: page) { take(paragraph) }
  }

  /// Adds the text that was held back.
  package mutating func finish() {
    for paragraph in feed.finish() { take(paragraph) }
    let last = heads
    heads = []
    for head in last { put(head) }
  }

  /// Hashes of the words that are written with a capital letter everywhere: names, mostly; nil if the script has none.
  var names: Set<UInt32>? {
    let withoutCase = letters.count { $0 >= Self.firstWithoutCase && !Script.isLowerCase($0) }
    return withoutCase * 2 > letters.count ? nil : capitalized.subtracting(uncapitalized)
  }

  /// The first scalar of Hebrew, before all scripts without capital letters (and a few with them).
  private static let firstWithoutCase: UInt32 = 0x590

  private mutating func take(_ paragraph: Flow.Paragraph) {
    if paragraph.isRunningHead { heads.append(paragraph) } else { put(paragraph) }
  }

  private mutating func put(_ paragraph: Flow.Paragraph) {
    if keepsWords, !clean.isEmpty { clean.append(0x20) }
    let start = clean.count
    if keepsWords { clean += paragraph.scalars }
    let folded = Self.folding.fold(paragraph.scalars)
    addWords(of: paragraph, folded)
    for (scalar, source) in zip(folded.scalars, folded.sources) where Self.isLetter(scalar) {
      let place = paragraph.origins[Int(source)]
      if keepsWords {
        onPage[place.page, default: []].append(Int32(letters.count))
        cleanIndex.append(Int32(start) + source)
      }
      letters.append(scalar)
      places.append(place)
    }
  }

  private mutating func addWords(of paragraph: Flow.Paragraph, _ folded: Folding.Folded) {
    var (word, isCapital) = ([UInt32](), false)
    for (index, scalar) in (folded.scalars + [0x20]).enumerated() {
      if Script.isLetter(scalar) {
        if word.isEmpty {
          isCapital = Script.isUpperCase(paragraph.scalars[Int(folded.sources[index])])
        }
        word.append(scalar)
      } else if scalar != 0x2D || word.isEmpty {
        // A single letter is a sign, or the number of an item.
        if word.count > 1, isCapital { capitalized.insert(VersionSketch.hash(word[...])) }
        if word.count > 1, !isCapital { uncapitalized.insert(VersionSketch.hash(word[...])) }
        word.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Whether a scalar is visible and no hyphen; hyphens depend on line breaks.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    scalar > 0x20 && scalar != 0x2D && !Script.isBlank(scalar)
  }

  /// Returns the folded letters of a text.
  static func letters(of text: String) -> [UInt32] {
    folding.fold(text.unicodeScalars.map(\.value)).scalars.filter(isLetter)
  }
}
