import DocumentModel

/// The files of the container that are read before the text.
extension EPUBContent {
  /// Bytes of a file of text, and with its style elements.
  static let (mostText, mostRead) = (16 << 20, 64 << 20)

  /// A file of the spine without the end of a very long one.
  struct ParsedFile {
    let tree: MarkupTree
    let byteCount: Int
    /// Whether its end is left out.
    let isCut: Bool
    var isLarge: Bool { byteCount > mostWhole }
  }

  /// Parses a file; the last large one is kept.
  func parsed(_ path: String) -> ParsedFile? {
    if let large, large.path == path { return large.file }
    guard let text = Self.text(path, in: archive) else { return nil }
    let file = ParsedFile(
      tree: MarkupParser.tree(text.bytes), byteCount: text.bytes.count, isCut: text.isCut)
    if file.isLarge { large = (path, file) }
    return file
  }

  static func tree(_ path: String, in archive: ArchiveFile) -> MarkupTree? {
    text(path, in: archive).map { MarkupParser.tree($0.bytes) }
  }

  /// The UTF-8 of a file, and whether its end is left out.
  static func text(
    _ path: String, in archive: ArchiveFile
  ) -> (bytes: [UInt8], isCut: Bool)? {
    var limit = mostText + 1
    guard var read = archive.bytes(path, most: limit) else { return nil }
    // Style elements are left out, and UTF-16 becomes shorter.
    if read.count == limit, StyleLimit.hasStyles(read) || read.prefix(64).contains(0) {
      limit = mostRead
      read = archive.bytes(path, most: limit) ?? read
    }
    let bytes = StyleLimit.applied(to: MarkupEncoding.utf8(read))
    guard bytes.count > mostText else { return (bytes, read.count >= limit) }
    return (Array(bytes.prefix(mostText)), true)
  }

  /// The first package document of the container; without a readable container file, the first there is.
  static func packagePath(in archive: ArchiveFile) -> String? {
    let named = tree("META-INF/container.xml", in: archive)?.root.descendants
      .first { $0.name == "rootfile" && $0["full-path"] != nil }?["full-path"]
    return named.flatMap(ArchiveFile.normal).flatMap { archive.contains($0) ? $0 : nil }
      ?? archive.entries.first { $0.path.lowercased().hasSuffix(".opf") }?.path
  }

  /// Whether text is encrypted: fonts are obfuscated by most publishers, which hides no word (EPUB 3.3, 4.2.6.3.2).
  static func isEncrypted(_ archive: ArchiveFile, _ spine: [String]) -> Bool {
    guard let encryption = tree("META-INF/encryption.xml", in: archive) else { return false }
    let texts = Set(spine)
    return encryption.root.descendants.contains { node in
      guard node.name == "enc:CipherReference", let uri = node["URI"] else { return false }
      return BookPath.resolved("/" + uri, from: "").map { texts.contains($0.path) } == true
    }
  }
}
