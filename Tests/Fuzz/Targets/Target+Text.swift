import DocumentModel
import Platform
import Text

/// Text made of a page's glyphs, and searches in it.
extension Target {
  static let texts = [
    Target(
      name: "composer", seeds: { [page(of: "The first line-\nof two"), page(of: "1. A\n2. B")] }
    ) {
      composed(textPages(from: $0))
    },
    Target(name: "packed-text", seeds: { [packed("Some words, and more"), packed("言葉 words")] }) {
      bytes in
      var flat = FlatText()
      let isWhole = bytes.withUnsafeBytes { flat.add(packed: $0, page: 3) }
      guard isWhole else { return nil }
      let query = LiteralMatcher(SearchQuery("o", caseRule: .insensitive))
      for passage in 0..<flat.count {
        guard let hits = try? flat.hits(in: passage, query) else { continue }
        if hits.contains(where: { $0.spans.contains { $0.start > $0.end } }) {
          return "a hit ends before it begins"
        }
      }
      _ = flat.packed(0..<flat.count, page: 3)
      return nil
    },
    Target(
      name: "queries", seeds: { queries },
      words: ["AND", "OR", "NOT", "(", ")", "\"", "/", "page:", "year:", "after:", "in:", "-", "„"]
    ) { bytes in
      let text = bytes.text
      for isExpression in [false, true] {
        let options = SearchQuery("", isRegularExpression: isExpression)
        guard let query = try? LibraryQuery(text, options: options) else { continue }
        for term in query.terms.prefix(8) {
          if term.query.isRegularExpression {
            _ = GramNeed(expression: term.query.text)
          } else {
            _ = GramNeed(literal: term.query.text)
          }
        }
        _ = query.readerQuery
      }
      return nil
    },
    Target(
      name: "expressions", seeds: { expressions.map { Array($0.utf8) } },
      words: ["(?:", ")*", "+", "{1,9999}", "\\d", "[^", "|", "(?=", "\\1", "^", "$"]
    ) { bytes in
      let query = SearchQuery(bytes.text, isRegularExpression: true)
      _ = LetterProbe(expression: query.text)
      guard let matcher = try? RegexMatcher(query) else { return nil }
      let scalars = "The quick brown aaaaaaaaaaaa fox, über 12".unicodeScalars.map(\.value)
      guard let ranges = try? matcher.matches(in: scalars) else { return nil }
      let areRight = ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= scalars.count }
      return areRight ? nil : "a match that is none"
    },
    Target(name: "names", seeds: { ["a b.pdf", "ä.md", "x%2Fy#page=iv"].map { Array($0.utf8) } }) {
      bytes in
      let name = PathBytes.text(bytes)
      if PathBytes.bytes(name) != bytes { return "a name does not come back" }
      if PathBytes.unescaped(PathBytes.escaped(name).utf8) != bytes {
        return "nor does its address"
      }
      let safe = SafeFileName(bytes.text).unused { _ in false }
      if safe.isEmpty || !PathParts.isName(safe) {
        return "“\(safe)” is no name"
      }
      _ = FuzzyMatch("ab").score(bytes.text)
      return nil
    },
  ]

  private static let queries = [
    "words \"a phrase\" AND (author:Ada OR title:\"On\") -not", "page:3-10 note:x", "/re.*x/ tag:a",
    "year:2020 after:202003 before:2021 in:/home type:pdf", "„quoted“ NOT (a b)",
  ].map { Array($0.utf8) }

  private static let expressions = ["q.*k", "(a|b)+c", "[a-z]{2,3}\\b", "\\w+ \\d", "ü|é"]

  // MARK: pages

  /// Five bytes a glyph: which, where, how large.
  private static let letters: [UInt32] = [
    0x20, 0x41, 0x61, 0x62, 0x65, 0x69, 0x2D, 0x2010, 0xAD, 0x31, 0x2E, 0x29, 0x2022, 0x0A, 0x65E5,
    0x30A2, 0x3002, 0x05D0, 0x0627, 0x0644, 0x0301, 0xFB01, 0x1F600, 0x2212, 0xFFFD, 0x0E01, 0x28,
    0x2013, 0x22, 0x3000, 0x41, 0x7A,
  ]

  /// A page with letters beside one another, as the bytes from which `textPages` makes one.
  private static func page(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var (x, y) = (20, 20)
    for scalar in text.unicodeScalars {
      let index = letters.firstIndex(of: scalar.value) ?? 2
      if scalar == "\n" { (x, y) = (20, y + 6) }
      bytes += [UInt8(index), UInt8(x & 255), UInt8(y & 255), 6, 0]
      x += 3
    }
    return bytes
  }

  private static func textPages(from bytes: [UInt8]) -> [PageText] {
    var pages: [PageText] = []
    for start in stride(from: 0, to: bytes.count, by: 1_000) {
      var text = PageText()
      text.styles = [
        TextStyle(font: "A", size: 10), TextStyle(font: "B", size: 6), TextStyle(size: 0),
        TextStyle(font: "C", size: 10_000, isMonospace: true),
      ]
      let glyphs = bytes[start..<min(bytes.count, start + 1_000)]
      for at in stride(from: glyphs.startIndex, to: glyphs.endIndex - 4, by: 5) {
        let (x, y) = (Float(bytes[at + 1]) * 2.5, Float(bytes[at + 2]) * 3)
        let (size, kind) = (Float(bytes[at + 3]), bytes[at + 4])
        // Now and then a box as wide as boxes may be, or one of no size.
        let wide: Float = kind == 255 ? 1_000_000 : kind == 254 ? -0 : size / 2
        text.runs.append(StyleRun(start: text.scalars.count, style: Int(kind & 3)))
        text.scalars.append(letters[Int(bytes[at]) % letters.count])
        let left = kind == 253 ? -1_000_000 : x
        text.boxes.append(Box(x0: left, y0: y, x1: x + wide, y1: y + size))
      }
      pages.append(text)
    }
    return pages
  }

  static func composed(_ pages: [PageText]) -> String? {
    var feed = PageFeed(lookAhead: 2)
    var flat = FlatText()
    var anchors = AnchorText(keepsWords: true)
    let byNumber = Dictionary(
      uniqueKeysWithValues: pages.enumerated().map { ($0.offset, $0.element) })
    var paragraphs: [Flow.Paragraph] = []
    for (number, text) in pages.enumerated() {
      for block in PageComposer.compose(text, size: text.size, evidence: nil, page: number)
      where block.scalars.count != block.origins.count {
        return "a block has letters from nowhere"
      }
      _ = PageGrid.lines(text, size: text.size, cellWidth: { _ in 1 }, maxColumns: 200)
      paragraphs += feed.add(text, page: number)
      anchors.add(text, page: number)
    }
    paragraphs += feed.finish()
    anchors.finish()
    for paragraph in paragraphs { flat.add(paragraph, pages: byNumber) }
    for page in byNumber.keys.sorted() {
      let own = flat.firstPassage(from: page)..<flat.firstPassage(from: page + 1)
      var again = FlatText()
      let packed = flat.packed(own, page: page)
      guard packed.withUnsafeBytes({ again.add(packed: $0, page: page) }), again.count == own.count
      else { return "what is packed does not come back" }
    }
    if let text = pages.first, let box = text.boxes.first {
      _ = anchors.anchor(under: [Quad(box)], page: 0, of: text)
      _ = anchors.anchor(near: box, page: 0, of: text)
    }
    return nil
  }

  private static func packed(_ words: String) -> [UInt8] {
    var flat = FlatText()
    flat.add(lines: Array(words.utf8), page: 3)
    return flat.packed(0..<flat.count, page: 3)
  }
}
