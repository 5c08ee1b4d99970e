import DocumentModel
import Files
import Library
package import Messages
import Platform
import Text
import Wire
import Workers

/// How scanned pages are recognised for the index.
package struct ScanPolicy: Sendable {
  /// The languages that the user names, such as `deu+eng`; if empty, those of each document and of the user.
  let languages: String
  /// Whether it runs in the background, where it pauses on battery power.
  let isInBackground: Bool

  /// The policy of settings; nil if scanned pages are not indexed.
  package init?(_ preferences: Preferences, isInBackground: Bool) {
    guard preferences.indexesScans else { return nil }
    languages = preferences.ocrLanguages
    self.isInBackground = isInBackground
  }

  var mayRun: Bool { !isInBackground || !PowerSupply.isOnBattery }
}

/// Recognises the scanned pages of documents for the index (OCR).
struct ScanIndexing {
  private let pool: WorkerPool
  private let policy: ScanPolicy

  /// Throws if nothing can be recognised on this machine.
  init(_ pool: WorkerPool, _ policy: ScanPolicy) throws(RecognitionSetup.Failure) {
    self.pool = pool
    self.policy = policy
    _ = try RecognitionSetup(named: policy.languages, document: "")
    guard pool.options.recognizer != nil else {
      throw RecognitionSetup.Failure(sentence: RecognitionStrings.programMissing)
    }
  }

  /// Adds the words of scanned pages to a document; returns false if the recognition must be retried later.
  ///
  /// Pages whose words cannot be recognised are left as they are. `onPage` is called after each.
  func add(
    _ pages: [Int], to document: inout IndexedDocument, while mayGoOn: () -> Bool,
    onPage: () -> Void
  ) -> Bool {
    let path = document.sighting.path
    guard case .success(let descriptor) = DocumentFile.open(path, takesPipes: false),
      let (opened, summary) = open(descriptor, named: PathParts.name(of: path)),
      let setup = try? RecognitionSetup(named: policy.languages, document: summary.language)
    else { return false }
    defer { opened.close() }
    opened.recognize(
      with: setup.recognition(
        in: pool, .allPages, workers: 1, isInBackground: true,
        pages: RecognizedCache(of: path)))
    var scans = RecognizedPassages()
    for page in pages {
      guard mayGoOn(), policy.mayRun else { return false }
      switch ask(.text(page: page), of: opened) {
      case .success(.text(let text)) where text.isRecognized:
        var label = ""
        if case .success(.pages(let infos)) = ask(.pages(page..<page + 1), of: opened) {
          label = infos.first?.label ?? ""
        }
        scans.add(text, page: page, label: label)
      case .success, .failure(.engine): break
      case .failure: return false
      }
      onPage()
    }
    document.add(scans.finished())
    return true
  }

  private func open(_ descriptor: Int32, named name: String) -> (WorkerDocument, DocumentSummary)? {
    let answer = Answer<(WorkerDocument, DocumentSummary)?>()
    pool.open(descriptor: descriptor, password: [], name: name) { answer.give(try? $0.get()) }
    return answer.wait()
  }

  private func ask(
    _ request: Request, of document: WorkerDocument
  ) -> Result<Reply, WorkerError> {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request, priority: .background) { answer.give($0) }
    return answer.wait()
  }
}

/// The passages of recognised pages, in the order of the pages.
private struct RecognizedPassages {
  private var feed = PageFeed(joinsLines: true)
  private var last: Int?
  private var texts: [Int: PageText] = [:]
  private var labels: [Int: String] = [:]
  private var passages: [Int: FlatText] = [:]

  mutating func add(_ text: PageText, page: Int, label: String) {
    // Only consecutive pages share a paragraph.
    if let last, last + 1 != page { end() }
    last = page
    texts[page] = text
    labels[page] = label
    take(feed.add(text, page: page))
    let open = feed.firstOpenPage ?? page
    texts = texts.filter { $0.key >= open }
  }

  private mutating func end() {
    take(feed.finish())
    feed = PageFeed(joinsLines: true)
  }

  private mutating func take(_ paragraphs: [Flow.Paragraph]) {
    for paragraph in paragraphs where !paragraph.isRunningHead {
      passages[paragraph.page, default: FlatText()].add(paragraph, pages: texts)
    }
  }

  /// Returns the packed passages of each page.
  mutating func finished() -> [(page: Int, label: String, passages: [UInt8])] {
    end()
    return passages.map { page, flat in
      (page, labels[page] ?? "", flat.packed(0..<flat.count, page: page))
    }
  }
}

extension IndexedDocument {
  /// Replaces the text of pages and keeps their notes.
  fileprivate mutating func add(_ scans: [(page: Int, label: String, passages: [UInt8])]) {
    var known = Dictionary(pages.map { ($0.number, $0) }) { $1 }
    var grams = Grams()
    for (page, label, passages) in scans {
      var flat = FlatText()
      known[page]?.passages.withUnsafeBytes { _ = flat.add(packed: $0, page: page) }
      flat.keepNotes()
      passages.withUnsafeBytes { _ = flat.add(packed: $0, page: page) }
      known[page] = IndexedPage(flat, number: page, label: label, &grams)
    }
    pages = known.values.sorted { $0.number < $1.number }
  }
}
