import DocumentModel
import Messages

/// Image files of a folder, which are turned like pages.
extension State {
  /// Looks for the image so many places after the one that is shown; documents of pages have none.
  func findImage(after steps: Int) -> [Effect] {
    guard let document, document.phase == .open, document.summary.isMeasuredInPixels,
      !document.path.isEmpty
    else { return [] }
    return [.browse(.findImage(document.id, path: document.path, steps: steps))]
  }

  /// Shows the image that was found in the place of another one.
  mutating func turn(from id: DocumentID, toImage path: String?) -> [Effect] {
    guard document?.id == id else { return [] }
    guard let path else {
      say("There is no further image in this folder")
      return []
    }
    let effects = open(path: path, start: .remembered)
    let isShown = panes.contains { $0.document == id }
    return effects + (isShown ? [] : drop(id))
  }
}
