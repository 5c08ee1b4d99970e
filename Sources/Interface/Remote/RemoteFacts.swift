package import DocumentModel
package import Messages
import Text

/// The limit on the characters of a selection that another program gets.
private let mostSelected = 1 << 16

/// The facts that other programs may ask for.
package enum RemoteFacts {
  /// Returns a fact for other programs; null where there is nothing of its kind.
  package static func value(_ state: State, of fact: RemoteFact) -> JSON {
    switch fact {
    case .document: state.document.map(Self.value) ?? .null
    case .documents: .array(state.documents.filter { !$0.isGlance }.map(Self.value))
    case .page: pageValue(state)
    case .place: placeValue(state)
    case .selection: selectionValue(state)
    case .annotation: annotationValue(state)
    case .hit: hitValue(state)
    case .commands: .array(CommandList.all.map(Self.value))
    case .server: state.remote.identity
    }
  }

  /// Returns facts by their names.
  static func values(_ state: State, of facts: [RemoteFact]) -> JSON {
    .object(facts.map { ($0.rawValue, value(state, of: $0)) })
  }

  private static func value(of document: Document) -> JSON {
    .object([
      ("path", .text(document.path)), ("title", .string(document.title)),
      ("pages", document.phase == .open ? .count(document.pageCount) : .null),
      ("isOpen", .bool(document.phase == .open)),
    ])
  }

  private static func value(of command: Command) -> JSON {
    .object([
      ("name", .string(command.name)), ("title", .string(command.title)),
      ("argument", command.argument.map { .string($0.name) } ?? .null),
    ])
  }

  /// A page's number in the file from 1, and its label; in a book that of the printed page.
  private static func members(
    of page: Int, offset: Int = 0, in document: Document
  ) -> [(String, JSON)] {
    let printed = document.printedPage(Place(page: page, offset: offset))
    return [
      ("page", .count(page + 1)),
      ("label", .string(printed.isEmpty ? document.pageName(page) : printed)),
    ]
  }

  private static func openDocument(_ state: State) -> (document: Document, pane: Pane)? {
    guard let document = state.document, document.phase == .open, let pane = state.pane else {
      return nil
    }
    return (document, pane)
  }

  private static func pageValue(_ state: State) -> JSON {
    guard let (document, pane) = openDocument(state) else { return .null }
    return .object(
      members(
        of: pane.page, offset: state.place(of: state.panes.focus)?.offset ?? 0, in: document)
    )
  }

  /// The page, the character it begins with on the screen, and the section's title.
  private static func placeValue(_ state: State) -> JSON {
    guard let (document, _) = openDocument(state), let place = state.place(of: state.panes.focus)
    else { return .null }
    return .object(
      members(of: place.page, offset: place.offset, in: document) + [
        ("offset", .count(place.offset)),
        ("line", document.line(at: place).map(JSON.count) ?? .null),
        ("section", .text(state.section(of: state.panes.focus)?.item.title ?? "")),
      ])
  }

  private static func selectionValue(_ state: State) -> JSON {
    guard let (document, _) = openDocument(state), let range = state.selectedRange else {
      return .null
    }
    return .object(
      members(of: range.lowerBound.page, in: document) + [
        ("text", .string(String(state.selectedText.prefix(mostSelected))))
      ])
  }

  private static func annotationValue(_ state: State) -> JSON {
    guard let made = state.remote.made, let document = state.documents[made.document] else {
      return .null
    }
    let annotation = document.annotations[made.annotation.id] ?? made.annotation
    return .object(
      [("document", .text(document.path))]
        + members(of: annotation.page, in: document) + [
          ("id", .string(annotation.id.name)), ("type", .string(annotation.kind.rawValue)),
          ("text", .text(annotation.contents)),
          ("quote", .text(annotation.anchor?.quote ?? "")),
        ])
  }

  /// Returns the current hit; number and count are null until the search ends, so that subscribers are not woken for each page.
  private static func hitValue(_ state: State) -> JSON {
    guard let (document, _) = openDocument(state), let search = state.search,
      search.document == document.id,
      let current = search.current, let hit = search.hits[safe: current]
    else { return .null }
    return .object(
      members(of: hit.page, offset: Int(hit.spans[0].start), in: document) + [
        ("number", search.isDone ? .count(current + 1) : .null),
        ("count", search.isDone ? .count(search.hits.count) : .null),
        ("query", .string(search.query.text)), ("text", .string(hit.text)),
        ("before", .string(hit.before)), ("after", .string(hit.after)),
      ])
  }
}
