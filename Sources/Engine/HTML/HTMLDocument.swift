import DocumentModel
import Wire

/// Opens HTML and XHTML files, and web pages saved with their images (MHTML): nothing is fetched or executed.
enum HTMLDocument {
  /// In bytes; larger files are shown as plain text.
  private static let largest = 16 << 20

  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    guard !request.asPlainText, file.count > 0 else { return false }
    if WebArchive.recognizes(file.head, named: request.name.lowercased()) { return true }
    if request.format == .html { return TextSniffer.areText(file.head) }
    let head = String(decoding: file.head.prefix(512), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
  }

  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    guard file.count <= largest else {
      return try Format.openText(file, request, shortfall: .tooLarge)
    }
    var (content, request) = (file.bytes(0..<file.count), request)
    var files: (String) -> [UInt8]? = DataAddress.bytes
    var link: (String) -> LinkAddress = { LinkAddress($0) }
    if WebArchive.recognizes(file.head, named: request.name.lowercased()) {
      guard let archive = WebArchive(content) else { throw .damaged }
      let page = archive.html
      content = page.bytes
      // UTF-8 is detected anyway.
      if request.encoding.isEmpty, let charset = page.charset, charset.lowercased() != "utf-8" {
        request.encoding = charset
      }
      files = archive.bytes
      link = archive.link
    }
    let (decoded, encoding) = try MarkupEncoding.decoded(content, request)
    let bytes = StyleLimit.applied(to: decoded)
    let isXML = bytes.prefix(5).elementsEqual("<?xml".utf8)
    let tree = isXML ? MarkupParser.tree(bytes) : MarkupParser.html(bytes)
    // Files beside the page are not opened.
    var surroundings = MarkupSurroundings(images: files)
    surroundings.address = link
    var setter = MarkupSetter(cascade(for: tree, files), surroundings)
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
    let language = tree.root.descendants.lazy.filter { ["html", "body"].contains($0.name) }
      .compactMap { $0["lang"] ?? $0["xml:lang"] }.first
    metadata.language = LanguageTag.checked(language ?? "")
    let title = tree.root.descendants.first { $0.name == "title" }?.words ?? ""
    metadata.title = title.isEmpty ? setter.flow.firstHeading : title
    metadata.format = isXML ? "XHTML" : "HTML"
    return FlowDocument(
      file, SetText(setter.flow, images: files), metadata,
      FlowingText(
        kind: .formatted, encoding: encoding.name, isGuess: encoding.isGuess,
        measure: setter.flow.widestCode))
  }

  private static func cascade(
    for tree: MarkupTree, _ files: (String) -> [UInt8]?
  ) -> Cascade {
    let cascade = Cascade()
    for node in tree.root.descendants {
      if node.name == "style" {
        cascade.add(Array(node.text.utf8)) { _ in nil }
      } else if node.name == "link", node["rel"]?.lowercased() == "stylesheet",
        let sheet = node["href"].flatMap(files)
      {
        cascade.add(MarkupEncoding.utf8(sheet), imports: files)
      }
    }
    return cascade
  }
}
