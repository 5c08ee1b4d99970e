package import DocumentModel

/// Joins what goes on over page ends, for pages fed one after the other.
///
/// `add` gives back the paragraphs that can no longer grow, `finish` the rest. Footnotes and captions
/// that stand between the two halves of a paragraph come after it. Headers and footers come out with their page.
package struct Flow: Sendable {
  /// Where a scalar of a paragraph came from.
  package struct Origin: Sendable, Hashable {
    /// Page index from 0.
    package var page: Int32
    /// Index into that page's scalars, -1 where the scalar was put in.
    package var index: Int32

    package init(page: Int32, index: Int32) {
      self.page = page
      self.index = index
    }
  }

  /// A block of text as its author wrote it, over all the pages it stands on.
  package struct Paragraph: Sendable, Hashable {
    package var kind: TextBlock.Kind
    package var scalars: [UInt32]
    /// As many as `scalars`.
    package var origins: [Origin]
    /// `origin` counts in the scalars of the page of the scalar before.
    package var hyphens: [LineHyphen]
    package var spans: [BlockSpan]
    /// Page index from 0 of the first scalar.
    package var page: Int
    /// Round what of it stands on that page, in points.
    package var box: Box

    /// What leaves the program: blanks at which no line may end are common ones, as whoever looks for them types them.
    package var copied: [UInt32] {
      scalars.map { Script.isBinding($0) && Script.isBlank($0) ? 0x20 : $0 }
    }
  }

  private var habits: LineJoin.Habits
  /// Paragraphs not given out yet: the first is open, what stands beside the flow follows it.
  private var held: [Paragraph] = []

  /// Pages without running text since the paragraph that is open.
  private var idlePages = 0
  private let keepsMarks: Bool

  /// Bullets, and the raised marks of notes that stand on the same page, are set by machine and left out of the running
  /// text (an item's kind, and the note behind its paragraph, say as much) unless `keepsMarks`.
  package init(evidence: DocumentEvidence? = nil, keepsMarks: Bool = false) {
    habits = evidence?.habits ?? LineJoin.Habits(words: Words())
    self.keepsMarks = keepsMarks
  }

  /// The first page (index from 0) a paragraph that is still to be given out begins on; nil where there is none.
  package var firstOpenPage: Int? { held.map(\.page).min() }

  /// Takes the blocks of the next page, or some of them where it is not `isWhole`; gives what is complete.
  package mutating func add(
    _ blocks: [TextBlock], page: Int, isWhole: Bool = true
  ) -> [Paragraph] {
    let blocks = continuationFirst(keepsMarks ? blocks : RunningText.of(blocks))
    var done: [Paragraph] = []
    // What nothing goes on with on two pages is complete.
    if !held.isEmpty, !blocks.contains(where: { Self.isInFlow($0.kind) }) {
      idlePages += 1
      if idlePages > 1 {
        done += held
        held = []
      }
    } else {
      idlePages = 0
    }
    let isSparse = isWhole && Self.isSparse(blocks)
    let open = isSparse ? nil : Self.lastOpen(blocks)
    var isFirst = true
    for (index, block) in blocks.enumerated() {
      guard Self.isInFlow(block.kind) else {
        if held.isEmpty {
          done.append(Self.paragraph(block, page))
        } else {
          held.append(Self.paragraph(block, page))
        }
        continue
      }
      if let open, index > open {
        held.append(Self.paragraph(block, page))
        continue
      }
      let starts = !isSparse || block.scalars.first.map(Script.isLowerCase) ?? false
      if isFirst, !held.isEmpty, starts, Self.mayFollow(block, held[0]), isSure(block) {
        append(block, page)
      } else {
        done += held
        held = [Self.paragraph(block, page)]
      }
      isFirst = false
      if index != open {
        // Only the last paragraph of a page can go on.
        done += held
        held = []
      }
    }
    return done
  }

  /// The block that may go on with the next page: the last one, or one that breaks off above a figure's labels.
  private static func lastOpen(_ blocks: [TextBlock]) -> Int? {
    var passed = 0
    for (index, block) in blocks.enumerated().reversed() where isInFlow(block.kind) {
      if block.continues {
        let isOpen = block.scalars.last.map(breaksOff) ?? false
        return passed == 0 || isOpen && block.scalars.count > mostLabel ? index : nil
      }
      guard block.kind == .paragraph, block.scalars.count <= mostLabel, passed < 40 else {
        return nil
      }
      passed += 1
    }
    return nil
  }

  private static func breaksOff(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) || Script.isHyphen(scalar) || Script.isWritten(scalar)
      || scalar == 0x2C
  }

  /// What is left after the last page.
  package mutating func finish() -> [Paragraph] {
    defer { held = [] }
    return held
  }

  private static func isInFlow(_ kind: TextBlock.Kind) -> Bool {
    switch kind {
    case .paragraph, .listItem, .heading, .code: true
    default: false
    }
  }

  /// Moves what goes on with the page before to the front where a figure's labels or a listing stand above it.
  private func continuationFirst(_ blocks: [TextBlock]) -> [TextBlock] {
    guard let open = held.first, let last = open.scalars.last, !Script.isTerminal(last),
      open.kind == .paragraph
    else { return blocks }
    var passed = 0
    for (index, block) in blocks.enumerated() where Self.isInFlow(block.kind) {
      if Self.mayFollow(block, open), passed == 0 { return blocks }
      let starts =
        block.scalars.first.map { Script.isLowerCase($0) || Script.isIdeographic($0) } ?? false
      if starts, block.isContinuation, !block.continues, block.kind == .paragraph,
        block.scalars.count > Self.mostLabel
      {
        var moved = blocks
        moved.insert(moved.remove(at: index), at: 0)
        return moved
      }
      passed += 1
      // Running text that is no label and does not go on either ends the search.
      if block.kind == .paragraph, block.scalars.count > Self.mostLabel || passed > 40 { break }
    }
    return blocks
  }

  /// Characters; no author writes such a paragraph, but a document can pretend to.
  private static let longest = 50_000

  /// A page with one short line and nothing else shows nothing of how wide its text is: a slide, a half-title.
  private static func isSparse(_ blocks: [TextBlock]) -> Bool {
    var flow = blocks.lazy.filter { isInFlow($0.kind) }.makeIterator()
    guard let only = flow.next(), flow.next() == nil else { return false }
    return only.scalars.count <= mostLabel
  }

  /// A figure's label is no longer than this.
  private static let mostLabel = 80

  /// Where a figure's labels stand in between, only a start inside a sentence goes on.
  private func isSure(_ block: TextBlock) -> Bool {
    guard held.dropFirst().contains(where: { Self.isInFlow($0.kind) }) else { return true }
    return block.scalars.first.map { Script.isLowerCase($0) || Script.isIdeographic($0) } ?? false
  }

  private static func mayFollow(_ block: TextBlock, _ open: Paragraph) -> Bool {
    guard block.kind == .paragraph, let first = block.scalars.first, let last = open.scalars.last,
      open.scalars.count < longest
    else { return false }
    switch open.kind {
    case .paragraph, .listItem: break
    default: return false
    }
    if Script.isLowerCase(first) { return block.isContinuation || !Script.isTerminal(last) }
    return block.isContinuation
  }

  private static func paragraph(_ block: TextBlock, _ page: Int) -> Paragraph {
    Paragraph(
      kind: block.kind, scalars: block.scalars,
      origins: block.origins.map { Origin(page: Int32(page), index: $0) },
      hyphens: block.hyphens, spans: block.spans, page: page, box: block.box)
  }

  private mutating func append(_ block: TextBlock, _ page: Int) {
    // Taken out, not copied: it may be long.
    var open = held.removeFirst()
    defer { held.insert(open, at: 0) }
    let head = block.scalars.prefix { !Script.isBlank($0) }
    let last = Int32(open.scalars.count - 1)
    switch LineJoin.decide(tail: open.scalars[...], head: head, habits) {
    case .blank:
      open.scalars.append(0x20)
      open.origins.append(Origin(page: Int32(page), index: -1))
    case .direct: break
    case .withHyphen(let isOpen):
      open.hyphens.append(
        LineHyphen(index: last, origin: open.origins[Int(last)].index, isKept: true, isOpen: isOpen)
      )
    case .withoutHyphen(let isOpen):
      open.scalars.removeLast()
      let origin = open.origins.removeLast()
      open.hyphens.append(
        LineHyphen(index: last, origin: origin.index, isKept: false, isOpen: isOpen))
    }
    let start = open.scalars.count
    open.scalars += block.scalars
    open.origins += block.origins.map { Origin(page: Int32(page), index: $0) }
    open.hyphens += block.hyphens.map { hyphen in
      var hyphen = hyphen
      hyphen.index += Int32(start)
      return hyphen
    }
    open.spans += block.spans.map {
      BlockSpan(kind: $0.kind, range: $0.range.lowerBound + start..<$0.range.upperBound + start)
    }
  }
}
