import DocumentModel
import Engine
import Foundation
import Testing
import Wire

/// Writes annotations into documents and reads them again, by way of the engine's requests.
struct AnnotatingBench {
  var base: Data
  var password = ""

  /// A refusal, as an error.
  struct Refused: Error, Equatable {
    var obstacle: SaveBlocker
  }

  private func ask(
    _ request: (AnnotationWork) -> Request, section: Data = Data(), _ edits: [AnnotationPatch] = [],
    fields: [FieldEdit] = []
  ) throws -> Reply {
    let engine = Engine()
    let holding = Request.annotationBase(password: Array(password.utf8), count: base.count)
    let held = engine.answer(holding, descriptor: EngineBench.memoryFile(base))
    #expect(held == .baseHeld)
    return try Self.ask(engine, request, section: section, edits, fields: fields)
  }

  /// Asks one that holds a base.
  static func ask(
    _ engine: Engine, _ request: (AnnotationWork) -> Request, section: Data = Data(),
    _ edits: [AnnotationPatch] = [], fields: [FieldEdit] = []
  ) throws -> Reply {
    let list = AnnotationPatches.encoded(SectionEdits(annotations: edits, fields: fields))
    let work = AnnotationWork(sectionCount: section.count, editsCount: list.count)
    let memory = EngineBench.memoryFile(section + Data(list))
    let reply = engine.answer(request(work), descriptor: memory)
    let decoded = try Reply(decoding: reply.encoded(), pageCount: 0)
    if case .annotationRefused(let obstacle) = decoded { throw Refused(obstacle: obstacle) }
    return decoded
  }

  func section(
    _ edits: [AnnotationPatch], fields: [FieldEdit] = [], isCopy: Bool = false
  ) throws -> Data {
    let request = { (work: AnnotationWork) in
      var work = work
      work.isCopy = isCopy
      return Request.section(work)
    }
    guard case .section(let bytes) = try ask(request, edits, fields: fields) else {
      throw Refused(obstacle: .failed)
    }
    return Data(bytes)
  }

  /// Whether poppler has seen it too.
  @discardableResult
  func verify(
    _ section: Data, _ edits: [AnnotationPatch], fields: [FieldEdit] = []
  ) throws -> Bool {
    guard
      case .sectionVerified(let isSeenTwice) = try ask(
        Request.verifySection, section: section, edits, fields: fields)
    else {
      throw Refused(obstacle: .failed)
    }
    return isSeenTwice
  }

  func repaired() throws -> Data {
    guard case .section(let bytes) = try ask({ _ in .repair }) else {
      throw Refused(obstacle: .failed)
    }
    return Data(bytes)
  }

  /// Has the pages read that are looked at twice.
  func readBase(_ annotations: [Annotation]) throws {
    let edits = annotations.map { AnnotationPatch(id: $0.id, oldPage: nil, after: $0) }
    guard case .baseRead = try ask(Request.readBase, edits) else {
      throw Refused(obstacle: .failed)
    }
  }

  /// The document with the edits, verified.
  func saved(_ edits: [AnnotationPatch]) throws -> Data {
    let section = try section(edits)
    try verify(section, edits)
    return base + section
  }

  func saved(_ annotations: [Annotation]) throws -> Data {
    try saved(annotations.map { AnnotationPatch(id: $0.id, oldPage: nil, after: $0) })
  }

  /// All annotations of a document.
  static func read(_ file: Data, password: String = "") throws -> [Annotation] {
    let bench = try EngineBench(file, password: password)
    let count = bench.summary.pageCount
    var all: [Annotation] = []
    var next = 0
    while next < count {
      guard case .annotations(let portion) = try bench.ask(.annotations(next..<count)) else {
        throw Refused(obstacle: .failed)
      }
      #expect(portion.next > next)
      all += portion.annotations
      next = portion.next
    }
    return all
  }

  static func verdict(_ file: Data, password: String = "") throws -> AnnotationAccess {
    let bench = try EngineBench(file, password: password)
    guard case .annotationVerdict(let verdict) = try bench.ask(.annotationVerdict) else {
      throw Refused(obstacle: .failed)
    }
    return verdict
  }
}

/// One of each kind Recto makes, on a page of 612 by 792 points or a turned one.
enum Samples {
  static let all: [Annotation] = AnnotationKind.allCases.filter(\.isMade).map { make($0) }

  static func make(_ kind: AnnotationKind, page: Int = 0) -> Annotation {
    var made = Annotation(
      id: AnnotationID("sample-\(kind.rawValue)-\(page)"), page: page, kind: kind,
      box: Box(x0: 300, y0: 300, x1: 420, y1: 360), color: 0x33_66CC,
      contents: "Über „das“ hier:\nzweite Zeile – 本", author: "Žofie")
    made.created = 1_700_000_000
    made.modified = 1_700_000_100
    if kind.marksText {
      made.quads = [
        Quad(Box(x0: 72, y0: 80, x1: 200, y1: 92)), Quad(Box(x0: 72, y0: 95, x1: 150, y1: 107)),
      ]
      made.opacity = 0.5
    }
    switch kind {
    case .line: made.strokes = [[Point(x: 310, y: 310), Point(x: 400, y: 350)]]
    case .ink:
      made.strokes = [
        [Point(x: 310, y: 310), Point(x: 350, y: 340), Point(x: 400, y: 320)],
        [Point(x: 320, y: 330)],
      ]
    case .box, .circle:
      made.fill = 0xFF_EE_AA
      made.lineWidth = 3
    case .stamp: made.icon = "Approved"
    case .note: made.icon = "Comment"
    case .freeText:
      made.fontSize = 14
      made.fill = 0xFF_FF_CC
    default: break
    }
    made.box = made.extent
    made.flags = [.hasAppearance]
    return made
  }
}
