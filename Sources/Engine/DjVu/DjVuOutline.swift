internal import CDjVu
import DocumentModel
import Wire

/// Reads a document's outline: `(bookmarks ("title" "#page" …) …)`, where the rest of an item are
/// its children.
struct DjVuOutline {
  private let names: DjVuPageNames
  private var count = 0
  private var budget = Limit.strings

  init(_ names: DjVuPageNames) {
    self.names = names
  }

  /// Returns the outline as far as it fits into a reply; none of a damaged one.
  consuming func read(_ session: DjVuSession) -> [OutlineItem] {
    guard let outline = try? session.expression({ ddjvu_document_get_outline($0) }) else {
      return []
    }
    defer { session.release(outline) }
    var list = outline.items
    guard list.next()?.name == "bookmarks" else { return [] }
    return items(of: list.rest, depth: 1)
  }

  private mutating func items(of list: DjVuExpression, depth: Int) -> [OutlineItem] {
    guard depth <= Limit.outlineDepth else { return [] }
    var items: [OutlineItem] = []
    for entry in list.items where count < Limit.outlineItems && budget > 0 {
      var parts = entry.items
      guard let title = parts.next()?.text(most: Limit.string) else { continue }
      let address = parts.next()?.text(most: Limit.string) ?? ""
      var item = OutlineItem(
        title: CleanText.line(title),
        target: DjVuAddress(address).target(names, from: 0))
      count += 1
      budget -= item.title.utf8.count + (item.target?.textCount ?? 0)
      guard budget >= 0 else { break }
      item.children = self.items(of: parts.rest, depth: depth + 1)
      items.append(item)
    }
    return items
  }
}
