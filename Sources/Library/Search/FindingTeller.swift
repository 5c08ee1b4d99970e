import DocumentModel

/// Gathers what a search finds and tells it in portions: the first as soon as a screen is full, then ten times a second.
struct FindingTeller {
  private let began = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var waiting: [(rank: DocumentReading.Rank, hits: DocumentHits)] = []
  private var findings = LibraryFindings()
  private var looked = 0
  var isCapped = false

  private static let firstScreen = 12
  private static let firstPause = Duration.milliseconds(30)
  private static let pause = Duration.milliseconds(100)

  /// What was found is told in its order, or those that answer best first.
  private let isInOrder: Bool

  init(candidates: Int, isInOrder: Bool) {
    self.isInOrder = isInOrder
    findings.candidates = candidates
  }

  /// Takes in that more documents are to be looked at than was known.
  mutating func expect(_ candidates: Int) { findings.candidates = candidates }

  var documentCount: Int { findings.documentCount }

  /// Takes in that a document was looked at, and what it has; what is to be told now.
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

  /// The last that is told.
  mutating func end() -> LibraryFindings {
    findings.isDone = true
    findings.isCapped = isCapped
    return give()
  }

  private mutating func give() -> LibraryFindings {
    // They come as they are likely to be meant; what was found tells it better.
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
