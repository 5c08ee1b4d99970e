/// A folder or document on the user's list of favourites.
package struct Favourite: Sendable, Hashable {
  package var id: Int
  /// The user's name for it; the file name at first.
  package var name: String
  package var trace: FileTrace
  package var isFolder: Bool

  package var path: String { trace.path }

  package init(id: Int, name: String, trace: FileTrace, isFolder: Bool) {
    self.id = id
    self.name = name
    self.trace = trace
    self.isFolder = isFolder
  }
}
