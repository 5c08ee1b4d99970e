import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Library

/// Files that are stored in the database of a shared library.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedFilesTests {
  private static let size = SharedDatabase.piece + 5

  private func file(_ database: SharedDatabase, _ document: FilelessDocument, budget: Int = 1 << 30)
    throws -> SharedDatabase.Filing
  {
    var pieces = [[UInt8](repeating: 7, count: SharedDatabase.piece), [1, 2, 3, 4, 5]]
    return try database.storeFile(
      of: document.id, size: Self.size, budget: budget,
      next: { pieces.isEmpty ? nil : pieces.removeFirst() }, isWhole: { true })
  }

  private func read(_ ground: SharedLibraryBench, as role: String) throws -> [UInt8]? {
    let searcher = SharedSearcher(
      SharedDatabases(try ground.open(as: role)), name: "lab", library: "/nonexistent")
    var bytes: [UInt8] = []
    let isWhole = try searcher.file(of: "papersa.pdf", in: "papers", most: 1 << 30) {
      bytes += $0
      return true
    }
    return isWhole == true ? bytes : nil
  }

  @Test func storedFilesAreGivenToReaders() throws {
    let ground = try SharedLibraryBench(collections: ["papers", "other"])
    try ground.store(["a.pdf": IndexTests.document("/a.pdf", ["needle"])])
    let (reader, other) = ("r_\(ground.name)", "o_\(ground.name)")
    _ = try ground.keeper.admit(reader, to: "papers", mayWrite: false)
    _ = try ground.keeper.admit(other, to: "other", mayWrite: true)
    let document = try #require(try ground.keeper.withoutFile(in: "papers", after: 0).first)
    #expect(document.path == "a.pdf" && document.hash == "papersa.pdf")
    #expect(try read(ground, as: reader) == nil)
    // Too large, changed, or stored by somebody who may not: nothing stays.
    #expect(try file(ground.keeper, document, budget: Self.size - 1) == .refused)
    let changed = try ground.keeper.storeFile(
      of: document.id, size: 1, budget: 100, next: { nil }, isWhole: { false })
    #expect(changed == .changed)
    for role in [reader, other] {
      #expect(throws: SharedLibraryError.self) { try file(ground.open(as: role), document) }
    }
    #expect(try ground.number("SELECT count(*) FROM recto.file") == 0)
    #expect(try file(ground.keeper, document) == .stored)
    #expect(try file(ground.keeper, document) == .refused)
    #expect(try ground.keeper.withoutFile(in: "papers", after: 0).isEmpty)
    #expect(throws: SharedLibraryError.self) {
      try ground.keeper.run(
        "SELECT recto.add_piece($1, $2)", [.integer(document.id), .bytes([1])])
    }
    let bytes = try #require(try read(ground, as: reader))
    #expect(bytes.count == Self.size && bytes.suffix(6) == [7, 1, 2, 3, 4, 5])
    #expect(try read(ground, as: other) == nil)
    _ = try ground.keeper.dismiss(reader, from: nil)
    #expect(try read(ground, as: reader) == nil)
    // It goes with its document.
    try ground.keeper.prune(["a.pdf"], from: "papers")
    #expect(try ground.number("SELECT count(*) FROM recto.piece") == 0)
  }

  /// A file that grows or shrinks while it is read is passed over; the next one is stored.
  @Test func filesOfAnotherSizeAreNotStored() throws {
    let ground = try SharedLibraryBench()
    try ground.store(["a.pdf": IndexTests.document("/a.pdf", ["needle"])])
    let document = try #require(try ground.keeper.withoutFile(in: "papers", after: 0).first)
    for (size, count) in [(Self.size, 3), (5, 1), (Self.size, 1)] {
      var left = count
      let filing = try ground.keeper.storeFile(
        of: document.id, size: size, budget: 1 << 30,
        next: {
          left -= 1
          return left < 0 ? nil : [UInt8](repeating: 7, count: SharedDatabase.piece)
        }, isWhole: { true })
      #expect(filing == .changed)
    }
    #expect(try ground.number("SELECT count(*) FROM recto.file") == 0)
    // Neither does a program that is not Recto store a part for good.
    #expect(throws: PostgresError.self) {
      try ground.keeper.connection.transaction { () throws(PostgresError) in
        try ground.keeper.connection.run(
          "SELECT recto.begin_file($1, 9, 100)", [.integer(document.id)])
        try ground.keeper.connection.run(
          "SELECT recto.add_piece($1, $2)", [.integer(document.id), .bytes([1, 2])])
      }
    }
    #expect(try ground.number("SELECT count(*) FROM recto.file") == 0)
    #expect(try file(ground.keeper, document) == .stored)
  }

  /// Machines that store files do not wait for each other, nor for readers.
  @Test func machinesDoNotWaitForEachOthersFiles() throws {
    let ground = try SharedLibraryBench()
    try ground.store([
      "a.pdf": IndexTests.document("/a.pdf", ["needle"]),
      "b.pdf": IndexTests.document("/b.pdf", ["thread"]),
    ])
    let documents = try ground.keeper.withoutFile(in: "papers", after: 0)
    try #require(documents.count == 2)
    let other = try ground.open()
    let reader = "r_\(ground.name)"
    _ = try ground.keeper.admit(reader, to: "papers", mayWrite: false)
    let idle = try ground.open(as: reader)
    try idle.run("SELECT pg_advisory_lock(hashtextextended('recto.file', 0))")
    var pieces = [[UInt8]([1, 2, 3])]
    var filings: [SharedDatabase.Filing?] = []
    let filing = try ground.keeper.storeFile(
      of: documents[0].id, size: 3, budget: 1 << 30,
      next: {
        filings += documents.map { try? file(other, $0) }
        return pieces.popLast()
      }, isWhole: { true })
    #expect(filing == .stored)
    #expect(filings == [.refused, .refused, .refused, .refused])
    #expect(try file(other, documents[1]) == .stored)
    #expect(!idle.isBroken)
  }
}
