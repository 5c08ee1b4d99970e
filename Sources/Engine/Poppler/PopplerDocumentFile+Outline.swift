internal import CPoppler
package import DocumentModel
import Wire

extension PopplerDocumentFile {
  package func outline() -> [OutlineItem] {
    guard let iterator = poppler_index_iter_new(document.pointer) else { return [] }
    defer { poppler_index_iter_free(iterator) }
    var budget = Limit.outlineItems
    return outline(iterator, depth: 1, budget: &budget)
  }

  private func outline(_ iterator: OpaquePointer, depth: Int, budget: inout Int) -> [OutlineItem] {
    var items: [OutlineItem] = []
    repeat {
      guard budget > 0 else { break }
      budget -= 1
      guard let action = poppler_index_iter_get_action(iterator) else { continue }
      defer { poppler_action_free(action) }
      var item = OutlineItem(
        title: CleanText.line(GLibText.copy(action.pointee.any.title)),
        target: target(of: action), isOpen: poppler_index_iter_is_open(iterator) != 0)
      if depth < Limit.outlineDepth, let below = poppler_index_iter_get_child(iterator) {
        item.children = outline(below, depth: depth + 1, budget: &budget)
        poppler_index_iter_free(below)
      }
      items.append(item)
    } while poppler_index_iter_next(iterator) != 0
    return items
  }
}
