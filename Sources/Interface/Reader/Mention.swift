import DocumentModel
import Messages
import Text

/// One of the mentions of a cited work.
package struct Mention: Sendable, Hashable {
  /// The place of the work's entry.
  var work: Destination
  /// Its number among the mentions, from 0; -1 at the entry itself.
  var index: Int
}

extension State {
  /// Goes so many mentions on (or, negative, back) of the work in the card, of the one whose mention was gone to last, or of one chosen by its letters.
  mutating func moveMention(_ steps: Int) -> [Effect] {
    guard let document, let index = documents.index(of: document.id) else { return [] }
    guard document.hasPages else {
      say("A text has no citations")
      return []
    }
    if let peek, peek.document == document.id, let work = work(at: peek) {
      self.peek = nil
      return goToMention(steps, of: work, from: peek.y.flatMap { mention(of: work, row: $0) })
    }
    if let mention = document.mention {
      if isInSight(mention) { return goToMention(steps, of: mention.work, from: mention.index) }
      documents[index].mention = nil
    }
    hints = Hints(purpose: .mention(steps))
    return []
  }

  /// Goes so many mentions on from a citation.
  mutating func goToMention(_ steps: Int, from link: Link) -> [Effect] {
    guard let document, let work = citedWork(link) else { return [] }
    let mentions = document.citations[work] ?? []
    let own = mentions.firstIndex { $0.links.contains { $0.link == link } }
    return goToMention(
      steps, of: work, from: own ?? mentions.firstIndex { $0.isAt(link, on: $0.page) })
  }

  /// Returns the place of the entry that a link leads to; nil if it leads elsewhere.
  func citedWork(_ link: Link) -> Destination? {
    guard let document, case .destination(let place) = link.target else { return nil }
    if document.citations[place] != nil { return place }
    // The card of a link of the document has the kind of what it shows.
    guard link.kind == nil || link.kind == .cite, let entry = document.entry(near: place) else {
      return nil
    }
    return document.citations[entry] == nil ? nil : entry
  }

  private func work(at peek: Peek) -> Destination? {
    guard case .point(let x, let y) = peek.landing else { return nil }
    return citedWork(
      Link(
        box: .zero, target: .destination(Destination(page: peek.page, x: x, y: y)), kind: peek.kind)
    )
  }

  /// Returns the number of the mention in a row of the screen.
  private func mention(of work: Destination, row: Int) -> Int? {
    let glyphs = visibleGlyphs(of: panes.focus).filter { $0.y == row && $0.link != nil }
    return glyphs.lazy.compactMap { glyph in glyph.link.flatMap { index(of: $0, on: glyph.page) } }
      .first { $0.work == work }?.index
  }

  private func index(of link: Link, on page: Int) -> Mention? {
    guard let document, let work = citedWork(link) else { return nil }
    let index = document.citations[work]?.firstIndex { $0.isAt(link, on: page) }
    return index.map { Mention(work: work, index: $0) }
  }

  private func isInSight(_ mention: Mention) -> Bool {
    guard let reference = document?.citations[mention.work]?[safe: mention.index] else {
      return false
    }
    return visibleGlyphs(of: panes.focus).contains { glyph in
      let box = document?.pages[glyph.page]?.text.boxes[safe: glyph.origin]
      return reference.lines.contains { line in
        line.page == glyph.page && box.map { line.box.contains($0.middle) } == true
      }
    }
  }

  private mutating func goToMention(_ steps: Int, of work: Destination, from start: Int?)
    -> [Effect]
  {
    guard let document, let index = documents.index(of: document.id),
      let mentions = document.citations[work], !mentions.isEmpty
    else { return [] }
    let from = start ?? (steps > 0 ? -1 : mentions.count)
    let next = (from + steps) % mentions.count
    show(mention: next < 0 ? next + mentions.count : next, of: work, index)
    return []
  }

  /// Goes to a mention and highlights it for a moment.
  mutating func show(mention number: Int, of work: Destination, _ index: Int) {
    guard let mentions = documents[index].citations[work], let mention = mentions[safe: number]
    else { return }
    jump(to: mention.page, .point(x: Double(mention.box.x0), y: Double(mention.box.y0)))
    let own = mention.lines.filter { $0.page == mention.page }
    flash(mention.page, x: nil, y: Double(mention.box.y0), boxes: own.map { $0.box.widened(by: 1) })
    documents[index].mention = Mention(work: work, index: number)
    let count = "Mention \(number + 1) of \(mentions.count)"
    let entry = documents[index].references?.entries.first { $0.place == work }
    say(entry.map { "\(count): \($0.text.truncated(to: 60))" } ?? count)
  }
}

extension Document {
  /// Returns the place of the entry of the bibliography that a link of the document leads to; nil if it leads elsewhere.
  func entry(near place: Destination) -> Destination? {
    func distance(_ entry: Destination) -> Double { abs((entry.y ?? 0) - (place.y ?? 0)) }
    return references?.entries.map(\.place).filter { entry in
      entry.page == place.page && distance(entry) < Self.entryReach
        && abs((entry.x ?? 0) - (place.x ?? entry.x ?? 0)) < Self.columnReach
    }.min { distance($0) < distance($1) }
  }

  /// Points between an entry's first row and the place that the document's own links name.
  private static let entryReach = 12.0
  /// Points to its side; an entry in another column is further away.
  private static let columnReach = 100.0
}
