package import DocumentModel

/// The properties of a file on disk by which its document is identified.
package struct FileEvidence: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// Device, inode, size and mtime as one line (`SystemPath.stamp`); empty if not known.
  package var stamp: String
  /// In bytes.
  package var length: Int
  /// The SHA-256 of all bytes in hexadecimal; nil if not computed.
  package var hash: String?
  /// The first half of `/ID`. It narrows a search but decides nothing: authors choose it and tools copy it.
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
