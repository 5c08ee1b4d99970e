package import DocumentModel

/// Encodes edits of annotations and form fields as bytes, for memory that is passed to a worker.
package enum AnnotationPatches {
  package static func encoded(_ edits: SectionEdits) -> [UInt8] {
    var writer = ByteWriter()
    for edit in writer.counted(edits.annotations) {
      writer.write(edit.id.name)
      writer.write(optional: edit.oldPage.map(Int64.init))
      if let after = writer.present(edit.after) { writer.write(after) }
    }
    for edit in writer.counted(edits.fields) {
      writer.write(edit.id.name)
      writer.write(fieldValue: edit.value)
    }
    return writer.bytes
  }

  package static func decoded(_ bytes: [UInt8]) throws(WireError) -> SectionEdits {
    var reader = ByteReader(bytes)
    let count = try reader.count(limit: Limit.edits, of: 6)
    var edits = SectionEdits()
    edits.annotations.reserveCapacity(count)
    for _ in 0..<count {
      let id = AnnotationID(try reader.string())
      let page = try reader.optionalInteger()
      guard page.map({ (0..<Int64(Limit.pageCount)).contains($0) }) ?? true else {
        throw .invalid("page")
      }
      let after = try reader.bool() ? try reader.annotation() : nil
      edits.annotations.append(
        AnnotationPatch(id: id, oldPage: page.map { Int($0) }, after: after))
    }
    for _ in 0..<(try reader.count(limit: Limit.fieldEdits, of: 8)) {
      edits.fields.append(
        FieldEdit(id: FieldID(try reader.string()), value: try reader.fieldValue()))
    }
    try reader.end()
    return edits
  }
}

extension ByteWriter {
  mutating func write(_ annotation: Annotation) {
    write(annotation.id.name)
    write(count: annotation.page)
    write(case: annotation.kind)
    write(plain: [annotation.box.x0, annotation.box.y0, annotation.box.x1, annotation.box.y1])
    for quad in counted(annotation.quads) { for corner in quad.corners { write(corner) } }
    for stroke in counted(annotation.strokes) {
      for point in counted(stroke) { write(point) }
    }
    write(optional: annotation.color.map(Int64.init))
    write(optional: annotation.fill.map(Int64.init))
    write(annotation.opacity)
    write(annotation.lineWidth)
    write(annotation.fontSize)
    write(annotation.icon)
    write(raw: Array(annotation.contents.utf8))
    write(annotation.author)
    write(annotation.subject)
    write(optional: annotation.created)
    write(optional: annotation.modified)
    if let target = present(annotation.replyTo) { write(target.name) }
    write(annotation.flags.rawValue)
    write(ordinal: annotation.endings?.first)
    write(ordinal: annotation.endings?.last)
    write(ordinal: annotation.state)
    write(count: annotation.tags?.count ?? 0)
    for tag in annotation.tags ?? [] { write(tag) }
    write(raw: annotation.picture?.bytes ?? [])
  }

  /// Writes the number of a case, from 1; 0 for none.
  private mutating func write<Value: CaseIterable & Equatable>(ordinal value: Value?) {
    let place = value.flatMap { Array(Value.allCases).firstIndex(of: $0) }
    write(UInt8(place.map { $0 + 1 } ?? 0))
  }

  private mutating func write(_ point: Point) {
    write(point.x)
    write(point.y)
  }
}

extension ByteReader {
  mutating func annotation() throws(WireError) -> Annotation {
    let id = AnnotationID(try string())
    let page = try index()
    guard page < Limit.pageCount else { throw .invalid("annotation") }
    var annotation = Annotation(id: id, page: page, kind: try oneCase(), box: try box())
    for _ in 0..<(try count(limit: Limit.quads, of: 64)) {
      annotation.quads.append(
        Quad(
          topLeft: try point(), topRight: try point(), bottomLeft: try point(),
          bottomRight: try point()))
    }
    for _ in 0..<(try count(limit: Limit.strokePoints, of: 4)) {
      var stroke: [Point] = []
      for _ in 0..<(try count(limit: Limit.strokePoints, of: 16)) { stroke.append(try point()) }
      annotation.strokes.append(stroke)
    }
    annotation.color = try color()
    annotation.fill = try color()
    annotation.opacity = try number(0...1)
    annotation.lineWidth = try number(0...1_000)
    annotation.fontSize = try number(0...1_000)
    annotation.icon = try string()
    annotation.contents = try note()
    annotation.author = try string()
    annotation.subject = try string()
    annotation.created = try date()
    annotation.modified = try date()
    if try bool() { annotation.replyTo = AnnotationID(try string()) }
    annotation.flags = Annotation.Flags(rawValue: try integer(UInt16.self))
    let (first, last): (LineEnding?, LineEnding?) = (try ordinal(), try ordinal())
    annotation.endings = LineEndings(first ?? .none, last ?? .none)
    annotation.state = try ordinal()
    var tags: [String] = []
    for _ in 0..<(try count(limit: Limit.tags, of: 4)) { tags.append(try string()) }
    annotation.tags = tags
    let picture = try raw(limit: StampPicture.mostBytes)
    if !picture.isEmpty { annotation.picture = StampPicture(picture) }
    return annotation
  }

  private mutating func ordinal<Value: CaseIterable>() throws(WireError) -> Value? {
    let (number, all) = (Int(try byte()), Array(Value.allCases))
    guard number <= all.count else { throw .invalid("case") }
    return number == 0 ? nil : all[number - 1]
  }

  private mutating func point() throws(WireError) -> Point {
    let (x, y) = (try double(), try double())
    guard abs(x) <= Limit.pageSide * 2, abs(y) <= Limit.pageSide * 2 else {
      throw .invalid("point")
    }
    return Point(x: x, y: y)
  }

  mutating func color() throws(WireError) -> UInt32? {
    guard let value = try optionalInteger() else { return nil }
    guard (0...0xFF_FFFF).contains(value) else { throw .invalid("colour") }
    return UInt32(value)
  }

  private mutating func number(_ range: ClosedRange<Double>) throws(WireError) -> Double {
    let value = try double()
    guard range.contains(value) else { throw .invalid("number") }
    return value
  }

  /// Reads text of several lines; line feeds stay.
  private mutating func note() throws(WireError) -> String {
    CleanText.lines(try raw(limit: Limit.note))
  }

  mutating func annotationPortion() throws(WireError) -> AnnotationPortion {
    let count = try count(limit: Limit.annotations, of: 60)
    var annotations: [Annotation] = []
    annotations.reserveCapacity(count)
    for _ in 0..<count { annotations.append(try annotation()) }
    return AnnotationPortion(annotations: annotations, next: try index(), leftOut: try index())
  }

  mutating func annotationWork() throws(WireError) -> AnnotationWork {
    AnnotationWork(
      sectionCount: try size(Limit.shared), editsCount: try size(Limit.shared),
      isCopy: try bool(), looksTwice: try bool())
  }

  mutating func size(_ limit: Int) throws(WireError) -> Int {
    let value = try integer(Int64.self)
    guard (0...Int64(limit)).contains(value) else { throw .tooLarge }
    return Int(value)
  }

  mutating func annotationVerdict() throws(WireError) -> AnnotationAccess {
    AnnotationAccess(
      obstacle: try bool() ? try oneCase() : nil, formObstacle: try bool() ? try oneCase() : nil,
      cautions: try cases())
  }
}

extension ByteWriter {
  mutating func write(_ portion: AnnotationPortion) {
    for annotation in counted(portion.annotations) { write(annotation) }
    write(count: portion.next)
    write(count: portion.leftOut)
  }

  mutating func write(_ work: AnnotationWork) {
    for count in [work.sectionCount, work.editsCount] { write(Int64(count)) }
    write(work.isCopy)
    write(work.looksTwice)
  }

  mutating func write(_ verdict: AnnotationAccess) {
    if let obstacle = present(verdict.obstacle) { write(case: obstacle) }
    if let obstacle = present(verdict.formObstacle) { write(case: obstacle) }
    write(cases: verdict.cautions)
  }
}
