internal import CPoppler
package import DocumentModel
import Wire

extension PopplerDocumentFile {
  /// Returns the outline as far as it fits into a reply: damaged ones loop.
  package func outline() -> [OutlineItem] { found { readOutline() } }

  private func readOutline() -> [OutlineItem] {
    guard let iterator = poppler_index_iter_new(shown.pointer) else { return [] }
    defer { poppler_index_iter_free(iterator) }
    var budget = OutlineBudget()
    return outline(iterator, depth: 1, budget: &budget)
  }

  private func outline(
    _ iterator: OpaquePointer, depth: Int, budget: inout OutlineBudget
  ) -> [OutlineItem] {
    var items: [OutlineItem] = []
    repeat {
      guard let action = poppler_index_iter_get_action(iterator) else { continue }
      defer { poppler_action_free(action) }
      var item = OutlineItem(
        title: CleanText.line(GLibText.copy(action.pointee.any.title)),
        target: target(of: action), isOpen: poppler_index_iter_is_open(iterator) != 0)
      guard budget.spend(on: item) else { break }
      if depth < Limit.outlineDepth, let below = poppler_index_iter_get_child(iterator) {
        item.children = outline(below, depth: depth + 1, budget: &budget)
        poppler_index_iter_free(below)
      }
      items.append(item)
    } while poppler_index_iter_next(iterator) != 0
    return items
  }
}

/// The remaining capacity for outline entries.
private struct OutlineBudget {
  private var items = Limit.outlineItems
  private var bytes = Limit.strings

  /// Whether an item could still be paid for.
  mutating func spend(on item: OutlineItem) -> Bool {
    items -= 1
    bytes -= item.title.utf8.count + (item.target?.textCount ?? 0)
    return items >= 0 && bytes >= 0
  }
}
