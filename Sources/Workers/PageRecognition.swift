import Dispatch
package import DocumentModel
import Glibc
import Synchronization
import Wire

/// Pages that were recognised before, by what their pictures show.
package protocol RecognizedPages: Sendable {
  /// Returns the text of a page; nil if it was not recognised.
  func text(_ key: String) -> PageText?
  func keep(_ text: PageText, _ key: String)
}

/// Recognises the pages of one document that have no text (OCR), and finds what was recognised before.
///
/// A worker that a page has taken over could lie about pages that come after it: a document shares its workers with no other.
package final class PageRecognition: Sendable {
  /// Which pages are recognised as soon as their text is asked for.
  package enum Extent: Sendable {
    /// None: those that were recognised before are known.
    case knownPages
    case allPages
    /// All, whatever is known of them.
    case allPagesAgain
  }

  private let pool: WorkerPool
  private let number: UInt64
  private let languages: [String]
  private let alternatives: [String]
  private let extent: Extent
  private let pages: (any RecognizedPages)?
  /// Reads and keeps recognised pages.
  private let queue = DispatchQueue(label: "recto.recognition")
  private let state = Mutex(State())
  /// Pages that are drawn and recognised at a time: one more than there are workers, because a drawing takes many megabytes.
  private let most: Int

  private struct Page {
    var index: Int
    var size: PageSize
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
  }

  package typealias TextHandler = @Sendable (Result<PageText, WorkerError>) -> Void

  /// Makes workers for some languages, which start with the first page; nil if `recto-ocr` is not installed.
  package init?(
    _ pool: WorkerPool, models: LanguageModels, languages: [String], alternatives: [String] = [],
    extent: Extent,
    workers: Int = 1, isInBackground: Bool = false, pages: (any RecognizedPages)? = nil
  ) {
    guard pool.options.recognizer != nil else { return nil }
    self.pool = pool
    self.languages = languages
    self.alternatives = alternatives
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
    guard case .success(.text(let text)) = reply, text.isBlank else {
      completion(reply)
      return
    }
    withKey(of: page, in: document, priority) { [self] key in
      if extent != .allPagesAgain, let known = known(key) {
        completion(.success(.text(known)))
      } else if extent != .knownPages {
        recognize(page, size: text.size, of: document, priority: priority) {
          completion($0.map { .text($0) })
        }
      } else {
        completion(reply)
      }
    }
  }

  // MARK: known pages

  /// Gives the key of a page on the queue: by its images and its rotation, which survive annotating, moving and editing the file; by its
  /// index if it has no images.
  private func withKey(
    of page: Int, in document: WorkerDocument, _ priority: Priority,
    _ body: @escaping @Sendable (String) -> Void
  ) {
    document.send(.imageSums(page: page), priority: priority) { [self] sums in
      document.send(.rotation(page: page), priority: priority) { [self] rotation in
        queue.async { body(Self.key(page, try? sums.get(), try? rotation.get())) }
      }
    }
  }

  private static func key(_ page: Int, _ sums: Reply?, _ rotation: Reply?) -> String {
    guard case .imageSums(let sums)? = sums, !sums.isEmpty, case .rotation(let degrees)? = rotation
    else { return placeMark + String(page) }
    // FNV-1a over the digests of all images.
    let sum = sums.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ $1) &* 0x100_0000_01B3 }
    return String(sum, radix: 16) + "-\(sums.count)-\(degrees)"
  }

  /// Keys of pages without images begin with it; they hold for this version of the document only.
  private static let placeMark = "page-"

  private func known(_ key: String) -> PageText? {
    state.withLock { $0.known.last { $0.key == key }?.text }
      ?? (key.hasPrefix(Self.placeMark) ? nil : pages?.text(key))
  }

  private func remember(_ text: PageText, _ key: String) {
    if !key.hasPrefix(Self.placeMark) { pages?.keep(text, key) }
    state.withLock { state in
      state.known.removeAll { $0.key == key }
      state.known.append((key, text))
      state.knownBytes = state.known.reduce(0) { $0 + $1.text.byteCount }
      while state.knownBytes > Self.mostKnown, state.known.count > 1 {
        state.knownBytes -= state.known.removeFirst().text.byteCount
      }
    }
  }

  /// Forgets what is known of pages by their index: another version of the document may have others there.
  package func forgetPlaces() {
    state.withLock { $0.known.removeAll { $0.key.hasPrefix(Self.placeMark) } }
  }

  /// Bytes of recognised pages in memory.
  private static let mostKnown = 64 << 20

  // MARK: recognising

  /// Recognises a page of a size in points, whatever is known of it; one page that is asked for twice at a time is recognised once.
  package func recognize(
    _ page: Int, size: PageSize, of document: WorkerDocument, priority: Priority,
    completion: @escaping TextHandler
  ) {
    state.withLock { state in
      state.handlers[page, default: []].append(completion)
      if state.handlers[page]?.count == 1 {
        state.waiting.append(
          Page(index: page, size: size, document: document, priority: priority))
      }
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
    guard let drawing = RecognitionRequest.drawing(of: next.index, size: next.size) else {
      end(next, .failure(.engine(.pictureSize)))
      return
    }
    next.document.drawMemory(drawing, priority: next.priority) { [self] result in
      switch result {
      case .failure(let error): end(next, .failure(error))
      case .success((_, let facts)) where facts.isBlank:
        var text = PageText(size: next.size)
        text.isRecognized = true
        keep(text, of: next)
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
      width: drawing.width, height: drawing.height, size: page.size, languages: languages,
      alternatives: alternatives)
    pool.send(
      .recognize(request), to: number, file: BorrowedFile(descriptor), priority: page.priority,
      deadline: Self.deadline,
      { [self] (result: Result<PageText, WorkerError>) in
        switch result {
        case .success(let text): keep(text, of: page)
        case .failure(.crashed), .failure(.timedOut), .failure(.nonsense):
          end(page, .failure(.engine(.notRecognized)))
        case .failure: end(page, result)
        }
      },
      { if case .text(let text) = $0 { text } else { nil } })
  }

  private func keep(_ text: PageText, of page: Page) {
    withKey(of: page.index, in: page.document, page.priority) { [self] key in
      remember(text, key)
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
