/// Where a document of the library is: a file of this machine, or in a collection of a shared library, on whatever machine its file is.
package enum DocumentPlace: Sendable, Hashable {
  /// The absolute path.
  case file(FilePath)
  /// The place, and the SHA-256 of the document's bytes.
  case shared(SharedPlace, hash: String)

  /// Makes the place of a file.
  package init(_ path: String) {
    self = .file(FilePath(path))
  }

  /// The absolute path, or the name of the place, which is no path.
  package var path: String {
    switch self {
    case .file(let path): path.text
    case .shared(let place, _): place.text
    }
  }
}
