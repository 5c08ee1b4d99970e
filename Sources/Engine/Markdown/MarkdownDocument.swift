import DocumentModel
import Text
import Wire

/// Markdown with GitHub's extensions: parsed when it is opened, and kept as portions.
enum MarkdownDocument {
  /// In bytes; larger files are shown as plain text.
  static let largest = 4 << 20

  /// Opens a file, as plain text if it is too large or nested too deeply.
  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    guard file.count <= largest else {
      return try Format.openText(file, request, shortfall: .tooLarge)
    }
    let encoding = try Format.encoding(of: file, request)
    let bytes = encoding.utf8(file.bytes(encoding.mark..<max(encoding.mark, file.count)))
    guard !NestingLimit.isExceeded(by: bytes), let document = document(file, bytes, encoding) else {
      return try Format.openText(file, request, shortfall: .tooDeep)
    }
    return document
  }

  private static func document(
    _ file: SourceFile, _ bytes: [UInt8], _ encoding: TextEncoding
  ) -> FlowDocument? {
    let front = FrontMatter(bytes)
    guard let tree = MarkdownTree(Array(bytes.dropFirst(front.byteCount))) else { return nil }
    var setter = MarkdownSetter(linesBefore: front.lineCount)
    tree.walk { setter.visit($0, isEntering: $1) }
    var metadata = Metadata()
    front.fill(&metadata)
    if metadata.title.isEmpty { metadata.title = setter.flow.firstHeading }
    metadata.format = "Markdown"
    return FlowDocument(
      file, SetText(setter.flow), metadata,
      FlowingText(
        kind: .markdown, encoding: encoding.name, isGuess: encoding.isGuess,
        measure: setter.flow.widestCode))
  }
}
