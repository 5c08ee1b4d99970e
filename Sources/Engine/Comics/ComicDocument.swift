import DocumentModel
import Text
import Wire

/// A comic book: an archive of images, a page for each, in natural order; its folders are chapters.
final class ComicDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let archive: ArchiveFile
  private let paths: [String]
  private let own: Metadata
  private var sizes: [Int: PageSize] = [:]
  private var decoded = DecodedImage()
  private let fingerprinting = Fingerprinting()

  private static let endings = [".cbz", ".cbr", ".cb7", ".cbt"]
  /// Bytes of an image, and those in which its size is looked for.
  private static let (mostBytes, headCount) = (256 << 20, 1 << 17)
  /// Images that are tried for a cover.
  private static let mostTried = 8
  /// The size of a page until its own is known.
  private static let usual = PageSize(width: 1_000, height: 1_500)

  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    let name = request.name.lowercased()
    return file.count > 0 && endings.contains { name.hasSuffix($0) }
  }

  init(_ file: SourceFile) throws(EngineFailure) {
    self.file = file
    archive = try ArchiveFile(file, .any)
    guard !archive.isEncrypted else { throw .encryptionUnknown }
    let found = archive.entries.map(\.path).filter(Self.isImage)
    paths = NaturalOrder(found).sorted().map { found[$0] }
    guard !paths.isEmpty else { throw .noPages }
    if paths.contains(where: Self.isRare) { try RareFormats.require() }
    let info = Self.information(in: archive)
    own = Self.metadata(of: info, pages: paths.count)
    let isRightToLeft = info?.child("Manga")?.words == "YesAndRightToLeft"
    summary = DocumentSummary(
      pageCount: paths.count, hasOutline: Set(paths.map(Self.folder)).count > 1, title: own.title,
      author: own.author, capabilities: isRightToLeft ? [.image, .rightToLeft] : .image)
  }

  private static func isImage(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    // Files of macOS's archiver beside the images.
    guard !name.hasPrefix("."), !path.hasPrefix("__MACOSX/") else { return false }
    return name.split(separator: ".").last.map {
      PictureFormat.extensions.contains($0.lowercased())
    } ?? false
  }

  private static func isRare(_ path: String) -> Bool {
    path.split(separator: ".").last.map {
      PictureFormat.rareExtensions.contains($0.lowercased())
    } ?? false
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// ComicInfo.xml (the Anansi Project, 2.0).
  private static func information(in archive: ArchiveFile) -> MarkupNode? {
    let path = archive.entries.first { $0.path.lowercased().hasSuffix("comicinfo.xml") }?.path
    return path.flatMap { archive.bytes($0, most: 1 << 20) }.flatMap {
      MarkupParser.xml(MarkupEncoding.utf8($0))?.root.child("ComicInfo")
    }
  }

  private static func metadata(of info: MarkupNode?, pages: Int) -> Metadata {
    var metadata = Metadata()
    metadata.format = "Comic book, \(pages) \(pages == 1 ? "image" : "images")"
    guard let info else { return metadata }
    func value(_ name: String) -> String { info.child(name)?.words ?? "" }
    let number = value("Number")
    let series = value("Series") + (number.isEmpty ? "" : " \(number)")
    metadata.title = value("Title").isEmpty ? series : value("Title")
    metadata.author = value("Writer").isEmpty ? value("Penciller") : value("Writer")
    metadata.subject = metadata.title == series ? "" : series
    metadata.keywords = value("Genre")
    if let year = Int64(value("Year")), (1_000...9_999).contains(year) {
      metadata.created =
        CivilTime(
          year: year, month: min(12, max(1, Int64(value("Month")) ?? 1)),
          day: min(28, max(1, Int64(value("Day")) ?? 1))
        ).seconds
    }
    return metadata
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.clamped(to: paths.indices).prefix(Limit.pagesAtOnce).map {
      PageInfo(label: "", size: size(of: $0))
    }
  }

  /// The size of an image; where the archive has to be unpacked to reach it, that of the first.
  private func size(of page: Int) -> PageSize {
    if let known = sizes[page] { return known }
    let isNear = page == 0 || archive.isRandomAccess
    let found =
      isNear ? archive.bytes(paths[page], most: Self.headCount).flatMap(PictureFormat.size) : nil
    let size =
      found.map {
        PageSize(
          width: min(Double($0.width), Limit.pageSide),
          height: min(Double($0.height), Limit.pageSide))
      } ?? (page == 0 ? Self.usual : size(of: 0))
    sizes[page] = size
    return size
  }

  func metadata() -> Metadata {
    var metadata = own
    metadata.modified = file.modified
    return metadata
  }

  func outline() -> [OutlineItem] {
    var items: [OutlineItem] = []
    var last: String?
    for (page, path) in paths.enumerated() where items.count < Limit.outlineItems {
      let folder = Self.folder(path)
      guard folder != last else { continue }
      last = folder
      let title = folder.split(separator: "/").last.map(String.init) ?? own.title
      items.append(
        OutlineItem(
          title: title.isEmpty ? "Beginning" : title,
          target: .destination(Destination(page: page))))
    }
    return items.count > 1 ? items : []
  }

  func text(page: Int) throws(EngineFailure) -> PageText {
    guard paths.indices.contains(page) else { throw .pageOutOfRange }
    var text = PageText()
    text.size = size(of: page)
    return text
  }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] {
    guard paths.indices.contains(page) else { throw .pageOutOfRange }
    return []
  }

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    guard paths.indices.contains(drawing.page) else { throw .pageOutOfRange }
    let size = size(of: drawing.page)
    let image = try decoded.pixels(
      of: paths[drawing.page], side: max(drawing.width, drawing.height)
    ) { archive.bytes($0, most: Self.mostBytes) }
    pixels.fill(PaperTint.white)
    let placement = PagePlacement(drawing, of: size)
    try pixels.paint(image, in: Self.box(of: image, in: size), placement)
    let all = PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
    PaperTint.apply(drawing.profile, to: pixels, photographs: [all])
  }

  /// The place of an image in the middle of its page, which may have been given another shape.
  private static func box(of image: PixelBuffer, in size: PageSize) -> Box {
    let scale = min(size.width / Double(image.width), size.height / Double(image.height))
    let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
    // A pixel's rounding is no other shape.
    guard width < size.width * 0.99 || height < size.height * 0.99 else {
      return Box(x0: 0, y0: 0, x1: Float(size.width), y1: Float(size.height))
    }
    let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
    return Box(
      x0: Float(left), y0: Float(top), x1: Float(left + width), y1: Float(top + height))
  }

  func thumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    for path in paths.prefix(Self.mostTried) {
      if let bytes = archive.bytes(path, most: Self.mostBytes), PictureFormat(head: bytes) != nil {
        return .picture(try FileMapping(copying: bytes))
      }
    }
    throw .damaged
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }
}
