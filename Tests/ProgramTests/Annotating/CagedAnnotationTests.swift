import DocumentModel
import Foundation
import Interface
import StandIn
import Synchronization
import TestSupport
import Testing
import Workers

@testable import Program

/// A document with a library beside it, kept with the workers that users have.
private final class CagedDesk {
  let folder: String
  let file: String
  let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
  let worker: CagedAnnotationWorker
  let listener = KeptListener()
  let keeper: AnnotationKeeper

  /// `place` is where the document lies, where that is not beside its library.
  init(
    _ base: Data, password: String = "", at place: String? = nil,
    holding: Duration = .seconds(20), _ change: (inout AnnotationOptions) -> Void = { _ in }
  ) throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-caged-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file = (place ?? folder) + "/paper.pdf"
    try base.write(to: URL(fileURLWithPath: file))
    worker = CagedAnnotationWorker(pool, holding: holding)
    var options = AnnotationOptions()
    options.rest = 1_000_000
    change(&options)
    keeper = AnnotationKeeper(
      folder: folder + "/library", worker: worker, options: options, tell: listener.tell)
    keeper.open(file, password: Array(password.utf8))
  }

  deinit {
    keeper.flush()
    pool.shutdown()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var bytes: Data { (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data() }

  func act(_ body: () -> Void) {
    let heard = listener.all.count
    body()
    _ = listener.changed(from: heard)
  }

  func make(_ id: String, page: Int = 0, contents: String = "a note") {
    var made = Annotation(
      id: AnnotationID(id), page: page, kind: .highlight,
      box: Box(x0: 72, y0: 80, x1: 200, y1: 94), color: 0xFFDD4A, contents: contents,
      author: "Ada")
    made.quads = [Quad(made.box)]
    act { keeper.edit(file, AnnotationStep([AnnotationChange(before: nil, after: made)])) }
  }

  func save() -> AnnotationStanding? {
    let heard = listener.all.count
    keeper.save(file)
    return listener.standing(from: heard) { $0.isSaved || $0.obstacle != nil }
  }

  func read(password: String = "") throws -> [Annotation] {
    try worker.read(AnnotationSource(path: file, password: Array(password.utf8))).annotations
  }
}

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

  /// A document certified for filling in alone: what is annotated stays in the library, and holds up nothing.
  @Test func fieldsAreSavedWhereAnnotationsMayNotBe() throws {
    var form = FormPDF()
    let signature = form.document.writer.add(
      "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]>>")
    form.catalogue = "/Perms<</DocMDP \(signature) 0 R>>"
    let desk = try Desk(form.file())
    let (base, file) = (desk.bytes, desk.file)
    _ = desk.listener.loaded()
    let made = Annotation(
      id: AnnotationID("one"), page: 0, kind: .box, box: Box(x0: 1, y0: 1, x1: 20, y1: 20),
      color: 0xFF0000)
    let heard = desk.listener.all.count
    desk.keeper.edit(file, AnnotationStep([AnnotationChange(before: nil, after: made)]))
    _ = desk.listener.changed(from: heard)
    _ = desk.fill { $0.edit(file, Desk.step("code", ["123"])) }
    let standing = try #require(desk.save())
    #expect(!standing.isSaved && standing.isFormSaved && standing.obstacle == .certified)
    #expect(standing.formObstacle == nil)
    #expect(try desk.value("code") == ["123"])
    // Another one behind it, in the same section; and all of it is known to another program.
    _ = desk.fill { $0.edit(file, Desk.step("notes", ["more"])) }
    #expect(desk.save()?.isFormSaved == true)
    #expect(desk.bytes.starts(with: base))
    #expect(try desk.value("notes") == ["more"] && desk.value("code") == ["123"])
    let listener = KeptListener()
    let later = AnnotationKeeper(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(file)
    #expect(listener.loaded()?.map(\.id.name) == ["one"])
    let known = listener.standing { _ in true }
    #expect(known?.isFormSaved == true && known?.isSaved == false)
    later.undo(file)
    later.undo(file)
    later.save(file)
    _ = listener.standing { $0.canRedo && $0.isFormSaved }
    later.flush()
    #expect(try desk.value("code") == [] && desk.value("notes") == [])
  }

  /// Another program writes a version without the field while what was typed waits.
  @Test func whatWasFilledIntoAFieldThatIsGoneIsKeptAndTold() throws {
    let whole = FormPDF().file()
    let desk = try Desk(whole)
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, Desk.step("code", ["123"])) }
    _ = desk.fill { $0.edit(file, Desk.step("notes", ["stays"])) }
    var without = whole
    while let place = without.range(of: Data("/T(code)".utf8)) {
      without.replaceSubrange(place, with: Data("/T(edoc)".utf8))
    }
    try without.write(to: URL(fileURLWithPath: file), options: .atomic)
    let standing = try #require(desk.save())
    #expect(standing.isSaved)
    #expect(standing.missingFields == [FieldEdit(id: FieldID("code"), value: ["123"])])
    #expect(try desk.value("notes") == ["stays"])
    // What is filled in since does not make it forgotten, nor does another start.
    _ = desk.fill { $0.edit(file, Desk.step("own", ["this"])) }
    #expect(desk.save()?.missingFields.count == 1)
    let listener = KeptListener()
    let later = AnnotationKeeper(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(file)
    _ = listener.loaded()
    #expect(listener.standing { $0.missingFields.count == 1 } != nil)
    // The field is there again.
    try whole.write(to: URL(fileURLWithPath: file), options: .atomic)
    let heard = desk.listener.all.count
    desk.keeper.tellAll(file)
    #expect(desk.listener.standing(from: heard) { $0.missingFields.isEmpty } != nil)
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("code") == ["123"])
  }

  @Test func whatWasFilledIntoAFieldThatIsGoneIsTakenBack() throws {
    let whole = FormPDF().file()
    let desk = try Desk(whole)
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, Desk.step("code", ["123"])) }
    var without = whole
    while let place = without.range(of: Data("/T(code)".utf8)) {
      without.replaceSubrange(place, with: Data("/T(edoc)".utf8))
    }
    try without.write(to: URL(fileURLWithPath: file), options: .atomic)
    #expect(desk.save()?.missingFields.count == 1)
    let heard = desk.listener.all.count
    desk.keeper.undo(file)
    #expect(desk.listener.standing(from: heard) { $0.missingFields.isEmpty } != nil)
  }

  /// Another program fills in another field meanwhile: both stay.
  @Test func whatAnotherProgramFillsInStays() throws {
    let desk = try Desk(FormPDF().file())
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, Desk.step("code", ["123"])) }
    let other = try desk.worker.section(
      for: AnnotationSource(path: file, bytes: Array(desk.bytes)), Desk.step("notes", ["theirs"]),
      isCopy: false)
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

  /// Encrypted documents stay so, with the same password; what is added is encrypted too.
  @Test(arguments: [
    ["128", "--use-aes=n"], ["128", "--use-aes=y"], ["256", "--force-R5"], ["256"],
  ])
  func encryptedDocumentsAreSavedByTheKeeper(_ kind: [String]) throws {
    let ground = try TemporaryFolder()
    let (plain, locked) = (ground.path + "/plain.pdf", ground.path + "/locked.pdf")
    try SmallDocument.bytes(pages: 3).write(to: URL(fileURLWithPath: plain))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
    process.arguments =
      ["--allow-weak-crypto", "--encrypt", "wort", "owner"] + kind + ["--", plain, locked]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let base = try Data(contentsOf: URL(fileURLWithPath: locked))
    let desk = try CagedDesk(base, password: "wort")
    #expect(desk.listener.loaded()?.isEmpty == true)
    desk.make("one", page: 1, contents: "unverschlüsselt")
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(desk.bytes.range(of: Data("Ada".utf8)) == nil)
    #expect(try desk.read(password: "wort").map(\.contents) == ["unverschlüsselt"])
    #expect(try desk.read(password: "owner").map(\.contents) == ["unverschlüsselt"])
    #expect(throws: AnnotationObstacle.encryption) { _ = try desk.read(password: "falsch") }
    desk.act { desk.keeper.undo(desk.file) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes == base)
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root"))
  func onAFullDiskTheFileStaysAndIsSavedWhenThereIsRoom() throws {
    let volume = try SmallVolume(bytes: 64 << 10)
    let base = SmallDocument.bytes(pages: 4)
    #expect(base.count < 20 << 10)
    let desk = try CagedDesk(base, at: volume.path)
    #expect(desk.listener.loaded() != nil)
    let filler = volume.path + "/filler"
    // All but less than the file needs once more.
    var room = 60 << 10
    while room > 0, !FileManager.default.createFile(atPath: filler, contents: Data(count: room)) {
      room -= 4 << 10
    }
    let more = (try? FileHandle(forWritingTo: URL(fileURLWithPath: filler)))
    _ = try? more?.seekToEnd()
    while (try? more?.write(contentsOf: Data(count: 1_024))) != nil {}
    desk.make("one")
    #expect(desk.save()?.obstacle == .diskFull)
    #expect(desk.bytes == base)
    let others = try FileManager.default.contentsOfDirectory(atPath: volume.path)
    #expect(Set(others) == ["paper.pdf", "filler"])
    try? more?.close()
    try FileManager.default.removeItem(atPath: filler)
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base))
    #expect(try desk.read().map(\.id.name) == ["one"])
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root"))
  func whereNothingMayBeWrittenTheLibraryKeepsIt() throws {
    let volume = try SmallVolume(bytes: 1 << 20)
    let base = SmallDocument.bytes(pages: 2)
    let desk = try CagedDesk(base, at: volume.path)
    #expect(desk.listener.loaded() != nil)
    let isLocked = volume.set(readOnly: true)
    try #require(isLocked)
    desk.make("one")
    #expect(desk.save()?.obstacle == .readOnlyFile)
    #expect(desk.bytes == base)
    // Another program shows it all the same.
    let listener = KeptListener()
    let later = AnnotationKeeper(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(desk.file)
    #expect(listener.loaded()?.map(\.id.name) == ["one"])
    let copy = desk.folder + "/copy.pdf"
    let done = DispatchSemaphore(value: 0)
    desk.keeper.saveCopy(of: desk.file, to: copy) { _ in done.signal() }
    #expect(done.wait(timeout: .now() + 30) == .success)
    let copied = try desk.worker.read(AnnotationSource(path: copy)).annotations
    #expect(copied.map(\.id.name) == ["one"])
    let isFree = volume.set(readOnly: false)
    try #require(isFree)
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.read().map(\.id.name) == ["one"])
  }

  private func workers(_ pool: WorkerPool) -> Set<Int32> {
    let found = Mutex<[Int32]>([])
    let done = DispatchSemaphore(value: 0)
    pool.processes { pids in
      found.withLock { $0 = pids }
      done.signal()
    }
    done.wait()
    return Set(found.withLock { $0 })
  }

  /// Kilobytes of a process that are its own.
  private static func own(_ pid: Int32) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
      .compactMap { Int($0.split(separator: " ").dropLast().last ?? "") }.reduce(0, +)
  }

  /// The two that hold the base are there while somebody edits, cost little, and end when nobody does, or with the program.
  @Test func workersThatHoldABaseEndAndCostLittle() throws {
    let desk = try CagedDesk(SmallDocument.bytes(pages: 12), holding: .seconds(3))
    #expect(desk.listener.loaded() != nil)
    desk.make("one")
    #expect(desk.save()?.isSaved == true)
    let busy = workers(desk.pool)
    #expect(busy.count >= 3)
    for pid in busy { #expect(Self.own(pid) < 40 << 10) }
    desk.make("two")
    #expect(desk.save()?.isSaved == true)
    // None was ended after its work.
    #expect(workers(desk.pool).isSuperset(of: busy))
    let end = Date(timeIntervalSinceNow: 30)
    while Date() < end, busy.subtracting(workers(desk.pool)).count < 2 { usleep(20_000) }
    #expect(busy.subtracting(workers(desk.pool)).count == 2)
    // A later edit has others.
    desk.make("three")
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.read().count == 3)
    let last = workers(desk.pool)
    desk.pool.shutdown()
    for pid in last { #expect(kill(pid, 0) != 0) }
  }
}
