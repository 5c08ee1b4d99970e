package import DocumentModel

/// Makes the flow of a document's text from pages that come in order: looks some pages ahead for what repeats on them.
package struct PageFeed: Sendable {
  private struct Page {
    var text: PageText
    var number: Int
  }

  /// Pages looked at before the first of them is set: what repeats on them is a running head.
  private let lookAhead: Int
  private var evidence: DocumentEvidence
  private var flow: Flow?
  private var waiting: [Page] = []
  private var lastNumber = -2
  /// Pages looked at.
  private var seen = 0

  package init(lookAhead: Int = 16, evidence: DocumentEvidence = DocumentEvidence()) {
    self.lookAhead = lookAhead
    self.evidence = evidence
    seen = evidence.pageCount
  }

  /// Takes the next page in; gives the paragraphs that are complete.
  package mutating func add(_ text: PageText, page: Int) -> [Flow.Paragraph] {
    evidence.observe(text, number: page, size: text.size)
    waiting.append(Page(text: text, number: page))
    seen += 1
    return waiting.count > lookAhead ? setFirst() : []
  }

  /// All that is left.
  package mutating func finish() -> [Flow.Paragraph] {
    var done: [Flow.Paragraph] = []
    while !waiting.isEmpty { done += setFirst() }
    done += flow?.finish() ?? []
    return done
  }

  private mutating func setFirst() -> [Flow.Paragraph] {
    let page = waiting.removeFirst()
    var done: [Flow.Paragraph] = []
    if page.number != lastNumber + 1 {
      // Pages were left out: nothing goes on over the gap.
      done = flow?.finish() ?? []
      flow = Flow(evidence: evidence)
    }
    lastNumber = page.number
    let blocks = PageComposer.compose(
      page.text, size: page.text.size, evidence: evidence, page: page.number)
    return done + (flow?.add(Self.kept(blocks, seen), page: page.number) ?? [])
  }

  /// Heads are left out only where something else is on the page, and where enough pages show that they are heads.
  private static func kept(_ blocks: [TextBlock], _ seen: Int) -> [TextBlock] {
    let heads = blocks.filter(\.isRunningHead)
    let rest = blocks.reduce(0) { $0 + ($1.isRunningHead ? 0 : $1.scalars.count) }
    let size = heads.reduce(0) { $0 + $1.scalars.count }
    guard size > rest / 3 || seen < 3 && heads.contains(where: { $0.scalars.count > 8 }) else {
      return blocks
    }
    return blocks.map { block in
      var block = block
      if block.isRunningHead { block.kind = .paragraph }
      return block
    }
  }
}

extension TextBlock {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}

extension Flow.Paragraph {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}
