import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// The pool with the worker it is made for.
@Suite struct RealWorkerTests {
  private func open(_ file: Data) async throws -> (WorkerPool, WorkerDocument) {
    var name = Array("/tmp/recto-pool-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    file.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    let document = try await withCheckedContinuation { continuation in
      pool.open(descriptor: descriptor, password: []) { continuation.resume(returning: $0) }
    }.get().0
    return (pool, document)
  }

  /// Letters of ten million points break cairo's font; pages drawn later have their text all the same.
  @Test func aPageThatCannotBeDrawnSpoilsNoOther() async throws {
    var book = PagedPDF()
    book.addPage("Text) Tj /F 10000000 Tf (Huge", at: (72, 700))
    book.addPage("Text")
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    let first = await document.ask(.render(page: 0, width: 612, height: 792))
    #expect(first.error == .engine(.damaged))
    let second = await document.ask(.render(page: 1, width: 612, height: 792))
    guard case .success(.picture(let picture)) = second else { throw EngineFailure.notFound }
    #expect(picture.pixels.contains { (1..<250).contains($0) })
  }

  /// A reply longer than a message travels in shared memory.
  @Test func longTextsArriveWhole() async throws {
    var book = PagedPDF()
    let line = String(repeating: "word ", count: 2_000)
    book.addPage(line, at: (0, 700), box: "/MediaBox[0 0 100000 792]")
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    guard case .success(.text(let text)) = await document.ask(.text(page: 0)) else {
      throw EngineFailure.notFound
    }
    #expect(text.byteCount > Limit.frame)
    #expect(text.scalars.filter { $0 == 0x77 }.count == 2_000)
  }
}
