import DocumentModel
import Text
import Wire

/// A Markdown text with GitHub's extensions: parsed when it is opened, and kept as portions.
final class MarkdownDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let portions: [MarkdownPortion]
  private let items: [OutlineItem]
  private let places: [String: Destination]
  private let own: Metadata
  private let fingerprinting = Fingerprinting()

  /// In bytes; larger files are shown as plain text.
  static let largest = 4 << 20
  /// An outline of no more entries is shown whole at first.
  private static let smallOutline = 40

  /// Opens a file, as plain text where its marks are too much to follow.
  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    guard file.count <= largest else {
      return try Format.openText(file, request, shortfall: .tooLarge)
    }
    let encoding = try Format.encoding(of: file, request)
    let text = encoding.scalars(file.bytes(encoding.mark..<max(encoding.mark, file.count)))
    let bytes = Array(String(String.UnicodeScalarView(text.compactMap(Unicode.Scalar.init))).utf8)
    guard !NestingLimit.isExceeded(by: bytes) else {
      return try Format.openText(file, request, shortfall: .tooDeep)
    }
    guard let document = MarkdownDocument(file, bytes, encoding) else {
      return try Format.openText(file, request, shortfall: .tooDeep)
    }
    return document
  }

  private init?(_ file: SourceFile, _ bytes: [UInt8], _ encoding: TextEncoding) {
    let front = FrontMatter(bytes)
    guard let tree = MarkdownTree(Array(bytes.dropFirst(front.byteCount))) else { return nil }
    var setter = MarkdownSetter(linesBefore: front.lineCount)
    tree.walk { setter.visit($0, isEntering: $1) }
    setter.finish()
    self.file = file
    portions = setter.portions
    items = setter.headings.items(isOpen: setter.headings.count <= Self.smallOutline)
    places = Dictionary(
      setter.places.map { ($0.name, $0.destination) }, uniquingKeysWith: { first, _ in first }
    ).filter { $0.value.page < setter.portions.count }
    var metadata = Metadata()
    front.fill(&metadata)
    if metadata.title.isEmpty { metadata.title = setter.firstHeading }
    metadata.modified = file.modified
    metadata.format = "Markdown"
    own = metadata
    summary = DocumentSummary(
      pageCount: setter.portions.count, hasOutline: setter.headings.count > 0,
      title: metadata.title, author: metadata.author,
      flow: FlowingText(
        kind: .markdown, encoding: encoding.name, isGuess: encoding.isGuess,
        measure: min(Limit.measure, setter.widestCode), byteCount: file.count))
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.clamped(to: 0..<portions.count).prefix(Limit.pagesAtOnce).map {
      PageInfo(label: "", size: portions[$0].text.size, line: portions[$0].line)
    }
  }

  func metadata() -> Metadata { own }

  func outline() -> [OutlineItem] { items }

  func text(page: Int) throws(EngineFailure) -> PageText {
    guard portions.indices.contains(page) else { throw .pageOutOfRange }
    return portions[page].text
  }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] {
    let scalars = try text(page: page).scalars.compactMap(Unicode.Scalar.init)
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  func links(page: Int) throws(EngineFailure) -> [Link] {
    guard portions.indices.contains(page) else { throw .pageOutOfRange }
    var budget = Limit.strings
    return portions[page].links.compactMap { link in
      let target = target(of: link.address)
      budget -= target.textCount
      return budget > 0 ? Link(box: link.box, target: target) : nil
    }
  }

  private func target(of address: LinkAddress) -> LinkTarget {
    switch address {
    case .place(let name): destination(named: name).map(LinkTarget.destination) ?? .named(name)
    case .target(let target): target
    }
  }

  /// A heading by the name it is linked to by, or a place an HTML tag names; the empty name is the beginning.
  func destination(named name: String) -> Destination? {
    name.isEmpty ? Destination(page: 0) : places[name.lowercased()]
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }
}
