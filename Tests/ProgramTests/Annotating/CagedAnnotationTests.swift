import DocumentModel
import Foundation
import Interface
import StandIn
import TestSupport
import Testing
import Workers

@testable import Program

/// The keeper with the worker that users have.
@Suite(.timeLimit(.minutes(2)))
struct CagedAnnotationTests {
  @Test func aHighlightGetsIntoARealDocumentAndOutOfIt() throws {
    let folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-caged-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/paper.pdf"
    var pdf = PagedPDF()
    pdf.addPage("The quick brown fox jumps over the lazy dog, and nobody minds it")
    let base = pdf.file()
    try base.write(to: URL(fileURLWithPath: file))
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let worker = CagedAnnotationWorker(pool)
    let listener = KeptListener()
    var options = AnnotationOptions()
    options.saving = .onQuit
    let keeper = AnnotationKeeper(
      folder: folder + "/library", worker: worker, options: options, tell: listener.tell)
    keeper.open(file)
    #expect(listener.loaded()?.isEmpty == true)
    let read = try worker.text(of: 0..<1, AnnotationSource(path: file))
    let page = read.first.flatMap(\.self)
    let text = try #require(page)
    let boxes = text.boxes[4..<15].filter { !$0.isEmpty }
    let box = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    let made = Annotation(
      id: AnnotationID("one"), page: 0, kind: .highlight, box: box, quads: [Quad(box)],
      color: 0xFFDD4A, contents: "a note", author: "Ada")
    var heard = listener.all.count
    keeper.edit(file, AnnotationStep([AnnotationChange(before: nil, after: made)]))
    _ = listener.changed(from: heard)
    heard = listener.all.count
    keeper.save(file)
    let standing = listener.standing(from: heard) { $0.isSaved || $0.obstacle != nil }
    #expect(standing?.obstacle == nil)
    #expect(standing?.isSaved == true)
    let saved = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(saved.count > base.count)
    #expect(saved.starts(with: base))
    let found = try worker.read(AnnotationSource(path: file)).annotations
    #expect(found.map(\.id.name) == ["one"])
    #expect(found.first?.contents == "a note")
    #expect(found.first?.kind == .highlight)
    heard = listener.all.count
    keeper.undo(file)
    _ = listener.changed(from: heard)
    heard = listener.all.count
    keeper.save(file)
    _ = listener.standing(from: heard) { $0.isSaved || $0.obstacle != nil }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == base)
  }
}
