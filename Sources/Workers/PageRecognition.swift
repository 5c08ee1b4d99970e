import Dispatch
package import DocumentModel
import Glibc
import Synchronization
import Wire

/// Pages of one document that were recognised before, by their keys.
package protocol RecognizedPages: Sendable {
  /// Returns the text of a page; nil if it was not recognised.
  func text(_ key: String) -> PageText?
  func keep(_ text: PageText, _ key: String)
  /// The indices of pages that were recognised.
  var kept: Set<Int> { get }
}

/// Recognises the pages of one document that have no text (OCR), and finds what was recognised before.
///
/// A worker that a page has taken over could lie about pages that come after it: a document shares its workers with no other.
package final class PageRecognition: Sendable {
  /// Which pages are recognised as soon as their text is asked for.
  package enum Extent: Sendable {
    /// None: those that were recognised before are known.
    case knownPages
    /// These; others that were recognised before are known.
    case pages(Set<Int>)
    case allPages
    /// All, whatever is known of them, and those whose text another program recognised.
    case allPagesAgain

    func contains(_ page: Int) -> Bool {
      switch self {
      case .knownPages: false
      case .pages(let pages): pages.contains(page)
      case .allPages, .allPagesAgain: true
      }
    }

    var isAgain: Bool { if case .allPagesAgain = self { true } else { false } }
  }

  let languages: [String]
  private let pool: WorkerPool
  private let number: UInt64
  private let alternatives: [String]
  let isNamed: Bool
  private let extent: Extent
  private let pages: (any RecognizedPages)?
  /// Reads and keeps recognised pages.
  private let queue = DispatchQueue(label: "recto.recognition")
  private let state = Mutex(State())
  /// Pages that are drawn and recognised at a time: one more than there are workers, because a drawing takes many megabytes.
  private let most: Int

  private struct Page {
    var index: Int
    /// Its text without recognition.
    var own: PageText
    /// Nil if nothing is to be kept of it.
    var key: String?
    var document: WorkerDocument
    var priority: Priority
  }

  private struct State {
    /// Recognised pages by their keys, those recognised last at the end.
    var known: [(key: String, text: PageText)] = []
    var knownBytes = 0
    var handlers: [Int: [TextHandler]] = [:]
    /// Pages that are not drawn yet.
    var waiting: [Page] = []
    var begun = 0
    /// Pages that were recognised although another program had done so; nil until they are needed.
    var redone: Set<Int>?
  }

  package typealias TextHandler = @Sendable (Result<PageText, WorkerError>) -> Void

  /// Makes workers for some languages, which start with the first page; nil if `recto-ocr` is not installed.
  package init?(
    _ pool: WorkerPool, models: LanguageModels, languages: [String], alternatives: [String] = [],
    isNamed: Bool = false, extent: Extent,
    workers: Int = 1, isInBackground: Bool = false, pages: (any RecognizedPages)? = nil
  ) {
    guard pool.options.recognizer != nil else { return nil }
    self.pool = pool
    self.languages = languages
    self.alternatives = alternatives
    self.isNamed = isNamed
    self.extent = extent
    self.pages = pages
    most = workers + 1
    let id = pool.newID()
    number = id
    _ = pool.perform {
      $0.openService(
        kit: .recognition(models: models.folder), lanes: .equal(workers),
        isInBackground: isInBackground, id: id)
    }
  }

  deinit { pool.close(number) }

  /// Completes the answer to a request for a page's text where the page has none.
  func complete(
    _ reply: Result<Reply, WorkerError>, page: Int, of document: WorkerDocument,
    priority: Priority, completion: @escaping ReplyHandler
  ) {
    guard case .success(.text(let text)) = reply,
      text.needsRecognition || text.source == .layer
    else { return completion(reply) }
    guard text.source == .layer else {
      return complete(text, page: page, of: document, priority, completion)
    }
    queue.async { [self] in
      guard isRedone(page) else { return completion(reply) }
      complete(text, page: page, of: document, priority, completion)
    }
  }

  private func complete(
    _ text: PageText, page: Int, of document: WorkerDocument, _ priority: Priority,
    _ completion: @escaping ReplyHandler
  ) {
    withKey(of: page, text, in: document, priority) { [self] key in
      if !extent.isAgain, let known = known(key, text.size) {
        completion(.success(.text(known)))
      } else if extent.contains(page), text.needsRecognition || extent.isAgain {
        let page = Page(
          index: page, own: text, key: key, document: document, priority: priority)
        recognize(page) { completion($0.map { .text($0) }) }
      } else {
        completion(.success(.text(text)))
      }
    }
  }

  /// Whether a page with the words of another program was recognised again; on the queue.
  private func isRedone(_ page: Int) -> Bool {
    if extent.isAgain { return true }
    return redone.contains(page)
  }

  private var redone: Set<Int> {
    let known = state.withLock(\.redone) ?? pages?.kept ?? []
    state.withLock { $0.redone = known }
    return known
  }

  // MARK: known pages

  /// Gives the key of a page on the queue, nil if the document cannot be asked: its index, images, rotation, size and
  /// text, and the languages.
  private func withKey(
    of page: Int, _ text: PageText, in document: WorkerDocument, _ priority: Priority,
    _ body: @escaping @Sendable (String?) -> Void
  ) {
    document.send(.imageSums(page: page), priority: priority) { [self] sums in
      document.send(.rotation(page: page), priority: priority) { [self] rotation in
        queue.async { [self] in
          guard case .success(.imageSums(let sums)) = sums,
            case .success(.rotation(let degrees)) = rotation
          else { return body(nil) }
          let facts =
            [Self.rules] + sums.map { String($0, radix: 16) } + [
              "\(degrees)", "\(text.size.width)", "\(text.size.height)",
            ] + (text.isBlank ? [] : ["\(text.scalars)"])
          body("\(page)-" + Self.sum(facts + languages + alternatives + (isNamed ? ["!"] : [])))
        }
      }
    }
  }

  /// The version of the recogniser's rules; pages kept by another one are recognised again.
  private static let rules = "5"

  /// Returns the FNV-1a sum of texts: keys tell pages of one document apart.
  private static func sum(_ texts: [String]) -> String {
    String(StableHash(texts.joined(separator: " ").utf8).value, radix: 16)
  }

  private func known(_ key: String?, _ size: PageSize) -> PageText? {
    guard let key else { return nil }
    if let text = state.withLock({ $0.known.last { $0.key == key }?.text }) { return text }
    return pages?.text(key).flatMap { Self.checked($0, size) }
  }

  /// Returns recognised text as such; nil if it is not that of a page of a size.
  private static func checked(_ text: PageText, _ size: PageSize) -> PageText? {
    guard text.blocks == nil, text.size == size else { return nil }
    var text = text
    text.source = .recognition
    return text
  }

  private func remember(_ text: PageText, _ key: String) {
    pages?.keep(text, key)
    state.withLock { state in
      state.known.removeAll { $0.key == key }
      state.known.append((key, text))
      state.knownBytes = state.known.reduce(0) { $0 + $1.text.byteCount }
      while state.knownBytes > Self.mostKnown, state.known.count > 1 {
        state.knownBytes -= state.known.removeFirst().text.byteCount
      }
    }
  }

  /// Bytes of recognised pages in memory.
  private static let mostKnown = 64 << 20

  // MARK: recognising

  /// Recognises a page, whatever is known of it; one page that is asked for twice at a time is recognised once.
  package func recognize(
    _ page: Int, of document: WorkerDocument, priority: Priority, completion: @escaping TextHandler
  ) {
    document.sendUnrecognized(.text(page: page), priority: priority) { [self] reply in
      switch reply {
      case .failure(let error): completion(.failure(error))
      case .success(.text(let own)):
        withKey(of: page, own, in: document, priority) { [self] key in
          recognize(
            Page(index: page, own: own, key: key, document: document, priority: priority),
            completion)
        }
      case .success: completion(.failure(.nonsense))
      }
    }
  }

  private func recognize(_ page: Page, _ completion: @escaping TextHandler) {
    state.withLock { state in
      state.handlers[page.index, default: []].append(completion)
      if state.handlers[page.index]?.count == 1 { state.waiting.append(page) }
    }
    beginNext()
  }

  /// Draws the most urgent page that waits, if there is room for one.
  private func beginNext() {
    let next: Page? = state.withLock { state in
      guard state.begun < most,
        let urgent = state.waiting.indices.min(by: {
          (state.waiting[$0].priority, $0) < (state.waiting[$1].priority, $1)
        })
      else { return nil }
      state.begun += 1
      return state.waiting.remove(at: urgent)
    }
    guard let next else { return }
    guard let drawing = RecognitionRequest.drawing(of: next.index, size: next.own.size) else {
      end(next, .failure(.engine(.pictureSize)))
      return
    }
    next.document.drawMemory(drawing, priority: next.priority) { [self] result in
      switch result {
      case .failure(let error): end(next, .failure(error))
      case .success((_, let facts)) where facts.isBlank:
        keep(PageText(size: next.own.size), of: next)
      case .success((let memory, _)): recognize(next, drawing, memory)
      }
    }
  }

  private func recognize(_ page: Page, _ drawing: PageDrawing, _ memory: PictureMemory) {
    let descriptor = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      end(page, .failure(.engine(.outOfMemory)))
      return
    }
    let request = RecognitionRequest(
      width: drawing.width, height: drawing.height, size: page.own.size, languages: languages,
      alternatives: alternatives, isNamed: isNamed)
    pool.send(
      .recognize(request), to: number, file: BorrowedFile(descriptor), priority: page.priority,
      deadline: Self.deadline,
      { [self] (result: Result<PageText, WorkerError>) in
        switch result {
        case .success(let text): keep(text, of: page)
        case .failure(.crashed): end(page, .failure(.recognizerEnded))
        case .failure(.engine(.modelMissing)): end(page, .failure(.modelsUnusable(languages)))
        case .failure(.timedOut), .failure(.nonsense):
          end(page, .failure(.engine(.notRecognized)))
        case .failure: end(page, result)
        }
      },
      { if case .text(let text) = $0 { text } else { nil } })
  }

  private func keep(_ text: PageText, of page: Page) {
    queue.async { [self] in
      guard var text = Self.checked(text, page.own.size) else {
        return end(page, .failure(.nonsense))
      }
      // Authored words describe a picture and have no places on it.
      if !page.own.isBlank, page.own.source == .picture, page.own.blocks == nil {
        text.add(printed: page.own)
      }
      if page.own.source == .layer {
        let known = redone
        state.withLock { $0.redone = known.union([page.index]) }
      }
      if let key = page.key { remember(text, key) }
      end(page, .success(text))
    }
  }

  private func end(_ page: Page, _ result: Result<PageText, WorkerError>) {
    let handlers = state.withLock { state in
      state.begun -= 1
      return state.handlers.removeValue(forKey: page.index) ?? []
    }
    for handler in handlers { handler(result) }
    beginNext()
  }

  /// For one page; noise takes Tesseract longest.
  private static let deadline = Duration.seconds(60)
}
