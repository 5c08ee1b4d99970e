import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Library

/// Reading on several machines that may end at any time.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedLeaseTests {
  private func document(_ number: Int) -> IndexedDocument {
    IndexTests.document("/\(number).pdf", ["needle \(number)", "second", "third"])
  }

  private func offer(_ count: Int, _ ground: SharedLibraryBench) throws {
    try ground.keeper.offer(
      (0..<count).map { ("\($0).pdf", document($0).sighting) }, to: "papers", reader: "test")
  }

  /// Ends the leases of programs that were killed, as time would.
  private func expire(_ ground: SharedLibraryBench) throws {
    try ground.cluster.run(
      script: "UPDATE recto.job SET leased_until = now() - interval '1 s' WHERE state = 1",
      in: ground.name)
  }

  @Test func leasesAreExclusiveAndExpire() throws {
    let ground = try SharedLibraryBench()
    try offer(6, ground)
    let other = try ground.open()
    let first = try ground.keeper.lease(from: ["papers"], machine: "a")
    let second = try other.lease(from: ["papers"], machine: "b")
    #expect(first.count == 4 && second.count == 2)
    #expect(Set(first.map(\.job)).isDisjoint(with: second.map(\.job)))
    #expect(try other.lease(from: ["papers"], machine: "b").isEmpty)
    // Each machine gives back its own only.
    try other.release(second[0].lease)
    #expect(try ground.number("SELECT count(*) FROM recto.job WHERE state = 1") == 4)
    #expect(try ground.keeper.begin(second[0]) == false)
    #expect(try other.lease(from: ["papers"], machine: "b").count == 2)
    // Given back, without blame for the one that was begun and interrupted.
    #expect(try ground.keeper.begin(first[0]))
    try ground.keeper.release(first[0].lease)
    #expect(try ground.number("SELECT sum(attempts) FROM recto.job") == 0)
    #expect(try ground.keeper.begin(first[0]) == false)
    #expect(try ground.keeper.store(document(0), hash: "x", of: first[0]) == false)
    // A lease that is over belongs to the next, and until then the file waits.
    let leased = try #require(try ground.keeper.workload().first)
    #expect((leased.waiting, leased.leased) == (4, 2))
    try expire(ground)
    let over = try #require(try ground.keeper.workload().first)
    #expect((over.waiting, over.leased) == (6, 0))
    let third = try ground.keeper.lease(from: ["papers"], machine: "a")
    #expect(third.count == 4)
    for file in first + second { #expect(try other.begin(file) == false) }
  }

  private func offer(sizes: [Int64], _ ground: SharedLibraryBench) throws {
    try ground.keeper.offer(
      sizes.enumerated().map { number, size in
        var sighting = document(number).sighting
        sighting.size = size
        return ("\(number).pdf", sighting)
      }, to: "papers", reader: "test")
  }

  /// A machine that got several large files last would read on when all others are done.
  @Test func largeFilesAreLeasedFirstAndAlone() throws {
    let ground = try SharedLibraryBench()
    try offer(
      sizes: [100, 900_000, 200_000, 2_000_000, 300, 5_000_000, 200, 100_000], ground)
    var leased: [[Int64]] = []
    while case let files = try ground.keeper.lease(from: ["papers"], machine: "a"), !files.isEmpty {
      leased.append(files.map(\.size).sorted(by: >))
    }
    #expect(
      leased == [[2_000_000], [5_000_000], [900_000, 200_000, 100], [100_000, 300, 200]])
  }

  /// An empty lease ends a machine's run: others may lock only what they take.
  @Test(arguments: [2_000_000, 600_000] as [Int64])
  func filesThatAreNotTakenAreFreeAtOnce(_ size: Int64) throws {
    let ground = try SharedLibraryBench()
    try offer(sizes: Array(repeating: size, count: 4), ground)
    let other = try ground.open()
    try ground.keeper.run("BEGIN")
    let first = try ground.keeper.lease(from: ["papers"], machine: "a")
    let second = try other.lease(from: ["papers"], machine: "b")
    try ground.keeper.run("COMMIT")
    let count = size > 1 << 20 ? 1 : 2
    #expect(first.count == count && second.count == count)
    #expect(Set(first.map(\.job)).isDisjoint(with: second.map(\.job)))
  }

  /// A file that ends whole machines is given up after ten of them, alone; the others of their leases are innocent.
  @Test func onlyStartedFilesCountAsFailed() throws {
    let ground = try SharedLibraryBench()
    try offer(40, ground)
    while true {
      let files = try ground.keeper.lease(from: ["papers"], machine: "m")
      guard !files.isEmpty else {
        guard try ground.number("SELECT count(*) FROM recto.job WHERE state = 1") > 0 else { break }
        try expire(ground)
        continue
      }
      for file in files {
        #expect(try ground.keeper.begin(file))
        // The reader ends, and with it everything it had leased.
        if file.path == "7.pdf" || file.path == "8.pdf" { break }
        let number = Int(file.path.dropLast(4)) ?? 0
        #expect(try ground.keeper.store(document(number), hash: file.path, of: file))
      }
    }
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 38)
    let troubles = try ground.keeper.troubles()
    #expect(troubles.map(\.path) == ["7.pdf", "8.pdf"])
    #expect(troubles.allSatisfy { $0.isGivenUp && $0.attempts == 10 && $0.machine == "m" })
    #expect(try ground.keeper.workload().first?.givenUp == 2)
    // Another version of the reader tries again.
    let files = try ground.keeper.files(of: "papers").filter { $0.state == .givenUp }
    #expect(files.count == 2)
    #expect(files.allSatisfy { $0.isCurrent(document(7).sighting, reader: "test") })
    #expect(files.allSatisfy { !$0.isCurrent(document(7).sighting, reader: "newer") })
  }

  /// Three machines that were switched off do not cost a document; three lost workers do, whatever else happened.
  @Test func crashedWorkersCountMoreThanLostMachines() throws {
    let ground = try SharedLibraryBench()
    try offer(1, ground)
    func attempt() throws -> LeasedFile {
      let file = try #require(try ground.keeper.lease(from: ["papers"], machine: "m").first)
      #expect(try ground.keeper.begin(file))
      return file
    }
    for loss in 0..<2 {
      for _ in 0..<3 {
        #expect(try attempt().losses == loss)
        try expire(ground)
      }
      try ground.keeper.fail(try attempt(), "lost")
    }
    try ground.keeper.fail(try attempt(), "lost")
    #expect(try ground.keeper.lease(from: ["papers"], machine: "m").isEmpty)
    let trouble = try #require(try ground.keeper.troubles().first)
    #expect(trouble.isGivenUp && trouble.attempts == 9 && trouble.reason == "lost")
    // Offering a file again clears its losses.
    try offer(1, ground)
    #expect(try attempt().losses == 0)
  }

  /// The server ends sessions between any two changes of a transaction.
  @Test func killedSessionsLeaveWholeDocumentsOnly() throws {
    let ground = try SharedLibraryBench(slicePages: 60)
    let count = 150
    try offer(count, ground)
    try ground.cluster.run(
      script: """
        CREATE FUNCTION public.crash() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF random() < 0.04 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$;
        DO $$ DECLARE t text; BEGIN
          FOREACH t IN ARRAY ARRAY['document', 'front', 'copy', 'job', 'slice'] LOOP
            EXECUTE format('CREATE TRIGGER crash AFTER INSERT OR UPDATE OR DELETE ON recto.%I EXECUTE FUNCTION public.crash()', t);
          END LOOP;
        END $$;
        """, in: ground.name)
    let workers = (0..<3).map { _ in try? ground.open() }.compactMap(\.self)
    var (kills, rounds) = (0, 0)
    while try ground.number("SELECT count(*) FROM recto.job WHERE state < 2") > 0 {
      rounds += 1
      try #require(rounds < 5_000)
      let worker = workers[rounds % workers.count]
      do throws(SharedLibraryError) {
        if worker.connection.isBroken { try worker.reconnect() }
        for file in try worker.lease(from: ["papers"], machine: "m") {
          guard try worker.begin(file) else { continue }
          let number = Int(file.path.dropLast(4)) ?? 0
          _ = try worker.store(document(number), hash: file.path, of: file)
        }
      } catch {
        kills += 1
        #expect(error.isTransient, "\(error)")
        try? expire(ground)
      }
    }
    #expect(kills > 50)
    let given = try ground.number("SELECT count(*) FROM recto.job WHERE state = 2")
    #expect(try ground.number("SELECT count(*) FROM recto.document") == count - given)
    #expect(
      try ground.number("SELECT min(attempts) FROM recto.job WHERE state = 2")
        >= (given == 0 ? -1 : 10))
    let pages = try ground.number("SELECT sum(row_count) FROM recto.document")
    #expect(pages == 3 * (count - given))
    #expect(try ground.number("SELECT sum(pages) FROM recto.slice") == pages)
    var stored = 0
    for slice in 1...(try ground.number("SELECT max(n) FROM recto.slice")) {
      stored += try ground.number(
        "SELECT count(*) FROM recto.page_\(slice) JOIN recto.gram_\(slice) USING (id)")
    }
    #expect(stored == pages)
  }
}
