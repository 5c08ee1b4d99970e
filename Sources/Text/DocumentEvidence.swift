package import DocumentModel

/// Statistics of a document that help to interpret a single page: running heads, the size of its body text, its vocabulary.
///
/// Pages may be observed in any order, each once. More evidence gives better blocks; none is required.
package struct DocumentEvidence: Sendable {
  package private(set) var pageCount = 0
  private(set) var words = WordSet()
  private(set) var heads = RunningHeads()
  private(set) var sizes = Sizes()
  private(set) var columnStarts = ColumnStarts()
  /// Counts of ideographs beside Latin words, and beside digits, with and without a blank.
  private var besideWords = (blank: 0, none: 0)
  private var besideDigits = (blank: 0, none: 0)
  /// Counts of U+2010 at line ends and within lines, and of U+00AD and U+002D at line ends.
  private var hyphens = (softAtEnd: 0, softInside: 0, shyAtEnd: 0, plainAtEnd: 0)

  package init() {}

  /// Adds one page; `number` is its index from 0.
  package mutating func observe(_ page: PageText, number: Int, size: PageSize) {
    // With known blocks there is nothing to infer.
    guard page.blocks == nil else { return }
    observe(PageParts(page, size: size, separatesRegions: true), of: page, number: number)
  }

  mutating func observe(_ parts: PageParts, of page: PageText, number: Int) {
    pageCount += 1
    words.insert(wordsOf: parts.fragments, page.scalars)
    let rows = parts.headRows(page.scalars)
    heads.observe(
      rows, page: number, body: parts.body(page.scalars),
      inner: parts.innerLines(page.scalars, besides: rows))
    for segment in parts.segments {
      sizes.add(
        segment, isMonospace: parts.fragments[Int(segment.first)].traits.contains(.monospace))
      columnStarts.add(segment)
    }
    countHyphens(parts.fragments, page.scalars)
    countMixed(parts.fragments, page.scalars)
  }

  private mutating func countMixed(_ fragments: [Fragment], _ scalars: [UInt32]) {
    for index in fragments.indices {
      let fragment = fragments[index]
      guard fragment.traits.contains(.ideographic) else { continue }
      // Words joined to ideographs are part of their fragment.
      for at in (Int(fragment.start) + 1)..<max(Int(fragment.end), Int(fragment.start) + 1) {
        count(scalars[at - 1], scalars[at], hasBlank: false)
      }
      for other in [index - 1, index] where other >= 0 && other + 1 < fragments.count {
        let next = fragments[other + 1]
        // A pair of two ideographic fragments counts once.
        guard !next.traits.contains(.startsRow),
          other == index || !fragments[other].traits.contains(.ideographic)
        else { continue }
        count(
          scalars[Int(fragments[other].end) - 1], scalars[Int(next.start)],
          hasBlank: next.traits.contains(.blankBefore))
      }
    }
  }

  private mutating func count(_ last: UInt32, _ first: UInt32, hasBlank: Bool) {
    let isAfter = Script.isWritten(last)
    guard isAfter != Script.isWritten(first) else { return }
    let other = isAfter ? first : last
    if Script.isDigit(other) {
      if hasBlank { besideDigits.blank += 1 } else { besideDigits.none += 1 }
    } else if Script.isLetter(other) {
      if hasBlank { besideWords.blank += 1 } else { besideWords.none += 1 }
    }
  }

  private mutating func countHyphens(_ fragments: [Fragment], _ scalars: [UInt32]) {
    for (index, fragment) in fragments.enumerated() {
      let isEnd = index + 1 == fragments.count || fragments[index + 1].traits.contains(.startsRow)
      for at in Int(fragment.start)..<Int(fragment.end) where scalars[at] == 0x2010 {
        if isEnd && at + 1 == Int(fragment.end) {
          hyphens.softAtEnd += 1
        } else {
          hyphens.softInside += 1
        }
      }
      guard isEnd else { continue }
      switch scalars[Int(fragment.end) - 1] {
      case 0xAD: hyphens.shyAtEnd += 1
      case 0x2D: hyphens.plainAtEnd += 1
      default: break
      }
    }
  }

  var habits: LineJoin.Habits {
    LineJoin.Habits(
      words: words, spacesMixed: besideWords.blank > besideWords.none,
      spacesDigits: besideDigits.blank > besideDigits.none,
      hyphensTell: hyphens.softAtEnd > 2 && hyphens.softAtEnd > 10 * hyphens.softInside
        || hyphens.shyAtEnd > 4 && hyphens.shyAtEnd > 3 * hyphens.plainAtEnd)
  }

  func headingLevel(size: Float, isLarge: Bool) -> Int { sizes.level(size, isLarge: isLarge) }
}

/// The amount of a document's text in each size.
struct Sizes: Sendable {
  /// Cells by size in quarters of a point.
  private var cells: [Int: Int] = [:]
  private var monospace = 0
  private var total = 0

  mutating func add(_ segment: Segment, isMonospace: Bool) {
    guard segment.cells >= 4 else { return }
    let count = Int(segment.cells)
    cells[Self.step(segment.size), default: 0] += count
    total += count
    if isMonospace { monospace += count }
  }

  private static func step(_ size: Float) -> Int { (size * 4).nearest(in: 0...4000) }

  /// The size of most of the text; nil if there is none.
  var body: Float? {
    cells.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { Float($0.key) / 4 }
  }

  /// Whether the running text is monospaced. Where another font sets a good part, the monospaced text is code, however much of it there is.
  var isMonospace: Bool { monospace * 6 > total * 5 }

  /// Returns the rank of a heading's size among those larger than the body, from 1 to 6.
  func level(_ size: Float, isLarge: Bool) -> Int {
    guard let body else { return 1 }
    let least = isLarge ? Self.step(size) : Self.step(body * Thresholds.headingSize)
    var rank = 1
    var last = Int.max
    for step in cells.keys.sorted(by: >)
    where step > least && Float(step) / 4 > body * Thresholds.headingSize {
      // Sizes that differ by rounding only count as one.
      if last - step > 1 { rank += 1 }
      last = step
    }
    return min(rank, 6)
  }
}
