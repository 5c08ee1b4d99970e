package import Canvas
package import DocumentModel

/// Letters shown on the links in sight, waiting to be typed.
package struct Hints: Sendable, Hashable {
  package enum Purpose: Sendable, Hashable { case follow, peek, copy }

  package struct Item: Sendable, Hashable {
    package var letters: String
    package var target: LinkTarget
    /// Cell of the screen where the link's text begins.
    package var x: Int
    package var y: Int
  }

  package var purpose: Purpose
  package var items: [Item]
  package var typed = ""

  /// So many different labels, as short as they can all be, of the home row's letters.
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
  /// Shows a hint at each link that is in sight in the focused pane.
  package mutating func showHints(_ purpose: Hints.Purpose) {
    let found = visibleLinks()
    guard !found.isEmpty else {
      say("No link in sight")
      return
    }
    let labels = Hints.labels(found.count)
    hints = Hints(
      purpose: purpose,
      items: zip(labels, found).map {
        Hints.Item(letters: $0, target: $1.link.target, x: $1.x, y: $1.y)
      })
  }

  /// The links in sight with the cell each begins at, from top to bottom.
  private func visibleLinks() -> [(link: Link, x: Int, y: Int)] {
    guard let document, let pane else { return [] }
    let rect = textRect(of: focus)
    var found: [(Link, Int, Int)] = []
    var seen: Set<Link> = []
    var y = rect.y
    var page = pane.page
    var line = pane.line
    while y < rect.maxY, page < document.pageCount {
      guard let layout = layout(focus, page: page), let content = document.pages[page] else {
        break
      }
      let links = document.links[page] ?? []
      while line < layout.lines.count, y < rect.maxY {
        if !links.isEmpty {
          for glyph in layout.lines[line].glyphs
          where glyph.origin >= 0 && Int(glyph.origin) < content.text.boxes.count {
            let middle = content.text.boxes[Int(glyph.origin)].middle
            let x = rect.x + Int(glyph.column) - pane.column
            guard let link = links.first(where: { $0.box.contains(middle) }),
              rect.contains(x: x, y: y), seen.insert(link).inserted
            else { continue }
            found.append((link, x, y))
          }
        }
        line += 1
        y += 1
      }
      page += 1
      line = 0
    }
    return found
  }

  /// A key while hints are shown.
  package mutating func typeHint(_ key: Key) -> [Effect] {
    guard var hints, case .character(let scalar) = key.code, key.modifiers.isEmpty else {
      self.hints = nil
      return []
    }
    hints.typed.unicodeScalars.append(scalar)
    let left = hints.items.filter { $0.letters.hasPrefix(hints.typed) }
    guard let only = left.first else {
      self.hints = nil
      return []
    }
    guard only.letters == hints.typed else {
      self.hints = hints
      return []
    }
    self.hints = nil
    return follow(only.target, hints.purpose)
  }

  /// Does with a link what it was chosen for.
  package mutating func follow(_ target: LinkTarget, _ purpose: Hints.Purpose) -> [Effect] {
    switch (target, purpose) {
    case (.destination(let destination), .follow):
      jump(to: destination)
    case (.destination(let destination), .peek):
      return peek(at: destination)
    case (.destination(let destination), .copy):
      return [.copy((document?.path ?? "") + "#page=\(destination.page + 1)")]
    case (.named(let name), _):
      guard let document else { return [] }
      return [.resolve(document.id, generation: document.generation, name: name)]
    case (.uri(let address), .copy):
      say("Copied \(address)")
      return [.copy(address)]
    case (.uri(let address), _):
      prompt = Prompt(
        purpose: .openAddress(address), label: "Open \(address) ?  Enter opens, y copies")
    case (.file(let path, let page, _), _):
      say("The link leads to another file: \(path)" + (page.map { ", p. \($0 + 1)" } ?? ""))
    case (.unsupported(let kind), _):
      say("Recto does not run links of the kind \(kind)")
    }
    return []
  }

  /// Shows where a destination leads in a popup.
  package mutating func peek(at destination: Destination) -> [Effect] {
    guard let document else { return [] }
    peek = Peek(
      document: document.id, page: destination.page,
      landing: destination.y.map { .point(x: destination.x, y: $0) } ?? .top,
      title: "p. " + document.pageName(destination.page))
    return loadContent(of: document.id, pages: [destination.page], isVisible: true)
  }
}
