import DocumentModel
import Wire

/// Opens EPUB 2 and 3 publications.
enum EPUBDocument {
  /// The container's first file is `mimetype` with this content (EPUB 3.3, 4.3.3); one that was zipped again may have lost it.
  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    guard file.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return false }
    return file.head.prefix(512).firstPlace(of: Array("application/epub+zip".utf8)) != nil
      || request.format == .epub
  }

  static func open(_ file: SourceFile) throws(EngineFailure) -> any OpenDocument {
    let content = try EPUBContent(file)
    if let book = content.imageBook() { return ComicDocument(file, book) }
    return FlowDocument(
      file, content, content.package.metadata, FlowingText(kind: .formatted, encoding: ""),
      isRightToLeft: content.package.isRightToLeft,
      permanentID: identifier(of: content, file))
  }

  /// Returns a SHA-256 of the paths, sizes and CRC-32 of the chapters in hexadecimal; empty without a directory of the container.
  private static func identifier(of content: EPUBContent, _ file: SourceFile) -> String {
    let contents = ZipDirectory.contents(of: file)
    var text = ""
    for path in content.package.spine {
      guard let found = contents[path] else { return "" }
      text += "\(path)\0\(found.size) \(found.sum)\n"
    }
    return DigestAlgorithm.sha256.digest(of: Array(text.utf8)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
  }
}
