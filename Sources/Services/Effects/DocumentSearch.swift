import Dispatch
import DocumentModel
import Messages
import Platform
import Synchronization
import Text
import Wire
import Workers

/// Reads a document's text and searches it. Keeps the text packed in memory, so that the next search need not read it.
// Unchecked: everything but `wanted` is accessed on the searching queue only.
final class DocumentSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let opened: OpenDocuments
  private let mailbox: Mailbox
  private let queue: DispatchQueue
  /// The number of the current search; searches with other numbers end.
  private let wanted = Atomic(0)

  private let pageCount: Int
  private var text: SearchText
  private var run: SearchRun?
  /// Whether a search is in progress or being typed.
  private var isNeeded = false
  /// The number of pages requested so far.
  private var asked = 0
  /// Pages that arrived before their turn, by turn; nil for a page that could not be read.
  private var early: [Int: SearchText.Page?] = [:]
  private var failuresInARow = 0
  private var isPlainText = false
  /// Whether the text of pages has changed.
  private var isStale = false

  /// The maximum number of pending requests: enough to keep both workers busy without delaying visible pages.
  private static let ahead = 8
  /// The number of consecutive unreadable pages after which reading ends.
  private static let mostFailures = 16
  /// How long a search runs before it lets other work on the queue proceed.
  private static let slice = Duration.milliseconds(15)
  /// The maximum size of plain text kept in memory, in bytes: it can be read again as fast as it is searched.
  private static let plainBudget = 16 << 20

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
    text = SearchText(pageCount: pageCount, from: 0)
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  /// Starts reading the text from a page on, unless it has been read.
  func prepare(from page: Int, known: [Int: PageText]) {
    queue.async { [self] in read(from: page, known: known) }
  }

  /// Searches from a page on; ends any other search.
  func search(_ query: SearchQuery, number: Int, from page: Int) {
    wanted.store(number, ordering: .relaxed)
    queue.async { [self] in
      guard wanted.load(ordering: .relaxed) == number else { return }
      read(from: page, known: [:])
      do throws(PatternError) {
        run = SearchRun(number: number, matcher: try query.matcher(), from: page, in: text)
        look()
      } catch {
        run = nil
        var progress = SearchProgress()
        progress.failure = Sentences.text(error)
        progress.isDone = true
        mailbox.post(.found(id, generation: generation, search: number, progress))
      }
    }
  }

  /// Ends the current search; the text read so far is kept and completed by the next search.
  func stop() {
    wanted.store(0, ordering: .relaxed)
    queue.async { [self] in
      run = nil
      isNeeded = false
    }
  }

  /// Makes the next search read the text again.
  func forgetText() { queue.async { [self] in isStale = true } }

  // MARK: reading

  private func read(from page: Int, known: [Int: PageText]) {
    isNeeded = true
    // Text that could not be read, or was dropped to save memory, is read again by the next search.
    if asked == 0 || text.isWhole && text.unread > 0 || text.hasDropped || isStale && run == nil {
      isStale = false
      isPlainText = opened[id]?.isPlainText == true
      text =
        isPlainText
        ? SearchText(pageCount: pageCount, from: page, budget: Self.plainBudget)
        : SearchText(pageCount: pageCount, from: page)
      asked = 0
      early = [:]
      failuresInARow = 0
    }
    ask(known)
    takeEarly()
  }

  private func ask(_ known: [Int: PageText] = [:]) {
    while isNeeded, !text.isFull, asked < text.turns, asked - text.taken < Self.ahead {
      let turn = asked
      asked += 1
      let page = text.page(ofTurn: turn)
      if let text = known[page] {
        early[turn] = .some(.text(text))
        continue
      }
      // Every other page goes to the worker of the visible pages, at a lower priority than these.
      let priority: Priority = turn.isMultiple(of: 2) ? .prefetch : .background
      let first = text.first
      let request = isPlainText ? Request.plainText(page: page) : .text(page: page)
      opened.send(request, to: id, generation, priority) { [self] result in
        queue.async { [self] in
          // Ignores answers for a reading that has been restarted since.
          guard text.first == first, turn < asked else { return }
          switch result {
          case .success(.text(let read)): early[turn] = .some(.text(read))
          case .success(.plainText(let bytes)): early[turn] = .some(.lines(bytes))
          case .failure(.cancelled): return
          default: early[turn] = .some(nil)
          }
          takeEarly()
        }
      }
    }
  }

  private func takeEarly() {
    while !text.isFull, let page = early.removeValue(forKey: text.taken) {
      failuresInARow = page == nil ? failuresInARow + 1 : 0
      text.take(page)
      if failuresInARow >= Self.mostFailures { text.giveUp() }
    }
    ask()
    look()
  }

  // MARK: searching

  /// Searches the text read so far, one time slice at a time.
  private func look() {
    guard var run, wanted.load(ordering: .relaxed) == run.number else { return }
    let end = ContinuousClock.now + Self.slice
    let isThrough = run.look(in: text) { [number = run.number] in
      wanted.load(ordering: .relaxed) == number && ContinuousClock.now < end
    }
    var progress = run.progress(in: text)
    progress.isDone = progress.isDone || isThrough && text.isWhole
    // Each message redraws the screen, so progress without hits is posted every 16 pages only.
    if !progress.hits.isEmpty || progress.isDone || text.taken.isMultiple(of: 16) {
      run.found = []
      mailbox.post(.found(id, generation: generation, search: run.number, progress))
    }
    let goesOn = isThrough && text.isFull && !text.isWhole && !progress.isDone
    if goesOn {
      run.beginParts()
      text.drop()
    }
    self.run = progress.isDone ? nil : run
    if !isThrough, !progress.isDone { queue.async { [self] in look() } }
    if goesOn { queue.async { [self] in takeEarly() } }
  }
}
