import Widgets
import Canvas
package import DocumentModel
package import Messages
import Text

extension State {
  /// Shows a hint at each visible link of the focused pane, once all are known.
  package mutating func showHints(_ purpose: LinkPurpose) {
    hints = Hints(purpose: .link(purpose))
  }

  /// Follows a link for the purpose it was chosen for.
  package mutating func follow(_ target: LinkTarget, _ purpose: LinkPurpose) -> [Effect] {
    switch (target, purpose) {
    case (.destination(let destination), .follow):
      jump(to: destination)
    case (.destination(let destination), .peek):
      return peek(at: destination)
    case (.destination(let destination), .copy):
      let address = address(of: destination)
      say("Copied \(address)")
      return [.copy(address)]
    case (.named(let name), _):
      guard let document else { return [] }
      return [.resolve(document.id, generation: document.generation, name: name, purpose)]
    case (.uri(let address), .copy):
      say("Copied \(address)")
      return [.copy(address)]
    case (.uri(let address), _):
      let isOpened = WebAddress.isOpened(address)
      let enter = isOpened ? "Enter opens the address" : "Only web and mail addresses are opened"
      var asked = Prompt(key: enter + ", y copies it, Esc cancels") { state, key in
        if key.code == .enter, isOpened { return [.openURI(address)] }
        guard key == Key("y") else { return [] }
        state.say("Copied \(address)")
        return [.copy(address)]
      }
      asked.popup = { ScreenView.paint($0, address: address, into: &$1) }
      prompt = asked
    case (.file(let path, let page, let name), _):
      askToOpen(path, page: page, name: name)
    case (.destination, _): break
    case (.unsupported(let kind), _):
      say("Recto does not follow links of type \(kind)")
    }
    return []
  }

  /// A place as it is given on a command line.
  private func address(of destination: Destination) -> String {
    guard let document else { return "" }
    if document.hasPages { return document.path + "#page=\(destination.page + 1)" }
    return document.path
      + (document.line(at: document.place(of: destination)).map { ":\($0)" } ?? "")
  }

  /// Shows which other file a link names, to be opened by Enter; its path counts from the document's folder.
  private mutating func askToOpen(_ path: String, page: Int?, name: String?) {
    let own = document?.path ?? ""
    let whole =
      PathParts.isAbsolute(path) || PathParts.folder(of: own) == "."
      ? path : PathParts.joined(PathParts.folder(of: own), path)
    let start =
      name.map(StartingPoint.named) ?? page.map { .page(String($0 + 1)) } ?? .remembered
    let label =
      "Open the file \(path)" + (page.map { ", p. \($0 + 1)" } ?? "") + " ?  Enter opens"
    prompt = Prompt(key: label) {
      $1.code == .enter ? $0.open(path: whole, start: start) : []
    }
  }

  /// Shows the target of a destination in a card, beside the words at a cell of the screen if they are known.
  package mutating func peek(
    at destination: Destination, _ kind: Reference.Kind? = nil, from cell: (x: Int, y: Int)? = nil
  ) -> [Effect] {
    guard let document else { return [] }
    peek = Peek(destination, in: document, kind, from: cell)
    return documents.loadContent(of: document.id, pages: [destination.page], isVisible: true)
  }

  /// Goes `steps` mentions forward, or back if negative: of the work in the card, of the one last gone to, or of one chosen by its letters.
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

  /// Goes `steps` mentions forward from a citation.
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
    documents.flash(
      mention.page, x: nil, y: Double(mention.box.y0), boxes: own.map { $0.box.widened(by: 1) },
      pane: pane)
    documents[index].mention = Mention(work: work, index: number)
    let count = "Mention \(number + 1) of \(mentions.count)"
    let entry = documents[index].references?.entries.first { $0.place == work }
    say(entry.map { "\(count): \($0.text.truncated(to: 60))" } ?? count)
  }

  /// Previews the definition of the selected words or the word under the caret; without a caret, of a term chosen by its letters.
  mutating func showDefinition() -> [Effect] {
    guard let document, let caret = selection?.caret else {
      hints = Hints(purpose: .definition)
      return []
    }
    if selectedRange == nil {
      selection?.unit = .words
      selection?.anchor = caret
    }
    let words = selectedRange.map { text(of: $0, in: document.pages) } ?? ""
    selection = nil
    guard let terms = document.references?.terms else {
      say("The document is still being read for definitions")
      return [.findReferences(document.id, generation: document.generation)]
    }
    guard let place = Hints.place(of: words.unicodeScalars.map(\.value)[...], in: terms) else {
      say("This document does not define “\(words.trimmed.truncated(to: 40))”")
      return []
    }
    return peek(at: place, .theorem)
  }

  /// Opens a cited work: the document of the library, else the entry's address.
  mutating func open(_ work: ListedWork, _ found: FoundWork?) -> [Effect] {
    if let found {
      // The list is that of the document left behind.
      if panel?.source == .references { closePanel() }
      let effects = open(path: found.path, start: .remembered)
      let reason = found.isCertain ? "" : " by its title alone: its file names no author"
      let key = keyInput.keymap.keys(for: "back").first ?? ":back"
      say("Opened from the library\(reason); \(key) goes back")
      return effects
    }
    guard let address = work.address else {
      say("Not found in the library, and the entry has no address")
      return []
    }
    return follow(.uri(address), .follow)
  }
}
