import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Shared libraries in the search on the screen.
@Suite(.serialized, .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct ShareScreenTests {
  private static let place = "lab:papers/2024/raft.pdf"
  private static let silence =
    "the shared library lab does not answer; documents of this machine are searched"

  @Test func sharedMatchesOpenAsTextAndThenAsFiles() throws {
    let group = try SharedGroup()
    var session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    try session.wait(screen: "mine.md")
    #expect(session.lines.holds("Understandable Consensus"))
    // Without a file.
    session.type("\rG")
    session.type("\r")
    try session.wait(screen: "as it was read on")
    #expect(session.lines.holds("its file is not within reach"))
    try session.wait(screen: "The amber sentence")
    session.type("q")
    try session.wait(screen: Self.place)
    session.type("q")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
    // With the collection's folder here.
    try group.run([
      "share", "join", group.cluster.address(group.database, as: group.ada), "--name", "lab",
      "--root", "papers=" + group.papers,
    ])
    session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    session.type("\rG ")
    try session.wait(status: "Look  " + Self.place)
    session.type("\r")
    try session.wait(for: "the file") {
      !$0.holds("Look") && !$0.holds("Opening") && $0.holds("The amber sentence")
    }
    #expect(!session.lines.holds("as it was read"))
    session.type("q")
    try session.wait(screen: Self.place)
    // Another file at that path is not opened.
    try SmallDocument.bytes(pages: 2, title: "Forged").write(
      to: URL(fileURLWithPath: group.papers + "/2024/raft.pdf"))
    session.type("G\r")
    try session.wait(screen: "is another version")
    #expect(!session.lines.holds("Forged"))
    session.type("q")
    try session.wait(screen: Self.place)
    // The server is switched off.
    group.cluster.end()
    session.type("/")
    session.type(" needle")
    try session.wait(screen: Self.silence)
    #expect(session.lines.holds("mine.md") && !session.lines.holds(Self.place))
    session.type("\r\r")
    try session.wait(screen: "an amber needle of my own")
    session.type("ZZ")
    _ = try session.waitForEnd()
  }

  @Test func localMatchesDoNotWaitForTheServer() throws {
    let group = try SharedGroup()
    try group.cluster.run(
      script: """
        CREATE OR REPLACE FUNCTION recto.waiting() RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
        AS 'SELECT 0::bigint FROM pg_catalog.pg_sleep(60)'
        """, in: group.database)
    func active() throws -> String {
      try group.cluster.run(
        script:
          "SELECT count(*) FROM pg_stat_activity WHERE usename = '\(group.ada)' AND state = 'active'",
        in: group.database)
    }
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: "1+ hit in 1 document")
    try session.wait(until: "the server to be busy") { (try? active()) == "1" }
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    try session.wait(until: "the server to be idle") { (try? active()) == "0" }
    // One that takes too long does not answer.
    session.type("Samber")
    try session.wait(screen: Self.silence)
    #expect(session.lines.holds("mine.md"))
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
  }

  @Test func withoutALibraryLibpqIsNotLoaded() throws {
    let group = try SharedGroup()
    func hasLoaded(_ session: TerminalSession) -> Bool {
      // The size of the file is said to be 0.
      let maps = FileHandle(forReadingAtPath: "/proc/\(session.pid)/maps")?.readDataToEndOfFile()
      return String(decoding: maps ?? Data(), as: UTF8.self).contains("libpq")
    }
    for isJoined in [true, false] {
      let session = try group.start()
      session.type("Samber")
      try session.wait(screen: isJoined ? Self.place : "1 hit in 1 document")
      #expect(hasLoaded(session) == isJoined, "\(isJoined)")
      session.type("\u{1b}")
      try session.wait(row: "mine.md")
      #expect(try session.quit() == 0)
      if isJoined { try group.run(["share", "leave", "lab"]) }
    }
  }

  /// Nothing is pressed meanwhile.
  @Test func aRestoredServerIsQueriedAgain() throws {
    let group = try SharedGroup()
    let socket = group.cluster.folder + "/.s.PGSQL.5432"
    try FileManager.default.moveItem(atPath: socket, toPath: socket + ".away")
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.silence)
    #expect(session.lines.holds("mine.md"))
    try FileManager.default.moveItem(atPath: socket + ".away", toPath: socket)
    try session.wait(for: "the library's answers") {
      $0.holds(Self.place) && !$0.holds(Self.silence)
    }
    // A reader who may not log in any more sees nothing more.
    try group.cluster.run(script: "ALTER ROLE \(group.ada) NOLOGIN", in: group.database)
    try group.cluster.run(
      script:
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(group.ada)'",
      in: group.database)
    session.type(" needle")
    try session.wait(screen: "lab: the server refuses the connection")
    #expect(session.lines.holds("mine.md") && !session.lines.holds(Self.place))
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
  }

  /// Nothing is pressed meanwhile.
  @Test func aRestoredDatabaseIsQueriedAgain() throws {
    let group = try SharedGroup()
    let other = try PostgresCluster(beside: group.cluster)
    defer { other.end() }
    try Data("# Stones\n\nan amber stone\n".utf8).write(
      to: URL(fileURLWithPath: group.papers + "/stones.md"))
    for words in [
      ["share", "add-shard", "lab", other.address(try other.makeDatabase())],
      ["index", "--share", "lab"],
    ] {
      let result = try group.bench.run(words)
      try #require(result.status == 0, "\(result)")
    }
    let new = "lab:papers/stones.md"
    let missing = "1 of 2 parts of lab does not answer; what it has is missing here"
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: new)
    #expect(session.lines.holds(Self.place) && !session.lines.holds("does not answer"))
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    try other.unplug()
    session.type("Samber")
    try session.wait(screen: missing)
    #expect(session.lines.holds(Self.place) && !session.lines.holds(new))
    try other.plug()
    try session.wait(for: "the other part's answers") {
      $0.holds(new) && !$0.holds("does not answer")
    }
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
  }

  @Test func offlineCopiesAreSearchedWithoutTheServer() throws {
    let group = try SharedGroup()
    #expect(
      try group.run(["share", "keep", "lab", "papers"])
        == "1 document brought, 3 pages; 0 kept already, 0 gone\n")
    let again = try Workbench.run(
      ["share", "keep", "lab", "--query", "amber"], environment: group.reader)
    #expect(again.status == 1 && again.output.contains("1 kept already"), "\(again)")
    let there = try group.run(["search", "amber sentence"])
    group.cluster.end()
    let here = try Workbench.run(["search", "amber sentence"], environment: group.reader)
    #expect(here.output == there && here.status == 3, "\(here)")
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    try session.wait(
      screen: "the shared library lab does not answer; what is kept of it here is searched")
    session.type("\rG\r")
    try session.wait(screen: "as it was kept on")
    try session.wait(screen: "The amber sentence")
    session.type("ZZ")
    _ = try session.waitForEnd()
    #expect(try group.run(["share", "leave", "lab"]).hasPrefix("left lab"))
    let left = try Workbench.run(["search", "amber sentence"], environment: group.reader)
    #expect(left.output.isEmpty && left.status == 1, "\(left)")
  }

  @Test func resultsAreMadeAvailableOffline() throws {
    let group = try SharedGroup()
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    session.type("\r:keep\r")
    try session.wait(screen: "1 document of lab can be searched and read offline")
    session.type("ZZ")
    _ = try session.waitForEnd()
    let again = try Workbench.run(["share", "keep", "lab", "papers"], environment: group.reader)
    #expect(again.status == 1 && again.output.contains("1 kept already"), "\(again)")
  }

  /// No name that a server sends steers the terminal or leads to another file.
  @Test func hostileServerNamesAreHarmless() throws {
    let group = try SharedGroup()
    let secret = group.bench.folder + "/elsewhere/secret.pdf"
    try SmallDocument.bytes(pages: 1, title: "Secret").write(to: URL(fileURLWithPath: secret))
    try group.run([
      "share", "join", group.cluster.address(group.database, as: group.ada), "--name", "lab",
      "--root", "papers=" + group.papers,
    ])
    let steering = "E'x\\x1b]0;owned\\x07\\u202ey.pdf'"
    for script in [
      "ALTER TABLE recto.copy DROP CONSTRAINT copy_path_check",
      "UPDATE recto.document SET title = \(steering), hash = '../../secret'",
      "UPDATE recto.copy SET path = '../elsewhere/' || \(steering)",
    ] { try group.cluster.run(script: script, in: group.database) }
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: "lab:papers/../e")
    session.type("\rG\r")
    try session.wait(screen: "its file is not within reach")
    try session.wait(screen: "The amber sentence")
    session.type("q")
    try session.wait(screen: "lab:papers/../e")
    // The name and the hash of a file of the reader's own, as if it were in the collection.
    try group.cluster.run(
      script: "UPDATE recto.copy SET path = '../elsewhere/secret.pdf'", in: group.database)
    session.type("/ sentence")
    try session.wait(screen: "secret.pdf")
    session.type("\rgg\r")
    try session.wait(screen: "its file is not within reach")
    #expect(!session.lines.holds("Secret"))
    session.type("ZZ")
    _ = try session.waitForEnd()
    let received = String(decoding: session.received, as: UTF8.self)
    #expect(!received.contains("\u{1B}]0;owned") && !received.contains("\u{202E}"))
  }

  @Test func aMovedRootIsReported() throws {
    let group = try SharedGroup()
    try group.run([
      "share", "join", group.cluster.address(group.database, as: group.ada), "--name", "lab",
      "--root", "papers=" + group.papers,
    ])
    try FileManager.default.moveItem(atPath: group.papers, toPath: group.papers + "-moved")
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    session.type("\rG\r")
    try session.wait(screen: "the folder of papers, is missing")
    session.type("ZZ")
    _ = try session.waitForEnd()
  }

  @Test func aRemovedReaderSeesNothingMore() throws {
    let group = try SharedGroup()
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    #expect(try group.bench.run(["share", "revoke", "lab", group.ada]).status == 0)
    session.type("\rG\r")
    try session.wait(
      screen: "is not there any more, or in a collection that you are not admitted to")
    session.type("/ sentence")
    try session.wait(for: "an answer") {
      $0.holds("Nothing was found in") && !$0.holds(Self.place)
    }
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
  }

  /// Starts the reader, and opens the file of a document that was found in the shared library.
  private static func openFile(_ group: SharedGroup) throws -> TerminalSession {
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: place)
    session.type("\rG\r")
    try session.wait(for: "the file") { !$0.holds(place) && $0.holds("p. 3/3") }
    #expect(!session.lines.holds("as it was read"))
    return session
  }

  @Test func aFileIsTakenFromTheDatabase() throws {
    let group = try SharedGroup()
    let filed = try group.bench.run(["index", "--share", "lab", "--files", "1"])
    #expect(filed.status == 0 && filed.output.contains("papers: 1 file stored"), "\(filed)")
    #expect(try group.bench.run(["index", "--share", "lab", "--files", "1"]).status == 1)
    let session = try Self.openFile(group)
    session.type("ZZ")
    _ = try session.waitForEnd()
  }

  @Test func aFileIsFetchedByTheUsersCommand() throws {
    let group = try SharedGroup()
    let config = group.bench.folder + "/elsewhere/.config/recto"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try Data("{ fetchCommand: [\"cat\", \"\(group.papers)/{path}\"] }".utf8).write(
      to: URL(fileURLWithPath: config + "/settings.json5"))
    let session = try Self.openFile(group)
    let cache = group.bench.folder + "/elsewhere/.cache/recto/shared"
    let kept = try FileManager.default.subpathsOfDirectory(atPath: cache)
      .filter { $0.hasSuffix("/raft.pdf") }
    #expect(kept.count == 1)
    session.type("ZZ")
    _ = try session.waitForEnd()
    // Files of the cache are not among the user's own.
    let recents = try Workbench.run(["recents"], environment: group.reader)
    #expect(!recents.output.contains("raft.pdf"), "\(recents)")
  }
}
