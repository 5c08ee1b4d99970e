import Dispatch
import DocumentModel
import Messages
import Text

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
    runner.compose(page, of: id, generation) { [self] blocks in
      if let blocks { guess.observe(blocks, page: page) }
      page += 1
      let isDone = page >= pageCount
      if isDone || page % Self.portion == 0 {
        runner.mailbox.post(
          .headings(id, generation: generation, through: page, isDone ? guess.items() : []))
      }
      if !isDone { next() }
    }
  }
}
