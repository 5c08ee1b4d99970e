import DocumentModel
package import Messages
import Text

/// Letters of a selection that another program gets.
private let mostSelected = 1 << 16

extension State {
  /// Returns a fact for other programs; null where there is nothing of its kind.
  package func value(of fact: RemoteFact) -> RemoteValue {
    switch fact {
    case .document: document.map(Self.value) ?? .null
    case .documents: .list(documents.filter { !$0.isGlance }.map(Self.value))
    case .page: pageValue
    case .place: placeValue
    case .selection: selectionValue
    case .annotation: annotationValue
    case .hit: hitValue
    case .commands: .list(CommandList.all.map(Self.value))
    case .server: remote.identity
    }
  }

  /// Returns facts by their names.
  func values(of facts: [RemoteFact]) -> RemoteValue {
    .members(facts.map { ($0.rawValue, value(of: $0)) })
  }

  private static func value(of document: Document) -> RemoteValue {
    .members([
      ("path", .optional(document.path)), ("title", .text(document.title)),
      ("pages", document.phase == .open ? .count(document.pageCount) : .null),
      ("isOpen", .bool(document.phase == .open)),
    ])
  }

  private static func value(of command: Command) -> RemoteValue {
    .members([
      ("name", .text(command.name)), ("title", .text(command.title)),
      ("argument", command.argument.map { .text($0.name) } ?? .null),
    ])
  }

  /// A page's number in the file from 1, and its label.
  private func members(of page: Int, in document: Document) -> [(String, RemoteValue)] {
    [("page", .count(page + 1)), ("label", .text(document.pageName(page)))]
  }

  private var openDocument: (document: Document, pane: Pane)? {
    guard let document, document.phase == .open, let pane else { return nil }
    return (document, pane)
  }

  private var pageValue: RemoteValue {
    guard let (document, pane) = openDocument else { return .null }
    return .members(members(of: pane.page, in: document))
  }

  /// The page, the character it begins with on the screen, and the section's title.
  private var placeValue: RemoteValue {
    guard let (document, _) = openDocument, let place = place(of: focus) else { return .null }
    return .members(
      members(of: place.page, in: document) + [
        ("offset", .count(place.offset)),
        ("line", document.line(at: place).map(RemoteValue.count) ?? .null),
        ("section", .optional(section(of: focus)?.item.title ?? "")),
      ])
  }

  private var selectionValue: RemoteValue {
    guard let (document, _) = openDocument, let range = selectedRange else { return .null }
    return .members(
      members(of: range.lowerBound.page, in: document) + [
        ("text", .text(String(selectedText.prefix(mostSelected))))
      ])
  }

  private var annotationValue: RemoteValue {
    guard let made = remote.made, let document = document(made.document) else { return .null }
    let annotation = document.annotations[made.annotation.id] ?? made.annotation
    return .members(
      [("document", .optional(document.path))]
        + members(of: annotation.page, in: document) + [
          ("id", .text(annotation.id.name)), ("type", .text(annotation.kind.rawValue)),
          ("text", .optional(annotation.contents)),
          ("quote", .optional(annotation.anchor?.quote ?? "")),
        ])
  }

  private var hitValue: RemoteValue {
    guard let (document, _) = openDocument, let search, search.document == document.id,
      let current = search.current, let hit = search.hits[safe: current]
    else { return .null }
    return .members(
      members(of: hit.page, in: document) + [
        ("number", .count(current + 1)), ("count", .count(search.hits.count)),
        ("query", .text(search.query.text)), ("text", .text(hit.text)),
        ("before", .text(hit.before)), ("after", .text(hit.after)),
      ])
  }
}
