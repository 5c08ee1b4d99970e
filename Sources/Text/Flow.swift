package import DocumentModel

/// Joins paragraphs that continue across page breaks; pages are added one after the other.
///
/// `add` returns the paragraphs that can no longer grow, `finish` the rest. Footnotes and captions between the two halves of a paragraph come after it. Headers
/// and footers are returned with their page.
package struct Flow: Sendable {
  /// The source of a scalar of a paragraph.
  package struct Origin: Sendable, Hashable {
    /// The page index from 0.
    package var page: Int32
    /// The index into that page's scalars, -1 if the scalar was inserted.
    package var index: Int32

    package init(page: Int32, index: Int32) {
      self.page = page
      self.index = index
    }
  }

  /// A block of text as its author wrote it, across page breaks.
  package struct Paragraph: Sendable, Hashable {
    package var kind: TextBlock.Kind
    package var scalars: [UInt32]
    /// As many as `scalars`.
    package var origins: [Origin]
    /// `origin` is an index into the scalars of the page of the preceding scalar.
    package var hyphens: [LineHyphen]
    package var spans: [BlockSpan]
    /// The page index from 0 of the first scalar.
    package var page: Int
    /// The box of the part on that page, in points.
    package var box: Box
    /// The figure, table or formula it is part of.
    package var region: BlockRegion?

    /// The text for copying: no-break blanks become ordinary blanks, as users type them.
    package var copied: [UInt32] {
      scalars.map { Script.isBinding($0) && Script.isBlank($0) ? 0x20 : $0 }
    }
  }

  private var habits: LineJoin.Habits
  /// Paragraphs not returned yet: the first is open, and elements outside the flow follow it.
  private var held: [Paragraph] = []

  /// The number of pages without running text since the open paragraph.
  private var idlePages = 0
  private let keepsMarks: Bool

  /// Bullets, and raised marks of notes on the same page, are dropped from the running text unless `keepsMarks`; the item's kind and the note after the
  /// paragraph convey them.
  package init(evidence: DocumentEvidence? = nil, keepsMarks: Bool = false) {
    habits = evidence?.habits ?? LineJoin.Habits(words: WordSet())
    self.keepsMarks = keepsMarks
  }

  /// The first page (index from 0) on which a paragraph not returned yet begins; nil if there is none.
  package var firstOpenPage: Int? { held.map(\.page).min() }

  /// Adds the blocks of the next page, or some of them unless `isWhole`; returns the complete paragraphs.
  package mutating func add(
    _ blocks: [TextBlock], page: Int, isWhole: Bool = true
  ) -> [Paragraph] {
    let blocks = continuationFirst(keepsMarks ? blocks : RunningText.of(blocks))
    var done: [Paragraph] = []
    // A paragraph without a continuation on two pages is complete.
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
        // Only the last paragraph of a page can continue.
        done += held
        held = []
      }
    }
    return done
  }

  /// Returns the index of the block that may continue on the next page: the last one, or an incomplete one above a figure's labels.
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

  /// Returns the remaining paragraphs after the last page.
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

  /// Moves the continuation of the previous page to the front if a figure's labels or a listing precede it.
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
      // A paragraph that is neither a label nor a continuation ends the search.
      if block.kind == .paragraph, block.scalars.count > Self.mostLabel || passed > 40 { break }
    }
    return blocks
  }

  /// In characters: no real paragraph is longer, but a crafted document may claim one.
  private static let longest = 50_000

  /// Whether a page has one short line only, as a slide or half-title, so that the width of its text is unknown.
  private static func isSparse(_ blocks: [TextBlock]) -> Bool {
    var flow = blocks.lazy.filter { isInFlow($0.kind) }.makeIterator()
    guard let only = flow.next(), flow.next() == nil else { return false }
    return only.scalars.count <= mostLabel
  }

  /// The maximum length of a figure's label in characters.
  private static let mostLabel = 80

  /// If figure labels are in between, only a start within a sentence is a continuation.
  private func isSure(_ block: TextBlock) -> Bool {
    guard held.dropFirst().contains(where: { Self.isInFlow($0.kind) }) else { return true }
    return block.scalars.first.map { Script.isLowerCase($0) || Script.isIdeographic($0) } ?? false
  }

  private static func mayFollow(_ block: TextBlock, _ open: Paragraph) -> Bool {
    guard block.kind == .paragraph, let first = block.scalars.first, let last = open.scalars.last,
      open.scalars.count < longest
    else { return false }
    // `(continues on next page)`
    if open.scalars.first == 0x28, open.scalars.firstIndex(of: 0x29) == open.scalars.count - 1 {
      return false
    }
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
      hyphens: block.hyphens, spans: block.spans, page: page, box: block.box,
      region: block.region)
  }

  private mutating func append(_ block: TextBlock, _ page: Int) {
    // Removed rather than copied: it may be long.
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
