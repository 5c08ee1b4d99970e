import Foundation
import TestSupport
import Testing

/// `recto share`, and indexing and searching a shared library.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct ShareCommandTests {
  private func documents(_ bench: borrowing Workbench) throws -> String {
    let folder = bench.folder + "/docs"
    try FileManager.default.createDirectory(
      atPath: folder + "/below", withIntermediateDirectories: true)
    try SmallDocument.bytes(pages: 3, title: "First").write(
      to: URL(fileURLWithPath: folder + "/first.pdf"))
    try SmallDocument.bytes(pages: 2, title: "Second").write(
      to: URL(fileURLWithPath: folder + "/below/second.pdf"))
    try Data("# Notes\n\nsome needle\nin two lines\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/notes.md"))
    try Data("broken".utf8).write(to: URL(fileURLWithPath: folder + "/broken.pdf"))
    return folder
  }

  /// Whether any file below a folder has a text in its bytes.
  private static func bytes(below folder: String, hold text: String) throws -> Bool {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return names.contains { name in
      FileManager.default.contents(atPath: folder + "/" + name)?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func sharedAndLocalSearchesAgree() throws {
    let bench = try Workbench(pages: 1)
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    let folder = try documents(bench)
    let ada = "ada_\(database)"
    let made = try bench.run(
      ["share", "init", cluster.address(database), "--collection", "papers", "--readers", ada]
        + ["--name", "lab"])
    #expect(made.status == 0 && made.output.contains("recto share join '"), "\(made)")
    let indexed = try bench.run(["index", "--share", "lab", folder])
    #expect(
      indexed.output == "4 files to read, 0 gone\n4 documents read, 6 pages\n", "\(indexed)")
    #expect(try bench.run(["index", "--share", "lab"]).status == 1)
    #expect(
      try bench.run(["index", "--share", "lab", "--status"]).output
        .contains("papers/broken.pdf: broken.pdf: unsupported file type"))
    // The keeper has the files, so that matches are in them.
    for query in [
      ["amber sentence"], ["-w", "page 2"], ["-E", "s.ntence 1[0-9]"], ["needle in"],
      ["-c", "the"],
    ] {
      let shared = try bench.run(["search", "--share", "lab"] + query)
      let live = try bench.run(["search", "--no-index"] + query + [folder])
      #expect(shared.output == live.output && shared.status == 0, "\(query): \(shared)")
    }
    // A reader on another machine has none.
    var elsewhere = bench.environment
    elsewhere["HOME"] = bench.folder + "/elsewhere"
    func run(_ words: [String]) throws -> (output: String, errors: String, status: Int32) {
      let result = try Workbench.run(words, environment: elsewhere)
      return (result.output, result.errors, result.status)
    }
    let joined = try run(
      ["share", "join", cluster.address(database, as: ada), "--name", "lab"])
    #expect(joined.output == "joined as lab\npapers: 4 documents, 6 pages\n", "\(joined)")
    let found = try run(["search", "needle"])
    #expect(found.output == "lab:papers/notes.md:3: some needle in two lines\n", "\(found)")
    #expect(
      try run(["search", "--json", "-m1", "needle"]).output
        .hasSuffix("{\"isComplete\":true,\"missing\":[]}\n"))
    #expect(
      try run(["share", "text", "lab:papers/notes.md"]).output.contains("some needle in two lines"))
    #expect(try run(["index", "--share", "lab", folder]).errors.contains("you may not add"))
    // Keepers see who else is there.
    #expect(
      try bench.run(["share", "status"]).output.contains("    \(ada), postgres (keeper)\n"))
    #expect(try !run(["share", "status"]).output.contains("postgres ("))
    // A deleted file leaves the library, and a renamed one is not read again.
    try FileManager.default.moveItem(atPath: folder + "/notes.md", toPath: folder + "/moved.md")
    #expect(
      try bench.run(["index", "--share", "lab"]).output
        == "1 file to read, 1 gone\n0 documents read, 1 stored already\n")
    #expect(try run(["search", "needle"]).output.hasPrefix("lab:papers/moved.md:3:"))
    let typo = try run(["share", "keep", "lab", "paper"])
    #expect(typo.status == 2 && typo.errors.contains("no collection paper; there is papers"))
    #expect(try run(["share", "keep", "lab", "papers"]).output.hasPrefix("4 documents brought"))
    // After a revoked right nothing is left, and no answer appears complete.
    #expect(try bench.run(["share", "revoke", "lab", ada]).status == 0)
    let revoked = try run(["search", "needle"])
    #expect(
      revoked.status == 3 && revoked.output.isEmpty
        && revoked.errors.contains("\(ada) is not admitted"), "\(revoked)")
    #expect(try run(["share", "status"]).status == 3)
    #expect(try !Self.bytes(below: bench.folder + "/elsewhere/.cache", hold: "needle"))
    #expect(try run(["share", "leave", "lab"]).status == 0)
    #expect(try run(["share"]).errors.contains("no shared library was joined"))
  }

  @Test func theLastAttemptKeepsThePagesRead() throws {
    let bench = try Workbench(pages: 1)
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    let made = try bench.run(
      ["share", "init", cluster.address(database), "--collection", "papers", "--name", "lab"])
    #expect(made.status == 0, "\(made)")
    let folder = bench.folder + "/docs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try SmallDocument.bytes(pages: 3).write(to: URL(fileURLWithPath: folder + "/evil.pdf"))
    let worker = try bench.script(
      "hostile",
      "HOSTILE_ACT=\(HostileAct.indexesOnePage.rawValue) HOSTILE_EVERY=1 HOSTILE_LOG=\"$HOME/log\" "
        + "exec \(Programs.path("hostile-worker"))")
    let indexed = try Workbench.run(
      ["index", "--share", "lab", folder],
      environment: bench.environment.merging(["RECTO_WORKER": worker]) { $1 })
    #expect(
      indexed.output
        == "1 file to read, 0 gone\n1 document read, 1 page, 3 attempts lost their worker\n",
      "\(indexed)")
    #expect(try bench.run(["search", "needle"]).output.contains("evil.pdf"))
    let status = try bench.run(["index", "--share", "lab", "--status"]).output
    #expect(
      status.contains("0 given up, 1 not read completely") && status.contains("papers/evil.pdf: "))
  }

  @Test func incompleteSharedResultsAreReported() throws {
    let bench = try Workbench(pages: 1)
    let cluster = try PostgresCluster()
    let database = try cluster.makeDatabase()
    let made = try bench.run(
      ["share", "init", cluster.address(database), "--collection", "papers", "--name", "lab"])
    #expect(made.status == 0, "\(made)")
    #expect(try bench.run(["index", "--share", "lab", try documents(bench)]).status == 0)
    #expect(try bench.run(["search", "-c", "needle"]).status == 0)
    cluster.end()
    let began = ContinuousClock.now
    let found = try bench.run(["search", "--json", "needle"])
    #expect(
      found.status == 3 && found.errors.contains("lab: the server does not answer"), "\(found)")
    #expect(found.output.hasPrefix("{\"isComplete\":false"))
    #expect(.now - began < .seconds(5))
    #expect(try bench.run(["share", "status"]).status == 3)
    #expect(try bench.run(["index", "--work"]).status == 2)
  }

  @Test func aSecondDatabaseTakesNewDocuments() throws {
    let bench = try Workbench(pages: 1)
    let (cluster, other) = try {
      let cluster = try PostgresCluster()
      return (cluster, try PostgresCluster(beside: cluster))
    }()
    defer { cluster.end() }
    let (database, second) = (try cluster.makeDatabase(), try other.makeDatabase())
    let folder = try documents(bench)
    let made = try bench.run(
      ["share", "init", cluster.address(database), "--collection", "papers", "--readers", "ada"]
        + ["--name", "lab"])
    #expect(made.status == 0, "\(made)")
    #expect(try bench.run(["index", "--share", "lab", folder]).status == 0)
    let bare = try bench.run(["share", "add-shard", "lab", "postgresql:///\(second)"])
    #expect(bare.status == 2 && bare.errors.contains("name the host"), "\(bare)")
    let added = try bench.run(["share", "add-shard", "lab", other.address(second)])
    #expect(
      added.output
        == "added as database 2 of lab; new documents go to the one with the fewest pages\nnew roles there: ada; set their passwords with psql's \\password\n",
      "\(added)")
    // Equal bytes stay where they are, and are stored once.
    try FileManager.default.copyItem(atPath: folder + "/notes.md", toPath: folder + "/again.md")
    try Data("# More\n\nanother needle\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/more.md"))
    let indexed = try bench.run(["index", "--share", "lab"])
    #expect(
      indexed.output == "2 files to read, 0 gone\n1 document read, 1 page, 1 stored already\n",
      "\(indexed)")
    #expect(
      try other.run(script: "SELECT path FROM recto.copy", in: second) == "more.md")
    #expect(try bench.run(["index", "--share", "lab"]).status == 1)
    var elsewhere = bench.environment
    elsewhere["HOME"] = bench.folder + "/elsewhere"
    func run(_ words: [String]) throws -> (output: String, errors: String, status: Int32) {
      let result = try Workbench.run(words, environment: elsewhere)
      return (result.output, result.errors, result.status)
    }
    #expect(
      try run(["share", "join", cluster.address(database, as: "ada"), "--name", "lab"]).output
        == "joined as lab\npapers: 5 documents, 7 pages\n")
    let found = try run(["search", "needle"])
    #expect(found.status == 0 && found.errors.isEmpty, "\(found)")
    #expect(found.output.split(separator: "\n").count == 2, "\(found)")
    #expect(try run(["share", "text", "lab:papers/more.md"]).output.contains("another needle"))
    let status = try bench.run(["share", "status"])
    #expect(
      status.status == 0 && status.output.contains("  database 1: 6 pages\n")
        && status.output.contains("  database 2, dbname='\(second)' host='"), "\(status)")
    #expect(
      try bench.run(["share", "join", other.address(second)]).errors.contains("one of several"))
    // Without the second, all says so.
    other.end()
    let half = try run(["search", "--json", "needle"])
    #expect(
      half.status == 3 && half.output.contains("again.md")
        && half.output.contains("{\"isComplete\":false,"), "\(half)")
    #expect(
      half.errors.contains("1 of 2 parts of lab does not answer; what it has is missing here"),
      "\(half)")
    #expect(try run(["share", "status"]).status == 3)
    #expect(try bench.run(["index", "--share", "lab"]).status == 2)
    // Reading waits for it, and says so from the first time on.
    let waiting = try Workbench.run(
      ["5", Workbench.recto, "index", "--work"], program: "/usr/bin/timeout",
      environment: bench.environment)
    #expect(
      waiting.errors.contains("lab, database 2: ") && waiting.errors.contains("; asked again"),
      "\(waiting)")
    let granted = try bench.run(["share", "grant", "lab", "eve", "--collection", "papers"])
    #expect(granted.status == 2 && granted.errors.contains("lab, database 2: "), "\(granted)")
    let revoked = try bench.run(["share", "revoke", "lab", "ada"])
    #expect(
      revoked.status == 2 && revoked.output == "ada: 1 right taken\n"
        && revoked.errors.contains("ada: database 2 has not confirmed it; run this again"),
      "\(revoked)")
    #expect(try run(["search", "needle"]).output.isEmpty)
  }

  /// Without a folder, the folders of all collections are read; a name that the server cannot store is reported.
  @Test func allKnownFoldersAreRead() throws {
    let bench = try Workbench(pages: 1)
    let cluster = try PostgresCluster()
    defer { cluster.end() }
    let address = try cluster.address(cluster.makeDatabase())
    let made = try bench.run(
      ["share", "init", address, "--name", "lab", "--readers", "ada"]
        + ["--collection", "papers", "--collection", "other"])
    #expect(made.status == 0, "\(made)")
    for name in ["papers", "other"] {
      let folder = bench.folder + "/" + name
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try SmallDocument.bytes(pages: 3, title: name).write(
        to: URL(fileURLWithPath: folder + "/one.pdf"))
      let indexed = try bench.run(["index", "--share", "lab", folder, "--collection", name])
      #expect(
        indexed.status == 0 && indexed.output.contains("1 document read, 3 pages"), "\(indexed)")
    }
    try SmallDocument.bytes(pages: 2, title: "more").write(
      to: URL(fileURLWithPath: bench.folder + "/other/two.pdf"))
    let all = try bench.run(["index", "--share", "lab"])
    #expect(all.status == 0 && all.output.contains("1 document read, 2 pages"), "\(all)")
    #expect(try bench.run(["index", "--share", "lab"]).status == 1)
    let file = Array((bench.folder + "/other/bad").utf8) + [0xFF] + Array(".md\0".utf8)
    file.withUnsafeBytes { name in
      let path = name.bindMemory(to: CChar.self).baseAddress
      if let path { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
    }
    let odd = try bench.run(["index", "--share", "lab"])
    #expect(odd.status == 2 && odd.errors.contains("left out, as its name is no UTF-8"), "\(odd)")
    let missing = try bench.run(["share", "text", "lab:other/two.pdf", "--page", "9"])
    #expect(
      missing.status == 2 && missing.errors.contains("has no page “9”; it has 2"), "\(missing)")
    // The messages for a reader without the right to add have no names of the server's functions.
    var elsewhere = bench.environment
    elsewhere["HOME"] = bench.folder + "/elsewhere"
    let joined = try Workbench.run(
      ["share", "join", address.replacing("postgres@", with: "ada@"), "--name", "lab"]
        + ["--root", "papers=\(bench.folder)/papers"], environment: elsewhere)
    #expect(joined.status == 0, "\(joined)")
    for words in [
      ["index", "--work"], ["share", "grant", "lab", "ben", "--collection", "papers"],
    ] {
      let refused = try Workbench.run(words, environment: elsewhere)
      #expect(refused.status == 2 && !refused.errors.contains("function"), "\(refused)")
    }
  }

  @Test func aDatabaseWithOtherTablesIsRefused() throws {
    let bench = try Workbench(pages: 1)
    let cluster = try PostgresCluster()
    defer { cluster.end() }
    let database = try cluster.makeDatabase()
    try cluster.run(
      script: "CREATE SCHEMA shop; CREATE TABLE shop.customer (id int)", in: database)
    let words = ["share", "init", cluster.address(database), "--collection", "papers"]
    let refused = try bench.run(words)
    #expect(
      refused.status == 2 && refused.errors.contains("not empty, it has shop.customer"),
      "\(refused)")
    #expect(
      try cluster.run(
        script: "SELECT count(*) FROM pg_namespace WHERE nspname = 'recto'", in: database) == "0")
    #expect(try bench.run(words + ["--force"]).status == 0)
    // A library is no obstacle to itself.
    #expect(try bench.run(words).status == 0)
  }

  @Test func shareErrorsAreReported() throws {
    let bench = try Workbench(pages: 1)
    for (words, sentence) in [
      (["share", "join", "db.example"], "an address begins with postgresql://"),
      (["share", "join", "postgresql://ada:secret@db.example/x"], "~/.pgpass"),
      (["share", "dance"], "recto share has no dance"),
      (["share", "leave", "lab"], "no shared library was joined"),
      (["share", "status", "--write"], "--write does not go with recto share status"),
      (["index", "--share", "lab", "/tmp"], "no shared library was joined"),
      (["index", "--work"], "no collection's folder is known here"),
      (["search", "--share", "lab", "x"], "no shared library was joined"),
      (["share", "text", "x"], "no place in a shared library"),
    ] {
      let result = try bench.run(words)
      #expect(result.status == 2 && result.errors.contains(sentence), "\(words): \(result)")
      #expect(!result.errors.contains("secret"))
    }
    let database = try PostgresCluster.shared.get().makeDatabase()
    let address = try PostgresCluster.shared.get().address(database)
    #expect(
      try bench.run(["share", "join", address]).errors.contains("the database has no library"))
  }
}
