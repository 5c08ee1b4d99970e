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
  /// A folder with a document, and a keeper over the worker that users have.
  private final class Desk {
    let folder: String
    let file: String
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    let worker: CagedAnnotationWorker
    let listener = KeptListener()
    let keeper: AnnotationKeeper

    init(_ document: Data) throws {
      folder =
        FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        + "/recto-caged-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      file = folder + "/paper.pdf"
      try document.write(to: URL(fileURLWithPath: file))
      worker = CagedAnnotationWorker(pool)
      var options = AnnotationOptions()
      options.saving = .onQuit
      keeper = AnnotationKeeper(
        folder: folder + "/library", worker: worker, options: options, tell: listener.tell)
      keeper.open(file)
    }

    deinit {
      pool.shutdown()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var bytes: Data { (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data() }

    /// Has fields filled in; gives what was told of it.
    func fill(_ body: (AnnotationKeeper) -> Void) -> [FieldChange]? {
      let heard = listener.all.count
      body(keeper)
      return listener.wait(from: heard) {
        if case .filled(let changes, _, _) = $0 { changes } else { nil }
      }
    }

    func save() -> AnnotationStanding? {
      let heard = listener.all.count
      keeper.save(file)
      return listener.standing(from: heard) { $0.isSaved || $0.obstacle != nil }
    }

    func value(_ name: String) throws -> [String]? {
      try worker.read(AnnotationSource(path: file)).fields.first { $0.id.name == name }?.value
    }

    static func step(_ name: String, _ value: [String]) -> AnnotationStep {
      AnnotationStep(fields: [FieldChange(id: FieldID(name), before: [], after: value)])
    }
  }

  @Test func fieldsGetIntoARealDocumentAndOutOfIt() throws {
    let desk = try Desk(FormPDF().file())
    let (base, file) = (desk.bytes, desk.file)
    let told = desk.listener.wait { if case .form(let fields) = $0 { fields } else { nil } }
    #expect(told?.count == 13)
    _ = desk.listener.loaded()
    let first = desk.fill { $0.edit(file, Desk.step("person.name", ["Grace"])) }
    #expect(first == [FieldChange(id: FieldID("person.name"), before: ["Ada"], after: ["Grace"])])
    #expect(desk.bytes == base, "kept, and not in the file yet")
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(try desk.value("person.name") == ["Grace"])
    // One section a session, whatever is done.
    let size = desk.bytes.count
    _ = desk.fill { $0.edit(file, Desk.step("person.name", ["Joan!"])) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.count == size)
    _ = desk.fill { $0.undo(file) }
    _ = desk.fill { $0.undo(file) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes == base, "undone byte for byte")
    let again = desk.fill { $0.redo(file) }
    #expect(again?.first?.after == ["Grace"])
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("person.name") == ["Grace"])
  }

  /// Another program fills in another field meanwhile: both stay.
  @Test func whatAnotherProgramFillsInStays() throws {
    let desk = try Desk(FormPDF().file())
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, Desk.step("code", ["123"])) }
    let other = try desk.worker.section(
      for: AnnotationSource(path: file, bytes: Array(desk.bytes)), Desk.step("notes", ["theirs"]))
    try (desk.bytes + Data(other)).write(to: URL(fileURLWithPath: file))
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("code") == ["123"])
    #expect(try desk.value("notes") == ["theirs"])
  }

  @Test func aHighlightGetsIntoARealDocumentAndOutOfIt() throws {
    var pdf = PagedPDF()
    pdf.addPage("The quick brown fox jumps over the lazy dog, and nobody minds it")
    let desk = try Desk(pdf.file())
    let (base, file, listener) = (desk.bytes, desk.file, desk.listener)
    let (keeper, worker) = (desk.keeper, desk.worker)
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
