import Dispatch
import DocumentModel
import Glibc
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Library

/// Libraries of earlier forms become those of this form.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedUpgradeTests {
  /// Makes a library of an earlier form and returns its database.
  private func library(_ form: Int, in cluster: PostgresCluster) throws -> String {
    let name = try cluster.makeDatabase()
    try cluster.run(
      script: "BEGIN;"
        + [
          PackageResources.shared_library_sql, PackageResources.shared_annotations_sql,
          PackageResources.shared_databases_sql, PackageResources.shared_hiding_sql,
          PackageResources.shared_files_sql,
        ].prefix(form).map { String(decoding: $0, as: UTF8.self) }.joined() + "COMMIT;", in: name)
    return name
  }

  @Test(arguments: 1...5) func anEarlierSchemaIsUpgraded(_ form: Int) throws {
    let cluster = try PostgresCluster.shared.get()
    let name = try library(form, in: cluster)
    try cluster.run(script: "SELECT recto.young(1)", in: name)
    let address = cluster.address(name)
    #expect(throws: SharedLibraryError.older(form: form)) { _ = try SharedDatabase(address) }
    let (keeper, isNew) = try SharedDatabase.settingUp(address)
    #expect(!isNew)
    // The next slice.
    try cluster.run(
      script: "UPDATE recto.library SET slice_pages = 0; SELECT recto.young(1)", in: name)
    for slice in 1...2 {
      let storage = try cluster.run(
        script: """
          SELECT attstorage, reloptions FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
          WHERE attrelid = 'recto.page_\(slice)'::regclass AND attname = 'passages'
          """, in: name)
      #expect(storage == "e|{toast_tuple_target=8160}", "\(slice)")
    }
    try keeper.makeCollection("papers")
    _ = try keeper.admit("postgres", to: "papers", mayWrite: true)
    let source = SharedCandidates(
      database: keeper, name: "lab", roots: [:], patience: .seconds(10))
    #expect(try source.entries(of: [1]).isEmpty)
    #expect(try keeper.collections().map(\.name) == ["papers"])
  }

  /// An upgrade waits for machines that are storing, and these do not wait for it.
  @Test func anUpgradeWaitsForMachinesThatStore() throws {
    let cluster = try PostgresCluster.shared.get()
    let name = try library(5, in: cluster)
    try cluster.run(
      script: """
        SELECT recto.young(1);
        SELECT recto.make_collection('papers');
        SELECT recto.admit('postgres', 'papers', true, true);
        SELECT recto.offer('papers', ARRAY['a.pdf'], ARRAY[10]::bigint[], ARRAY[1]::bigint[], 'test');
        """, in: name)
    let address = cluster.address(name)
    let worker = try PostgresConnection(to: try PostgresAddress(address))
    try worker.execute("BEGIN")
    let stored = try worker.rows(
      """
      SELECT s.id FROM recto.lease(ARRAY['papers'], 'm', 4) l,
        recto.store(l.id, l.lease, 1, 'h', 0, '', '', '', '', '', '', 0, '', 1, true, 1, '', '{}') s
      """
    ) { row throws(PostgresError) in try row.integer(0) }
    let failure = Mutex<String?>(nil)
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      do { _ = try SharedDatabase.settingUp(address) } catch {
        failure.withLock { $0 = "\(error)" }
      }
      end.signal()
    }
    let latest = ContinuousClock.now + .seconds(60)
    while try cluster.run(
      script: """
        SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE NOT granted AND d.datname = current_database()
        """, in: name) == "0"
    {
      try #require(.now < latest)
      usleep(20_000)
    }
    try worker.run(
      "SELECT recto.add($1, ARRAY[0]::bigint[], ARRAY[''], ARRAY['x'::bytea], ARRAY['{1}'])",
      [.integer(try #require(stored.first))])
    try worker.run("SELECT recto.finish($1)", [.integer(try #require(stored.first))])
    try worker.execute("COMMIT")
    end.wait()
    #expect(failure.withLock(\.self) == nil)
    #expect(try cluster.run(script: "SELECT count(*) FROM recto.page_1", in: name) == "1")
  }
}
