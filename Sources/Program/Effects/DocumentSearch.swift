import Dispatch
import DocumentModel
import Interface
import Platform
import Synchronization
import Text
import Wire
import Workers

/// Reads a document for its searches, from the page one began on to the end and then what lies before, and looks through what has been read.
///
/// The text stays packed in memory, so that a second search answers at once.
// Unchecked: all but `wanted` is touched on the searching queue only.
final class DocumentSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let pageCount: Int
  private let opened: OpenDocuments
  private let mailbox: Mailbox
  private let queue: DispatchQueue
  /// Number of the search that is wanted; those of lower numbers end.
  private let wanted = Atomic(0)

  // The reading.
  private var first = 0
  private var parts = [Part(), Part()]
  private var isReading = false
  private var asked = 0
  private var taken = 0
  /// Pages that need not be read.
  private var known: [Int: PageText] = [:]
  /// Pages that came before the one that is their turn.
  private var early: [Int: PageText?] = [:]
  private var pages: [Int: PageText] = [:]
  private var textless = 0

  // The search under way.
  private var run: Run?

  /// The document from the first page read on, or what lies before that page.
  private struct Part {
    var feed = PageFeed(lookAhead: 3)
    var text = FlatText()
    var isRead = false
  }

  /// A stretch of the document to be looked through: passages that begin on these pages.
  private struct Stretch {
    var part: Int
    var pages: Range<Int>
    /// It lies before the place the search began on.
    var isBefore: Bool
  }

  private struct Run {
    var number: Int
    var matcher: any PatternMatcher
    var stretches: [Stretch]
    /// The next passage of the first stretch; nil until it has been looked for.
    var passage: Int?
    var found = 0
  }

  /// Requests under way: both workers busy, and the pages that are shown not held up by many.
  private static let ahead = 8
  /// Pages that an unfinished paragraph may stand on.
  private static let kept = 40
  /// A paragraph's hits are told with their lines up to so many.
  private static let mostHits = 200_000
  private static let withLines = 2_000
  private static let slice = Duration.milliseconds(15)

  init(
    _ id: DocumentID, _ generation: Int, pageCount: Int, opened: OpenDocuments, mailbox: Mailbox,
    queue: DispatchQueue
  ) {
    self.id = id
    self.generation = generation
    self.pageCount = pageCount
    self.opened = opened
    self.mailbox = mailbox
    self.queue = queue
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  /// Begins to read from a page on, unless that has been done.
  func prepare(from page: Int, known: [Int: PageText]) {
    queue.async { [self] in
      if !isReading { self.known = known }
      read(from: page)
    }
  }

  /// Looks for something from a page on; whatever else was looked for ends.
  func search(_ query: SearchQuery, number: Int, from page: Int) {
    wanted.store(number, ordering: .relaxed)
    queue.async { [self] in
      guard wanted.load(ordering: .relaxed) == number else { return }
      read(from: page)
      do throws(PatternError) {
        run = Run(number: number, matcher: try query.matcher(), stretches: stretches(from: page))
        go()
      } catch {
        run = nil
        var progress = SearchProgress()
        progress.failure = Sentences.text(error)
        progress.isDone = true
        post(progress, number)
      }
    }
  }

  func stop() {
    wanted.store(0, ordering: .relaxed)
    queue.async { [self] in run = nil }
  }

  // MARK: reading

  private func read(from page: Int) {
    guard !isReading else { return }
    isReading = true
    first = min(max(0, page), max(0, pageCount - 1))
    if first == 0 { parts[1].isRead = true }
    ask()
    takeEarly()
    known = [:]
  }

  /// The page that is read as the so manieth; after the last one the first read is read once more, for what goes over to it.
  private func page(_ turn: Int) -> Int {
    turn < pageCount - first ? first + turn : turn - (pageCount - first)
  }

  private var turns: Int { first == 0 ? pageCount : pageCount + 1 }

  private func ask() {
    while asked < turns, asked - taken < Self.ahead {
      let turn = asked
      asked += 1
      if let text = known[page(turn)] {
        early[turn] = .some(text)
        continue
      }
      // Every other one goes the way of the pages that are shown, behind them.
      let priority: Priority = turn.isMultiple(of: 2) ? .prefetch : .background
      opened.send(.text(page: page(turn)), to: id, generation, priority) { [self] result in
        queue.async { [self] in
          switch result {
          case .success(.text(let text)): early[turn] = .some(text)
          case .failure(.cancelled): return
          default: early[turn] = .some(nil)
          }
          takeEarly()
        }
      }
    }
  }

  private func takeEarly() {
    while let text = early.removeValue(forKey: taken) {
      take(text ?? PageText(), page(taken))
      taken += 1
      if taken == pageCount - first { finish(0) }
      if taken == turns { finish(1) }
    }
    ask()
    go()
  }

  private func take(_ text: PageText, _ number: Int) {
    let part = taken < pageCount - first ? 0 : 1
    let isRepeated = taken >= pageCount
    if !isRepeated, !text.scalars.contains(where: { $0 > 0x20 }) { textless += 1 }
    pages = pages.filter { $0.key > number - Self.kept && $0.key <= number }
    pages[number] = text
    add(parts[part].feed.add(text, page: number), to: part)
  }

  private func finish(_ part: Int) {
    add(parts[part].feed.finish(), to: part)
    parts[part].isRead = true
  }

  private func add(_ paragraphs: [Flow.Paragraph], to part: Int) {
    for paragraph in paragraphs where !paragraph.isRunningHead {
      // What begins on the page that is read a second time is known.
      if part == 1, paragraph.page >= first { continue }
      parts[part].text.add(paragraph) { origin in
        let boxes = pages[Int(origin.page)]?.boxes ?? []
        return boxes.indices.contains(Int(origin.index)) ? boxes[Int(origin.index)].y0 : 0
      }
    }
  }

  // MARK: looking

  /// The document from a page on round its end, as far as the two parts of it go.
  private func stretches(from page: Int) -> [Stretch] {
    if page >= first {
      return [
        Stretch(part: 0, pages: page..<pageCount, isBefore: false),
        Stretch(part: 1, pages: 0..<first, isBefore: true),
        Stretch(part: 0, pages: first..<page, isBefore: true),
      ]
    }
    return [
      Stretch(part: 1, pages: page..<first, isBefore: false),
      Stretch(part: 0, pages: first..<pageCount, isBefore: false),
      Stretch(part: 1, pages: 0..<page, isBefore: true),
    ]
  }

  /// Looks through what there is, for a moment at a time.
  private func go() {
    guard var run, wanted.load(ordering: .relaxed) == run.number else { return }
    let end = ContinuousClock.now + Self.slice
    var progress = SearchProgress()
    progress.isBefore = run.stretches.first?.isBefore ?? false
    defer { self.run = run }
    while let stretch = run.stretches.first, stretch.isBefore == progress.isBefore {
      let text = parts[stretch.part].text
      var passage = run.passage ?? text.firstPassage(from: stretch.pages.lowerBound)
      while passage < text.count, text.page(of: passage) < stretch.pages.upperBound {
        guard wanted.load(ordering: .relaxed) == run.number else { return }
        do throws(PatternError) {
          let hits = try text.hits(
            in: passage, run.matcher, withContext: run.found < Self.withLines)
          progress.hits += hits
          run.found += hits.count
        } catch {
          run.stretches = []
          progress.failure = Sentences.text(error)
        }
        passage += 1
        if ContinuousClock.now > end || run.found > Self.mostHits || run.stretches.isEmpty { break }
      }
      run.passage = passage
      if run.found > Self.mostHits { run.stretches = [] }
      guard !run.stretches.isEmpty else { break }
      let isThrough = passage >= text.count || text.page(of: passage) >= stretch.pages.upperBound
      guard isThrough else {
        tell(&progress, run)
        queue.async { [self] in go() }
        return
      }
      // More may yet be read into it, unless it is all there or has been passed.
      guard parts[stretch.part].isRead || passage < text.count else { break }
      run.stretches.removeFirst()
      run.passage = nil
    }
    let isDone = run.stretches.isEmpty
    progress.isDone = isDone
    tell(&progress, run)
    if let next = run.stretches.first, next.isBefore != progress.isBefore {
      queue.async { [self] in go() }
    }
  }

  private func tell(_ progress: inout SearchProgress, _ run: Run) {
    // Each one is a frame.
    guard !progress.hits.isEmpty || progress.isDone || taken.isMultiple(of: 16) else { return }
    progress.pagesRead = min(taken, pageCount)
    progress.textless = textless
    post(progress, run.number)
  }

  private func post(_ progress: SearchProgress, _ number: Int) {
    mailbox.post(.found(id, generation: generation, search: number, progress))
  }
}
