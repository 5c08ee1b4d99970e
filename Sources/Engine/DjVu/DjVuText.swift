internal import CDjVu
import DocumentModel
import Text
import Wire

/// The hidden text of a page as rows of words, in the document's order.
///
/// Zones are nested: page, column, region, paragraph, line, word, character; any level but the
/// first may be left out, and the text of
/// the last level that is there is one string.
struct DjVuText {
  struct Letter {
    let scalar: UInt32
    let box: Box
  }

  /// A line of words; `box` is its zone's, where it has one.
  struct Row {
    var words: [[Letter]] = []
    var box: Box?
  }

  private(set) var rows: [Row] = []
  private let page: DjVuPage
  private var row = Row()
  private var word: [Letter] = []
  /// The box around the words of the row.
  private var rowBox: Box?
  /// Whether a zone says which words are a line, and whether letters come without words around
  /// them.
  private var (isInLine, hasFreeLetters) = (false, false)
  private var budget = Limit.characters

  private enum Kind: String {
    case page, column, region, para, line, word, char

    /// Whether it has lines of its own, instead of being part of one.
    var hasRows: Bool { self != .word && self != .char }
  }

  /// Levels of zones.
  private static let mostDepth = 16
  /// A gap between the letters of a line without words, in units of their height, and the least
  /// overlap of the words of a line.
  private static let (letterGap, rowOverlap) = (Float(0.25), Float(0.3))

  private init(_ page: DjVuPage) {
    self.page = page
  }

  /// Reads `(page x y x y (line x y x y (word x y x y "text") …) …)`.
  static func read(_ zones: DjVuExpression, on page: DjVuPage) -> PageText {
    var text = DjVuText(page)
    text.take(zones, in: nil, depth: 0)
    text.endRow(in: nil)
    return DjVuTextWriter(size: page.size).written(text.rows)
  }

  /// Returns the text as the document has it, in UTF-8, with ends of columns, regions, paragraphs
  /// and lines as line ends.
  static func plain(_ zones: DjVuExpression) -> [UInt8] {
    var parts = zones.items
    for _ in 0..<5 { _ = parts.next() }
    // A letter of Latin-1 becomes two bytes.
    guard let bytes = parts.next()?.bytes(most: Limit.characters * 2) else { return [] }
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: scalars(bytes).lazy.compactMap(Unicode.Scalar.init))
    return Array(String(clean).utf8)
  }

  private mutating func take(_ zone: DjVuExpression, in outer: Kind?, depth: Int) {
    var parts = zone.items
    guard depth < Self.mostDepth, budget > 0, let kind = Kind(rawValue: parts.next()?.name ?? ""),
      let x1 = parts.next()?.number, let y1 = parts.next()?.number, let x2 = parts.next()?.number,
      let y2 = parts.next()?.number
    else { return }
    let box = page.storedBox(x1, y1, x2, y2)
    if kind.hasRows { endRow(in: nil) }
    if kind != .char { endWord() }
    isInLine = kind == .line || kind != .line && !kind.hasRows && isInLine
    hasFreeLetters = kind == .char && outer != .word
    var isString = false
    for part in parts.rest.items {
      if let bytes = part.bytes {
        isString = true
        take(Self.scalars(bytes), in: box, isPart: !kind.hasRows)
      } else {
        take(part, in: kind, depth: depth + 1)
      }
    }
    if kind != .char { endWord() }
    guard kind.hasRows else { return }
    endRow(in: kind == .line && !isString ? box : nil)
    isInLine = false
  }

  /// The characters of a string, with U+000A at the ends of lines and of all that contains lines.
  private static func scalars(_ bytes: [UInt8]) -> [UInt32] {
    DjVuExpression.text(bytes).unicodeScalars.compactMap { scalar in
      switch scalar.value {
      case 0x0B, 0x1D, 0x1F: 0x0A
      case 0x09, 0x0A, 0x0C, 0x0D: CleanText.shown(scalar.value)
      // Some programs write them for letters they could not recognise.
      case 0..<0x20, 0x7F..<0xA0: 0xFFFD
      default: CleanText.shown(scalar.value)
      }
    }
  }

  /// Adds the text of a zone without others in it. The lines of a larger one share its height
  /// evenly.
  private mutating func take(_ scalars: [UInt32], in box: Box, isPart: Bool) {
    guard !isPart else {
      takeWords(scalars.map { $0 == 0x0A ? 0x20 : $0 }[...], in: box)
      return
    }
    let lines = scalars.split(separator: 0x0A)
    for (number, line) in lines.enumerated() {
      let (top, height) = (box.y0, box.height / Float(lines.count))
      let part = Box(
        x0: box.x0, y0: top + height * Float(number), x1: box.x1,
        y1: top + height * Float(number + 1))
      takeWords(line, in: part)
      endWord()
      endRow(in: part)
    }
  }

  private mutating func takeWords(_ scalars: ArraySlice<UInt32>, in box: Box) {
    var shared = scalars
    // Blanks around a word are no part of its box.
    while let last = shared.last, Script.isBlank(last) { shared.removeLast() }
    let isCut = shared.count < scalars.count
    while let first = shared.first, Script.isBlank(first) {
      endWord()
      shared.removeFirst()
    }
    for letter in DjVuLetters.share(box, among: shared) {
      if Script.isBlank(letter.scalar) {
        endWord()
      } else {
        add(letter)
      }
    }
    if isCut { endWord() }
  }

  private mutating func add(_ letter: Letter) {
    guard budget > 0 else { return }
    budget -= 1
    // Where lines have letters but no words, gaps are blanks.
    if hasFreeLetters, let last = word.last?.box, !last.isEmpty {
      let gap = max(letter.box.x0 - last.x1, last.x0 - letter.box.x1)
      if gap > Self.letterGap * last.height { endWord() }
    }
    word.append(letter)
  }

  private mutating func endWord() {
    guard let first = word.first else { return }
    let box = word.reduce(first.box) { $0.union($1.box) }
    // The words of a paragraph without lines.
    if !isInLine, let rowBox, !Self.areBeside(box, rowBox) { endRow() }
    rowBox = rowBox?.union(box) ?? box
    // The blank or the line end after it.
    budget -= 1
    row.words.append(word)
    word = []
  }

  private static func areBeside(_ one: Box, _ other: Box) -> Bool {
    let overlap = min(one.y1, other.y1) - max(one.y0, other.y0)
    return overlap >= rowOverlap * min(one.height, other.height)
  }

  /// Divides the box of a line among its words, where some programs give each word that of the line.
  private mutating func divideSharedBox() {
    let boxes = row.words.map { word in word.dropFirst().reduce(word[0].box) { $0.union($1.box) } }
    guard let first = boxes.first, boxes.count > 1,
      boxes.allSatisfy({ abs($0.x0 - first.x0) < 0.1 && abs($0.x1 - first.x1) < 0.1 })
    else { return }
    let scalars = row.words.map { $0.map(\.scalar) }.joined(separator: [0x20])
    row.words = DjVuLetters.share(first, among: Array(scalars)).split { $0.scalar == 0x20 }
      .map(Array.init)
  }

  private mutating func endRow(in box: Box?) {
    endWord()
    row.box = box
    endRow()
  }

  private mutating func endRow() {
    divideSharedBox()
    if !row.words.isEmpty { rows.append(row) }
    row = Row()
    rowBox = nil
  }
}
