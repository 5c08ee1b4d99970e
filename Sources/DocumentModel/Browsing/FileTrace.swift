/// Finds a file or folder again after it was moved or renamed: by its identity on disk, else its content, else its path.
package struct FileTrace: Sendable, Hashable, Codable {
  /// The last known path with the document's content identifiers.
  package var identity: DocumentIdentity
  /// nil if it was never seen on disk.
  package var fileIdentity: FileIdentity?

  package var path: String { identity.path }

  package init(_ identity: DocumentIdentity, fileIdentity: FileIdentity? = nil) {
    self.identity = identity
    self.fileIdentity = fileIdentity
  }

  /// The result of resolving a trace.
  package enum Place: Sendable, Hashable {
    case there(path: String)
    case moved(path: String)
    case gone(lastPath: String)

    /// The current path; nil if the file is gone.
    package var path: String? {
      switch self {
      case .there(let path), .moved(let path): path
      case .gone: nil
      }
    }
  }
}
