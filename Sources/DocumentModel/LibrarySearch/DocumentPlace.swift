/// The place of a library document: a file on this machine, or an entry in a collection of a shared library.
package enum DocumentPlace: Sendable, Hashable {
  /// The absolute path.
  case file(FilePath)
  /// The place, and the SHA-256 of the document's bytes.
  case shared(SharedPlace, hash: String)

  /// Makes the place of a file.
  package init(_ path: String) {
    self = .file(FilePath(path))
  }

  /// The absolute path, or the name of the shared place, which is not a path.
  package var path: String {
    switch self {
    case .file(let path): path.text
    case .shared(let place, _): place.text
    }
  }
}
