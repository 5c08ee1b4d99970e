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

extension Link {
  /// The link of the first line.
  fileprivate var whole: Link { Link(box: start ?? box, target: target, kind: kind) }

  /// Whether this may be the rest of a link at the end of the line above, in the same column or the next.
  fileprivate func isBelow(_ other: Link) -> Bool {
    box.x0 < other.box.x0 + 1 && box.y0 > other.box.y0 || box.y1 < other.box.y0
  }
}

extension Hints {
  /// Assigns letters to hints once the links of all visible pages are known.
  static func settleHints(_ state: inout State) -> [Effect] {
    guard var hints = state.hints, hints.isAwaiting, !areLinksOnTheirWay(&state) else { return [] }
    let found = visibleTargets(state, of: hints.purpose)
    // The words may refer to something: that is known when all pages have been read.
    if found.isEmpty, let document = state.document, document.hasPages, document.references == nil {
      guard !hints.awaitsReferences else { return [] }
      state.hints?.awaitsReferences = true
      return [.findReferences(document.id, generation: document.generation)]
    }
    guard !found.isEmpty else {
      state.hints = nil
      state.say(hints.purpose.nothing)
      return []
    }
    hints.isAwaiting = false
    hints.items = zip(Hints.labels(found.count), found).map {
      Hints.Item(letters: $0, aim: .link($1.link), x: $1.x, y: $1.y)
    }
    return choose(&state, hints)
  }

  /// Whether links of a visible page of the focused pane are still loading.
  fileprivate static func areLinksOnTheirWay(_ state: inout State) -> Bool {
    guard state.panes.indices.contains(state.panes.focus),
      let document = state.documents[state.panes[state.panes.focus].document],
      document.phase == .open
    else { return false }
    return state.visiblePages(state.panes.focus, of: document).contains {
      document.failures[$0] == nil && document.links[$0] == nil
    }
  }

  /// Returns the targets that hints for a purpose are shown at, from top to bottom.
  fileprivate static func visibleTargets(_ state: State, of purpose: Hints.Purpose) -> [(
    link: Link, x: Int, y: Int
  )] {
    switch purpose {
    case .mention: visibleLinks(state).filter { state.citedWork($0.link) != nil }
    case .definition: visibleTerms(state)
    default: visibleLinks(state)
    }
  }

  /// The links in sight in the focused pane with the cell each begins at, from top to bottom.
  fileprivate static func visibleLinks(_ state: State) -> [(link: Link, x: Int, y: Int)] {
    var seen: Set<Link> = []
    var last: Link?
    return state.visibleGlyphs(of: state.panes.focus).compactMap { glyph in
      guard let link = glyph.link else { return nil }
      defer { last = link }
      // A link that continues on the next line is another link with the same target.
      let goesOn = last.map { $0 != link && $0.target == link.target && link.isBelow($0) } ?? false
      guard seen.insert(link.whole).inserted, !goesOn else { return nil }
      return (link, glyph.x, glyph.y)
    }
  }

  /// A key while hints are shown.
  package static func typeHint(_ state: inout State, _ key: Key) -> [Effect] {
    guard var hints = state.hints, case .character(let scalar) = key.code, key.modifiers.isEmpty
    else {
      state.hints = nil
      return []
    }
    hints.typed.unicodeScalars.append(scalar)
    guard !hints.isAwaiting else {
      state.hints = hints
      return []
    }
    return choose(&state, hints)
  }

  /// Follows the typed hint. An unknown hint is rejected, so that the following letters do not run commands.
  fileprivate static func choose(_ state: inout State, _ typed: Hints) -> [Effect] {
    var hints = typed
    hints.isMistyped = false
    while !hints.typed.isEmpty, !hints.items.contains(where: { $0.letters.hasPrefix(hints.typed) })
    {
      hints.typed.removeLast()
      hints.isMistyped = true
    }
    let only = hints.items.first { $0.letters == hints.typed }
    state.hints = only != nil ? nil : hints
    guard let only else { return [] }
    switch (only.aim, hints.purpose) {
    case (.link(let link), .link(.peek)):
      if case .destination(let place) = link.target {
        return state.peek(at: place, link.kind, from: (only.x, only.y))
      }
      return state.follow(link.target, .peek)
    case (.link(let link), .link(let purpose)): return state.follow(link.target, purpose)
    case (.annotation(let id), .annotation(let command)):
      guard let document = state.document, let annotation = document.annotations[id] else {
        return []
      }
      return state.perform(command, on: annotation, in: document.id)
    case (.place(let place), .place(let request)): return state.put(request, at: place)
    case (.place(let place), .source): return state.editSource(at: place)
    case (.link(let link), .mention(let steps)): return state.goToMention(steps, from: link)
    case (.link(let link), .definition):
      guard case .destination(let place) = link.target else { return [] }
      return state.peek(at: place, link.kind, from: (only.x, only.y))
    default: return []
    }
  }
}
