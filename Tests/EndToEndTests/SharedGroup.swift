import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// A shared library with documents, and the home folder of a reader who has joined it and has a document of their own.
final class SharedGroup {
  let bench: Workbench
  let cluster: PostgresCluster
  let database: String
  let papers: String
  let own: String
  let ada: String
  let reader: [String: String]

  init() throws {
    bench = try Workbench(pages: 1)
    cluster = try PostgresCluster()
    database = try cluster.makeDatabase()
    papers = bench.folder + "/papers"
    ada = "ada_\(database)"
    reader = bench.environment.merging(["HOME": bench.folder + "/elsewhere"]) { $1 }
    own = bench.folder + "/elsewhere/own"
    for folder in [papers + "/2024", own] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    try SmallDocument.bytes(pages: 3, title: "Understandable Consensus").write(
      to: URL(fileURLWithPath: papers + "/2024/raft.pdf"))
    try Data("# Mine\n\nan amber needle of my own\n".utf8).write(
      to: URL(fileURLWithPath: own + "/mine.md"))
    for words in [
      ["share", "init", cluster.address(database), "--collection", "papers"]
        + ["--readers", ada, "--name", "lab"],
      ["index", "--share", "lab", papers],
    ] {
      let result = try bench.run(words)
      try #require(result.status == 0, "\(result)")
    }
    try run(["share", "join", cluster.address(database, as: ada), "--name", "lab"])
    try run(["index", own])
  }

  @discardableResult func run(_ words: [String]) throws -> String {
    let result = try Workbench.run(words, environment: reader)
    try #require(result.status == 0, "\(words): \(result)")
    return result.output
  }

  func start() throws -> TerminalSession {
    let session = try TerminalSession(
      Workbench.recto, [own], environment: reader, columns: 110, rows: 26)
    try session.wait(row: "mine.md")
    return session
  }
}
