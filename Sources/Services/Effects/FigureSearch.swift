import Dispatch
import DocumentModel
import Messages
import Text

/// Reads a document's pages one by one at background priority and reports their figures and tables, the pages nearest to the reader first.
// Unchecked: all variables change on the composing queue only, and one page is in progress at a time.
final class FigureSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let runner: EffectRunner
  private let pageCount: Int
  private var done: Set<Int> = []
  /// The next pages after and before the reader's.
  private var after = 0
  private var before = -1
  private var isForward = true
  private var isRunning = false
  /// Pages that were read and not yet reported.
  private var found: [Int: [DocumentFigure]] = [:]

  /// The number of pages without figures after which they are reported.
  private static let portion = 16

  init(_ id: DocumentID, _ generation: Int, _ pageCount: Int, _ runner: EffectRunner) {
    self.id = id
    self.generation = generation
    self.pageCount = pageCount
    self.runner = runner
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  /// Continues with the pages around one; reads to both ends or until the document is closed.
  func read(around page: Int) {
    runner.composing.async { [self] in
      (after, before) = (page, page - 1)
      guard !isRunning else { return }
      isRunning = true
      next()
    }
  }

  private func next() {
    guard let page = nextPage() else {
      isRunning = false
      return report()
    }
    runner.compose(page, of: id, generation) { [self] blocks in
      done.insert(page)
      found[page] = DocumentFigure.all(in: blocks ?? [], page: page).filter(\.isListed)
      if found.count >= Self.portion || found.values.contains(where: { !$0.isEmpty }) { report() }
      next()
    }
  }

  /// Returns the nearest page that was not read, after and before the reader's in turn; nil after the last.
  private func nextPage() -> Int? {
    while after < pageCount, done.contains(after) { after += 1 }
    while before >= 0, done.contains(before) { before -= 1 }
    isForward = before < 0 || after < pageCount && !isForward
    let page = isForward ? after : before
    return (0..<pageCount).contains(page) ? page : nil
  }

  private func report() {
    runner.mailbox.post(.figures(id, generation: generation, found))
    found = [:]
  }
}
