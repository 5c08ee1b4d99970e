import DocumentModel

/// The top of an outline, as previews show it.
enum OutlineTop {
  private static let most = 20

  /// Returns the first titles; if the document's title is a single root, those below it.
  static func titles(_ items: [OutlineItem]) -> [String] {
    let shown = items.count == 1 && !items[0].children.isEmpty ? items[0].children : items
    return shown.prefix(most).map(\.title)
  }
}
