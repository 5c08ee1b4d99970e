import Dispatch
import DocumentModel
import Messages
import Text
import Wire

/// Reads a document's pages one by one at background priority and reports the references that its words make, and its headings.
// Unchecked: all variables change on the composing queue only, and one page is in progress at a time.
final class ReferenceSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let pageCount: Int
  private let runner: EffectRunner
  private var labels: [String] = []
  private var finder: ReferenceFinder?
  private var page = 0
  private var hasBegun = false

  /// Milliseconds between the first page and the search, which is for what comes after it.
  private static let pause = 400
  /// Longer documents are read when the user asks for their references.
  private static let mostPages = 1_000
  /// The number of pages after which progress is reported.
  private static let portion = 25

  init(_ id: DocumentID, _ generation: Int, _ pageCount: Int, _ runner: EffectRunner) {
    self.id = id
    self.generation = generation
    self.pageCount = pageCount
    self.runner = runner
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  /// Begins a moment later, unless the document is very long.
  func beginLater() {
    guard pageCount <= Self.mostPages else { return }
    runner.composing.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { self.begin() }
  }

  func beginNow() { runner.composing.async { self.begin() } }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    readLabels()
  }

  private func ask(_ request: Request, _ take: @escaping @Sendable (Reply?) -> Void) {
    runner.ask(request, of: id, generation, take)
  }

  private func readLabels() {
    let range = labels.count..<min(labels.count + Limit.pagesAtOnce, pageCount)
    guard !range.isEmpty else { return readOutline() }
    ask(.pages(range)) { [self] reply in
      guard case .pages(let infos)? = reply, infos.count == range.count else {
        labels = [String](repeating: "", count: pageCount)
        return readOutline()
      }
      labels += infos.map(\.label)
      readLabels()
    }
  }

  private func readOutline() {
    ask(.outline) { [self] reply in
      var outline: [OutlineItem] = []
      if case .outline(let items)? = reply { outline = items }
      finder = ReferenceFinder(labels: labels, outline: outline)
      readPage()
    }
  }

  private func readPage() {
    guard page < pageCount else {
      let found = finder?.finish() ?? DocumentReferences()
      finder = nil
      return runner.mailbox.post(.references(id, generation: generation, found))
    }
    ask(.text(page: page)) { [self] reply in
      if case .text(let text)? = reply { finder?.add(text, page: page) }
      page += 1
      if page % Self.portion == 0 {
        runner.mailbox.post(.pagesRead(id, generation: generation, page))
      }
      readPage()
    }
  }
}
