import DocumentModel
import Library
import Text

/// A sample of a document's text, or of its images and fields if it has too little text. Documents with similar samples are versions of
/// each other.
struct VersionSample: Sendable {
  let source: AnnotationSource
  private let worker: any AnnotationWorker
  private let reading: AnnotationReading
  private var whole: AnchorText?
  private var known: (items: [UInt64], images: [[UInt64]])?

  /// The maximum number of pages read for a sketch, in groups of consecutive pages.
  private static let mostPages = 48
  private static let group = 4
  private static let portion = 32

  init(
    _ worker: any AnnotationWorker, _ source: AnnotationSource, _ reading: AnnotationReading
  ) {
    self.worker = worker
    self.source = source
    self.reading = reading
  }

  /// Returns the text of all pages.
  mutating func text() throws(SaveBlocker) -> AnchorText {
    if let whole { return whole }
    let text = try text(of: [0..<reading.pageCount])
    whole = text
    return text
  }

  private func text(of ranges: [Range<Int>]) throws(SaveBlocker) -> AnchorText {
    var text = AnchorText()
    for range in ranges {
      for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.portion) {
        let pages = first..<min(range.upperBound, first + Self.portion)
        for (page, read) in zip(pages, try worker.text(of: pages, source)) {
          text.add(read ?? PageText(), page: page)
        }
      }
    }
    text.finish()
    return text
  }

  /// The page ranges to sample, spread evenly over the document.
  private var sampled: [Range<Int>] {
    guard reading.pageCount > Self.mostPages else { return [0..<reading.pageCount] }
    let count = Self.mostPages / Self.group
    return (0..<count).map { index in
      let first = index * (reading.pageCount - Self.group) / (count - 1)
      return first..<first + Self.group
    }
  }

  /// Returns the digests of the images, by page, and all that identifies a document without much text: these, then the form's field names.
  mutating func items() throws(SaveBlocker) -> (items: [UInt64], images: [[UInt64]]) {
    if let known { return known }
    var images: [[UInt64]] = []
    for first in stride(from: 0, to: min(reading.pageCount, Self.mostImages), by: Self.portion) {
      let pages = first..<min(reading.pageCount, first + Self.portion)
      images += try worker.images(of: pages, source)
    }
    let items =
      images.flatMap(\.self)
      + reading.fields.map { StableHash($0.id.name.utf8).value }
    known = (items, images)
    return (items, images)
  }

  /// Hashes of the form fields that are filled, with their values.
  private var filled: Set<UInt64> {
    Set(
      reading.fields.filter { !$0.value.isEmpty }
        .map { StableHash(([$0.id.name] + $0.value).joined(separator: "\0").utf8).value })
  }

  /// The maximum number of pages whose images are compared.
  private static let mostImages = 256

  mutating func sketch() throws(SaveBlocker) -> VersionSketch {
    let text: AnchorText
    if let whole { text = whole } else { text = try self.text(of: sampled) }
    let sketch = VersionSketch(text, items: [], filled: filled)
    guard sketch.isEmpty else { return sketch }
    let (items, images) = try items()
    let pages = images.enumerated().flatMap { page, sums in sums.map { _ in page } }
    return VersionSketch(text, items: items, pages: pages)
  }

  /// Returns a predecessor's annotations with their places in this document; nil if this document is not a version of the predecessor. `isKnown` says
  /// that its bytes are the predecessor's from before.
  mutating func carried(
    _ missing: [Annotation], _ fields: [FieldChange], _ anchors: [AnnotationID: TextAnchor],
    of row: AnnotatedDocument, isKnown: Bool
  ) throws(SaveBlocker) -> CarriedAnnotations? {
    let text = try text()
    if !isKnown, try !isVersion(of: row, Array(anchors.values)) { return nil }
    let (moved, homeless) = try moved(missing, anchors, of: row)
    let placing = try AnnotationPlacing(
      moved, anchors, pageCount: reading.pageCount, worker, source, in: text)
    let closest = try placing.closest(anchors, worker, source, in: text)
    func withWords(_ annotation: Annotation) -> Annotation {
      var annotation = annotation
      annotation.anchor = anchors[annotation.id] ?? annotation.anchor
      return annotation
    }
    let (same, changed) = placing.byWords
    var carried = CarriedAnnotations(
      fitting: same.map(withWords), closest: (changed + closest).map(withWords),
      lost: (placing.changed + placing.lost + homeless).map(withWords), fields: fields)
    if !isKnown {
      // An author may well add or delete a name. Different texts typed on the pages of both tell documents apart as their words do.
      let mayChangeNames = DocumentSource.isBeside(source.path)
      carried.isDoubtful =
        row.sketch?.isNearlyAll(in: text, filled: filled, mayChangeNames: mayChangeNames) != true
        || (missing.contains { $0.kind == .freeText }
          && reading.annotations.contains { $0.kind == .freeText })
    }
    return carried
  }

  /// Returns annotations of a document without words on the pages that have the images of their old pages, and those whose images are gone.
  private mutating func moved(
    _ annotations: [Annotation], _ anchors: [AnnotationID: TextAnchor], of row: AnnotatedDocument
  ) throws(SaveBlocker) -> (moved: [Annotation], homeless: [Annotation]) {
    guard let sketch = row.sketch, !sketch.isEmpty, !sketch.hasWords else {
      return (annotations, [])
    }
    let images = try items().images
    var (moved, homeless): ([Annotation], [Annotation]) = ([], [])
    for var annotation in annotations {
      if anchors[annotation.id] == nil, annotation.anchor == nil {
        guard let page = sketch.page(of: annotation.page, in: images), page < reading.pageCount
        else {
          homeless.append(annotation)
          continue
        }
        annotation.page = page
      }
      moved.append(annotation)
    }
    return (moved, homeless)
  }

  static func sketch(of pages: [Int: PageText]) -> VersionSketch {
    VersionSketch(AnchorText(pages.sorted { $0.key < $1.key }.map(\.value)), items: [])
  }

  /// Returns whether this document is a later version of a document with these pages.
  mutating func isVersion(of pages: [Int: PageText]) throws(SaveBlocker) -> Bool {
    let text = try text()
    return Self.sketch(of: pages).likeness(to: text, items: []) >= VersionSketch.enough
  }

  /// Returns whether this document has nearly all words of another, or its images and fields if it has no words.
  mutating func isWhole(
    of row: AnnotatedDocument, _ anchors: [TextAnchor]
  ) throws(SaveBlocker) -> Bool {
    guard let sketch = row.sketch, !sketch.isEmpty else {
      return try share(found: anchors).map { $0 == 1 } ?? true
    }
    let text = try text()
    guard !sketch.hasWords else {
      return sketch.isNearlyAll(in: text, filled: filled, mayChangeNames: true)
    }
    return try sketch.likeness(to: text, items: items().items) == 1
  }

  /// Returns the share of anchors whose words are in this document; nil without anchors.
  private mutating func share(found anchors: [TextAnchor]) throws(SaveBlocker) -> Double? {
    let requests = anchors.map { AnchorSearch.Target($0, page: 0) }
    guard !requests.isEmpty else { return nil }
    let found = AnchorSearch.places(of: requests, in: try text()).count { $0 != nil }
    return Double(found) / Double(requests.count)
  }

  /// Returns whether this document is similar enough to the stored sample of another. Libraries of older Recto versions have only the
  /// words around annotations; then those are compared.
  private mutating func isVersion(
    of row: AnnotatedDocument, _ anchors: [TextAnchor]
  ) throws(SaveBlocker) -> Bool {
    let text = try text()
    if let sketch = row.sketch, !sketch.isEmpty {
      let items = sketch.hasWords ? [] : try items().items
      return sketch.likeness(to: text, items: items) >= VersionSketch.enough
    }
    return try share(found: anchors).map { $0 >= 0.5 } ?? false
  }
}
