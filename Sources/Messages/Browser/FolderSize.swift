package import DocumentModel

/// The size of a folder, as far as it was measured.
package struct FolderSize: Sendable, Hashable {
  /// Sizes of all files below it.
  package var bytes: Int64
  package var files: Int
  /// Folders that could not be read: there may be more.
  package var unread: Int
  package var isDone: Bool

  package init(bytes: Int64 = 0, files: Int = 0, unread: Int = 0, isDone: Bool = false) {
    self.bytes = bytes
    self.files = files
    self.unread = unread
    self.isDone = isDone
  }
}

/// A folder whose size is wanted.
package struct FolderToMeasure: Sendable, Hashable {
  package var key: FilePath
  package var path: String

  package init(key: FilePath, path: String) {
    self.key = key
    self.path = path
  }
}
