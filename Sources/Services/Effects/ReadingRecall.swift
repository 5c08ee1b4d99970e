import DocumentModel
import Library
import Messages
import Text
import Wire
import Workers

/// Loads the reading state of a document, and decides from its first pages whether it is that of an earlier version.
// Unchecked: `first` is used by one reply after the other.
final class ReadingRecall: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let identity: DocumentIdentity
  private let runner: EffectRunner
  private var first: FirstPages

  init(
    _ id: DocumentID, _ generation: Int, _ identity: DocumentIdentity, _ runner: EffectRunner
  ) {
    self.id = id
    self.generation = generation
    self.identity = identity
    self.runner = runner
    first = FirstPages(pageCount: runner.opened[id]?.summary?.pageCount ?? 0)
  }

  func begin() {
    runner.library.load(identity) { [self] known in
      if known.match == .path, known.sample != nil {
        read(known) { [self] isWhole in
          let isOther = isWhole && known.isOfAnother(than: first)
          if isOther { runner.library.detachReading(from: identity.path) }
          tell(isOther ? nil : known.state, isOther: isOther)
          if isWhole { keepSample() }
        }
      } else {
        tell(known.state, isOther: known.match == .returned)
        guard known.wantedPages > 0 else { return }
        read(known) { [self] isWhole in if isWhole { keepSample() } }
      }
    }
  }

  private func tell(_ state: ReadingState?, isOther: Bool) {
    if isOther { runner.mailbox.post(.replaced(id, generation: generation)) }
    runner.mailbox.post(.reading(id, generation: generation, state))
  }

  private func keepSample() { runner.library.keep(TextSample(first), of: identity.path) }

  /// Reads the first pages; `then` gets whether all of them could be read.
  private func read(_ known: KnownReading, then: @escaping @Sendable (_ isWhole: Bool) -> Void) {
    let page = first.texts.count
    guard page < min(known.wantedPages, first.pageCount) else {
      return known.wantsImages(of: first) ? readImages(0, then: then) : then(page > 0)
    }
    runner.opened.send(.text(page: page), to: id, generation, .normal) { [self] reply in
      guard case .success(.text(let text)) = reply else { return then(false) }
      first.texts.append(text)
      read(known, then: then)
    }
  }

  private func readImages(_ page: Int, then: @escaping @Sendable (_ isWhole: Bool) -> Void) {
    guard page < first.texts.count else { return then(page > 0) }
    runner.opened.send(.imageSums(page: page), to: id, generation, .normal) { [self] reply in
      guard case .success(.imageSums(let sums)) = reply else { return then(false) }
      first.images.append(sums)
      readImages(page + 1, then: then)
    }
  }
}
