import DocumentModel

/// Collects search results and reports them in batches: the first as soon as it fills a screen, then ten times a second.
struct ResultBatcher {
  private let began = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var waiting: [(rank: DocumentReading.Rank, hits: DocumentHits)] = []
  private var findings = LibraryFindings()
  private var looked = 0
  var isCapped = false
  var isComplete = true

  private static let firstScreen = 12
  private static let firstPause = Duration.milliseconds(30)
  private static let pause = Duration.milliseconds(100)

  /// Whether results are reported in the order found rather than by rank.
  private let isInOrder: Bool

  init(isInOrder: Bool) {
    self.isInOrder = isInOrder
  }

  /// Updates the number of documents to search.
  mutating func expect(_ candidates: Int) { findings.candidates = candidates }

  var documentCount: Int { findings.documentCount }

  /// Records a searched document and its hits; returns the batch to report now, if any.
  mutating func add(_ hits: DocumentHits?, rank: DocumentReading.Rank) -> LibraryFindings? {
    looked += 1
    if let hits {
      waiting.append((rank, hits))
      findings.documentCount += 1
      findings.hitCount += hits.count
    }
    let isDue =
      last.map { .now - $0 > Self.pause }
      ?? (waiting.count >= Self.firstScreen || !waiting.isEmpty && .now - began > Self.firstPause)
    return isDue ? give() : nil
  }

  /// Returns the last batch.
  mutating func end() -> LibraryFindings {
    findings.isDone = true
    findings.isCapped = isCapped
    findings.isComplete = isComplete
    return give()
  }

  private mutating func give() -> LibraryFindings {
    // Candidates come by likelihood, but the hits determine the rank.
    findings.documents = waiting.enumerated().sorted {
      isInOrder
        ? $0.offset < $1.offset
        : ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element.hits)
    findings.looked = looked
    findings.milliseconds = Int((.now - began) / .milliseconds(1))
    waiting = []
    last = .now
    return findings
  }
}
