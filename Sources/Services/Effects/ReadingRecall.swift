import DocumentModel
import Library
import Messages
import Text
import Wire
import Workers

/// Loads the reading state of a document, and decides from its first pages whether it is that of an earlier version.
// Unchecked: `texts` is used by one reply after the other.
final class ReadingRecall: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let identity: DocumentIdentity
  private let runner: EffectRunner
  private let pageCount: Int
  private var texts: [PageText] = []

  init(
    _ id: DocumentID, _ generation: Int, _ identity: DocumentIdentity, _ runner: EffectRunner
  ) {
    self.id = id
    self.generation = generation
    self.identity = identity
    self.runner = runner
    pageCount = runner.opened[id]?.summary?.pageCount ?? 0
  }

  func begin() {
    runner.library.load(identity) { [self] known in
      if known.match == .path, known.sample != nil {
        read(known.wantedPages) { [self] isWhole in
          let isOther = isWhole && known.isOfAnother(than: texts, pageCount: pageCount)
          if isOther { runner.library.detachReading(from: identity.path) }
          tell(isOther ? nil : known.state, isOther: isOther)
          if isWhole { keepSample() }
        }
      } else {
        tell(known.state, isOther: known.match == .returned)
        guard known.wantedPages > 0 else { return }
        read(known.wantedPages) { [self] isWhole in if isWhole { keepSample() } }
      }
    }
  }

  private func tell(_ state: ReadingState?, isOther: Bool) {
    if isOther { runner.mailbox.post(.replaced(id, generation: generation)) }
    runner.mailbox.post(.reading(id, generation: generation, state))
  }

  private func keepSample() {
    runner.library.keep(TextSample(texts, pageCount: pageCount), of: identity.path)
  }

  /// Reads the first pages; `then` gets whether all of them could be read.
  private func read(_ count: Int, then: @escaping @Sendable (_ isWhole: Bool) -> Void) {
    let page = texts.count
    guard page < min(count, pageCount) else { return then(page > 0) }
    runner.opened.send(.text(page: page), to: id, generation, .normal) { [self] reply in
      guard case .success(.text(let text)) = reply else { return then(false) }
      texts.append(text)
      read(count, then: then)
    }
  }
}
