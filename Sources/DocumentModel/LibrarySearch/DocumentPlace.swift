/// Where a document of the library is: a file of this machine, or in a collection of a shared library, on whatever machine its file is.
package enum DocumentPlace: Sendable, Hashable {
  /// The absolute path.
  case file(FilePath)
  /// The collection's name, the SHA-256 of the document's bytes, and its path from the collection's root.
  case shared(collection: String, hash: String, path: FilePath)

  /// Makes the place of a file.
  package init(_ path: String) {
    self = .file(FilePath(path))
  }

  /// The absolute path, or the path from the collection's root.
  package var path: String {
    switch self {
    case .file(let path), .shared(_, _, let path): path.text
    }
  }
}
