import DocumentModel
import Wire

/// Reads the annotations of a file, by whichever program they were made, and bounds all their numbers and texts.
final class AnnotationReader {
  let file: ObjectFile
  let tree: PageTree
  /// The annotations that own the names met so far. A name used twice identifies only its first owner.
  private var owners: [String: PDFObject.Reference?] = [:]

  static let mostQuads = 10_000
  static let mostPoints = 100_000
  static let longestName = 200
  /// Subtypes that are not annotations to a user: links, form fields and popup windows (PDF 32000-1, 12.5.6).
  static let machinery: Set = ["Link", "Widget", "Popup"]

  init(_ file: ObjectFile) {
    self.file = file
    tree = PageTree(file)
  }

  /// Reads at most `most` annotations of a page; the rest are counted in `leftOut`.
  func read(_ page: PageNode, index: Int, most: Int = .max) -> PageAnnotations {
    var read = PageAnnotations(page: page, index: index)
    read.items = file.followed(page.entries["Annots"]).array ?? []
    var met: Set<PDFObject.Reference> = []
    for (place, item) in read.items.enumerated() {
      if let reference = item.reference, !met.insert(reference).inserted { continue }
      guard case .dictionary(let entries) = file.followed(item),
        let subtype = file.followed(entries["Subtype"]).name, !Self.machinery.contains(subtype)
      else { continue }
      guard read.list.count < most else {
        read.leftOut += 1
        continue
      }
      let id = identity(of: entries, item.reference, page: index, place: place)
      let annotation = annotation(id, entries, subtype: subtype, page, index)
      read.list.append(FiledAnnotation(annotation, entries, at: place, item.reference))
    }
    resolveAnswers(&read)
    return read
  }

  /// Reads the annotations of some pages and indexes them by id. Pages missing from the page tree are absent from the result.
  ///
  /// Throws `.tooManyAnnotations` if the `/Annots` lists have more than `mostItems` entries together; reading stops there.
  func read(
    _ wanted: Set<Int>, mostItems: Int
  ) throws(SaveBlocker) -> [Int: PageAnnotations] {
    let (found, isWhole) = gathered(wanted, mostItems)
    guard isWhole else { throw .tooManyAnnotations }
    return found
  }

  func read(_ wanted: Set<Int>) -> [Int: PageAnnotations] { gathered(wanted, .max).found }

  private func gathered(
    _ wanted: Set<Int>, _ mostItems: Int
  ) -> (found: [Int: PageAnnotations], isWhole: Bool) {
    var found: [Int: PageAnnotations] = [:]
    var left = mostItems
    tree.visit(wanted.sorted()) { index, page in
      left -= left < 0 ? 0 : self.file.followed(page.entries["Annots"]).array?.count ?? 0
      guard left >= 0 else { return }
      var read = self.read(page, index: index)
      read.makeIndex(self.file)
      found[index] = read
    }
    return (found, left >= 0)
  }

  private func identity(
    of entries: [String: PDFObject], _ reference: PDFObject.Reference?, page: Int, place: Int
  ) -> AnnotationID {
    let name = text(entries["NM"])
    if !name.isEmpty, name.utf8.count <= Self.longestName {
      if let owner = owners[name] {
        if owner == reference, reference != nil { return AnnotationID(name) }
      } else {
        owners[name] = .some(reference)
        return AnnotationID(name)
      }
    }
    guard let reference else { return AnnotationID("direct-\(page)-\(place)") }
    return AnnotationID(object: reference.number, generation: reference.generation)
  }

  /// Resolves `/IRT` references to replies' parents, which must be on the same page (PDF 32000-1, 12.5.6.2).
  private func resolveAnswers(_ read: inout PageAnnotations) {
    var ids: [PDFObject.Reference: AnnotationID] = [:]
    for filed in read.list {
      if let reference = filed.reference { ids[reference] = filed.annotation.id }
    }
    for index in read.list.indices {
      guard let target = read.list[index].repliedTo,
        target != read.list[index].reference
      else { continue }
      read.list[index].annotation.replyTo = ids[target]
    }
    AnswerRings.open(&read.list)
  }

  func annotation(
    _ id: AnnotationID, _ entries: [String: PDFObject], subtype: String, _ page: PageNode,
    _ index: Int
  ) -> Annotation {
    let space = page.space
    var annotation = Annotation(
      id: id, page: index, kind: AnnotationKind(subtype: subtype), box: .zero)
    if annotation.kind.marksText { annotation.quads = quads(entries["QuadPoints"], space) }
    annotation.strokes = strokes(annotation.kind, entries, space)
    annotation.box =
      box(entries["Rect"], space)
      ?? Box(around: annotation.quads.flatMap(\.corners) + annotation.strokes.joined())
      ?? wildBox(entries, space)
    if annotation.kind == .note { annotation.box = upright(annotation.box, space) }
    annotation.opacity = number(entries["CA"]).map { min(max($0, 0), 1) } ?? 1
    if annotation.kind.facts.hasLineWidth {
      annotation.lineWidth = lineWidth(entries)
    }
    annotation.color = ColorComponents.value(numbers(entries["C"]))
    annotation.fill = ColorComponents.value(numbers(entries["IC"]))
    if annotation.kind == .freeText {
      let letters = LetterStyle(text(entries["DA"]))
      annotation.fill = annotation.color
      annotation.color = letters.color ?? LetterStyle.color(ofStyle: text(entries["DS"]))
      annotation.fontSize = letters.size ?? 12
    }
    annotation.icon =
      file.followed(entries["Name"]).name.map {
        String(CleanText.line(PDFName.decoded($0)).prefix(100))
      } ?? ""
    annotation.contents = text(entries["Contents"])
    annotation.author = line(entries["T"])
    annotation.subject = line(entries["Subj"])
    annotation.created = date(entries["CreationDate"])
    annotation.modified = date(entries["M"])
    annotation.flags = flags(entries)
    if annotation.kind.facts.hasLineEndings {
      let names = (file.followed(entries["LE"]).array ?? []).prefix(2).map {
        file.followed($0).name.flatMap(LineEnding.init(fileName:)) ?? .none
      }
      if names.count == 2 { annotation.endings = LineEndings(names[0], names[1]) }
    }
    annotation.state = ReviewState(fileName: line(entries["State"]))
    annotation.tags = tags(entries[AnnotationFields.tagsKey])
    return annotation
  }

  private func tags(_ value: PDFObject?) -> [String]? {
    let tags = (file.followed(value).array ?? []).prefix(Limit.tags).map { line($0) }
    return tags.filter { !$0.isEmpty }
  }

  private func flags(_ entries: [String: PDFObject]) -> Annotation.Flags {
    let bits = file.followed(entries["F"]).integer ?? 0
    var flags: Annotation.Flags = []
    if bits & 0b10_0010 != 0, !Self.answers(entries) { flags.insert(.hidden) }
    if bits & 1 << 7 != 0 { flags.insert(.locked) }
    if bits & 1 << 9 != 0 { flags.insert(.contentsLocked) }
    if file.followed(entries["AP"]).dictionary?["N"] != nil { flags.insert(.hasAppearance) }
    if entries["StateModel"] != nil || entries["State"] != nil { flags.insert(.isState) }
    if entries["IRT"]?.reference != nil, file.followed(entries["RT"]).name == "Group" {
      flags.insert(.isGrouped)
    }
    return flags
  }

  /// Returns true for replies. They are shown with their parent and are not drawn on the page, so their hidden flags mean nothing.
  private static func answers(_ entries: [String: PDFObject]) -> Bool {
    entries["IRT"]?.reference != nil && entries["RT"]?.name ?? "R" == "R"
  }

  private func quads(_ value: PDFObject?, _ space: PageSpace) -> [Quad] {
    let numbers = list(value, most: Self.mostQuads * 8)
    return stride(from: 0, to: numbers.count - 7, by: 8).compactMap { start in
      let points = stride(from: start, to: start + 8, by: 2).compactMap {
        point(numbers[$0], numbers[$0 + 1], space)
      }
      return QuadOrder.quad(points)
    }
  }

  private func strokes(
    _ kind: AnnotationKind, _ entries: [String: PDFObject], _ space: PageSpace
  ) -> [[Point]] {
    switch kind {
    case .ink:
      var budget = Self.mostPoints
      return (file.followed(entries["InkList"]).array ?? []).prefix(Self.mostPoints).compactMap {
        let points = points(list($0, most: budget * 2), space)
        budget -= points.count
        return points.isEmpty ? nil : points
      }
    case .line:
      let ends = points(list(entries["L"], most: 4), space)
      return ends.count == 2 ? [ends] : []
    case .polygon, .polyLine:
      let corners = points(list(entries["Vertices"], most: Self.mostPoints * 2), space)
      return corners.isEmpty ? [] : [corners]
    default: return []
    }
  }

  private func points(_ numbers: [Double?], _ space: PageSpace) -> [Point] {
    stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
      point(numbers[$0], numbers[$0 + 1], space)
    }
  }

  /// Returns a point as the page is shown, in points; nil if a coordinate is missing or beyond `Limit.pageSide`.
  private func point(_ x: Double?, _ y: Double?, _ space: PageSpace) -> Point? {
    guard let x, let y, abs(x) <= Limit.pageSide, abs(y) <= Limit.pageSide else { return nil }
    let shown = space.shown(x: x, y: y)
    guard abs(shown.x) <= Limit.pageSide, abs(shown.y) <= Limit.pageSide else { return nil }
    return shown
  }

  func box(_ value: PDFObject?, _ space: PageSpace) -> Box? {
    let numbers = list(value, most: 4)
    guard numbers.count == 4, let a = point(numbers[0], numbers[1], space),
      let b = point(numbers[2], numbers[3], space)
    else { return nil }
    return Box(
      x0: Float(min(a.x, b.x)), y0: Float(min(a.y, b.y)), x1: Float(max(a.x, b.x)),
      y1: Float(max(a.y, b.y)))
  }

  /// Returns a note's box as it is shown. Notes do not rotate with the page: the upper left corner in user space stays fixed (PDF 32000-1, 12.5.3).
  private func upright(_ box: Box, _ space: PageSpace) -> Box {
    guard space.rotation != 0 else { return box }
    let user = space.rectangle(box)
    let corner = space.shown(x: user[0], y: user[3])
    let (x, y) = (Float(corner.x), Float(corner.y))
    return Box(
      x0: x, y0: y, x1: x + Float(user[2] - user[0]), y1: y + Float(user[3] - user[1]))
  }

  /// Returns true if a coordinate of the rectangle lies beyond `Limit.pageSide`.
  static func isWild(_ value: PDFObject?, in file: ObjectFile) -> Bool {
    guard let items = file.followed(value).array, items.count == 4 else { return false }
    return items.contains { farNumber($0, file).map { abs($0) > Limit.pageSide } ?? false }
  }

  /// Clips such a rectangle to the page, so that the annotation is visible and editable; one wholly outside is placed at the page's edge.
  private func wildBox(_ entries: [String: PDFObject], _ space: PageSpace) -> Box {
    guard Self.isWild(entries["Rect"], in: file) else { return .zero }
    let numbers = (file.followed(entries["Rect"]).array ?? []).map {
      Self.farNumber($0, file) ?? 0
    }
    func bounded(_ a: Double, _ b: Double, _ low: Double, _ high: Double) -> (Double, Double) {
      let (one, other) = (min(max(min(a, b), low), high), min(max(max(a, b), low), high))
      let least = min(Double(Annotation.noteSide), high - low)
      guard other - one < 1 else { return (one, other) }
      let start = min(one, high - least)
      return (start, start + least)
    }
    let (x0, x1) = bounded(numbers[0], numbers[2], space.x0, space.x1)
    let (y0, y1) = bounded(numbers[1], numbers[3], space.y0, space.y1)
    let (a, b) = (space.shown(x: x0, y: y0), space.shown(x: x1, y: y1))
    return Box(
      x0: Float(min(a.x, b.x)), y0: Float(min(a.y, b.y)), x1: Float(max(a.x, b.x)),
      y1: Float(max(a.y, b.y)))
  }

  /// Returns a number, including exponent notation (`1e30`), which PDF lacks and libqpdf returns as a string.
  private static func farNumber(_ value: PDFObject, _ file: ObjectFile) -> Double? {
    let value = file.followed(value)
    if let number = value.number { return number }
    guard let text = value.string, text.count < 400, text.first.map(beginsNumber) == true
    else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).map { min(max($0, -1e9), 1e9) }
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
  }

  /// `/BS` takes precedence over `/Border` (PDF 32000-1, 12.5.4).
  private func lineWidth(_ entries: [String: PDFObject]) -> Double {
    let style = file.followed(entries["BS"]).dictionary
    let border = list(entries["Border"], most: 3)
    let width = number(style?["W"]) ?? (border.count > 2 ? border[2] : nil) ?? 1
    return min(max(width, 0), 1_000)
  }

  private func number(_ value: PDFObject?) -> Double? { file.followed(value).number }

  private func numbers(_ value: PDFObject?) -> [Double] { list(value, most: 4).compactMap(\.self) }

  private func list(_ value: PDFObject?, most: Int) -> [Double?] {
    (file.followed(value).array ?? []).prefix(max(0, most)).map { number($0) }
  }

  func text(_ value: PDFObject?) -> String {
    let text = PDFText.decoded(Array((file.followed(value).string ?? []).prefix(2 * Limit.note)))
    guard text.utf8.count > Limit.note else { return text }
    return String(decoding: Array(text.utf8).prefix(Limit.note), as: UTF8.self)
  }

  func line(_ value: PDFObject?) -> String {
    String(CleanText.line(text(value)).prefix(1_000))
  }

  private func date(_ value: PDFObject?) -> Int64? {
    file.followed(value).string.flatMap(PDFDate.seconds)
  }
}
