import Messages
import DocumentModel
import Foundation
import Interface
import Library
import StandIn
import Synchronization
import TestSupport
import Testing
import Workers

@testable import Annotating

/// The store with the worker that users have.
@Suite(.timeLimit(.minutes(2)))
struct SandboxedAnnotationTests {
  @Test func aHighlightIsSavedAndUndoneInARealDocument() throws {
    var pdf = PagedPDF()
    pdf.addPage("The quick brown fox jumps over the lazy dog, and nobody minds it")
    let desk = try SandboxedStore(pdf.file()) { $0.saving = .onQuit }
    let (base, file, listener) = (desk.bytes, desk.file, desk.listener)
    let (store, worker) = (desk.store, desk.worker)
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
    store.edit(file, AnnotationEdit([AnnotationChange(before: nil, after: made)]))
    _ = listener.changed(from: heard)
    heard = listener.all.count
    store.save(file)
    let saveStatus = listener.saveStatus(from: heard) { $0.isSaved || $0.obstacle != nil }
    #expect(saveStatus?.obstacle == nil)
    #expect(saveStatus?.isSaved == true)
    let saved = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(saved.count > base.count)
    #expect(saved.starts(with: base))
    let found = try worker.read(AnnotationSource(path: file)).annotations
    #expect(found.map(\.id.name) == ["one"])
    #expect(found.first?.contents == "a note")
    #expect(found.first?.kind == .highlight)
    heard = listener.all.count
    store.undo(file)
    _ = listener.changed(from: heard)
    heard = listener.all.count
    store.save(file)
    _ = listener.saveStatus(from: heard) { $0.isSaved || $0.obstacle != nil }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == base)
  }

  /// The list of all documents tells them though the document is not indexed.
  @Test func sectionAndPageLabelAreStoredWithTheAnchor() throws {
    var pdf = PagedPDF()
    pdf.addPage("A preface of some words")
    pdf.addPage("The quick brown fox jumps over the lazy dog, and nobody minds it")
    let outline = pdf.writer.reserve()
    let place = "[\(pdf.pages[1]) 0 R/XYZ 0 760 0]"
    let entry = pdf.writer.add("<</Title(Of animals)/Parent \(outline) 0 R/Dest\(place)>>")
    pdf.writer.set(outline, "<</First \(entry) 0 R/Last \(entry) 0 R/Count 1>>")
    pdf.catalogue = "/Outlines \(outline) 0 R/PageLabels<</Nums[0<</S/r>>1<</P(A-)/S/D/St 7>>]>>"
    let desk = try SandboxedStore(pdf.file()) { $0.saving = .onQuit }
    #expect(desk.listener.loaded()?.isEmpty == true)
    desk.make("one", page: 1)
    _ = desk.save()
    desk.store.flush()
    var found: [ReadingPlace?] = []
    try AnnotationJournal(folder: desk.folder + "/library").find("") { _, _, annotation, _ in
      found.append(annotation.anchor?.reading)
      return true
    }
    #expect(found == [ReadingPlace(turn: 0, section: "Of animals", label: "A-7")])
  }

  /// Encrypted documents stay so, with the same password; sections are encrypted too.
  @Test(arguments: [
    ["128", "--use-aes=n"], ["128", "--use-aes=y"], ["256", "--force-R5"], ["256"],
  ])
  func encryptedDocumentsAreSavedEncrypted(_ kind: [String]) throws {
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
    let desk = try SandboxedStore(base, password: "wort")
    #expect(desk.listener.loaded()?.isEmpty == true)
    desk.make("one", page: 1, contents: "unverschlüsselt")
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(desk.bytes.range(of: Data("Ada".utf8)) == nil)
    #expect(try desk.read(password: "wort").map(\.contents) == ["unverschlüsselt"])
    #expect(try desk.read(password: "owner").map(\.contents) == ["unverschlüsselt"])
    #expect(throws: SaveBlocker.encryption) { _ = try desk.read(password: "falsch") }
    desk.act { desk.store.undo(desk.file) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes == base)
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root"))
  func aFullDiskKeepsTheFileAndSavesLater() throws {
    let volume = try SmallVolume(bytes: 64 << 10)
    let base = SmallDocument.bytes(pages: 4)
    #expect(base.count < 20 << 10)
    let desk = try SandboxedStore(base, at: volume.path)
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
  func onAReadOnlyDiskTheLibraryKeepsTheEdits() throws {
    let volume = try SmallVolume(bytes: 1 << 20)
    let base = SmallDocument.bytes(pages: 2)
    let desk = try SandboxedStore(base, at: volume.path)
    #expect(desk.listener.loaded() != nil)
    let isLocked = volume.set(readOnly: true)
    try #require(isLocked)
    desk.make("one")
    #expect(desk.save()?.obstacle == .readOnlyFile)
    #expect(desk.bytes == base)
    // Another program shows it all the same.
    let listener = KeptListener()
    let later = AnnotationStore(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(desk.file)
    #expect(listener.loaded()?.map(\.id.name) == ["one"])
    let copy = desk.folder + "/copy.pdf"
    let done = DispatchSemaphore(value: 0)
    desk.store.saveCopy(of: desk.file, to: copy) { _ in done.signal() }
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
  @Test func idleAnnotationWorkersEndAndCostLittle() throws {
    let desk = try SandboxedStore(SmallDocument.bytes(pages: 12), holding: .seconds(3))
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
