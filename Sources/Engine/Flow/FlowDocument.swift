import DocumentModel
import Wire

/// A document whose text flows into the window, of any format that is set into portions.
final class FlowDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let content: any FlowContent
  private let own: Metadata
  private let fingerprinting = Fingerprinting()
  private var decoded = DecodedImage()
  private let annotated: FlowAnnotations

  init(
    _ file: SourceFile, _ content: any FlowContent, _ metadata: Metadata, _ flow: FlowingText,
    annotated: FlowAnnotations = FlowAnnotations(), isRightToLeft: Bool = false,
    permanentID: String = ""
  ) {
    self.annotated = annotated
    var (metadata, flow) = (metadata, flow)
    metadata.modified = metadata.modified ?? file.modified
    flow.byteCount = file.count
    flow.measure = min(Limit.measure, flow.measure)
    if (2...Limit.weighedPortions).contains(content.portionCount) {
      flow.portionEnds = content.portionLengths.reduce(into: []) { ends, length in
        ends.append(min(Int(Int32.max), (ends.last ?? 0) + length))
      }
    }
    self.file = file
    self.content = content
    own = metadata
    var capabilities: DocumentCapabilities =
      flow.kind == .formatted ? [.text, .annotations] : .flowingText
    if isRightToLeft { capabilities.insert(.rightToLeft) }
    summary = DocumentSummary(
      pageCount: content.portionCount, permanentID: permanentID, hasOutline: content.hasOutline,
      title: metadata.title,
      author: metadata.author, language: metadata.language, flow: flow,
      capabilities: capabilities)
  }

  private func portion(_ page: Int) throws(EngineFailure) -> FlowPortion {
    guard (0..<content.portionCount).contains(page) else { throw .pageOutOfRange }
    return try content.portion(page)
  }

  /// Labels of printed pages need the text, so that others are answered between some of it.
  private static let workAtOnce = 1 << 20

  func pages(_ range: Range<Int>) -> [PageInfo] {
    let isFormatted = summary.flow?.kind == .formatted
    let start = content.workDone
    var infos: [PageInfo] = []
    for page in range.clamped(to: 0..<content.portionCount).prefix(Limit.pagesAtOnce)
    where infos.isEmpty || content.workDone - start < Self.workAtOnce {
      var info = content.info(page)
      // Lines of markup mean nothing to its readers.
      if isFormatted { info.line = 0 }
      infos.append(info)
    }
    return infos
  }

  func metadata() -> Metadata { own }

  func outline() -> [OutlineItem] { content.outline() }

  func text(page: Int) throws(EngineFailure) -> PageText { try portion(page).text }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] { try portion(page).text.plainText }

  func links(page: Int) throws(EngineFailure) -> [Link] {
    var budget = Limit.strings
    return try portion(page).links.compactMap { link in
      let target: LinkTarget =
        switch link.address {
        case .place(let name): content.target(ofPlace: name)
        case .target(let target): target
        }
      budget -= target.textCount
      return budget > 0 ? Link(box: link.box, target: target) : nil
    }
  }

  /// Comments and tracked changes, of so many portions that are read anyway.
  func annotations(_ range: Range<Int>) throws(EngineFailure) -> AnnotationPortion {
    guard content.hasMarks else { return AnnotationPortion(next: range.upperBound) }
    var found: [Annotation] = []
    for page in range.clamped(to: 0..<content.portionCount) {
      found += annotated.annotations(on: page, of: try content.portion(page))
    }
    return AnnotationPortion(
      annotations: Array(found.prefix(Limit.annotations)), next: range.upperBound)
  }

  func annotationCount(_ range: Range<Int>) throws(EngineFailure) -> Int {
    try annotations(range).annotations.count
  }

  func notes(page: Int) throws(EngineFailure) -> PageNotes {
    let annotations = try annotations(page..<page + 1).annotations
    var notes = PageNotes()
    notes.texts = annotations.map(\.contents).filter { !$0.isEmpty }
    notes.isAnnotated = !annotations.isEmpty
    return notes
  }

  func places(of ranges: [Range<Int>], on page: Int) throws(EngineFailure) -> [BookPlace] {
    guard (0..<content.portionCount).contains(page) else { throw .pageOutOfRange }
    return content.places(of: ranges, on: page)
  }

  func textPlace(of selector: BookSelector) -> TextPlace? { content.textPlace(of: selector) }

  func destination(named name: String) -> Destination? { content.destination(named: name) }

  // MARK: images

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    let portion = try portion(drawing.page)
    // Text is set by the reader; only its images are drawn.
    guard !portion.images.isEmpty else { throw .notFound }
    let placement = PagePlacement(drawing, of: portion.text.size)
    pixels.fill(PaperTint.white)
    var areas: [PixelRect] = []
    for image in portion.images {
      guard let area = placement.pixels(of: image.box, in: drawing.frame) else { continue }
      let side = Int(placement.scale * Double(max(image.box.width, image.box.height))) + 1
      let picture = try decoded.pixels(of: image.name, side: side, content.image)
      try pixels.paint(picture, in: image.box, placement)
      areas.append(area)
    }
    PaperTint.apply(drawing.profile, to: pixels, photographs: areas)
  }

  /// The cover, or a sheet of paper with the beginning of the text.
  func thumbnail(_ details: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    if let cover = content.cover, let bytes = content.image(cover),
      PictureFormat(head: bytes) != nil
    {
      return .picture(try FileMapping(copying: bytes))
    }
    return .drawing(try TextSheet.drawn(try text(page: 0), details), pageCount: 0)
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }
}
