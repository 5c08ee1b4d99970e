import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// What somebody sees who starts Recto for the first time.
@Suite struct FirstStartTests {
  /// A home in which nothing was ever set or read.
  private func newcomer() throws -> Workbench {
    let bench = try Workbench(pages: 2)
    try FileManager.default.removeItem(atPath: bench.folder + "/.config")
    return bench
  }

  @Test func aTourOfTenKeysIsGivenOnceAndCanBeLeft() throws {
    let bench = try newcomer()
    let session = try bench.read([])
    try session.wait(for: "the tour on the guide") { rows in
      rows.contains { $0.contains("Tour 1/10") } && rows.contains { $0.contains("short guide") }
    }
    session.type(" ")
    try session.wait(for: "the second key") { $0.contains { $0.contains("Tour 2/10") } }
    session.type("o")
    try session.wait(for: "the third key, beside the outline") { rows in
      rows.contains { $0.contains("Tour 3/10") } && rows.contains { $0.contains("Outline") }
    }
    session.type("o\u{1b}")
    try session.wait(for: "the end of it") { rows in
      rows.contains { $0.contains("tour has ended") }
    }
    session.type("q")
    try session.wait(for: "the browser behind") { rows in
      rows.contains { $0.contains("Recents") } && !rows[0].contains("Reading")
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    let again = try bench.read([])
    try again.wait(for: "the browser at once") { $0.contains { $0.contains("Recents") } }
    #expect(!again.text.contains("Tour"))
  }

  @Test func overAFileOfOnesOwnItIsOneLine() throws {
    let bench = try newcomer()
    let session = try bench.read([bench.document])
    try session.wait(for: "the page and the offer") { rows in
      rows[0].contains("page 1.") && rows.last?.contains(":tour") == true
    }
    #expect(!session.text.contains("Tour 1/10"))
    session.type("j")
    try session.wait(for: "the status line") { $0.last?.contains("p. 1/2") == true }
    session.type(":tour\r")
    try session.wait(for: "the tour") { $0.contains { $0.contains("Tour 1/10") } }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    let again = try bench.read([bench.document])
    try again.wait(for: "no offer any more") { $0.last?.contains("p. 1/2") == true }
  }

  /// Without colours and in the smallest window it is the same.
  @Test(arguments: ["vt100", "xterm-mono", "xterm-256color"]) func itIsReadOnAnyTerminal(
    _ terminal: String
  ) throws {
    let bench = try newcomer()
    var environment = bench.environment
    environment["TERM"] = terminal
    environment["NO_COLOR"] = "1"
    let session = try TerminalSession(
      Workbench.recto, [], environment: environment, columns: 40, rows: 10)
    try session.wait(for: "the tour") { $0.contains { $0.contains("Tour 1/10") } }
    session.type("\u{1b}")
    try session.wait(for: "the end of it") { rows in
      rows.contains { $0.contains("tour has ended") }
    }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
  }
}
