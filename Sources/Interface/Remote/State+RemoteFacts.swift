package import DocumentModel
package import Messages
import Text

/// Letters of a selection that another program gets.
private let mostSelected = 1 << 16

extension State {
  /// Returns a fact for other programs; null where there is nothing of its kind.
  package func value(of fact: RemoteFact) -> JSON {
    switch fact {
    case .document: document.map(Self.value) ?? .null
    case .documents: .array(documents.filter { !$0.isGlance }.map(Self.value))
    case .page: pageValue
    case .place: placeValue
    case .selection: selectionValue
    case .annotation: annotationValue
    case .hit: hitValue
    case .commands: .array(CommandList.all.map(Self.value))
    case .server: remote.identity
    }
  }

  /// Returns facts by their names.
  func values(of facts: [RemoteFact]) -> JSON {
    .object(facts.map { ($0.rawValue, value(of: $0)) })
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
  private func members(
    of page: Int, offset: Int = 0, in document: Document
  ) -> [(String, JSON)] {
    let printed = document.printedPage(Place(page: page, offset: offset))
    return [
      ("page", .count(page + 1)),
      ("label", .string(printed.isEmpty ? document.pageName(page) : printed)),
    ]
  }

  private var openDocument: (document: Document, pane: Pane)? {
    guard let document, document.phase == .open, let pane else { return nil }
    return (document, pane)
  }

  private var pageValue: JSON {
    guard let (document, pane) = openDocument else { return .null }
    return .object(
      members(of: pane.page, offset: place(of: panes.focus)?.offset ?? 0, in: document))
  }

  /// The page, the character it begins with on the screen, and the section's title.
  private var placeValue: JSON {
    guard let (document, _) = openDocument, let place = place(of: panes.focus) else { return .null }
    return .object(
      members(of: place.page, offset: place.offset, in: document) + [
        ("offset", .count(place.offset)),
        ("line", document.line(at: place).map(JSON.count) ?? .null),
        ("section", .text(section(of: panes.focus)?.item.title ?? "")),
      ])
  }

  private var selectionValue: JSON {
    guard let (document, _) = openDocument, let range = selectedRange else { return .null }
    return .object(
      members(of: range.lowerBound.page, in: document) + [
        ("text", .string(String(selectedText.prefix(mostSelected))))
      ])
  }

  private var annotationValue: JSON {
    guard let made = remote.made, let document = documents[made.document] else { return .null }
    let annotation = document.annotations[made.annotation.id] ?? made.annotation
    return .object(
      [("document", .text(document.path))]
        + members(of: annotation.page, in: document) + [
          ("id", .string(annotation.id.name)), ("type", .string(annotation.kind.rawValue)),
          ("text", .text(annotation.contents)),
          ("quote", .text(annotation.anchor?.quote ?? "")),
        ])
  }

  private var hitValue: JSON {
    guard let (document, _) = openDocument, let search, search.document == document.id,
      let current = search.current, let hit = search.hits[safe: current]
    else { return .null }
    return .object(
      members(of: hit.page, offset: Int(hit.spans[0].start), in: document) + [
        ("number", .count(current + 1)), ("count", .count(search.hits.count)),
        ("query", .string(search.query.text)), ("text", .string(hit.text)),
        ("before", .string(hit.before)), ("after", .string(hit.after)),
      ])
  }
}
