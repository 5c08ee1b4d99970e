import DocumentModel
import Wire

extension Reply {
  /// Whether this is the kind of answer the request gets, about a document of so many pages.
  func answers(_ request: Request, pageCount: Int) -> Bool {
    switch (request, self) {
    case (_, .failed), (.open, .opened), (.metadata, .metadata), (.outline, .outline),
      (.text, .text), (.recognize, .text), (.plainText, .plainText), (.links, .links),
      (.destination, .destination),
      (.fonts, .fonts), (.textPlace, .textPlace),
      (.attachments, .attachments), (.fingerprint, .fingerprint), (.signatures, .signatures),
      (.rotation, .rotation),
      (.annotationCount, .annotationCount), (.annotationVerdict, .annotationVerdict),
      (.imageSums, .imageSums), (.importAnnotations, .imported),
      (.importAnnotations, .exchangeRefused), (.exportAnnotations, .exported),
      (.exportAnnotations, .exchangeRefused),
      (.annotationBase, .baseHeld), (.section, .section), (.section, .annotationRefused),
      (.readBase, .baseRead), (.readBase, .annotationRefused), (.verifySection, .sectionVerified),
      (.verifySection, .annotationRefused), (.repair, .section), (.repair, .annotationRefused),
      (.edit, .editRefused), (.verifyEdit, .editVerified), (.verifyEdit, .editRefused),
      (.index, .indexed), (.contentType, .contentType), (.indexOn, .indexed),
      (.readArchive, .archive), (.readArchiveOn, .archive), (.syncTeX, .syncTeX):
      true
    case (.edit(let work), .edited(let outcome)):
      outcome.byteCount > 0 && outcome.byteCount <= work.room
    case (.bookPlaces(_, let ranges), .bookPlaces(let places)):
      places.isEmpty || places.count == ranges.count
    case (.pages(let range), .pages(let infos)):
      // Those that take long to be found come in several replies.
      infos.count <= range.clamped(to: 0..<max(0, pageCount)).count
        && (!infos.isEmpty || range.clamped(to: 0..<max(0, pageCount)).isEmpty)
    case (.annotations(let range), .annotations(let portion)):
      portion.next <= max(0, pageCount) && portion.next > range.lowerBound
        || range.isEmpty || range.lowerBound >= pageCount
    case (.fields(let range), .fields(let portion)):
      portion.next <= max(0, pageCount) && portion.next > range.lowerBound
        || range.isEmpty || range.lowerBound >= pageCount
    case (.unknownSigns(let range), .unknownSigns(let counts)):
      (1...max(1, range.count)).contains(counts.count) || range.isEmpty
    case (.attachment(_, let offset), .attachment(let bytes, let total)):
      offset <= total && bytes.count <= total - offset
    case (.draw(let drawing), .drawn(let facts)):
      facts.width == drawing.frame.width && facts.height == drawing.frame.height
    case (.makeThumbnail(let details), .thumbnailMade(let thumbnail)):
      thumbnail.facts.width <= details.side && thumbnail.facts.height <= details.side
    default: false
    }
  }
}
