import Messages
import DocumentModel
/// Cut or copied pages, the number of the last edit, and folders whose sources may be edited.
package struct EditingState: Sendable {
  /// Cut or copied pages, to be pasted here or in another document.
  package private(set) var pagesAtHand: PagesAtHand?
  /// The number of the last edit.
  private var number = 0
  /// Folders outside of documents' own whose sources the user has agreed to edit.
  var trustedSources: Set<String> = []

  mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  mutating func hold(_ count: Int, of title: String) {
    pagesAtHand = PagesAtHand(count: count, title: title)
  }

  mutating func dropPages() { pagesAtHand = nil }

  /// The words of an edit, which may say how many pages are pasted.
  func words(of request: EditRequest) -> (doing: String, done: String) {
    request.words(pagesAtHand?.count ?? 0)
  }
}

extension EditingState {
  /// A request in the midst of a sentence.
  func doing(_ request: EditRequest) -> String {
    let words = self.words(of: request).doing
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
