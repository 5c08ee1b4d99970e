import Canvas
import DocumentModel
import Messages

/// Edits from the list of all documents' annotations, in documents that are not open: each is opened in the background while the list is
/// shown.
extension State {
  static let mostHeldKeys = 64
}

extension Annotating {
  func isBorrowed(_ id: DocumentID) -> Bool {
    list.borrowed.contains { $0.document == id }
  }

  /// A page's label; of one that is open for the list alone as that has it.
  func pageName(_ page: Int, of document: Document) -> String {
    guard isBorrowed(document.id),
      let found = self.list.found.first(where: { $0.path == document.path })
    else { return document.pageName(page) }
    return found.waymarks.pageName(page)
  }
}

extension Documents {
  /// Documents that are read, not only open for a look or a list.
  var readDocuments: [Document] { filter { !$0.isGlance } }
}
