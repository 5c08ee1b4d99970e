import DocumentModel
import Text
import Wire

/// Opens FictionBook 2 files, also in a zip archive.
enum FictionBookDocument {
  private static let largest = 128 << 20

  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    guard !request.asPlainText else { return false }
    let name = request.name.lowercased()
    if name.hasSuffix(".fb2.zip") || name.hasSuffix(".fbz") {
      return file.head.starts(with: [0x50, 0x4B])
    }
    let head = Array(file.head.prefix(2_048))
    let encoding = TextEncoding.marked(head) ?? TextEncoding.byZeros(head)
    return (encoding?.utf8(head) ?? head).firstPlace(of: Array("<FictionBook".utf8)) != nil
  }

  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    var (bytes, encoding): ([UInt8], TextEncoding)
    if file.head.starts(with: [0x50, 0x4B]) {
      let archive = try ArchiveFile(file, .zip)
      guard let entry = archive.entries.first(where: { $0.path.lowercased().hasSuffix(".fb2") }),
        let inner = archive.bytes(entry.path, most: largest)
      else { throw .notADocument }
      (bytes, encoding) = try MarkupEncoding.decoded(inner, request)
    } else {
      (bytes, encoding) = try MarkupEncoding.decoded(
        file.bytes(0..<min(file.count, largest)), request)
    }
    let tree = MarkupParser.xml(bytes, recovers: true) ?? MarkupParser.html(bytes)
    guard let book = tree.root.descendants.first(where: { $0.name.lowercased() == "fictionbook" })
    else { throw .damaged }
    let cascade = Cascade()
    cascade.add(Array(FictionBookMarkup.style.utf8)) { _ in nil }
    let images = FictionBookImages(book)
    var setter = MarkupSetter(
      cascade,
      MarkupSurroundings(images: images.bytes))
    let markup = FictionBookMarkup(book)
    markup.tree.isCut = tree.isCut
    setter.set(markup.tree)
    let description = book.child("description")
    let title = description?.child("title-info")
    var metadata = Metadata()
    metadata.title = title?.child("book-title")?.words ?? ""
    metadata.publication.creators = (title.map { Array($0.children("author")) } ?? []).map {
      author in
      ["first-name", "middle-name", "last-name", "nickname"].compactMap { author.child($0)?.words }
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    metadata.author = metadata.publication.creators.joined(separator: ", ")
    metadata.keywords = title?.child("keywords")?.words ?? ""
    metadata.language = LanguageTag.checked(title?.child("lang")?.words ?? "")
    if let series = title?.child("sequence"), let name = series["name"] {
      metadata.subject = name + (series["number"].map { " " + $0 } ?? "")
    }
    let publication = description?.child("publish-info")
    metadata.publication.fields[.publisher] = publication?.child("publisher")?.words
    metadata.publication.fields[.year] = publication?.child("year")?.words
    metadata.publication.fields[.isbn] = publication?.child("isbn")?.words
    metadata.format = "FictionBook 2"
    let cover = title?.child("coverpage")?.child("image").flatMap(FictionBookMarkup.address)
    return FlowDocument(
      file, SetText(setter.flow, cover: cover) { images.bytes($0) }, metadata,
      FlowingText(kind: .formatted, encoding: encoding.name, isGuess: encoding.isGuess))
  }
}

/// The images of a book, which are in its file in Base64.
private struct FictionBookImages {
  private var binaries: [String: MarkupNode] = [:]

  init(_ book: MarkupNode) {
    for binary in book.children("binary").prefix(10_000) {
      if let id = binary["id"] { binaries[id] = binary }
    }
  }

  func bytes(_ name: String) -> [UInt8]? { binaries[name].map { DataAddress.decoded($0.text) } }
}
