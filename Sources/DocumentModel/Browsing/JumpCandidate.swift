/// A document or folder offered for a few typed letters.
package struct JumpCandidate: Sendable, Hashable {
  package var path: String
  /// Empty if not known.
  package var title: String
  package var author: String
  package var isFolder: Bool
  /// A rank bonus over equally good matches, for frequently visited folders.
  package var bonus = 0

  package init(path: String, title: String = "", author: String = "", isFolder: Bool = false) {
    self.path = path
    self.title = title
    self.author = author
    self.isFolder = isFolder
  }
}
