/// A folder or document on the user's list of favourites.
package struct Favourite: Sendable, Hashable {
  package var id: Int
  /// The user's name for it; the file name at first.
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
