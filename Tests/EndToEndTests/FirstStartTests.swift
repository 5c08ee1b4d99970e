import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// The first start of Recto.
@Suite struct FirstStartTests {
  /// A home in which nothing was ever set or read.
  private func newcomer() throws -> Workbench {
    let bench = try Workbench(pages: 2)
    try FileManager.default.removeItem(atPath: bench.folder + "/.config")
    return bench
  }

  @Test func theTourIsShownOnceAndCanBeLeft() throws {
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

  /// Each step works as described; marks go into a copy of the guide.
  @Test func everyTourStepWorksAsDescribed() throws {
    let bench = try newcomer()
    let installed = try Data(contentsOf: URL(fileURLWithPath: SampleTests.folder + "guide.pdf"))
    let session = try bench.read([])
    func step(_ number: Int, _ words: String) throws {
      try session.wait(for: "step \(number)") { rows in
        rows.contains { $0.contains("Tour \(number)/10") } && rows.contains { $0.contains(words) }
      }
    }
    try step(1, "space goes forward")
    try session.wait(for: "the guide") { $0.contains { $0.contains("short guide") } }
    session.type(" ")
    try step(2, "o shows the outline")
    session.type("o")
    try step(3, "j and k move in it, Enter jumps there")
    // The page beside it names the same parts.
    try session.wait(for: "the outline") { $0.contains { $0.contains("▾ Part Three") } }
    session.type("jj\r")
    try session.wait(for: "the outline closed") { rows in
      !rows[0].contains("Outline") && rows.contains { $0.contains("first five minutes") }
    }
    session.type("/")
    try step(4, "Type a word, such as cage, and Enter")
    session.type("cage\r")
    try session.wait(for: "a place of it") { $0.last?.contains("/cage  2 of 3") == true }
    session.type("n")
    try step(5, "G goes to the end. ctrl+o jumps back")
    session.type("G")
    try session.wait(for: "the end") { $0.last?.contains("100 %") == true }
    session.type("\u{0F}")
    try step(6, "p shows the page as a picture")
    session.type("p")
    try step(7, "p until only text is shown, then v")
    session.type("ppv")
    try step(8, "v again selects")
    try session.wait(for: "the caret") { $0.last?.contains("caret") == true }
    session.type("veee")
    try session.wait(for: "words selected") { $0.last?.contains("select") == true }
    session.type("aa")
    try step(9, "? shows all keys")
    session.type("?")
    try session.wait(for: "all keys") { $0.contains { $0.contains("Keys") } }
    session.type("\u{1b}")
    try step(10, "q leaves the document")
    session.type("q")
    try session.wait(for: "the end") { $0.last?.contains("That was the tour") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    let copy = bench.folder + "/.local/share/recto/tour/guide.pdf"
    let reported = try bench.run(["annotations", copy])
    #expect(reported.status == 0 && reported.output.contains("highlight"), "\(reported)")
    let after = try Data(contentsOf: URL(fileURLWithPath: SampleTests.folder + "guide.pdf"))
    #expect(after == installed, "the one of all users is as it was")
  }

  @Test func theTourEndsWithTheGuide() throws {
    let bench = try newcomer()
    let session = try bench.read([])
    try session.wait(for: "the tour") { rows in
      rows.contains { $0.contains("Tour 1/10") } && rows.contains { $0.contains("short guide") }
    }
    session.type(" o")
    try session.wait(for: "the third key") { $0.contains { $0.contains("Tour 3/10") } }
    session.type("oq")
    try session.wait(for: "the browser alone") { rows in
      rows.contains { $0.contains("Recents") } && !rows.contains { $0.contains("Tour ") }
        && rows.last?.contains("The tour has ended; :tour repeats it") == true
    }
    session.type(":tour\r")
    try session.wait(for: "it begins again") { $0.contains { $0.contains("Tour 1/10") } }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
  }

  @Test func withAFileArgumentTheTourIsOnlyOffered() throws {
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

  @Test(arguments: [
    ["doctor"], ["search", "--no-index", "nothing"], ["text"], ["share", "status"],
  ])
  func earlierCommandsDoNotSkipTheTour(_ command: [String]) throws {
    let bench = try newcomer()
    _ = try bench.run(command + (["doctor", "share"].contains(command[0]) ? [] : [bench.document]))
    let session = try bench.read([])
    try session.wait(for: "the tour") { $0.contains { $0.contains("Tour 1/10") } }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
  }

  /// Without colours and in the smallest window it is the same.
  @Test(arguments: ["vt100", "xterm-mono", "xterm-256color"]) func theTourWorksOnAnyTerminal(
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
