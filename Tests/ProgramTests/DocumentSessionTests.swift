import DocumentModel
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire
import Workers

@testable import Services

/// Everything that belongs to an open document, and its end.
@Suite struct DocumentSessionTests {
  private let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))

  private func open() async throws -> (WorkerDocument, DocumentSummary) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.txt"
    try Data("some words".utf8).write(to: URL(fileURLWithPath: path))
    let descriptor = try #require(Glibc.open(path, O_RDONLY | O_CLOEXEC) as Int32?)
    return try await withCheckedContinuation { continuation in
      pool.open(descriptor: descriptor, password: [], name: "a.txt") {
        continuation.resume(returning: $0)
      }
    }.get()
  }

  private func answer(of document: WorkerDocument) async -> Result<Reply, WorkerError> {
    await withCheckedContinuation { continuation in
      document.send(.text(page: 0)) { continuation.resume(returning: $0) }
    }
  }

  @Test("a newer generation closes the older one")
  func generations() async throws {
    let session = DocumentSession {}
    let (first, summary) = try await open()
    let (second, _) = try await open()
    #expect(session.take(first, summary, 1) && session.take(second, summary, 2))
    #expect(session.document(1) == nil && session.document(2) != nil)
    #expect(await answer(of: first) == .failure(.cancelled))
    #expect(session.composer(2) !== session.composer(3))
  }

  @Test("a document that opens after its end is closed")
  func lateOpening() async throws {
    let ends = Atomic(0)
    let session = DocumentSession { ends.add(1, ordering: .relaxed) }
    session.end()
    let (document, summary) = try await open()
    #expect(!session.take(document, summary, 1) && session.document(1) == nil)
    #expect(await answer(of: document) == .failure(.cancelled))
    #expect(ends.load(ordering: .relaxed) == 1)
  }

  @Test("a generation is read for the first time once")
  func firstReading() async throws {
    let session = DocumentSession {}
    let (document, _) = try await open()
    #expect(!session.beginsReading(1) && session.take(document, DocumentSummary(pageCount: 9), 1))
    #expect(session.beginsReading(1) && !session.beginsReading(1) && session.beginsReading(2))
  }

  @Test("the last password is tried again")
  func passwords() {
    let session = DocumentSession {}
    #expect(session.password(given: [], initial: [1]) == [1])
    #expect(session.password(given: [2], initial: [1]) == [2])
    #expect(session.password(given: [], initial: [1]) == [2])
  }
}
