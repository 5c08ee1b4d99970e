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
  /// The words in reading order, with long numbers and ticks, without single letters; running heads come last, each once.
  private(set) var words: [Word] = []
  private var knownHeads: Set<[UInt32]> = []
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

  /// A folded word, an initial, an ideograph, a long number or a tick.
  struct Word: Sendable {
    var hash: UInt32
    var isCapitalized: Bool
    /// Whether it begins a sentence or a paragraph, where every word has a capital letter.
    var isFirst: Bool
  }

  /// Whether each word may be a name: it has a capital letter within a sentence, or wherever it occurs. In scripts without case every word may.
  var mayBeName: [Bool] {
    let withoutCase = letters.count { $0 >= Self.firstWithoutCase && !Script.isLowerCase($0) }
    if withoutCase * 2 > letters.count { return words.map { _ in true } }
    let common = Set(words.lazy.filter { !$0.isCapitalized }.map(\.hash))
    return words.map { $0.isCapitalized && !($0.isFirst && common.contains($0.hash)) }
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
    var found: [Word] = []
    var (letters, digits) = ([UInt32](), [UInt32]())
    var (isCapital, isFirst) = (false, true)
    for (index, scalar) in (folded.scalars + [0x20]).enumerated() {
      if Script.isLetter(scalar) {
        if letters.isEmpty {
          isCapital =
            Script.isUpperCase(paragraph.scalars[Int(folded.sources[index])])
            || index > 0 && folded.scalars[index - 1] == Self.at
        }
        letters.append(scalar)
        continue
      }
      if scalar == 0x2D, !letters.isEmpty { continue }
      if !letters.isEmpty {
        // Other single letters are signs, or numbers of items.
        if letters.count > 1 || isCapital && scalar == Self.fullStop {
          // Addresses name people.
          isCapital = isCapital || scalar == Self.at
          found.append(
            Word(
              hash: VersionSketch.hash(letters[...]), isCapitalized: isCapital,
              isFirst: isFirst && scalar != Self.at))
        }
        letters.removeAll(keepingCapacity: true)
        isFirst = false
      }
      if Script.isDigit(scalar) {
        digits.append(scalar)
        continue
      }
      // Long numbers name cases and customers, as names do.
      if digits.count >= Self.longNumber {
        found.append(
          Word(hash: VersionSketch.hash(digits[...]), isCapitalized: true, isFirst: false))
      }
      digits.removeAll(keepingCapacity: true)
      if Script.isWritten(scalar) || Self.ticks.contains(scalar) {
        found.append(Word(hash: scalar, isCapitalized: Self.ticks.contains(scalar), isFirst: false))
      } else if Self.sentenceEnds.contains(scalar) {
        isFirst = true
      } else if Self.pauses.contains(scalar) {
        isFirst = false
      }
    }
    if paragraph.isRunningHead, !knownHeads.insert(found.map(\.hash)).inserted { return }
    words += found
  }

  private static let (fullStop, at): (UInt32, UInt32) = (0x2E, 0x40)
  private static let longNumber = 5
  /// Ballot boxes, check marks and crosses.
  private static let ticks = Set<UInt32>(0x2610...0x2612).union(0x2713...0x2718)
  private static let sentenceEnds: Set<UInt32> = [fullStop, 0x21, 0x3F]
  private static let pauses: Set<UInt32> = [0x2C, 0x3A, 0x3B]

  /// Whether a scalar is visible and no hyphen; hyphens depend on line breaks.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    scalar > 0x20 && scalar != 0x2D && !Script.isBlank(scalar)
  }

  /// Returns the folded letters of a text.
  static func letters(of text: String) -> [UInt32] {
    folding.fold(text.unicodeScalars.map(\.value)).scalars.filter(isLetter)
  }
}
