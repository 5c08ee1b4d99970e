/// A document or a folder that a few letters may mean.
package struct JumpCandidate: Sendable, Hashable {
  package var path: String
  /// Empty where nobody knows.
  package var title: String
  package var author: String
  package var isFolder: Bool
  /// How much sooner it comes than others that match as well: of folders visited often.
  package var bonus = 0

  package init(path: String, title: String = "", author: String = "", isFolder: Bool = false) {
    self.path = path
    self.title = title
    self.author = author
    self.isFolder = isFolder
  }
}
