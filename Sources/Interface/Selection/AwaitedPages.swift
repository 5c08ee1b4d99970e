package import DocumentModel

/// A selection to restore, a copy and a place for the caret that wait for pages to be read.
package struct AwaitedPages: Sendable {
  /// The selection to restore after a reload, if its text is unchanged.
  package var selection: SavedSelection?
  /// A copy that waits for pages.
  package var copy: PendingCopy?
  /// Places that are looked for by their words in other versions of their documents.
  package var places: [SoughtPlace] = []
  /// The caret waits for a page to be put there.
  package var caret: Place?

  package init() {}
}
