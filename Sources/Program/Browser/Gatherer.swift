import Interface
import Library

/// Gathers documents from all over: what the library, the desktop and the trash know.
final class Gatherer: Gathering {
  private let library: ReadingLibrary

  init(library: ReadingLibrary) {
    self.library = library
  }

  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void) {
    answer([])
  }

  func facts(of paths: [String], answer: @escaping @Sendable ([RowKey: DocumentFacts]) -> Void) {
    answer([:])
  }

  func known(_ answer: @escaping @Sendable ([JumpCandidate]) -> Void) {
    answer([])
  }
}
