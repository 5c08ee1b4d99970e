internal import CGlyphs
package import DocumentModel
import Wire

extension PopplerDocumentFile {
  /// Returns the outline as far as it fits into a reply: damaged ones loop.
  package func outline() -> [OutlineItem] { found { readOutline() } }

  private func readOutline() -> [OutlineItem] {
    var first: UnsafePointer<CGlyphOutlineItem>?
    var text: UnsafePointer<CChar>?
    let count = cglyph_outline(
      core.pointer, Limit.outlineItems, Int32(Limit.outlineDepth), Limit.strings, &first, &text)
    var rest = UnsafeBufferPointer(start: first, count: Int(count))[...]
    var budget = Limit.strings
    func take(_ level: Int) -> [OutlineItem] {
      var items: [OutlineItem] = []
      while let next = rest.first, Int(next.level) == level, budget > 0 {
        rest.removeFirst()
        var item = OutlineItem(
          title: CleanText.line(CoreDocument.string(next.title, of: text)),
          target: target(next.target, text), isOpen: next.isOpen != 0)
        budget -= item.title.utf8.count + (item.target?.textCount ?? 0)
        item.children = take(level + 1)
        if budget >= 0 { items.append(item) }
      }
      return items
    }
    return take(0)
  }
}
