import Glibc
import Wire

/// What a file's first and last bytes say of it before poppler sees it.
enum FileLooks {
  /// `%PDF-` stands in the first 1,024 bytes (Adobe's implementation note 13).
  case document
  /// It does not: poppler may still find a document's parts in it.
  case foreign

  /// Poppler reads through all of a file that has no cross-reference table; longer ones are not worth that.
  private static let longestSearch: off_t = 64 << 20

  /// Throws `empty`, `unreadable` for what is no regular file, and `notADocument` where nothing speaks for a document.
  init(_ descriptor: Int32) throws(EngineFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    guard status.st_size > 0 else { throw .empty }
    let head = try FileLooks.bytes(descriptor, 1_029, at: 0)
    if FileLooks.contains("%PDF-", head) {
      self = .document
      return
    }
    let tail = try FileLooks.bytes(descriptor, 4_096, at: max(0, status.st_size - 4_096))
    guard FileLooks.contains("startxref", tail) || status.st_size <= FileLooks.longestSearch else {
      throw .notADocument
    }
    self = .foreign
  }

  private static func bytes(
    _ descriptor: Int32, _ count: Int, at offset: off_t
  ) throws(EngineFailure) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = pread(descriptor, &buffer, count, offset)
    guard got >= 0 else { throw .unreadable }
    return buffer[..<got]
  }

  private static func contains(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
  }
}
