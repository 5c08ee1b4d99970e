package import Text

/// A document the journal knows, and how far its file has what the journal has.
package struct AnnotatedDocument: Sendable, Hashable {
  /// A file's bytes up to a length.
  package struct Bytes: Sendable, Hashable, Codable {
    package var length: Int
    /// SHA-256 in lower-case hex.
    package var hash: String
    /// The last deed that is in them.
    package var deed: Int

    package init(length: Int, hash: String, deed: Int) {
      self.length = length
      self.hash = hash
      self.deed = deed
    }
  }

  package var id: Int
  package var permanentID: String
  package var path: String
  package var title: String
  /// Counts how often it was built anew: places of another one are of other pages.
  package var version: Int
  /// What the document says of when it was made; changes when it is built anew.
  package var made: String
  /// What all is put behind; nil before the first saving.
  package var base: Bytes?
  /// What was written last.
  package var written: Bytes?
  /// By what the file is known that was written last.
  package var writtenStamp: String
  /// What was about to be written; a program that was killed may have done it.
  package var intended: Bytes?
  /// The file whose annotations are in the table of all.
  package var readStamp: String
  /// Its text in this version, by which a later one is recognised; nil where none was taken.
  package var sketch: VersionSketch?
  /// The user has said whether annotations of an earlier version are carried over to it.
  package var isDecided: Bool
}
