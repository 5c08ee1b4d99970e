import DocumentModel
import Wire

extension OpenAnnotations {
  /// Reads an exchanged file and places its annotations on the document's pages.
  func imported(
    _ bytes: UnsafeRawBufferPointer, pageCount: Int
  ) throws(ExchangeRefusal) -> ImportedAnnotations {
    let contents = try ExchangeContents.read(bytes)
    var imported = ImportedAnnotations(values: contents.values, losses: contents.losses)
    func lose(_ loss: ExchangeLoss) { imported.losses[loss, default: 0] += 1 }
    var drawing = StampDrawing()
    var pages: [Int: PageNode] = [:]
    let wanted = Set(contents.annotations.map(\.page)).filter { $0 < pageCount }.sorted()
    reader.tree.visit(wanted) { pages[$0] = $1 }
    for (number, given) in contents.annotations.enumerated() {
      guard let page = pages[given.page] else {
        lose(.page)
        continue
      }
      let kind = AnnotationKind(subtype: given.subtype)
      guard kind.isWritten else {
        lose(ExchangeLoss(of: kind))
        continue
      }
      var annotation = reader.annotation(given, number: number, on: page)
      guard given.isOnPage, annotation.hasPlace else {
        lose(.place)
        continue
      }
      if !LineStyle(given.entries, in: reader.file).isPlain { lose(.border) }
      if given.hasLostIntent { lose(.intent) }
      if kind == .freeText, given.entries["BS"]?.dictionary?["W"]?.number ?? 0 > 0 { lose(.frame) }
      annotation.picture = given.picture
      if let form = given.appearance {
        let sides = given.sides
        annotation.picture = drawing.picture(
          of: form, width: sides.width, height: sides.height, turn: page.space.rotation)
        if annotation.picture == nil { lose(.picture) }
      }
      imported.annotations.append(annotation)
    }
    return imported
  }

  /// Writes annotations, with what the file says of them beyond what Recto reads, and values.
  func exported(_ export: ExchangeExport) throws(ExchangeRefusal) -> ExchangedFile {
    var writer = ExchangeWriter(reader.file, export)
    // Each reader remembers which names it has met.
    let pages = AnnotationReader(reader.file).read(Set(export.annotations.map(\.page)))
    for annotation in export.annotations {
      guard let page = pages[annotation.page] else {
        writer.lose(.page)
        continue
      }
      writer.add(annotation, on: page)
    }
    if !export.values.isEmpty {
      writer.add(export.values, FormReader(AnnotationReader(reader.file)).all())
    }
    let file = writer.finished()
    guard file.bytes.count < Limit.shared - (1 << 20) else { throw .tooLarge }
    return file
  }
}

extension AnnotationReader {
  /// Returns an exchanged annotation as it is on a page; `number` names it if the file does not.
  fileprivate func annotation(
    _ given: ExchangedAnnotation, number: Int, on page: PageNode
  ) -> Annotation {
    let name = line(given.entries["NM"])
    let isNamed = !name.isEmpty && name.utf8.count <= Self.longestName
    let id = AnnotationID(isNamed ? name : "direct-\(given.page)-\(number)")
    var annotation = annotation(
      id, given.entries, subtype: given.subtype, page, given.page)
    annotation.contents = CleanText.contents(annotation.contents)
    if annotation.kind.marksText, annotation.quads.isEmpty, !annotation.box.isEmpty {
      annotation.quads = [Quad(annotation.box)]
    }
    guard let answered = given.answered, !answered.isEmpty else { return annotation }
    annotation.replyTo = AnnotationID(String(CleanText.line(answered).prefix(Self.longestName)))
    if given.entries["RT"]?.name == "Group" {
      annotation.flags.insert(.isGrouped)
    } else {
      // Programs hide replies, which are shown with their parent.
      annotation.flags.remove(.hidden)
    }
    return annotation
  }
}

extension ExchangedAnnotation {
  /// Intents whose lines Recto does not draw (PDF 32000-1, 12.5.6.6 and 12.5.6.7).
  private static let lostIntents: Set = [
    "FreeTextCallout", "LineDimension", "PolyLineDimension", "PolygonDimension",
  ]

  fileprivate var hasLostIntent: Bool { Self.lostIntents.contains(entries["IT"]?.name ?? "") }

  /// The width and height of its rectangle in points.
  fileprivate var sides: (width: Double, height: Double) {
    let corners = (entries["Rect"]?.array ?? []).compactMap(\.number)
    guard corners.count == 4 else { return (0, 0) }
    return (abs(corners[2] - corners[0]), abs(corners[3] - corners[1]))
  }

  /// The entries with coordinates.
  private static let places = ["Rect", "QuadPoints", "Vertices", "L", "InkList", "CL"]

  /// Whether its coordinates are numbers that a page can have; a reply needs none, as it is where its annotation is.
  fileprivate var isOnPage: Bool {
    let rect = entries["Rect"]?.array
    guard rect?.count == 4 || rect == nil && answered != nil else { return false }
    return Self.places.compactMap { entries[$0]?.array }.allSatisfy { values in
      let numbers = values.flatMap { $0.array ?? [$0] }.map(\.number)
      return !numbers.isEmpty && numbers.allSatisfy { abs($0 ?? .infinity) <= Limit.pageSide }
    }
  }
}

extension Annotation {
  /// Whether something of it can be seen on the page.
  fileprivate var hasPlace: Bool {
    switch kind {
    case .note: true
    case .highlight, .underline, .strikeOut, .squiggly: !quads.isEmpty
    case .line, .polygon, .polyLine: strokes.contains { $0.count > 1 }
    case .ink: !strokes.isEmpty
    default: !box.isEmpty
    }
  }
}
