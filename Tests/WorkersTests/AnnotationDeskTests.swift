import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// Sections made and verified in the cage.
@Suite struct AnnotationDeskTests {
  private static let file = SmallDocument.bytes(pages: 12)

  private func edits(_ count: Int) -> [AnnotationEdit] {
    (0..<count).map { index in
      let kinds: [AnnotationKind] = [.highlight, .freeText, .note, .ink]
      var made = Annotation(
        id: AnnotationID("mark-\(index)"), page: index % 12, kind: kinds[index % 4],
        box: Box(x0: 80, y0: 80, x1: 200, y1: 120), color: 0x00AA_00,
        contents: index % 4 == 1 ? "Привет" : "A note\nof two lines", author: "A")
      if made.kind.isMarkup { made.quads = [Quad(made.box)] }
      if made.kind == .ink { made.strokes = [[Point(x: 80, y: 80), Point(x: 200, y: 120)]] }
      made.box = made.extent
      return AnnotationEdit(id: made.id, oldPage: nil, after: made)
    }
  }

  private func section(
    _ desk: AnnotationDesk, _ base: AnnotationBase, _ edits: [AnnotationEdit]
  ) async -> Result<[UInt8], AnnotationTrouble> {
    await withCheckedContinuation { continuation in
      desk.section(behind: base, SectionEdits(annotations: edits)) {
        continuation.resume(returning: $0)
      }
    }
  }

  private func verify(
    _ desk: AnnotationDesk, _ section: [UInt8], _ base: AnnotationBase, _ edits: [AnnotationEdit]
  ) async -> AnnotationTrouble? {
    await withCheckedContinuation { continuation in
      desk.verify(section, behind: base, SectionEdits(annotations: edits)) { result in
        if case .failure(let trouble) = result {
          continuation.resume(returning: trouble)
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  /// Far more than one message holds; fonts that are not embedded are read in the cage.
  @Test func manyEditsAreMadeAndVerifiedInTheCage() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = pool.annotationDesk()
    let edits = edits(600)
    var name = Array("/tmp/recto-desk-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    Self.file.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    let base = AnnotationBase(descriptor: descriptor, count: Self.file.count)
    let bytes = try await section(desk, base, edits).get()
    #expect(bytes.count > Limit.frame)
    let inMemory = AnnotationBase(Array(Self.file))
    #expect(await verify(desk, bytes, inMemory, edits) == nil)
    #expect(await verify(desk, bytes, inMemory, self.edits(599)) == .refused(.unverified))
  }

  @Test func refusalsAreTold() async throws {
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    let desk = pool.annotationDesk()
    let base = AnnotationBase(Array("no document at all".utf8))
    #expect(await section(desk, base, edits(1)) == .failure(.refused(.damaged)))
    // A file that is shorter than it was is not the base.
    var name = Array("/tmp/recto-desk-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    let gone = AnnotationBase(descriptor: descriptor, count: 100)
    #expect(
      await section(desk, gone, edits(1)) == .failure(.worker(.engine(.unreadable))))
  }
}
