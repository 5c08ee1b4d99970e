internal import CPoppler
import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// Annotations not made by people: links, form fields, and popups of others (PDF 32000-1, 12.5.6).
  private static let machinery = [
    POPPLER_ANNOT_LINK, POPPLER_ANNOT_WIDGET, POPPLER_ANNOT_POPUP,
  ]

  /// Counts the annotations people have made on some pages; unreadable pages have none.
  package func annotationCount(_ range: Range<Int>) throws(EngineFailure) -> Int {
    range.clamped(to: 0..<summary.pageCount).reduce(0) { $0 + annotationCount(page: $1) }
  }

  private func annotationCount(page index: Int) -> Int {
    let count = readCore { $0.core.annotationCount(page: index) } ?? 0
    return shortened?.contains(index) == true ? annotations?.count(page: index) ?? 0 : count
  }

  /// Returns the notes people have made on a page.
  package func notes(page index: Int) throws(EngineFailure) -> PageNotes {
    var notes = PageNotes()
    guard annotationCount(page: index) > 0 else { return notes }
    let list = poppler_page_get_annot_mapping(try page(index))
    defer { poppler_page_free_annot_mapping(list) }
    var budget = Limit.string * 4
    var next = list
    while let node = next, budget > 0 {
      next = node.pointee.next
      guard let data = node.pointee.data,
        let annotation = data.assumingMemoryBound(to: PopplerAnnotMapping.self).pointee.annot,
        !Self.machinery.contains(poppler_annot_get_annot_type(annotation))
      else { continue }
      notes.isAnnotated = true
      let contents = CleanText.line(GLibText.take(poppler_annot_get_contents(annotation)))
      let text = String(contents.prefix(Limit.string))
      budget -= text.utf8.count
      if text.contains(where: { !$0.isWhitespace }) { notes.texts.append(text) }
    }
    return notes
  }
}
