package import DocumentModel

/// Makes the flow of a document's text from pages that come in order: looks some pages ahead for what repeats on them.
package struct PageFeed: Sendable {
  private struct Page {
    var text: PageText
    var number: Int
    /// Pages looked at when it was the last of them.
    var seen: Int
  }

  /// Pages behind one that are looked at before it is set, and in front of it where it is not one of the first: what repeats on them is a
  /// running head.
  package static let neighbours = 16

  /// Pages looked at before the first of them is set.
  private let lookAhead: Int
  /// What the pages looked at so far taught.
  package private(set) var evidence: DocumentEvidence
  private var flow: Flow?
  private var waiting: [Page] = []
  private var lastNumber = -2
  /// Pages looked at.
  private var seen = 0
  /// Lines of plain text that follow one another are one paragraph, with the line ends in it.
  private let joinsLines: Bool

  package init(
    lookAhead: Int = Self.neighbours, evidence: DocumentEvidence = DocumentEvidence(),
    joinsLines: Bool = false
  ) {
    self.lookAhead = lookAhead
    self.evidence = evidence
    self.joinsLines = joinsLines
    seen = evidence.pageCount
  }

  /// Takes the next page in; gives the paragraphs that are complete.
  package mutating func add(_ text: PageText, page: Int) -> [Flow.Paragraph] {
    if let blocks = text.blocks {
      return finish()
        + (joinsLines ? text.joined(blocks) : blocks).map { Flow.Paragraph($0, of: text, page) }
    }
    seen += 1
    waiting.append(Page(text: text, number: page, seen: seen))
    return observe(text, page)
  }

  /// Looks at a page that is not set itself, for what it teaches about those that are; gives the paragraphs that are complete.
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

  /// No paragraph that is still to come begins before this page (index from 0); nil where nothing waits.
  package var firstOpenPage: Int? {
    [waiting.first?.number, flow?.firstOpenPage].compactMap(\.self).min()
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

extension PageText {
  /// The blocks, lines of plain text without an empty one between them taken together.
  fileprivate func joined(_ blocks: [AuthoredBlock]) -> [AuthoredBlock] {
    var joined: [AuthoredBlock] = []
    var isOpen = false
    for block in blocks {
      let isEmpty = scalars[block.range].allSatisfy(Script.isBlank)
      if block.kind == .line, isOpen, !isEmpty, let last = joined.indices.last {
        joined[last].range = joined[last].range.lowerBound..<block.range.upperBound
      } else if !isEmpty {
        joined.append(block)
      }
      isOpen = block.kind == .line && !isEmpty
    }
    return joined
  }
}

extension Flow.Paragraph {
  /// A block as its author set it.
  fileprivate init(_ block: AuthoredBlock, of text: PageText, _ page: Int) {
    let set = TextBlock(block, of: text)
    self.init(
      kind: set.kind, scalars: set.scalars,
      origins: set.origins.map { Flow.Origin(page: Int32(page), index: $0) }, hyphens: [],
      spans: set.spans, page: page, box: set.box)
  }
}

extension TextBlock {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}

extension Flow.Paragraph {
  package var isRunningHead: Bool { kind == .header || kind == .footer }
}
