import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Two members of a shared library who read the same document on machines of their own.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct MemberAnnotationTests {
  /// The machine of a member, with a document that is in the collection `papers`.
  private func machine(_ cluster: PostgresCluster, _ database: String, _ role: String) throws
    -> Workbench
  {
    let bench = try Workbench(pages: 3)
    let joined = try bench.run(
      ["share", "join", cluster.address(database, as: role), "--name", "lab"])
    #expect(joined.status == 0, "\(joined)")
    return bench
  }

  private func setUp(_ cluster: PostgresCluster, _ roles: [String]) throws -> String {
    let database = try cluster.makeDatabase()
    let keeper = try Workbench(pages: 3)
    let folder = keeper.folder + "/docs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: keeper.document, toPath: folder + "/book.pdf")
    let made = try keeper.run(
      ["share", "init", cluster.address(database), "--collection", "papers", "--name", "lab"]
        + ["--readers", roles.joined(separator: ",")])
    #expect(made.status == 0, "\(made)")
    #expect(try keeper.run(["index", "--share", "lab", folder]).status == 0)
    return database
  }

  private func open(_ bench: borrowing Workbench) throws -> TerminalSession {
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("stands on page 1.") } }
    // The collection is known.
    try retry(session, ":share-new-annotations everyone\r", "New annotations are for papers")
    return session
  }

  /// Types a command until the screen has some words.
  private func retry(_ session: TerminalSession, _ keys: String, _ words: String) throws {
    for _ in 0..<20 {
      session.type(keys)
      if (try? session.wait(2, for: words) { $0.contains { $0.contains(words) } }) != nil { return }
    }
    throw TerminalSession.Failure("waited for \(words); the screen was:\n\(session.text)")
  }

  @Test func membersSeeEachOthersAnnotations() throws {
    let cluster = try PostgresCluster()
    let database = try setUp(cluster, ["ada", "ben"])
    let one = try machine(cluster, database, "ada")
    let other = try machine(cluster, database, "ben")
    let (ada, ben) = (try open(one), try open(other))
    ben.type("A")
    try ben.wait(for: "the empty list") { $0.contains { $0.contains("No annotations yet") } }
    ada.type("van")
    try ada.wait(for: "the prompt") { $0.last?.contains("Ctrl-j: line") == true }
    ada.type("what about this\r")
    try ben.wait(for: "ada's note") { rows in
      rows.contains { $0.contains("what about this") } && rows.contains { $0.contains("ada") }
    }

    // The plug is pulled; reading and annotating go on.
    try cluster.unplug()
    try ada.wait(for: "the end of the prompt") { $0.last?.contains("Ctrl-j: line") == false }
    ada.type("van")
    try ada.wait(for: "the prompt") { $0.last?.contains("Ctrl-j: line") == true }
    ada.type("without a server\r")
    ada.type("A")
    try ada.wait(for: "the note") { $0.contains { $0.contains("without a server") } }
    try ben.wait(for: "the sentence") {
      $0.contains { $0.contains("lab: the server does not answer") }
    }
    #expect(!ben.text.contains("without a server"))
    try cluster.plug()
    try ben.wait(60, for: "what was written meanwhile") {
      $0.contains { $0.contains("without a server") }
    }
    // It is ada's.
    ben.type("d")
    try ben.wait(for: "the refusal") { $0.contains { $0.contains("Only ada can change it") } }
    ben.type("q")
    // His own are for him alone.
    ben.type(":share-new-annotations me\r")
    try ben.wait(for: "the choice") { $0.contains { $0.contains("for you alone") } }
    ben.type("van")
    try ben.wait(for: "the prompt") { $0.last?.contains("Ctrl-j: line") == true }
    ben.type("a secret\r")
    try ben.wait(for: "the end of the prompt") { $0.last?.contains("Ctrl-j: line") == false }
    for session in [ada, ben] {
      session.type(":quit\r")
      #expect(try session.waitForExit() == 0)
    }
    // Nobody's file was written.
    for path in [one.document, other.document] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: path)) == SmallDocument.bytes(pages: 3))
    }
    // Into a PDF, without what is ben's alone.
    #expect(try other.run(["annotations", other.document]).output.contains("a secret"))
    let target = other.folder + "/annotated.pdf"
    let copied = try other.run(
      ["annotate", other.document, "--share", "lab", "--layers", "ada", "-o", target])
    #expect(copied.status == 0, "\(copied)")
    let written = try other.run(["annotations", target]).output
    #expect(!written.contains("a secret"))
    #expect(
      written.contains("what about this") && written.contains("without a server")
        && written.contains("ada"), "\(written)")
    // A keeper hides a note from all.
    let rows = try other.run(["share", "annotations", "lab", other.document]).output
      .split(separator: "\n")
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("ada, page 1, note: ") }, "\(rows)")
    let id = String(rows.first?.prefix { $0 != " " } ?? "")
    let hide = ["share", "hide", "lab", other.document, id]
    #expect(try other.run(hide).errors.contains("this is not permitted"))
    let keeper = try machine(cluster, database, "postgres")
    #expect(try keeper.run(hide).status == 0)
    let listed = ["share", "annotations", "lab", other.document]
    #expect(try other.run(listed).output.split(separator: "\n").count == 1)
    #expect(
      try keeper.run(["share", "annotations", "lab", keeper.document]).output
        .contains("hidden, ada, page 1"))
    #expect(
      try one.run(["share", "annotations", "lab", one.document]).output
        .contains("hidden, ada, page 1"))
    let none = try other.run(
      ["annotate", other.document, "--share", "lab", "--layers", "ben", "-o", target, "--force"])
    #expect(none.status == 1 && none.errors.contains("no annotation is by ben"), "\(none)")
    #expect(try other.run(["annotations", target]).output.contains("what about this"))
  }
  /// Subcommands send what is for the members, and give nothing to those whose right was taken.
  @Test func subcommandsFollowTheRights() throws {
    let cluster = try PostgresCluster()
    let database = try setUp(cluster, ["ada", "ben"])
    let one = try machine(cluster, database, "ada")
    let other = try machine(cluster, database, "ben")
    let session = try open(one)
    session.type(":quit\r")
    #expect(try session.waitForExit() == 0)
    let made = try one.run(
      ["annotate", one.document, "--page", "1", "--box", "100,100,50,50", "--note", "by hand"])
    #expect(
      made.status == 0 && made.errors.contains("sent to the members of papers"), "\(made)")
    let list = ["share", "annotations", "lab", other.document]
    #expect(try other.run(list).output.contains("ada, page 1, box: by hand"))
    // A tag of another member stays.
    #expect(
      try one.run(["tag", "--share", "lab", one.document, "--add", "thesis"]).status == 0)
    let taken = try other.run(["tag", "--share", "lab", other.document, "--remove", "thesis"])
    #expect(taken.status == 2 && taken.errors.contains("“thesis” is a tag of ada"), "\(taken)")
    let all = try other.run(["tag", "--share", "lab", "--all"])
    #expect(all.output == "    1  thesis\n" && all.status == 0, "\(all)")
    // The user's annotations on another machine are listed there, too.
    let laptop = try machine(cluster, database, "ada")
    #expect(try laptop.run(list.dropLast() + [laptop.document]).status == 0)
    #expect(try laptop.run(["annotations", laptop.document]).output.contains("by hand"))
    #expect(try !other.run(["annotations", other.document]).output.contains("by hand"))
    let keeper = try machine(cluster, database, "postgres")
    let revoked = try keeper.run(["share", "revoke", "lab", "ben"])
    #expect(revoked.status == 0, "\(revoked)")
    let target = other.folder + "/annotated.pdf"
    let copy = ["annotate", other.document, "--share", "lab", "-o", target]
    for isServerThere in [true, false] {
      if !isServerThere { try cluster.unplug() }
      for words in [list, copy, ["tag", "--share", "lab", other.document]] {
        let refused = try other.run(words)
        #expect(refused.status == 2 && refused.output.isEmpty, "\(words): \(refused)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
