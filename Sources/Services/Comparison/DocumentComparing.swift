import Comparison
import Dispatch
import DocumentModel
import Messages
import Synchronization
import Text
import Wire
import Workers

/// Compares two open documents in the background; a new comparison ends the one before.
final class DocumentComparing: Sendable {
  private let opened: OpenDocuments
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.comparing", qos: .utility)
  private let latest = Mutex<ComparisonRequest?>(nil)

  /// The most changes that are reported, and the most letters of the words of one.
  private static let (mostChanges, longest) = (20_000, 400)

  init(_ opened: OpenDocuments, _ mailbox: Mailbox) {
    self.opened = opened
    self.mailbox = mailbox
  }

  func compare(_ request: ComparisonRequest) {
    latest.withLock { $0 = request }
    queue.async { [self] in
      let news = news(of: request)
      guard latest.withLock({ $0 == request }) else { return }
      mailbox.post(.compared(request, isWanted(request) ? news ?? .outdated : .outdated))
    }
  }

  func stop() { latest.withLock { $0 = nil } }

  private func isWanted(_ request: ComparisonRequest) -> Bool {
    latest.withLock { $0 == request }
      && opened[request.new]?.document(request.newGeneration) != nil
      && opened[request.old]?.document(request.oldGeneration) != nil
  }

  /// Returns nil if the comparison is no longer wanted.
  private func news(of request: ComparisonRequest) -> ComparisonNews? {
    var texts: [ComparedText] = []
    for (id, generation) in [
      (request.old, request.oldGeneration), (request.new, request.newGeneration),
    ] {
      guard let document = opened[id]?.document(generation), let summary = opened[id]?.summary
      else {
        return nil
      }
      guard let infos = summary.hasPages ? [] : infos(of: document, summary.pageCount) else {
        return nil
      }
      var read = 0
      let reader = ComparisonReader(document, pageCount: summary.pageCount, infos: infos)
      let half = texts.count * 50
      let reading = reader.read(priority: .background) {
        read += 1
        if read % Self.portion == 0 {
          mailbox.post(.compared(request, .progress(half + read * 50 / max(1, summary.pageCount))))
        }
        return !isWanted(request)
      }
      guard let reading else { return nil }
      guard !reading.text.isCut else { return .failed("it is too long to be compared") }
      guard !reading.text.words.isEmpty else {
        return .failed("no words to compare; :ocr all recognises those of scanned pages")
      }
      texts.append(reading.text)
    }
    let comparison = TextComparison(old: texts[0], new: texts[1]) { isWanted(request) }
    guard isWanted(request) else { return nil }
    guard comparison.areVersions else {
      return .failed("almost no words in common; name two versions of one document")
    }
    return .done(Self.changes(comparison))
  }

  /// Pages after which progress is reported.
  private static let portion = 32

  private func infos(of document: WorkerDocument, _ count: Int) -> [PageInfo]? {
    var infos: [PageInfo] = []
    while infos.count < count {
      let answer = Answer<Result<Reply, WorkerError>>()
      let range = infos.count..<min(count, infos.count + Limit.pagesAtOnce)
      document.send(.pages(range), priority: .background) { answer.give($0) }
      guard case .success(.pages(let more)) = answer.wait(), !more.isEmpty else { return nil }
      infos += more
    }
    return infos
  }

  private static func changes(_ comparison: TextComparison) -> VersionChanges {
    var changes: [DocumentChange] = []
    for passage in comparison.passages() {
      for change in comparison.changes(in: passage) {
        guard changes.count < mostChanges else {
          return VersionChanges(changes: changes, pairs: pairs(comparison), isCapped: true)
        }
        changes.append(shown(change, comparison))
      }
    }
    return VersionChanges(changes: changes, pairs: pairs(comparison))
  }

  private static func shown(_ change: TextChange, _ comparison: TextComparison) -> DocumentChange {
    let near = change.isDeletion ? change.near.map { $0..<$0 + 1 } : change.new
    return DocumentChange(
      kind: DocumentChange.Kind(change.kind),
      spans: near.map { comparison.new.spans(of: $0) } ?? [],
      oldSpans: change.old.map { comparison.old.spans(of: $0) } ?? [],
      inserted: change.new.map { words($0, comparison.new) } ?? "",
      deleted: change.kind == .moved ? "" : change.old.map { words($0, comparison.old) } ?? "")
  }

  private static func words(_ words: Range<Int>, _ text: ComparedText) -> String {
    let parts = text.parts(words.prefix(longest)).map(text.text)
    return CleanText.line(String(parts.joined(separator: " ").prefix(longest)))
  }

  private static func pairs(_ comparison: TextComparison) -> [PlacePair] {
    comparison.commonStarts().compactMap { o, n in
      guard let new = comparison.new.place(of: n), let old = comparison.old.place(of: o) else {
        return nil
      }
      return PlacePair(new: new, old: old)
    }
  }
}

extension DocumentChange.Kind {
  fileprivate init(_ kind: TextChange.Kind) {
    switch kind {
    case .inserted: self = .inserted
    case .deleted: self = .deleted
    case .replaced: self = .replaced
    case .moved: self = .moved
    }
  }
}

extension ComparedText {
  /// Returns the characters of words, as ranges of their pages' scalars.
  fileprivate func spans(of words: Range<Int>) -> [SearchHit.Span] {
    parts(words).flatMap { part in
      origins(of: part).flatMap { page, origins in
        origins.map {
          SearchHit.Span(
            page: Int32(page), start: Int32($0.lowerBound), end: Int32($0.upperBound))
        }
      }
    }
  }

  fileprivate func place(of word: Int) -> Place? {
    spans(of: word..<word + 1).first.map { Place(page: Int($0.page), offset: Int($0.start)) }
  }
}
