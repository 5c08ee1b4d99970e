import Messages
import DocumentModel
import Foundation
import Interface
import StandIn
import Synchronization
import TestSupport
import Testing
import Workers

@testable import Annotating

/// Documents that poppler cannot finish: edits are verified without it, and that is reported.
@Suite(.timeLimit(.minutes(10)), .enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
struct EndlessDocumentTests {
  /// Fields in fields, each the only parent of the next; `kids` times each.
  private static func nested(_ depth: Int, kids: Int, isOnPage: Bool = false) -> Data {
    var document = PagedPDF()
    let fields = (0..<depth).map { _ in document.writer.reserve() }
    for (index, field) in fields.enumerated() {
      let inner = index + 1 < depth ? "\(fields[index + 1]) 0 R " : ""
      document.writer.set(
        field,
        "<</FT/Tx/T(f)/Parent \(fields[max(0, index - 1)]) 0 R"
          + "/Kids[\(String(repeating: inner, count: kids))]>>")
    }
    let widget = document.writer.add(
      "<</Type/Annot/Subtype/Widget/Parent \(fields[depth - 1]) 0 R/Rect[0 0 9 9]>>")
    document.addPage(entries: isOnPage ? "/Annots[\(widget) 0 R]" : "")
    document.catalogue = "/AcroForm<</Fields[\(fields[0]) 0 R]>>"
    return document.file()
  }

  /// Ten times ten times ten fields: poppler comes to no end with its form.
  private static func endless(isOnPage: Bool = false) -> Data {
    nested(12, kids: 10, isOnPage: isOnPage)
  }

  private func annotate(_ base: Data, patience: Duration) throws {
    let desk = try SandboxedStore(base, readingPatience: patience) { $0.saving = .onQuit }
    #expect(desk.listener.loaded()?.isEmpty == true)
    desk.make("one")
    let saveStatus = desk.save()
    #expect(saveStatus?.isSaved == true, "\(String(describing: saveStatus?.obstacle))")
    #expect(saveStatus?.isSeenOnce == true, "it is reported")
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(try desk.read().map(\.contents) == ["a note"])
  }

  @Test(arguments: [false, true]) func endlessFormsAreAnnotated(_ isOnPage: Bool) throws {
    try annotate(Self.endless(isOnPage: isOnPage), patience: .seconds(1))
  }

  @Test func documentsThatCrashPopplerAreAnnotated() throws {
    try annotate(Self.nested(20_000, kids: 1), patience: .seconds(600))
  }

  @Test func otherDocumentsAreVerifiedByPoppler() throws {
    let desk = try SandboxedStore(SmallDocument.bytes(pages: 2)) { $0.saving = .onQuit }
    #expect(desk.listener.loaded() != nil)
    desk.make("one")
    #expect(desk.save()?.isSeenOnce == false)
  }

  /// The timeout is remembered after the workers that found it have ended, also for edits appended to the document.
  @Test func aPopplerTimeoutIsRememberedForTheDocument() throws {
    let base = Self.endless()
    let desk = try SandboxedStore(
      base, holding: .milliseconds(50), readingPatience: .seconds(4)
    ) { $0.saving = .onQuit }
    #expect(desk.listener.loaded() != nil)
    let begin = ContinuousClock.now
    desk.make("one")
    #expect(desk.save()?.isSaved == true)
    #expect(ContinuousClock.now - begin > .seconds(4))
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end,
      desk.worker.held.withLock({ $0.pair != nil })
        || !desk.worker.endless.withLock({ $0.has(Array(base)) })
    {
      usleep(10_000)
    }
    #expect(desk.worker.endless.withLock { $0.has(Array(desk.bytes)) })
    #expect(!desk.worker.endless.withLock { $0.has(Array(base.dropLast(40))) })
    desk.make("two")
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.read().count == 2)
  }

  /// Also where many end alike.
  @Test func timedOutDocumentsAreKnownByTheirPrefix() {
    let end = [UInt8](repeating: 7, count: 2_000)
    var (endless, file) = (PopplerTimeouts(), [UInt8]())
    for number in 0..<5 {
      file += [UInt8(number)] + end
      if number.isMultiple(of: 2) { endless.add([UInt8(100 + number)] + file.dropFirst()) }
    }
    #expect(!endless.has(file))
    endless.add(Array(file.prefix(3 * 2_001)))
    #expect(endless.has(file) && endless.has(Array(file.prefix(3 * 2_001))))
    #expect(!endless.has(Array(file.prefix(3 * 2_001 - 1))))
  }

  /// Poppler's verification delays nothing else.
  @Test func verificationBlocksNothingElse() throws {
    let desk = try SandboxedStore(Self.endless(), readingPatience: .seconds(600)) {
      $0.saving = .afterMoment
    }
    #expect(desk.listener.loaded() != nil)
    desk.make("one")
    let heard = desk.listener.all.count
    // Both go through the queue that has the base read.
    desk.store.tellAll(desk.file)
    #expect(desk.listener.loaded(from: heard)?.map(\.id.name) == ["one"])
    let reading = desk.worker.held.withLock { $0.reading }
    #expect(reading != nil && reading?.isEnd.wait(until: .now) == nil, "it is still read")
    desk.pool.shutdown()
  }
}
