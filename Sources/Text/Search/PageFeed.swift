package import DocumentModel

/// Produces the flow of a document's text from pages in order, looking some pages ahead for running heads.
package struct PageFeed: Sendable {
  private struct Page {
    var text: PageText
    var number: Int
    /// The number of pages seen when it was the last of them.
    var seen: Int
  }

  /// The number of pages examined after a page before it is composed, and before it unless it is one of the first: text that repeats on them is a running head.
  package static let neighbours = 16

  /// The number of pages examined before the first of them is composed.
  private let lookAhead: Int
  /// The evidence from the pages seen so far.
  package private(set) var evidence: DocumentEvidence
  private var flow: Flow?
  private var waiting: [Page] = []
  private var lastNumber = -2
  /// The number of pages seen.
  private var seen = 0
  /// Whether consecutive lines of plain text form one paragraph that includes the line ends.
  private let joinsLines: Bool
  /// Whether bullets and marks of notes stay in the text.
  private let keepsMarks: Bool

  package init(
    lookAhead: Int = Self.neighbours, evidence: DocumentEvidence = DocumentEvidence(),
    joinsLines: Bool = false, keepsMarks: Bool = false
  ) {
    self.keepsMarks = keepsMarks
    self.lookAhead = lookAhead
    self.evidence = evidence
    self.joinsLines = joinsLines
    seen = evidence.pageCount
  }

  /// Adds the next page; returns the complete paragraphs.
  package mutating func add(_ text: PageText, page: Int) -> [Flow.Paragraph] {
    if let blocks = text.blocks {
      return finish()
        + (joinsLines ? text.joined(blocks) : blocks).map { Flow.Paragraph($0, of: text, page) }
    }
    seen += 1
    waiting.append(Page(text: text, number: page, seen: seen))
    return observe(text, page)
  }

  /// Examines a page for evidence only, without composing it; returns the complete paragraphs.
  package mutating func look(at text: PageText, page: Int) -> [Flow.Paragraph] {
    guard text.blocks == nil else { return [] }
    seen += 1
    return observe(text, page)
  }

  private mutating func observe(_ text: PageText, _ page: Int) -> [Flow.Paragraph] {
    evidence.observe(text, number: page, size: text.size)
    guard let first = waiting.first, seen - first.seen >= lookAhead else { return [] }
    return setFirst()
  }

  /// No paragraph still to come begins before this page (index from 0); nil if nothing is held back.
  package var firstOpenPage: Int? {
    [waiting.first?.number, flow?.firstOpenPage].compactMap(\.self).min()
  }

  /// Returns the remaining paragraphs.
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
      // Pages were skipped: no paragraph continues across the gap.
      done = flow?.finish() ?? []
      flow = Flow(evidence: evidence, keepsMarks: keepsMarks)
    }
    lastNumber = page.number
    let blocks = PageComposer.compose(
      page.text, size: page.text.size, evidence: evidence, page: page.number)
    let isFirst = seen < 3 && page.number == 0
    return done + (flow?.add(Self.kept(blocks, isFirst), page: page.number) ?? [])
  }

  /// Turns running heads into paragraphs if the page has little other text or is the first of too few pages to confirm that they are heads.
  private static func kept(_ blocks: [TextBlock], _ isFirst: Bool) -> [TextBlock] {
    let heads = blocks.filter(\.isRunningHead)
    let rest = blocks.reduce(0) { $0 + ($1.isRunningHead ? 0 : $1.scalars.count) }
    let size = heads.reduce(0) { $0 + $1.scalars.count }
    guard size > rest / 3 || isFirst && heads.contains(where: { $0.scalars.count > 8 }) else {
      return blocks
    }
    return blocks.map { block in
      var block = block
      if block.isRunningHead { block.kind = .paragraph }
      return block
    }
  }
}

extension PageText {
  /// Returns the blocks, with consecutive non-empty lines of plain text and those of a block that its author broke joined.
  fileprivate func joined(_ blocks: [AuthoredBlock]) -> [AuthoredBlock] {
    var joined: [AuthoredBlock] = []
    var (isOpen, isAfterLine) = (false, false)
    for block in blocks {
      let isEmpty = scalars[block.range].allSatisfy(Script.isBlank)
      let goesOn = block.kind == .line ? isAfterLine : block.continues
      if goesOn, isOpen, !isEmpty, let last = joined.indices.last {
        joined[last].range = joined[last].range.lowerBound..<block.range.upperBound
      } else if !isEmpty {
        joined.append(block)
      }
      (isOpen, isAfterLine) = (!isEmpty, block.kind == .line)
    }
    return joined
  }
}

extension Flow.Paragraph {
  /// Makes a paragraph of an authored block.
  fileprivate init(_ block: AuthoredBlock, of text: PageText, _ page: Int) {
    let set = TextBlock(block, of: text)
    let hyphens =
      block.kind == .line
      ? LineHyphen.inLines(set.scalars, origin: block.range.lowerBound, count: \.count) : []
    self.init(
      kind: set.kind, scalars: set.scalars,
      origins: set.origins.map { Flow.Origin(page: Int32(page), index: $0) }, hyphens: hyphens,
      spans: set.spans, page: page, box: set.box, region: set.region)
  }
}

extension TextBlock {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}

extension Flow.Paragraph {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}
