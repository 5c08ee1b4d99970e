import Dispatch
import DocumentModel
import Messages
import Text
import Wire
import Workers

/// Reads a document's pages one by one at background priority and builds an outline of their headings.
// Unchecked: `guess` and `page` change on the composing queue only, and one page is in progress at a time.
final class HeadingSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let pageCount: Int
  private let runner: EffectRunner
  private var guess = OutlineGuess()
  private var page = 0

  /// The number of pages after which progress is reported.
  private static let portion = 25

  init(_ id: DocumentID, _ generation: Int, _ pageCount: Int, _ runner: EffectRunner) {
    self.id = id
    self.generation = generation
    self.pageCount = pageCount
    self.runner = runner
  }

  /// Reads the next page; continues by itself to the end or until the document is closed.
  func next() {
    let current = page
    runner.opened.send(.text(page: current), to: id, generation, .background) { [self] result in
      if case .failure(.cancelled) = result { return }
      runner.composing.async { [self] in
        if case .success(.text(let text)) = result { observe(text, current) }
        page = current + 1
        let isDone = page >= pageCount
        if isDone || page % Self.portion == 0 {
          runner.mailbox.post(
            .headings(
              id, generation: generation, through: page, isDone ? guess.items() : []))
        }
        if !isDone { next() }
      }
    }
  }

  private func observe(_ text: PageText, _ page: Int) {
    guess.observe(runner.composer.blocks(text, of: id, generation, page: page), page: page)
  }
}
