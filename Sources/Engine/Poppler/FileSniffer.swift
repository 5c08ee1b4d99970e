/// Recognises PDFs by a file's first and last bytes, before poppler reads it.
enum FileSniffer {
  /// `%PDF-` is in the first 1,024 bytes (Adobe's implementation note 13).
  case document
  /// It does not: poppler may still find a document's parts in it.
  case foreign
  /// Nothing speaks for a document, and poppler would read through all of a long file to find that out.
  case hopeless

  /// In bytes.
  private static let longestSearch = 64 << 20

  init(_ bytes: UnsafeRawBufferPointer) {
    if FileSniffer.isDocument(bytes) {
      self = .document
    } else if bytes.count <= FileSniffer.longestSearch
      || FileSniffer.hasEnd(bytes.suffix(4_096))
    {
      self = .foreign
    } else {
      self = .hopeless
    }
  }

  static func isDocument(_ head: some Collection<UInt8>) -> Bool {
    contains("%PDF-", head.prefix(1_029))
  }

  /// Whether the last bytes give the position of a PDF's cross-reference table (PDF 32000-1,
  /// 7.5.5).
  static func hasEnd(_ tail: some Collection<UInt8>) -> Bool { contains("startxref", tail) }

  private static func contains(_ word: String, _ bytes: some Collection<UInt8>) -> Bool {
    let mark = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: mark) }
  }
}
