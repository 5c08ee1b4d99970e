import Annotating
import DocumentModel
import Foundation
import Annotating
import StandIn
import TestSupport
import Workers

/// The format under test: how its documents are read and written.
protocol ProbedFormat: Sendable {
  var worker: any AnnotationWorker { get }
  /// A document to begin with.
  func document(_ number: Int) -> [UInt8]
  /// Those of a file; nil where it is not whole.
  func annotations(in bytes: [UInt8]) -> [Annotation]?
  /// A mark on some words.
  func mark(
    in bytes: [UInt8], id: String, contents: String, _ random: inout SeededGenerator
  ) -> Annotation?
  /// The file after another program added an annotation or rewrote it completely.
  func adding(_ annotation: Annotation, to bytes: [UInt8]) -> [UInt8]?
  func rewritten(_ bytes: [UInt8]) -> [UInt8]?
  /// The parts of an annotation that the file keeps exactly.
  func gist(_ annotation: Annotation) -> Annotation
}

extension ProbedFormat {
  func gists(_ annotations: some Sequence<Annotation>) -> [AnnotationID: Annotation] {
    Dictionary(annotations.map { ($0.id, gist($0)) }) { first, _ in first }
  }
}

/// A document of plain words, and a stand-in for the worker: quick, and everything is seen.
struct ProbedWords: ProbedFormat {
  let worker: any AnnotationWorker = StandInWorker()

  func document(_ number: Int) -> [UInt8] {
    StandInDocument.made(id: "d\(number)", made: "m0", sentences: 0..<60).bytes
  }

  func annotations(in bytes: [UInt8]) -> [Annotation]? { StandInDocument(bytes)?.annotations }

  func mark(
    in bytes: [UInt8], id: String, contents: String, _ random: inout SeededGenerator
  ) -> Annotation? {
    guard let document = StandInDocument(bytes) else { return nil }
    let line = document.pages.randomElement(using: &random)?.randomElement(using: &random)
    return document.highlight(line ?? "", id: id, contents: contents)
  }

  func adding(_ annotation: Annotation, to bytes: [UInt8]) -> [UInt8]? {
    bytes + StandInDocument.section([AnnotationChange(before: nil, after: annotation)])
  }

  func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    guard let old = StandInDocument(bytes) else { return nil }
    return StandInDocument(id: old.id, made: old.made, pages: old.pages).bytes
      + StandInDocument.section(
        old.annotations.map { AnnotationChange(before: nil, after: $0) })
  }

  func gist(_ annotation: Annotation) -> Annotation { annotation }
}

/// A PDF, with the workers users have in their cages.
final class ProbedPDF: ProbedFormat {
  let worker: any AnnotationWorker
  private let pool: WorkerPool
  private static let pages = 6

  /// nil where there is no worker beside this program.
  init?() {
    guard let path = WorkerPool.locateWorker() else { return nil }
    pool = WorkerPool(WorkerPool.Options(executable: path))
    worker = SandboxedAnnotationWorker(pool)
  }

  func document(_ number: Int) -> [UInt8] {
    Array(SmallDocument.bytes(pages: Self.pages, title: "Book \(number)"))
  }

  func annotations(in bytes: [UInt8]) -> [Annotation]? {
    let source = AnnotationSource(path: "paper.pdf", bytes: bytes)
    guard let reading = try? worker.read(source), reading.obstacle == nil,
      reading.pageCount == Self.pages
    else { return nil }
    return reading.annotations
  }

  func mark(
    in bytes: [UInt8], id: String, contents: String, _ random: inout SeededGenerator
  ) -> Annotation? {
    let kinds: [AnnotationKind] = [.highlight, .underline, .note, .box, .freeText, .ink]
    let kind = kinds.randomElement(using: &random) ?? .highlight
    let y = Float(Int.random(in: 40..<700, using: &random))
    let box = Box(x0: 72, y0: y, x1: 200, y1: y + 24)
    var made = Annotation(
      id: AnnotationID(id), page: Int.random(in: 0..<Self.pages, using: &random), kind: kind,
      box: box, color: 0x3366CC, contents: contents, author: "Tester")
    if kind.marksText { made.quads = [Quad(box)] }
    if kind == .ink {
      made.strokes = [[Point(x: 80, y: Double(y) + 2), Point(x: 190, y: Double(y) + 20)]]
    }
    return made
  }

  func adding(_ annotation: Annotation, to bytes: [UInt8]) -> [UInt8]? {
    let source = AnnotationSource(path: "paper.pdf", bytes: bytes)
    let change = AnnotationChange(before: nil, after: annotation)
    return (try? worker.section(for: source, AnnotationEdit([change]), isCopy: false)).map {
      bytes + $0
    }
  }

  /// By qpdf: other objects, other numbers, another cross-reference.
  func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    let folder = FileManager.default.temporaryDirectory.path + "/recto-probe-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (old, new) = (folder + "/old.pdf", folder + "/new.pdf")
    try? Data(bytes).write(to: URL(fileURLWithPath: old))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
    process.arguments = ["--object-streams=generate", old, new]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return FileManager.default.contents(atPath: new).map { Array($0) }
  }

  /// Writing rounds numbers and fills in default styles.
  func gist(_ annotation: Annotation) -> Annotation {
    var gist = Annotation(
      id: annotation.id, page: annotation.page, kind: annotation.kind, box: .zero,
      color: annotation.color, contents: annotation.contents, author: annotation.author)
    gist.replyTo = annotation.replyTo
    return gist
  }
}
