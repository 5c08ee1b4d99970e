import DocumentModel
import Interface
import Text

/// A document's text as it is read for searches: from one page to the end, and then what lies before that page.
struct SearchText {
  /// The page read first: so many before the end that there are neighbours to tell a running head by.
  let first: Int
  private let pageCount: Int
  private var feeds = [PageFeed(joinsLines: true), PageFeed(joinsLines: true)]
  /// From the first page read on, and what begins before it.
  private(set) var parts = [FlatText(), FlatText()]
  /// Pages taken so far; the one read first is taken once more in the end, for what goes over to it.
  private(set) var taken = 0
  private(set) var isWhole = false
  /// Pages without text, and such as could not be read.
  private(set) var textless = 0
  private(set) var unread = 0
  private var pages: [Int: PageText] = [:]

  /// Pages that an unfinished paragraph may stand on.
  private static let kept = 40
  /// In bytes, of what is kept at once.
  private let budget: Int
  /// Some of what was read has been looked through and is no longer there.
  private(set) var hasDropped = false

  init(pageCount: Int, from page: Int, budget: Int = 256 << 20) {
    self.pageCount = pageCount
    self.budget = budget
    first = min(max(0, page), max(0, pageCount - PageFeed.neighbours - 1))
    isWhole = pageCount == 0
  }

  var turns: Int { first == 0 ? pageCount : pageCount + 1 }

  func page(ofTurn turn: Int) -> Int {
    turn < pageCount - first ? first + turn : turn - (pageCount - first)
  }

  /// Different pages that have been read.
  var pagesRead: Int { min(taken, pageCount) }

  /// No more is kept of one document: what there is must be looked through first.
  var isFull: Bool { parts[0].byteCount + parts[1].byteCount > budget }

  /// Makes room for what is still to be read.
  mutating func drop() {
    parts = [FlatText(), FlatText()]
    hasDropped = true
  }

  /// A page as it is read.
  enum Page {
    case text(PageText)
    /// Lines of plain text, UTF-8.
    case lines([UInt8])
  }

  /// Takes the page whose turn it is; nil for one that could not be read.
  mutating func take(_ page: Page?) {
    guard !isWhole else { return }
    var text: PageText?
    if case .text(let read) = page { text = read }
    let number = self.page(ofTurn: taken)
    let part = taken < pageCount - first ? 0 : 1
    if taken < pageCount {
      if page == nil { unread += 1 }
      if let text, !text.scalars.contains(where: { $0 > 0x20 }) { textless += 1 }
    }
    pages = pages.filter { $0.key > number - Self.kept && $0.key <= number }
    pages[number] = text
    if case .lines(let lines) = page {
      if part == 0 || number < first { parts[part].add(lines: lines, page: number) }
    } else {
      add(feeds[part].add(text ?? PageText(), page: number), to: part)
    }
    taken += 1
    if taken == pageCount - first {
      add(feeds[0].finish(), to: 0)
      // Few pages may stand before the first one read: what those behind it taught holds for them too.
      feeds[1] = PageFeed(evidence: feeds[0].evidence, joinsLines: true)
    }
    if taken == turns {
      if first > 0 { add(feeds[1].finish(), to: 1) }
      isWhole = true
      pages = [:]
    }
  }

  /// Makes do with what has been read.
  mutating func giveUp() {
    guard !isWhole else { return }
    unread += pageCount - pagesRead
    for part in feeds.indices { add(feeds[part].finish(), to: part) }
    isWhole = true
    pages = [:]
  }

  private mutating func add(_ paragraphs: [Flow.Paragraph], to part: Int) {
    for paragraph in paragraphs where !paragraph.isRunningHead {
      // What begins on the page that is read a second time is known.
      if part == 1, paragraph.page >= first { continue }
      parts[part].add(paragraph, pages: pages)
    }
  }

  /// The hits in a passage of a part, each of the document's once: what lies on the page read first or behind it is the
  /// first part's.
  func hits(
    in passage: Int, of part: Int, _ matcher: any PatternMatcher, withContext: Bool
  ) throws(PatternError) -> [SearchHit] {
    let hits = try parts[part].hits(in: passage, matcher, withContext: withContext)
    return part == 0 ? hits : hits.filter { $0.page < first }
  }
}
