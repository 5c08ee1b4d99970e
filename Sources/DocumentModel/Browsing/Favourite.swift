/// A folder or document the user keeps at hand.
package struct Favourite: Sendable, Hashable {
  package var id: Int
  /// What the user calls it; the file's own name at first.
  package var name: String
  package var bookmark: Bookmark
  package var isFolder: Bool

  package var path: String { bookmark.path }

  package init(id: Int, name: String, bookmark: Bookmark, isFolder: Bool) {
    self.id = id
    self.name = name
    self.bookmark = bookmark
    self.isFolder = isFolder
  }
}
