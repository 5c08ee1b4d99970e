package import Canvas
package import DocumentModel
package import Messages

/// Letters shown on the links in sight, waiting to be typed.
package struct Hints: Sendable, Hashable {
  package enum Purpose: Sendable, Hashable {
    case link(LinkPurpose)
    case annotation(AnnotationCommand)
    case place(AnnotationRequest)
    /// The work of a citation, to go to its next mention.
    case mention(Int)
    case definition
    /// The line whose source is edited.
    case source

    /// The text of the status line while letters are typed.
    var words: String {
      switch self {
      case .link(.follow), .link(.arrive): "Follow which link? Type its letters, Esc cancels"
      case .link(.peek): "Preview which link? Type its letters, Esc cancels"
      case .link(.copy): "Copy which link's address? Type its letters, Esc cancels"
      case .annotation(let command): command.words
      case .place(let request): request.question
      case .mention: "Mentions of which work? Type its letters, Esc cancels"
      case .source: "Edit the source of which line? Type its letters, Esc cancels"
      case .definition: "Definition of which term? Type its letters, Esc cancels"
      }
    }

    /// The sentence for a screen without any.
    fileprivate var nothing: String {
      switch self {
      case .mention: "No citation on screen"
      case .definition: "No term on screen that this document defines"
      default: "No link on screen"
      }
    }
  }

  /// The text of the status line: the prompt and the progress.
  var words: String {
    let letters = typed.isEmpty ? "" : "  \(typed)…"
    return (isMistyped ? "No such label. " : "") + purpose.words + letters
  }

  package struct Item: Sendable, Hashable {
    /// The target of a hint.
    package enum Aim: Sendable, Hashable {
      case link(Link)
      case annotation(AnnotationID)
      case place(AnnotationPlace)
    }

    package var letters: String
    package var aim: Aim
    /// Cell of the screen where its text begins.
    package var x: Int
    package var y: Int
  }

  package var purpose: Purpose
  package var items: [Item] = []
  package var typed = ""
  /// Whether the letter typed last belongs to no hint.
  package var isMistyped = false
  /// Whether links of visible pages are still loading; typed letters count when they arrive.
  package var isAwaiting = true
  /// Whether the document is being read for references.
  var awaitsReferences = false

  /// Returns this many different labels of the home row's letters, as short as possible.
  package static func labels(_ count: Int) -> [String] {
    let letters = Array("asdfghjklqwertyuiop")
    guard count > letters.count else { return letters.prefix(count).map(String.init) }
    var labels: [String] = []
    for first in letters {
      for second in letters where labels.count < count {
        labels.append(String(first) + String(second))
      }
    }
    return labels
  }
}

extension State {
  /// Shows a hint at each visible link of the focused pane, once all are known.
  package mutating func showHints(_ purpose: LinkPurpose) {
    hints = Hints(purpose: .link(purpose))
  }

  /// Assigns letters to hints once the links of all visible pages are known.
  mutating func settleHints() -> [Effect] {
    guard var hints, hints.isAwaiting, !areLinksOnTheirWay() else { return [] }
    let found = visibleTargets(of: hints.purpose)
    // The words may refer to something: that is known when all pages have been read.
    if found.isEmpty, let document, document.hasPages, document.references == nil {
      guard !hints.awaitsReferences else { return [] }
      self.hints?.awaitsReferences = true
      return [.findReferences(document.id, generation: document.generation)]
    }
    guard !found.isEmpty else {
      self.hints = nil
      say(hints.purpose.nothing)
      return []
    }
    hints.isAwaiting = false
    hints.items = zip(Hints.labels(found.count), found).map {
      Hints.Item(letters: $0, aim: .link($1.link), x: $1.x, y: $1.y)
    }
    return choose(hints)
  }

  /// Whether links of a visible page of the focused pane are still loading.
  private mutating func areLinksOnTheirWay() -> Bool {
    guard panes.indices.contains(panes.focus),
      let document = documents[panes[panes.focus].document],
      document.phase == .open
    else { return false }
    return visiblePages(panes.focus, of: document).contains {
      document.failures[$0] == nil && document.links[$0] == nil
    }
  }

  /// Returns the targets that hints for a purpose are shown at, from top to bottom.
  private func visibleTargets(of purpose: Hints.Purpose) -> [(link: Link, x: Int, y: Int)] {
    switch purpose {
    case .mention: visibleLinks().filter { citedWork($0.link) != nil }
    case .definition: visibleTerms()
    default: visibleLinks()
    }
  }

  /// The links in sight in the focused pane with the cell each begins at, from top to bottom.
  private func visibleLinks() -> [(link: Link, x: Int, y: Int)] {
    var seen: Set<Link> = []
    var last: Link?
    return visibleGlyphs(of: panes.focus).compactMap { glyph in
      guard let link = glyph.link else { return nil }
      defer { last = link }
      // A link that continues on the next line is another link with the same target.
      let goesOn = last.map { $0 != link && $0.target == link.target && link.isBelow($0) } ?? false
      guard seen.insert(link.whole).inserted, !goesOn else { return nil }
      return (link, glyph.x, glyph.y)
    }
  }

  /// A key while hints are shown.
  package mutating func typeHint(_ key: Key) -> [Effect] {
    guard var hints, case .character(let scalar) = key.code, key.modifiers.isEmpty else {
      self.hints = nil
      return []
    }
    hints.typed.unicodeScalars.append(scalar)
    guard !hints.isAwaiting else {
      self.hints = hints
      return []
    }
    return choose(hints)
  }

  /// Follows the typed hint. An unknown hint is rejected, so that the following letters do not run commands.
  private mutating func choose(_ typed: Hints) -> [Effect] {
    var hints = typed
    hints.isMistyped = false
    while !hints.typed.isEmpty, !hints.items.contains(where: { $0.letters.hasPrefix(hints.typed) })
    {
      hints.typed.removeLast()
      hints.isMistyped = true
    }
    let only = hints.items.first { $0.letters == hints.typed }
    self.hints = only != nil ? nil : hints
    guard let only else { return [] }
    switch (only.aim, hints.purpose) {
    case (.link(let link), .link(.peek)):
      if case .destination(let place) = link.target {
        return peek(at: place, link.kind, from: (only.x, only.y))
      }
      return follow(link.target, .peek)
    case (.link(let link), .link(let purpose)): return follow(link.target, purpose)
    case (.annotation(let id), .annotation(let command)):
      guard let document, let annotation = document.annotations[id] else { return [] }
      return perform(command, on: annotation, in: document.id)
    case (.place(let place), .place(let request)): return put(request, at: place)
    case (.place(let place), .source): return editSource(at: place)
    case (.link(let link), .mention(let steps)): return goToMention(steps, from: link)
    case (.link(let link), .definition):
      guard case .destination(let place) = link.target else { return [] }
      return peek(at: place, link.kind, from: (only.x, only.y))
    default: return []
    }
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
      asked.popup = { $0.paint(address: address, into: &$1) }
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

  /// Shows where a destination leads in a card, beside the words at a cell of the screen if they are known.
  package mutating func peek(
    at destination: Destination, _ kind: Reference.Kind? = nil, from cell: (x: Int, y: Int)? = nil
  ) -> [Effect] {
    guard let document else { return [] }
    peek = Peek(destination, in: document, kind, from: cell)
    return documents.loadContent(of: document.id, pages: [destination.page], isVisible: true)
  }
}

extension Link {
  /// The link of the first line.
  fileprivate var whole: Link { Link(box: start ?? box, target: target, kind: kind) }

  /// Whether this may be the rest of a link at the end of the line above, in the same column or the next.
  fileprivate func isBelow(_ other: Link) -> Bool {
    box.x0 < other.box.x0 + 1 && box.y0 > other.box.y0 || box.y1 < other.box.y0
  }
}
