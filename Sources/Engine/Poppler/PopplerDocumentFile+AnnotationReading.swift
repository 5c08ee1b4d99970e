internal import CPoppler
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// Returns the annotations of some pages, read by libqpdf; if libqpdf cannot read a broken file, by poppler.
  package func annotations(_ range: Range<Int>) throws(EngineFailure) -> AnnotationPortion {
    let wanted = range.clamped(to: 0..<summary.pageCount)
    if let annotations { return annotations.portion(wanted) }
    var portion = AnnotationPortion(next: wanted.lowerBound)
    for index in wanted {
      let found = guessed(index)
      portion.leftOut += max(0, found.count - Self.mostGuessed)
      portion.annotations += found.prefix(Self.mostGuessed)
      portion.next = index + 1
      if portion.annotations.count >= Self.mostGuessed { break }
    }
    return portion
  }

  package func signatures() -> SignatureReport? {
    // Most documents have none, and need not be read by libqpdf to say so.
    guard core.mayBeSigned || !SignedRanges.ends(in: mapping.bytes).isEmpty else {
      return SignatureReport()
    }
    guard let annotations else { return LostSignatures.report(unreadable: mapping.bytes) }
    return annotations.signatures.advance()
  }

  package func annotationVerdict() -> AnnotationAccess {
    if let annotations { return annotations.verdict }
    return AnnotationAccess(
      obstacle: .damaged, formObstacle: .damaged,
      cautions: SignedRanges.ends(in: mapping.bytes).isEmpty ? [] : [.signed])
  }

  /// Returns the form fields of some pages; none if libqpdf cannot read a broken file.
  package func fields(_ range: Range<Int>) throws(EngineFailure) -> FormPortion {
    let wanted = range.clamped(to: 0..<summary.pageCount)
    return annotations?.form.portion(wanted) ?? FormPortion(next: wanted.upperBound)
  }

  package func imported(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ExchangeRefusal) -> ImportedAnnotations {
    guard let annotations else { throw .document }
    return try annotations.imported(bytes, pageCount: summary.pageCount)
  }

  package func exported(_ export: ExchangeExport) throws(ExchangeRefusal) -> ExchangedFile {
    guard let annotations else { throw .document }
    return try annotations.exported(export)
  }

  package func imageSums(page: Int) -> [UInt64] { annotations?.imageSums(page: page) ?? [] }

  /// The maximum number of annotations taken from poppler at a time.
  private static let mostGuessed = 5_000

  private static let kinds: [UInt32: AnnotationKind] = [
    POPPLER_ANNOT_TEXT.rawValue: .note, POPPLER_ANNOT_FREE_TEXT.rawValue: .freeText,
    POPPLER_ANNOT_LINE.rawValue: .line, POPPLER_ANNOT_SQUARE.rawValue: .box,
    POPPLER_ANNOT_CIRCLE.rawValue: .circle, POPPLER_ANNOT_POLYGON.rawValue: .polygon,
    POPPLER_ANNOT_POLY_LINE.rawValue: .polyLine, POPPLER_ANNOT_HIGHLIGHT.rawValue: .highlight,
    POPPLER_ANNOT_UNDERLINE.rawValue: .underline, POPPLER_ANNOT_SQUIGGLY.rawValue: .squiggly,
    POPPLER_ANNOT_STRIKE_OUT.rawValue: .strikeOut, POPPLER_ANNOT_STAMP.rawValue: .stamp,
    POPPLER_ANNOT_CARET.rawValue: .caret, POPPLER_ANNOT_INK.rawValue: .ink,
    POPPLER_ANNOT_FILE_ATTACHMENT.rawValue: .attachment,
  ]

  /// Returns the annotations of a page as poppler reports them: name, kind, box, text and colour.
  private func guessed(_ index: Int) -> [Annotation] {
    guard let page = try? page(index) else { return [] }
    let geometry = PageGeometry(size: Self.size(page))
    let list = poppler_page_get_annot_mapping(page)
    defer { poppler_page_free_annot_mapping(list) }
    var found: [Annotation] = []
    var next = list
    while let node = next {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let mapping = data.assumingMemoryBound(to: PopplerAnnotMapping.self).pointee
      guard let pointer = mapping.annot else { continue }
      let type = poppler_annot_get_annot_type(pointer)
      guard ![POPPLER_ANNOT_LINK, POPPLER_ANNOT_WIDGET, POPPLER_ANNOT_POPUP].contains(type) else {
        continue
      }
      let name = String(CleanText.line(GLibText.take(poppler_annot_get_name(pointer))).prefix(200))
      let area = mapping.area
      var annotation = Annotation(
        id: AnnotationID(name.isEmpty ? "guessed-\(index)-\(found.count)" : name), page: index,
        kind: Self.kinds[type.rawValue] ?? .other,
        box: geometry.box(
          x1: Self.onAPage(area.x1), y1: Self.onAPage(area.y1), x2: Self.onAPage(area.x2),
          y2: Self.onAPage(area.y2)))
      if annotation.kind.marksText { annotation.quads = [Quad(annotation.box)] }
      annotation.contents = PDFText.decoded(
        PDFText.encoded(GLibText.take(poppler_annot_get_contents(pointer))))
      if let color = poppler_annot_get_color(pointer) {
        let parts = color.pointee
        annotation.color =
          UInt32(parts.red >> 8) << 16 | UInt32(parts.green >> 8) << 8 | UInt32(parts.blue >> 8)
        g_free(color)
      }
      found.append(annotation)
    }
    return found
  }
}
