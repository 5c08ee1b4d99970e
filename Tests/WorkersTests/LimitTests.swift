import DocumentModel
import TestSupport
import Testing
import Wire
import Workers

/// Many documents share few workers.
@Suite struct LimitTests {
  @Test func theIdlestWorkerIsStoppedAndRestarted() async throws {
    let bench = try HostileBench(.honest, every: true) { $0.workerLimit = 2 }
    var documents: [WorkerDocument] = []
    for _ in 0..<4 { documents.append(try await bench.open().0) }
    for document in documents { #expect(await document.askPages().pageCount == 3) }
    let alive = bench.workers.filter { !HostileBench.isReaped($0) }
    // Two with documents, a spare one, and one that may still be dying.
    #expect(alive.count <= 4)
    #expect(await documents[0].askPages().pageCount == 3)
  }
}
