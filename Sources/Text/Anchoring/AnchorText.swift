package import DocumentModel

/// The letters of a document in the order they are read, made comparable, each with its way back to its glyph.
///
/// Case, accents, blanks and hyphens are folded away: however lines are broken, the same words are the same letters. Running heads
/// come last, so that they part nothing.
package struct AnchorText: Sendable {
  private(set) var letters: [UInt32] = []
  /// For each letter its page and its glyph there, -1 where it was put in.
  private(set) var places: [Flow.Origin] = []
  /// The text as it is told to people, and for each letter its scalar there; empty where no anchors are to be made.
  private(set) var clean: [UInt32] = []
  private(set) var cleanIndex: [Int32] = []
  /// The letters of each page, ascending; as `clean`.
  private(set) var onPage: [Int32: [Int32]] = [:]
  private var feed = PageFeed(joinsLines: true)
  private var heads: [Flow.Paragraph] = []
  private let keepsWords: Bool

  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)

  /// `keepsWords`: anchors are to be made of it, not only found in it.
  package init(keepsWords: Bool = false) {
    self.keepsWords = keepsWords
  }

  /// The whole text of some pages that follow one another.
  package init(_ pages: [PageText], from first: Int = 0, keepsWords: Bool = false) {
    self.init(keepsWords: keepsWords)
    for (index, page) in pages.enumerated() { add(page, page: first + index) }
    finish()
  }

  /// Takes the next page in; those of a document come in order.
  package mutating func add(_ text: PageText, page: Int) {
    for paragraph in feed.add(text, page: page) { take(paragraph) }
  }

  /// Takes in what waited for more.
  package mutating func finish() {
    for paragraph in feed.finish() { take(paragraph) }
    let last = heads
    heads = []
    for head in last { put(head) }
  }

  private mutating func take(_ paragraph: Flow.Paragraph) {
    if paragraph.isRunningHead { heads.append(paragraph) } else { put(paragraph) }
  }

  private mutating func put(_ paragraph: Flow.Paragraph) {
    if keepsWords, !clean.isEmpty { clean.append(0x20) }
    let start = clean.count
    if keepsWords { clean += paragraph.scalars }
    let folded = Self.folding.fold(paragraph.scalars)
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

  /// Anything that is seen but hyphens: those come and go with the line ends.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    scalar > 0x20 && scalar != 0x2D && !Script.isBlank(scalar)
  }

  /// The letters of a text as they are compared.
  static func letters(of text: String) -> [UInt32] {
    folding.fold(text.unicodeScalars.map(\.value)).scalars.filter(isLetter)
  }
}
