import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Documents of a group of which the reader has files, and offline copies of the others.
@Suite(.serialized, .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedCopyTests {
  private static let place = "lab:papers/2024/raft.pdf"

  @Test func offlineCopiesAreCountedAndReadWithoutTheServer() throws {
    let group = try SharedGroup()
    #expect(try !group.run(["share", "status"]).contains("kept here"))
    let there = try group.run(["share", "text", Self.place, "--page", "2"])
    try group.run(["share", "keep", "lab", "papers"])
    #expect(
      try group.run(["share", "status"]).contains("  kept here: papers: 1 document, 3 pages; "))
    group.cluster.end()
    let here = try Workbench.run(
      ["share", "text", Self.place, "--page", "2"], environment: group.reader)
    #expect(here.output == there && here.status == 3, "\(here)")
    #expect(here.errors.contains("this is the text that is kept here"))
    let status = try Workbench.run(["share", "status", "--json"], environment: group.reader)
    #expect(
      status.output.contains("\"collections\":[{\"name\":\"papers\",\"documents\":1,\"pages\":3}]"),
      "\(status)")
    let missing = try Workbench.run(
      ["share", "text", "lab:papers/no.pdf"], environment: group.reader)
    #expect(missing.output.isEmpty && missing.status == 2, "\(missing)")
  }

  @Test func serverNamesSendNoControlsToAPipe() throws {
    let group = try SharedGroup()
    for script in [
      "ALTER TABLE recto.copy DROP CONSTRAINT copy_path_check",
      "UPDATE recto.copy SET path = E'x\\x1b]0;owned\\x07y.pdf'",
    ] { try group.cluster.run(script: script, in: group.database) }
    for form in [["-l"], ["-c"], [], ["--json"]] {
      let found = try group.run(["search"] + form + ["amber sentence"])
      #expect(found.contains("owned") && !found.contains("\u{1B}"), "\(form): \(found)")
    }
  }

  @Test func leavingALibraryRemovesItsCache() throws {
    let group = try SharedGroup()
    let session = try group.start()
    session.type("Samber")
    try session.wait(screen: Self.place)
    session.type("\rG\r")
    try session.wait(screen: "as it was read on")
    // The information names the place, and no path of the cache.
    session.type("i")
    try session.wait(screen: "Collection")
    #expect(session.lines.holds(Self.place) && !session.lines.holds(".cache"))
    session.type("qZZ")
    _ = try session.waitForEnd()
    let cache = group.bench.folder + "/elsewhere/.cache/recto/shared"
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 1)
    #expect(
      try group.run(["share", "leave", "lab"])
        == "left lab; its server keeps everything; 1 document removed from the cache\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).isEmpty)
  }

  @Test func aLostCollectionIsNamed() throws {
    let group = try SharedGroup()
    let address = group.cluster.address(group.database)
    for words in [
      ["share", "init", address, "--collection", "other", "--readers", group.ada, "--name", "lab"]
    ] {
      let result = try group.bench.run(words)
      try #require(result.status == 0, "\(result)")
    }
    #expect(try group.run(["share", "status"]).contains("other: 0 documents"))
    let before = try group.run(["search", "amber sentence"])
    let revoked = try group.bench.run(
      ["share", "revoke", "lab", group.ada, "--collection", "other"])
    #expect(revoked.status == 0, "\(revoked)")
    let sentence =
      "lab: you are not admitted to other any more; what is in there is missing here"
    for _ in 0..<2 {
      let after = try Workbench.run(["search", "amber sentence"], environment: group.reader)
      #expect(after.output == before && after.status == 3, "\(after)")
      #expect(after.errors.contains(sentence))
    }
    let session = try group.start()
    session.type("Samber sentence")
    try session.wait(screen: sentence)
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
    // Once the user has seen it there, it is not repeated.
    let status = try Workbench.run(["share", "status"], environment: group.reader)
    #expect(status.errors.contains(sentence), "\(status)")
    #expect(try group.run(["search", "amber sentence"]) == before)
  }

  @Test func tagsOfMembersAreSearched() throws {
    let group = try SharedGroup()
    let file = group.own + "/mine.pdf"
    try FileManager.default.copyItem(atPath: group.papers + "/2024/raft.pdf", toPath: file)
    let none = try Workbench.run(["search", "-l", "-Q", "tag:methods"], environment: group.reader)
    #expect(none.output.isEmpty && none.status == 1, "\(none)")
    try group.run(["tag", "--share", "lab", file, "--add", "methods"])
    // On another machine, where no document of the group was opened yet.
    var elsewhere = group.reader
    elsewhere["HOME"] = group.bench.folder + "/third"
    func run(_ words: [String]) throws -> (output: String, status: Int32) {
      let result = try Workbench.run(words, environment: elsewhere)
      return (result.output, result.status)
    }
    let address = group.cluster.address(group.database, as: group.ada)
    _ = try run(["share", "join", address, "--name", "lab"])
    for query in ["tag:methods", "tag:Methods amber", "amber -tag:other"] {
      let found = try run(["search", "-l", "-Q", query])
      #expect(found == (Self.place + "\n", 0), "\(query): \(found)")
    }
    #expect(try run(["search", "-l", "-Q", "tag:other"]).status == 1)
    try group.run(["tag", "--share", "lab", file, "--remove", "methods"])
    #expect(try run(["search", "-l", "-Q", "tag:methods"]).status == 1)
  }

  @Test func identicalFilesAreOneDocument() throws {
    let group = try SharedGroup()
    try FileManager.default.copyItem(
      atPath: group.papers + "/2024/raft.pdf", toPath: group.own + "/mine.pdf")
    try group.run(["index", group.own])
    for query in [["-l", "amber sentence"], ["amber sentence"]] {
      let found = try group.run(["search"] + query)
      #expect(found.contains("mine.pdf") && !found.contains("raft.pdf"), "\(query): \(found)")
    }
    let shared = try group.run(["search", "--share", "lab", "-l", "amber sentence"])
    #expect(shared == Self.place + "\n")
    let session = try group.start()
    session.type("Samber sentence")
    try session.wait(screen: "also lab:papers")
    try session.wait(screen: "in 1 document")
    #expect(!session.lines.holds("raft.pdf"))
    // Another file of the same size is another document.
    session.type("\u{1b}")
    try session.wait(row: "mine.md")
    #expect(try session.quit() == 0)
    let path = group.own + "/mine.pdf"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.append(contentsOf: Array("\n".utf8))
    try bytes.write(to: URL(fileURLWithPath: path))
    try group.run(["index", group.own])
    #expect(try group.run(["search", "-l", "amber sentence"]).hasSuffix(Self.place + "\n"))
  }
}
