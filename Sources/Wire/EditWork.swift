/// The data a worker needs to edit a document or to verify a result: memory that contains the files one after the other, the edits, and space for the
/// result.
package struct EditWork: Sendable, Hashable {
  /// A file in the memory.
  package struct File: Sendable, Hashable {
    package var count: Int
    /// Raw bytes, as for `Request.open`.
    package var password: [UInt8]

    package init(count: Int, password: [UInt8]) {
      self.count = count
      self.password = password
    }
  }

  /// The document, then those that pages come from; for verification the last is the result.
  package var files: [File]
  package var editsCount: Int
  /// The offset of that space, at the start of a memory page, and its size; 0 if nothing is to be built.
  package var roomOffset: Int
  package var room: Int
  /// Whether the result is a separate file; then signed and damaged files are permitted, too.
  package var isCopy: Bool
  /// Whether the user agreed that signatures become invalid.
  package var breaksSignatures: Bool
  /// Seconds since 1970-01-01 UTC.
  package var moment: Int64

  package init(
    files: [File], editsCount: Int, roomOffset: Int = 0, room: Int = 0, isCopy: Bool,
    breaksSignatures: Bool = false, moment: Int64
  ) {
    self.files = files
    self.editsCount = editsCount
    self.roomOffset = roomOffset
    self.room = room
    self.isCopy = isCopy
    self.breaksSignatures = breaksSignatures
    self.moment = moment
  }

  /// The size of the files and the edits together.
  package var byteCount: Int { files.reduce(editsCount) { $0 + $1.count } }
}
