/// What a worker needs to edit a document, or to verify what another one made: the bytes come in a memory, one file behind the other, then the
/// edits, then room for what is made.
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

  /// The document, then those that pages come from; where something is to be verified the last is what was made.
  package var files: [File]
  package var editsCount: Int
  /// Where the room begins, at a page of the machine's memory, and how large it is; 0 where nothing is to be made.
  package var roomOffset: Int
  package var room: Int
  /// What is made is another file: signed and damaged ones are written too.
  package var isCopy: Bool
  /// Seconds since 1970-01-01 UTC.
  package var moment: Int64

  package init(
    files: [File], editsCount: Int, roomOffset: Int = 0, room: Int = 0, isCopy: Bool,
    moment: Int64
  ) {
    self.files = files
    self.editsCount = editsCount
    self.roomOffset = roomOffset
    self.room = room
    self.isCopy = isCopy
    self.moment = moment
  }

  /// Of the files and the edits.
  package var byteCount: Int { files.reduce(editsCount) { $0 + $1.count } }
}
