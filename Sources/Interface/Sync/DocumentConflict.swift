import DocumentModel
import Messages

/// The conflict copies of a document.
package struct DocumentConflict: Sendable, Hashable {
  /// The original's path, if the document is a copy.
  var original: String?
  /// The paths of the document's copies.
  var copies: [String] = []
  /// The copy that the user has asked to merge into this document, which was not open then.
  var due: String?
}

extension Documents {
  /// Begins a merge that was asked for, once the copies and the document's annotations are known.
  mutating func mergeDueConflict(_ index: Int) -> [Effect] {
    let document = self[index]
    guard let copy = document.conflict.due, document.annotations.through > 0 else { return [] }
    self[index].conflict.due = nil
    return [
      .mergeConflict(
        document.id, path: document.path, copy: copy,
        document.annotations.pagesWithAny.flatMap { document.annotations.on($0) })
    ]
  }
}
