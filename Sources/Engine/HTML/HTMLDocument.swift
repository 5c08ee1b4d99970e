import DocumentModel
import Wire

/// Opens HTML and XHTML files: nothing is fetched or executed.
enum HTMLDocument {
  /// In bytes; larger files are shown as plain text.
  private static let largest = 16 << 20

  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    guard !request.asPlainText, file.count > 0 else { return false }
    let name = request.name.lowercased()
    if endings.contains(where: { name.hasSuffix($0) }) { return TextSniffer.areText(file.head) }
    let head = String(decoding: file.head.prefix(512), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
  }

  private static let endings = [".html", ".htm", ".xhtml", ".xht"]

  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    guard file.count <= largest else {
      return try Format.openText(file, request, shortfall: .tooLarge)
    }
    let (bytes, encoding) = try MarkupEncoding.decoded(
      file.bytes(0..<file.count), request)
    let isXML = bytes.prefix(5).elementsEqual("<?xml".utf8)
    let tree = isXML ? MarkupParser.tree(bytes) : MarkupParser.html(bytes)
    let cascade = Cascade()
    for node in tree.root.descendants where node.name == "style" {
      cascade.add(Array(node.text.utf8)) { _ in nil }
    }
    var setter = MarkupSetter(
      cascade,
      // Files beside the page are not opened.
      MarkupSurroundings(images: DataAddress.bytes))
    setter.set(tree)
    var metadata = Metadata()
    for node in tree.root.descendants where node.name == "meta" {
      guard let content = node["content"] else { continue }
      switch node["name"]?.lowercased() {
      case "author", "dc.creator", "citation_author":
        metadata.author = metadata.author.isEmpty ? content : metadata.author + ", " + content
      case "keywords": metadata.keywords = content
      case "description": metadata.subject = content
      case "generator": metadata.creator = content
      default: break
      }
    }
    let title = tree.root.descendants.first { $0.name == "title" }?.words ?? ""
    metadata.title = title.isEmpty ? setter.flow.firstHeading : title
    metadata.format = isXML ? "XHTML" : "HTML"
    return FlowDocument(
      file, SetText(setter.flow, images: DataAddress.bytes), metadata,
      FlowingText(
        kind: .formatted, encoding: encoding.name, isGuess: encoding.isGuess,
        measure: setter.flow.widestCode))
  }
}
