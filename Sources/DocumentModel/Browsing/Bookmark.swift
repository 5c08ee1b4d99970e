/// What finds a file or folder again after it was moved or renamed: what it is on the disk, else what is in it, else its name.
package struct Bookmark: Sendable, Hashable, Codable {
  /// Where it was last, with what it says of itself inside.
  package var identity: DocumentIdentity
  /// nil where it was never seen on the disk.
  package var fileIdentity: FileIdentity?

  package var path: String { identity.path }

  package init(_ identity: DocumentIdentity, fileIdentity: FileIdentity? = nil) {
    self.identity = identity
    self.fileIdentity = fileIdentity
  }

  /// Where a bookmark leads.
  package enum Place: Sendable, Hashable {
    case there(path: String)
    case moved(path: String)
    case gone(lastPath: String)

    /// Where the file is; nil where it is gone.
    package var path: String? {
      switch self {
      case .there(let path), .moved(let path): path
      case .gone: nil
      }
    }
  }
}
