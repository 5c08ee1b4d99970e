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
  private var texts: [PageText] = []

  init(
    _ id: DocumentID, _ generation: Int, _ identity: DocumentIdentity, _ runner: EffectRunner
  ) {
    self.id = id
    self.generation = generation
    self.identity = identity
    self.runner = runner
  }

  func begin() {
    runner.library.load(identity) { [self] known in
      if let sample = known.sample, known.match == .path {
        read(TextSample.comparedPages, .normal) { [self] isWhole in
          let isOther = isWhole && !sample.isOlderVersion(of: texts, pageCount: pageCount)
          if isOther {
            runner.library.part(identity.path)
            runner.mailbox.post(.replaced(id, generation: generation))
          }
          runner.mailbox.post(
            .reading(id, generation: generation, isOther ? nil : known.state))
          if isWhole { keepSample() }
        }
      } else {
        if known.match == .returned { runner.mailbox.post(.replaced(id, generation: generation)) }
        runner.mailbox.post(.reading(id, generation: generation, known.state))
        guard known.sample == nil || known.match == .path else { return }
        read(TextSample.pages, .normal) { [self] isWhole in if isWhole { keepSample() } }
      }
    }
  }

  private var pageCount: Int { runner.opened[id]?.summary?.pageCount ?? 0 }

  private func keepSample() {
    runner.library.keep(TextSample(texts, pageCount: pageCount), of: identity.path)
  }

  /// Reads the first pages; `then` gets whether all of them could be read.
  private func read(
    _ count: Int, _ priority: Priority, then: @escaping @Sendable (_ isWhole: Bool) -> Void
  ) {
    let page = texts.count
    guard page < min(count, pageCount) else { return then(page > 0) }
    runner.opened.send(.text(page: page), to: id, generation, priority) { [self] reply in
      guard case .success(.text(let text)) = reply else { return then(false) }
      texts.append(text)
      read(count, priority, then: then)
    }
  }
}
