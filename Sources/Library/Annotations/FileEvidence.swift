package import DocumentModel

/// Describes a file on the disk as far as it tells which document it is.
package struct FileEvidence: Sendable, Hashable {
  /// Absolute.
  package var path: String
  /// Device, inode, size and time of change as one line (`SystemPath.stamp`); empty where it is not known.
  package var stamp: String
  /// In bytes.
  package var length: Int
  /// SHA-256 of all bytes in hexadecimal; nil where nobody has computed it.
  package var hash: String?
  /// First half of `/ID`. It narrows a search and decides nothing: authors choose it, and tools copy it.
  package var permanentID: String

  package init(
    path: String, stamp: String = "", length: Int = -1, hash: String? = nil,
    permanentID: String = ""
  ) {
    self.path = path
    self.stamp = stamp
    self.length = length
    self.hash = hash
    self.permanentID = permanentID
  }

  package var identity: DocumentIdentity {
    DocumentIdentity(permanentID: permanentID, contentHash: hash ?? "", path: path)
  }
}
