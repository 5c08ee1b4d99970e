import Messages
import DocumentModel
import Foundation
import Interface
import StandIn
import Synchronization
import TestSupport
import Testing

@testable import Annotating
import Workers

/// Whether a damaged document can be repaired is found out after its annotations were loaded.
@Suite(.timeLimit(.minutes(2))) struct MendingTests {
  /// Finds a document damaged, and waits for permission to repair it.
  private struct Mender: AnnotationWorker {
    let outcome: Result<[UInt8], SaveBlocker>
    let isLet = DispatchSemaphore(value: 0)
    let inner = StandInWorker()

    func read(_ source: AnnotationSource) throws(SaveBlocker) -> AnnotationReading {
      var reading = try inner.read(source)
      (reading.obstacle, reading.formObstacle) = (.damaged, .damaged)
      return reading
    }

    func text(
      of pages: Range<Int>, _ source: AnnotationSource
    ) throws(SaveBlocker) -> [PageText?] { try inner.text(of: pages, source) }

    func section(
      for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool
    ) throws(SaveBlocker) -> [UInt8] { throw .damaged }

    func verify(
      _ section: [UInt8], after base: AnnotationSource, _ step: AnnotationEdit
    ) throws(SaveBlocker) -> SectionVerifiers { throw .damaged }

    func repaired(_ source: AnnotationSource) throws(SaveBlocker) -> [UInt8] {
      isLet.wait()
      return try outcome.get()
    }
  }

  /// A damaged document in the store, and the reports about it.
  private final class Kept {
    let folder: TemporaryFolder
    let mender: Mender
    let listener = KeptListener()
    let store: AnnotationStore

    var file: String { folder.path + "/paper.pdf" }

    init(_ outcome: Result<[UInt8], SaveBlocker>) throws {
      folder = try TemporaryFolder()
      mender = Mender(outcome: outcome)
      let document = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<5)
      try Data(document.bytes).write(to: URL(fileURLWithPath: folder.path + "/paper.pdf"))
      store = AnnotationStore(
        folder: folder.path + "/library", worker: mender, tell: listener.tell)
      store.open(file)
    }

    /// The status, once it is as expected.
    func saveStatus(_ obstacle: SaveBlocker) -> SaveStatus? {
      listener.saveStatus { $0.obstacle == obstacle }
    }
  }

  @Test func unrepairableFilesAreReportedLater() throws {
    let kept = try Kept(.failure(.unverified))
    // It is reported before anything is repaired.
    #expect(kept.saveStatus(.damaged) != nil)
    #expect(kept.listener.loaded() != nil)
    kept.mender.isLet.signal()
    #expect(kept.saveStatus(.unmendable)?.formObstacle == .unmendable)
  }

  /// Callers wait for the result, which is found out once per file.
  @Test(arguments: [
    (Result<[UInt8], SaveBlocker>.success([]), SaveBlocker.damaged),
    (.failure(.damaged), .unmendable), (.failure(.tooLarge), .damaged),
    (.failure(.encryption), .encryption),
  ])
  func examiningReportsWhetherAFileIsRepairable(
    _ outcome: Result<[UInt8], SaveBlocker>, _ obstacle: SaveBlocker
  ) throws {
    let kept = try Kept(outcome)
    #expect(kept.listener.loaded() != nil)
    kept.mender.isLet.signal()
    for _ in 0..<2 {
      let saveStatus = Answer<SaveStatus?>()
      kept.store.examine(kept.file) { saveStatus.give($0) }
      #expect(saveStatus.wait(until: .now + .seconds(60))??.obstacle == obstacle)
    }
  }
}
