import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// Sections made and verified in the sandbox.
@Suite struct AnnotationWorkerPairTests {
  private static let file = SmallDocument.bytes(pages: 12)

  private func edits(_ count: Int) -> [AnnotationPatch] {
    (0..<count).map { index in
      let kinds: [AnnotationKind] = [.highlight, .freeText, .note, .ink]
      var made = Annotation(
        id: AnnotationID("mark-\(index)"), page: index % 12, kind: kinds[index % 4],
        box: Box(x0: 80, y0: 80, x1: 200, y1: 120), color: 0x00AA_00,
        contents: index % 4 == 1 ? "Привет" : "A note\nof two lines", author: "A")
      if made.kind.marksText { made.quads = [Quad(made.box)] }
      if made.kind == .ink { made.strokes = [[Point(x: 80, y: 80), Point(x: 200, y: 120)]] }
      made.box = made.extent
      return AnnotationPatch(id: made.id, oldPage: nil, after: made)
    }
  }

  private func section(
    _ desk: AnnotationWorkerPair, _ edits: [AnnotationPatch]
  ) async -> Result<[UInt8], AnnotationTrouble> {
    await withCheckedContinuation { continuation in
      desk.section(SectionEdits(annotations: edits)) { continuation.resume(returning: $0) }
    }
  }

  private func verify(
    _ desk: AnnotationWorkerPair, _ section: [UInt8], _ edits: [AnnotationPatch]
  ) async -> AnnotationTrouble? {
    await withCheckedContinuation { continuation in
      desk.verify(section, SectionEdits(annotations: edits)) { result in
        if case .failure(let trouble) = result {
          continuation.resume(returning: trouble)
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  /// Far more than one message holds; fonts that are not embedded are read in the sandbox.
  @Test func manyEditsAreMadeAndVerifiedInTheSandbox() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let edits = edits(600)
    let desk = try pool.annotationWorkerPair(after: AnnotationBase(Array(Self.file)))
    let bytes = try await section(desk, edits).get()
    #expect(bytes.count > Limit.frame)
    let other = try pool.annotationWorkerPair(after: AnnotationBase(Array(Self.file)))
    #expect(await verify(other, bytes, edits) == nil)
    #expect(await verify(other, bytes, self.edits(599)) == .refused(.unverified))
  }

  /// Earlier sections are no part of later ones: each section follows the same base.
  @Test func aWorkerPairServesManyEditsOfOneBase() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = try pool.annotationWorkerPair(after: AnnotationBase(Array(Self.file)))
    var before: [UInt8] = []
    for count in 1...20 {
      let edits = edits(count)
      let bytes = try await section(desk, edits).get()
      #expect(await verify(desk, bytes, edits) == nil)
      if !before.isEmpty { #expect(await verify(desk, before, edits) == .refused(.unverified)) }
      before = bytes
    }
    #expect(await verify(desk, Array("trailer<<>>%%EOF\n".utf8), edits(1)) != nil)
    #expect(await verify(desk, before, edits(20)) == nil)
  }

  /// One that dies between two pieces of work is another's loss, not the edits'.
  @Test func aKilledWorkerIsReplacedAndReadsTheBaseAgain() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = try pool.annotationWorkerPair(after: AnnotationBase(Array(Self.file)))
    let edits = edits(3)
    let bytes = try await section(desk, edits).get()
    #expect(await verify(desk, bytes, edits) == nil)
    let workers = await processes(pool)
    #expect(workers.count >= 2)
    for worker in workers { kill(worker, SIGKILL) }
    let again = try await section(desk, edits).get()
    #expect(await verify(desk, again, edits) == nil)
  }

  private func processes(_ pool: WorkerPool) async -> [Int32] {
    await withCheckedContinuation { continuation in
      pool.processes { continuation.resume(returning: $0) }
    }
  }

  /// Its time is the processor's: one that others keep from it for long has not failed.
  @Test func stoppedWorkersAreWaitedFor() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = try pool.annotationWorkerPair(after: AnnotationBase(Array(Self.file)))
    let edits = edits(3)
    let bytes = try await section(desk, edits).get()
    let workers = await processes(pool)
    for worker in workers { kill(worker, SIGSTOP) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
      for worker in workers { kill(worker, SIGCONT) }
    }
    let (trouble, time) = await withCheckedContinuation { continuation in
      let begin = ContinuousClock.now
      desk.verify(bytes, SectionEdits(annotations: edits), deadline: .seconds(1)) { result in
        let trouble: AnnotationTrouble? =
          if case .failure(let trouble) = result { trouble } else { nil }
        continuation.resume(returning: (trouble, ContinuousClock.now - begin))
      }
    }
    #expect(trouble == nil)
    #expect(time > .seconds(1), "it was not stopped")
    // None was ended over it.
    #expect(Set(await processes(pool)).isSuperset(of: workers))
  }

  @Test func refusalsAreReported() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = try pool.annotationWorkerPair(
      after: AnnotationBase(Array("no document at all".utf8)))
    #expect(await section(desk, edits(1)) == .failure(.refused(.damaged)))
    #expect(throws: AnnotationTrouble.refused(.damaged)) {
      _ = try pool.annotationWorkerPair(after: AnnotationBase([]))
    }
  }
}
