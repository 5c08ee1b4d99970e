import DocumentModel

/// The files of the container that are read before the text.
extension EPUBContent {
  /// Bytes of a file of text, and with its style elements.
  static let (mostText, mostRead) = (16 << 20, 64 << 20)

  static func tree(_ path: String, in archive: ArchiveFile) -> MarkupTree? {
    text(path, in: archive).map { MarkupParser.tree($0.bytes) }
  }

  /// The UTF-8 of a file, and whether its end is left out.
  static func text(
    _ path: String, in archive: ArchiveFile
  ) -> (bytes: [UInt8], isCut: Bool)? {
    guard let read = archive.bytes(path, most: mostRead) else { return nil }
    let bytes = StyleLimit.applied(to: MarkupEncoding.utf8(read))
    guard bytes.count > mostText else { return (bytes, read.count == mostRead) }
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
