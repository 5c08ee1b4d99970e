import DocumentModel
import Text
import Wire

/// Image files that are the pages of a book.
struct ImageBook {
  /// The files' names in reading order; empty where a page has words instead.
  var pages: [String]
  /// By page index.
  var words: [Int: PageText] = [:]
  var metadata: Metadata
  var outline: [OutlineItem] = []
  /// The labels of the pages, empty for a page without one; no labels if no page has one.
  var labels: [String] = []
  var isRightToLeft = false
  /// The name of the image on the cover; nil for the first page's.
  var cover: String?
  /// Whether a file can be read without those before it.
  var isRandomAccess = true
  /// Returns the bytes of a file, so many at most.
  var bytes: (_ name: String, _ most: Int) -> [UInt8]?
  /// Returns the page that links and addresses name.
  var destination: (_ name: String) -> Destination? = { _ in nil }
  /// Returns the words and links of a page, which are set without regard to its image.
  var portion: (_ page: Int) -> FlowPortion = { _ in FlowPortion() }
}

/// A comic book, or another whose pages are images: a page for each.
final class ComicDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let book: ImageBook
  private var sizes: [Int: PageSize] = [:]
  private var decoded = DecodedImage()
  /// The page whose words and links were asked for last.
  private var last: (page: Int, portion: FlowPortion)?
  private let fingerprinting = Fingerprinting()

  /// Bytes of an image, and those in which its size is looked for.
  private static let (mostBytes, headCount) = (256 << 20, 1 << 17)
  /// Images that are tried for a cover.
  private static let mostTried = 8
  /// The size of a page until its own is known.
  private static let usual = PageSize(width: 1_000, height: 1_500)

  init(_ file: SourceFile, _ book: ImageBook) {
    self.file = file
    self.book = book
    summary = DocumentSummary(
      pageCount: book.pages.count, hasOutline: !book.outline.isEmpty, title: book.metadata.title,
      author: book.metadata.author, language: book.metadata.language,
      capabilities: book.isRightToLeft ? [.image, .rightToLeft] : .image)
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.clamped(to: book.pages.indices).prefix(Limit.pagesAtOnce).map {
      PageInfo(label: book.labels[safe: $0] ?? "", size: size(of: $0))
    }
  }

  /// The size of an image; where the archive has to be unpacked to reach it, that of the first.
  private func size(of page: Int) -> PageSize {
    if let known = sizes[page] { return known }
    let isNear = page == 0 || book.isRandomAccess
    let found =
      isNear ? book.bytes(book.pages[page], Self.headCount).flatMap(PictureFormat.size) : nil
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
    var metadata = book.metadata
    metadata.modified = metadata.modified ?? file.modified
    return metadata
  }

  func outline() -> [OutlineItem] { book.outline }

  func destination(named name: String) -> Destination? { book.destination(name) }

  func text(page: Int) throws(EngineFailure) -> PageText { try portion(page).text }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] { try portion(page).text.plainText }

  func links(page: Int) throws(EngineFailure) -> [Link] {
    try portion(page).links.map { link in
      let target: LinkTarget =
        switch link.address {
        case .place(let name): book.destination(name).map(LinkTarget.destination) ?? .named(name)
        case .target(let target): target
        }
      return Link(box: link.box, target: target)
    }
  }

  /// Returns the words and links of a page, spread over its whole image because their places on it are unknown.
  private func portion(_ page: Int) throws(EngineFailure) -> FlowPortion {
    guard book.pages.indices.contains(page) else { throw .pageOutOfRange }
    if let last, last.page == page { return last.portion }
    var portion = book.portion(page)
    // A page without words may be recognised.
    if portion.text.scalars.isEmpty { portion.text = PageText() }
    let size = size(of: page)
    let extent = portion.text.boxes.reduce(Box(x0: 0, y0: 0, x1: 1, y1: 1)) { $0.union($1) }
    let (x, y) = (Float(size.width) / extent.width, Float(size.height) / extent.height)
    func placed(_ box: Box) -> Box {
      Box(x0: box.x0 * x, y0: box.y0 * y, x1: box.x1 * x, y1: box.y1 * y)
    }
    portion.text.boxes = portion.text.boxes.map(placed)
    for index in portion.links.indices {
      portion.links[index].box = placed(portion.links[index].box)
    }
    portion.text.regions = []
    portion.text.size = size
    last = (page, portion)
    return portion
  }

  /// Returns the digest of the beginning of a page's image; none but the first page's where the archive has to be unpacked to reach it.
  func imageSums(page: Int) -> [UInt64] {
    guard let name = book.pages[safe: page], !name.isEmpty, page == 0 || book.isRandomAccess,
      let head = book.bytes(name, Self.headCount)
    else { return [] }
    return [StableHash(head).value]
  }

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    guard book.pages.indices.contains(drawing.page) else { throw .pageOutOfRange }
    let size = size(of: drawing.page)
    let (side, words) = (max(drawing.width, drawing.height), book.words[drawing.page])
    let image: PixelBuffer
    if let words {
      let most = min(side, ThumbnailRequest.mostPixels)
      image = try TextSheet.drawn(words, ThumbnailRequest(name: "", largest: most))
    } else {
      image = try decoded.pixels(of: book.pages[drawing.page], side: side) {
        book.bytes($0, Self.mostBytes)
      }
    }
    pixels.fill(PaperTint.white)
    let placement = PagePlacement(drawing, of: size)
    try pixels.paint(image, in: Self.box(of: image, in: size), placement)
    let all = PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
    PaperTint.apply(drawing.profile, to: pixels, photographs: words == nil ? [all] : [])
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
    for name in [book.cover].compactMap(\.self) + book.pages.prefix(Self.mostTried) {
      if let bytes = book.bytes(name, Self.mostBytes), PictureFormat(head: bytes) != nil {
        return .picture(try FileMapping(copying: bytes))
      }
    }
    throw .damaged
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }
}
