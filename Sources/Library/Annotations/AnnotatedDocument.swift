package import Text

/// A document in the journal, and how much of the journal its file contains.
package struct AnnotatedDocument: Sendable, Hashable {
  /// The bytes of a file up to a length.
  package struct Bytes: Sendable, Hashable, Codable {
    package var length: Int
    /// SHA-256 in lower-case hex.
    package var hash: String
    /// The number of the last journal entry contained in them.
    package var lastEntry: Int

    package init(length: Int, hash: String, lastEntry: Int) {
      self.length = length
      self.hash = hash
      self.lastEntry = lastEntry
    }

    /// The names in libraries on disk.
    private enum CodingKeys: String, CodingKey {
      case length, hash
      case lastEntry = "deed"
    }
  }

  package var id: Int
  package var permanentID: String
  package var path: String
  package var title: String
  /// Incremented whenever the document was rebuilt: coordinates of another version refer to other
  /// pages.
  package var version: Int
  /// The creation date the document states; it changes when the document is rebuilt.
  package var made: String
  /// The bytes after which all updates are appended; nil before the first save.
  package var base: Bytes?
  /// The bytes of our last write.
  package var written: Bytes?
  /// Stamp (device, inode, size, mtime) of our last write.
  package var writtenStamp: String
  /// The bytes of a write in progress; a process that was killed may have completed it.
  package var intended: Bytes?
  /// The stamp of the file whose annotations are in the `annotation` table.
  package var readStamp: String
  /// A sample of this version's text, by which a later version is recognised; nil if none was
  /// taken.
  package var sketch: VersionSketch?
}
