import DocumentModel
import Text

/// A document's text as read for searches: from one page to the end, and then the pages before it.
struct SearchText {
  /// The page read first; at least `PageFeed.neighbours` pages follow it if possible, so that running heads can be recognized.
  let first: Int
  private let pageCount: Int
  private var feeds = [PageFeed(joinsLines: true), PageFeed(joinsLines: true)]
  /// The text from `first` on, and the text that begins before it.
  private(set) var parts = [FlatText(), FlatText()]
  /// The number of pages taken so far. `first` is taken a second time at the end, for paragraphs that extend into it.
  private(set) var taken = 0
  private(set) var isWhole = false
  /// The numbers of pages without text, and of pages that could not be read.
  private(set) var textless = 0
  private(set) var unread = 0
  private var pages: [Int: PageText] = [:]

  /// The number of pages over which an unfinished paragraph may extend.
  private static let kept = 40
  /// The most bytes of text in memory.
  private let budget: Int
  /// Whether some of the text has been searched and dropped.
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

  /// The number of different pages read so far.
  var pagesRead: Int { min(taken, pageCount) }

  /// Whether the budget is used up: the text must be searched and dropped before more is read.
  var isFull: Bool { parts[0].byteCount + parts[1].byteCount > budget }

  /// Drops the text read so far to free memory.
  mutating func drop() {
    parts = [FlatText(), FlatText()]
    hasDropped = true
  }

  /// A page's text.
  enum Page {
    case text(PageText)
    /// Lines of plain text in UTF-8.
    case lines([UInt8])
  }

  /// Takes the page of the current turn; nil for a page that could not be read.
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
      // There may be few pages before `first`; the evidence of the pages after it applies to them too.
      feeds[1] = PageFeed(evidence: feeds[0].evidence, joinsLines: true)
    }
    if taken == turns {
      if first > 0 { add(feeds[1].finish(), to: 1) }
      isWhole = true
      pages = [:]
    }
  }

  /// Stops reading and keeps the text read so far.
  mutating func giveUp() {
    guard !isWhole else { return }
    unread += pageCount - pagesRead
    for part in feeds.indices { add(feeds[part].finish(), to: part) }
    isWhole = true
    pages = [:]
  }

  private mutating func add(_ paragraphs: [Flow.Paragraph], to part: Int) {
    for paragraph in paragraphs where !paragraph.isRunningHead {
      // Paragraphs that begin on the page read twice are already in the first part.
      if part == 1, paragraph.page >= first { continue }
      parts[part].add(paragraph, pages: pages)
    }
  }

  /// Returns the hits in a passage of a part. Hits on or after `first` belong to the first part, so that none is returned twice.
  func hits(
    in passage: Int, of part: Int, _ matcher: any PatternMatcher, withContext: Bool
  ) throws(PatternError) -> [SearchHit] {
    let hits = try parts[part].hits(in: passage, matcher, withContext: withContext)
    return part == 0 ? hits : hits.filter { $0.page < first }
  }
}
