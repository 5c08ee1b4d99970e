import PseudoTerminal
import Foundation
import Glibc
import TestSupport
import Testing

/// Pages cut, put down and turned in the grid, with the file that becomes of it.
@Suite(.serialized) struct PageEditingTests {
  private func pages(_ bench: borrowing Workbench, _ file: String) throws -> [String] {
    let text = try bench.run(["text", file, "--mode", "raw"])
    return text.output.split(separator: "\u{0C}").compactMap { page in
      page.split(separator: "stands on page ").last?.prefix { $0.isNumber }
    }.map(String.init)
  }

  private func grid(_ bench: borrowing Workbench, _ file: String, of count: Int) throws
    -> TerminalSession
  {
    let session = try TerminalSession(
      Workbench.recto, [file], environment: bench.environment, kitty: KittyScreen())
    try session.wait(for: "the document") { $0.contains { $0.contains("p. 1/\(count)") } }
    session.type("T")
    try session.wait(for: "the grid") { $0.last?.contains("Pages of") == true }
    return session
  }

  private func foot(_ words: String, _ session: TerminalSession) throws {
    try session.wait(for: words) { $0.suffix(4).contains { $0.contains(words) } }
  }

  @Test func pagesAreCutPastedAndRestored() throws {
    let bench = try Workbench(pages: 5)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let session = try grid(bench, bench.document, of: 5)
    // A mark on the fourth page.
    session.type("q")
    try session.wait(for: "the page") { $0.last?.contains("p. 1/5") == true }
    session.type("4Gma1GT")
    try foot("Pages of", session)
    session.type("l  d")
    try foot("2 pages cut", session)
    #expect(try pages(bench, bench.document) == ["1", "4", "5"])
    // The file is read again a moment after it is written.
    try session.wait(for: "three pages") { lines in
      !lines.dropLast().contains { $0.split(separator: " ").contains("5") }
    }
    session.type("l")
    try foot("p. 3/3", session)
    session.type("p")
    try foot("2 pages inserted", session)
    #expect(try pages(bench, bench.document) == ["1", "4", "5", "2", "3"])
    session.type("u")
    try foot("Undone", session)
    session.type("u")
    try session.wait(for: "all pages") { lines in
      lines.dropLast().contains { $0.split(separator: " ").contains("4") }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
    session.type("\u{12}")
    try foot("Redone", session)
    #expect(try pages(bench, bench.document) == ["1", "4", "5"])
    // The mark is where its page is now.
    session.type("q'a")
    try session.wait(for: "the marked page") {
      $0.contains { $0.contains("stands on page 4.") } && $0.last?.contains("p. 2/3") == true
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func keysTypedQuicklyRunInOrder() throws {
    let bench = try Workbench(pages: 4)
    let session = try grid(bench, bench.document, of: 4)
    session.type("dlp").type("r")
    try foot("1 page rotated", session)
    #expect(try pages(bench, bench.document) == ["2", "1", "3", "4"])
    session.type("qq")
    #expect(try session.waitForExit() == 0)
  }

  private func isEditing(_ lines: [String]) -> Bool {
    lines.suffix(4).contains { line in
      ["Cutting", "Putting in", "Turning", "cut:", "put in:", "turned:"].contains {
        line.contains($0)
      }
    }
  }

  /// Queued edits are finished too, whichever way the program ends.
  @Test func requestedEditsAreDoneAfterATerm() throws {
    let bench = try Workbench(pages: 4)
    let session = try grid(bench, bench.document, of: 4)
    session.type("dlpd")
    try session.wait(for: "the edits' beginning") { isEditing($0) }
    kill(session.pid, SIGTERM)
    try session.waitForSignal(SIGTERM)
    #expect(try pages(bench, bench.document) == ["1", "3", "4"])
  }

  @Test func requestedEditsAreDoneAfterAHangup() throws {
    let bench = try Workbench(pages: 4)
    let session = try grid(bench, bench.document, of: 4)
    // At once: unread input is lost with the terminal.
    session.type("dlpd")
    try session.wait(for: "the edits' beginning") { isEditing($0) }
    session.hangUp()
    // As a shell does that ends with its terminal.
    kill(session.pid, SIGHUP)
    _ = try session.waitForEnd()
    #expect(try pages(bench, bench.document) == ["1", "3", "4"])
  }

  /// With `saveAnnotations: "never"`, copying pages leaves the file unchanged.
  @Test func copyingPagesRespectsNeverSavingAnnotations() throws {
    let bench = try Workbench(pages: 3)
    try Data("{ saveAnnotations: \"never\" }".utf8).write(
      to: URL(fileURLWithPath: bench.folder + "/.config/recto/settings.json5"))
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let session = try grid(bench, bench.document, of: 3)
    session.type("q")
    try session.wait(for: "the page") { rows in
      rows.last?.contains("p. 1/3") == true && rows.contains { $0.contains("sentence 1 stands") }
    }
    session.type("v")
    try foot("caret", session)
    session.type("an")
    try foot("Note", session)
    session.type("kept here\r")
    try session.wait(for: "the note") { $0.last?.contains("•") == true }
    session.type("\u{1b}T")
    try foot("Pages of", session)
    session.type("y")
    try foot("1 page copied", session)
    session.type("qq")
    #expect(try session.waitForExit() == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
  }

  @Test func pagesArePastedIntoOtherFiles() throws {
    let bench = try Workbench(pages: 4)
    let other = try bench.write(SmallDocument.bytes(pages: 2), "other.pdf")
    let session = try TerminalSession(
      Workbench.recto, [bench.document, other], environment: bench.environment,
      kitty: KittyScreen())
    try session.wait(for: "the document") { $0.contains { $0.contains("p. 1/4") } }
    session.type("T")
    try foot("Pages of", session)
    session.type("lll y")
    try foot("1 page copied", session)
    session.type("gt")
    try foot("p. 1/2", session)
    session.type("P")
    try foot("1 page inserted", session)
    #expect(try pages(bench, other) == ["4", "1", "2"])
    #expect(try pages(bench, bench.document) == ["1", "2", "3", "4"])
    // Into a new file, never over one that is there.
    session.type("x\u{15}\(bench.folder)/new.pdf\r")
    try foot("written to", session)
    #expect(try pages(bench, bench.folder + "/new.pdf") == ["4"])
    session.type("x\u{15}\(bench.folder)/new.pdf\r")
    try foot("already exists", session)
    session.type(":insert-pages \(bench.document)\r")
    try foot("inserted: u undoes", session)
    #expect(try pages(bench, other) == ["4", "1", "2", "3", "4", "1", "2"])
  }

  @Test func aFileChangedElsewhereIsNotOverwritten() throws {
    let bench = try Workbench(pages: 3)
    let session = try grid(bench, bench.document, of: 3)
    // Another program has not come to its end yet.
    let half = SmallDocument.bytes(pages: 7).prefix(900)
    try half.write(to: URL(fileURLWithPath: bench.document), options: .atomic)
    try foot("waiting until it is whole", session)
    session.type("d")
    try foot("not overwritten", session)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == half)
  }

  @Test func theOutlineIsEditedInItsPanel() throws {
    let bench = try Workbench(pages: 4)
    let session = try bench.read([bench.document])
    try session.wait(for: "the document") { $0.contains { $0.contains("p. 1/4") } }
    session.type("o")
    try session.wait(for: "the outline") { $0.contains { $0.contains("a adds") } }
    session.type("J")
    try foot("Outline changed", session)
    session.type("r\u{15}Renamed\r")
    try session.wait(for: "the new title") { $0.contains { $0.contains("Renamed") } }
    session.type("D")
    let environment = bench.environment
    let document = bench.document
    func outline() -> String {
      (try? Workbench.run(["outline", document], environment: environment).output) ?? ""
    }
    try session.wait(for: "the file's outline") { _ in
      !outline().contains("Renamed") && !outline().contains("Chapter 1 ")
    }
    session.type("UU")
    try session.wait(for: "what was there") { $0.contains { $0.contains("Chapter 1") } }
  }
}
