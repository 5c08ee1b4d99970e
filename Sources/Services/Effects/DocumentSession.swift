import DocumentModel
import Files
import Platform
import Synchronization
import Wire
import Workers

/// Everything that belongs to one open document, of its newest generation; ending it releases all of it.
final class DocumentSession: Sendable {
  /// The document's file, as the screen shows it.
  struct File: Sendable {
    var path: String
    var password: [UInt8]
    var pageCount: Int
    /// Its stamps when opened and after each own change that moved no page.
    var stamps: Set<FileStamp>

    var name: String { PathParts.name(of: path) }
  }

  private struct State {
    var generation = 0
    var document: WorkerDocument?
    var summary: DocumentSummary?
    /// The last password that was tried.
    var password: [UInt8]?
    var file: File?
    var search: DocumentSearch?
    var figures: FigureSearch?
    var references: ReferenceSearch?
    var recognition: DocumentRecognition?
    var composer = Composer()
    var composerGeneration = 0
    /// The generation of which a visible page has been read.
    var readGeneration = 0
    var isEnded = false
  }

  private let state = Mutex(State())
  private let onEnd: @Sendable () -> Void

  /// `onEnd` has others release what they hold of the document.
  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  /// Keeps a document that was opened; closes whichever is older, it or the one kept before. Returns false if the session has ended
  /// meanwhile.
  func take(_ document: WorkerDocument, _ summary: DocumentSummary, _ generation: Int) -> Bool {
    let (older, isKept) = state.withLock { state -> (WorkerDocument?, Bool) in
      guard !state.isEnded else { return (document, false) }
      guard state.generation <= generation else { return (document, true) }
      if let older = state.document { document.takeRecognition(of: older) }
      defer { (state.document, state.summary, state.generation) = (document, summary, generation) }
      return (state.document, true)
    }
    older?.close()
    return isKept
  }

  /// Returns the document, nil unless it is of that generation.
  func document(_ generation: Int) -> WorkerDocument? {
    state.withLock { $0.generation == generation ? $0.document : nil }
  }

  var summary: DocumentSummary? { state.withLock { $0.summary } }

  /// Whether the document is plain text, which has a faster request for its text.
  var isPlainText: Bool { state.withLock { $0.summary?.flow?.kind == .plainText } }

  /// Returns the password to try: the one given, else the last one, else `initial`; remembers it.
  func password(given: [UInt8], initial: [UInt8]) -> [UInt8] {
    state.withLock { state in
      let password = given.isEmpty ? state.password ?? initial : given
      state.password = password
      return password
    }
  }

  var file: File? {
    get { state.withLock { $0.file } }
    set { state.withLock { $0.file = newValue } }
  }

  /// Records that this program is rewriting the file at a path with its pages in place.
  func wrote(_ path: String, from: FileStamp, to: FileStamp) {
    state.withLock { state in
      guard let file = state.file, PathParts.same(file.path, path), file.stamps.contains(from)
      else { return }
      state.file?.stamps.insert(to)
    }
  }

  /// Returns the search of a generation, which `make` makes; ends that of another.
  func search(_ generation: Int, make: () -> DocumentSearch) -> DocumentSearch {
    let (search, older) = state.withLock { state -> (DocumentSearch, DocumentSearch?) in
      if let known = state.search, known.belongs(to: generation) { return (known, nil) }
      let search = make()
      defer { state.search = search }
      return (search, state.search)
    }
    older?.stop()
    return search
  }

  func stopSearch() { state.withLock { $0.search }?.stop() }

  /// Returns the search for figures of a generation, which `make` makes.
  func figures(_ generation: Int, make: () -> FigureSearch) -> FigureSearch {
    state.withLock { state in
      if let known = state.figures, known.belongs(to: generation) { return known }
      let figures = make()
      state.figures = figures
      return figures
    }
  }

  /// Returns the search for references of a generation, which `make` makes with the number of pages; nil if the document has none.
  func references(_ generation: Int, make: (Int) -> ReferenceSearch) -> ReferenceSearch? {
    state.withLock { state in
      if let known = state.references, known.belongs(to: generation) { return known }
      guard state.generation == generation, let summary = state.summary, summary.hasPages else {
        return nil
      }
      let references = make(summary.pageCount)
      state.references = references
      return references
    }
  }

  /// Returns the recognition of a generation's pages, which `make` makes; nil if the document has none.
  func recognition(
    _ generation: Int, make: (DocumentSummary) -> DocumentRecognition
  ) -> DocumentRecognition? {
    state.withLock { state in
      if let known = state.recognition, known.belongs(to: generation) { return known }
      guard state.generation == generation, let summary = state.summary, summary.hasPages else {
        return nil
      }
      let recognition = make(summary)
      state.recognition = recognition
      return recognition
    }
  }

  /// Makes the next search read the text of a generation again, since it has grown.
  func forgetSearchedText(_ generation: Int) {
    let search = state.withLock { $0.search }
    if let search, search.belongs(to: generation) { search.forgetText() }
  }

  /// Returns the composer of a generation's pages; another generation starts without evidence.
  func composer(_ generation: Int) -> Composer {
    state.withLock { state in
      if state.composerGeneration != generation {
        let language = state.summary?.language ?? ""
        (state.composer, state.composerGeneration) = (Composer(language: language), generation)
      }
      return state.composer
    }
  }

  /// Whether a visible page that has been read is the first of its generation of a document with pages; true once.
  func beginsReading(_ generation: Int) -> Bool {
    state.withLock { state in
      guard state.readGeneration != generation, state.summary?.hasPages == true else {
        return false
      }
      state.readGeneration = generation
      return true
    }
  }

  /// Closes the document and releases everything that belongs to it.
  func end() {
    let last = state.withLock { state in
      defer {
        state = State()
        state.isEnded = true
      }
      return state
    }
    last.document?.close()
    last.search?.stop()
    onEnd()
  }
}
