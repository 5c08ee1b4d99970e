import PseudoTerminal
import Foundation
import Glibc
import TestSupport
import Testing

/// `recto --plain`: documents and folders line by line, through pipes and at a terminal.
@Suite struct PlainTests {
  /// Types these lines at the program through a pipe.
  private func talk(
    _ bench: borrowing Workbench, _ arguments: [String], _ lines: [String]
  ) throws -> (status: Int32, lines: [String], errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Workbench.recto)
    process.arguments = ["--plain"] + arguments
    process.environment = bench.environment
    process.currentDirectoryURL = URL(fileURLWithPath: bench.folder)
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(!text.contains("\u{1B}") && !text.contains("\r"), "nothing is drawn")
    return (process.terminationStatus, text.components(separatedBy: "\n"), words)
  }

  @Test func documentsAreReadOneAfterTheOther() throws {
    let bench = try Workbench(pages: 2)
    let other = try bench.write(Data("# Another\n".utf8), "other.md")
    let both = try talk(bench, [bench.document, other], ["q", "q"])
    #expect(both.status == 0 && both.errors.isEmpty)
    #expect(both.lines.contains { $0.contains("book.pdf") })
    #expect(both.lines.contains { $0.contains("other.md") })
    let one = try talk(bench, [bench.document, other], [])
    #expect(one.status == 0)
    #expect(one.errors == "recto: \(other) was not opened: there were no more commands\n")
    let first = try talk(bench, [bench.folder + "/nix.pdf", other], ["q"])
    #expect(first.status == 2 && first.errors.contains("nix.pdf"))
    #expect(first.lines.contains { $0.contains("other.md") })
  }

  @Test func thePlaceInADocumentIsKept() throws {
    let bench = try Workbench()
    let first = try talk(bench, [bench.document], ["", "n", "", "b", "w", "q"])
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.lines[0] == "Small Book, book.pdf, 12 pages. h lists the commands.")
    #expect(first.lines.contains { $0.contains("stands on page 1.") })
    #expect(first.lines.contains("Page 2 of 12."))
    #expect(first.lines.contains { $0.hasPrefix("Page 2 of 12, paragraph 1 of") })
    // Another start goes on there, and so does the screen.
    let second = try talk(bench, [], ["q"])
    #expect(second.lines.contains("You stopped here."))
    #expect(second.lines.contains { $0.contains("stands on page 2.") })
    let session = try bench.read([])
    try session.wait(for: "page 2 on the screen") { $0.last?.contains("p. 2/12") == true }
    session.type("5G")
    try session.wait(for: "page 5") { $0[0].contains("page 5") }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(
      try talk(bench, [bench.document], ["q"]).lines.contains {
        $0.contains("stands on page 5.")
      })
  }

  @Test func searchPagesAndOutlineNavigate() throws {
    let bench = try Workbench()
    let found = try talk(
      bench, [bench.document],
      ["/sentence 10 stands on page 7", "g 3", "o 9", "o", "2", "g 99", "q"])
    let pages = found.lines.filter { $0.hasPrefix("Page ") }
    #expect(pages == ["Page 7 of 12.", "Page 3 of 12.", "Page 9 of 12.", "Page 2 of 12."])
    #expect(found.lines.contains("3. Chapter 3, page 3"))
    #expect(found.lines.contains { $0.contains("99") && !$0.hasPrefix("Page") })
    let ends = try talk(
      bench, [bench.document],
      ["/nowhere at all", "g 12", "n", "/sentence 10 stands on page 12", "p", "q"])
    #expect(ends.lines.contains("“nowhere at all” was not found."))
    #expect(ends.lines.contains("This is the last page."))
    #expect(ends.lines.contains("Page 11 of 12."))
  }

  /// Nobody asks a pipe for more.
  @Test func listsAreNotPagedToAPipe() throws {
    let bench = try Workbench(pages: 30)
    let lines = try talk(bench, [bench.document], ["o", "o", "29", "q"]).lines
    for number in 1...30 {
      let row = "\(number). Chapter \(number), page \(number)"
      #expect(lines.filter { $0 == row }.count == 2, "\(row)")
    }
    #expect(lines.contains("Page 29 of 30."))
  }

  /// Input after a list that is not one of its numbers is a command.
  @Test func otherCommandsAreAcceptedAfterAList() throws {
    let bench = try Workbench()
    let lines = try talk(bench, [bench.document], ["o", "99", "g 3", "o", "n", "q"]).lines
    #expect(lines.contains("There is no number 99 in the list."))
    #expect(
      lines.filter { $0.hasPrefix("Page ") } == ["Page 3 of 12.", "Page 4 of 12."])
  }

  @Test func searchingVisitsEveryMatchAndWraps() throws {
    let bench = try Workbench(pages: 3)
    let lines = try talk(bench, [bench.document], ["/sentence 10 stands", "/", "/", "/", "q"]).lines
    let pages = lines.filter { $0.hasPrefix("Page ") || $0.hasPrefix("Search") }
    #expect(
      pages
        == [
          "Page 1 of 3.", "Page 2 of 3.", "Page 3 of 3.", "Search wrapped to the top.",
          "Page 1 of 3.",
        ],
      "\(lines)")
    let one = try talk(bench, [bench.document], ["/sentence 10 stands on page 1", "/", "q"]).lines
    #expect(one.contains("No other match of “sentence 10 stands on page 1”."))
  }

  @Test func notesAreMadeListedAndUndone() throws {
    let bench = try Workbench(pages: 3)
    let made = try talk(
      bench, [bench.document], ["n", "m Ask about this", "a", "q", "m", "a note typed alone", "q"])
    #expect(made.lines.filter { $0 == "Note saved." }.count == 2)
    #expect(made.lines.contains { $0.hasPrefix("1. page 2, ") && $0.contains("Ask about this") })
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    #expect(reported.contains("Ask about this") && reported.contains("a note typed alone"))
    let undone = try talk(bench, [bench.document], ["g 1", "a 1", "u", "u", "u", "a", "q"])
    #expect(undone.lines.contains("Page 2 of 3."))
    #expect(undone.lines.contains { $0.contains("has no annotations") })
  }

  @Test func mistakesAreReportedAndTheSessionContinues() throws {
    let bench = try Workbench(pages: 1)
    let lines = try talk(
      bench, [bench.document], ["x", "g", "/", "o 99", "l", "u", "h", "q"]
    ).lines
    #expect(lines.contains("There is no command x; h lists them."))
    #expect(lines.contains { $0.contains("g needs a page") })
    #expect(lines.contains { $0.contains("/ needs words") })
    #expect(lines.contains { $0.contains("no number 99") })
    #expect(lines.contains { $0.contains("no links") })
    #expect(lines.contains { $0.contains("Nothing to undo") })
    #expect(lines.contains("Enter: next paragraph"))
    let missing = try talk(bench, ["/nowhere.pdf"], [])
    #expect(missing.status == 2 && missing.errors.contains("/nowhere.pdf"))
    // End of input quits.
    #expect(try talk(bench, [bench.document], []).status == 0)
    #expect(try talk(bench, ["--choose"], []).status == 2)
  }

  @Test func aFolderIsBrowsedByNumbers() throws {
    let bench = try Workbench(pages: 2)
    let browser = bench.folder + "/shelf"
    try FileManager.default.createDirectory(
      atPath: browser + "/sub", withIntermediateDirectories: true)
    try SmallDocument.bytes(pages: 4).write(to: URL(fileURLWithPath: browser + "/sub/deep.pdf"))
    for number in 1...25 {
      try Data("# Note \(number)\n\nWords of \(number).\n".utf8)
        .write(to: URL(fileURLWithPath: browser + "/note \(number).md"))
    }
    _ = FileManager.default.createFile(atPath: browser + "/photo.xcf", contents: Data())
    let lines = try talk(
      bench, [browser], ["", "/note 7", "1", "", "q", "/", "1", "1", "q", "..", "r", "q", "q"]
    ).lines
    #expect(lines[0].contains("shelf, 26 names"))
    #expect(lines[1] == "1. folder sub")
    #expect(lines.contains("Enter lists 6 more.") && lines.contains { $0.hasSuffix("note 25.md") })
    #expect(!lines.contains { $0.contains("photo") })
    #expect(lines.contains { $0.contains("1 name with “note 7”") })
    #expect(lines.contains("Heading: Note 7") && lines.contains("Words of 7."))
    #expect(lines.contains { $0.hasPrefix("Small Book, deep.pdf, 4 pages") })
    #expect(lines.contains { $0.hasPrefix("1. ") && $0.hasSuffix("deep.pdf") }, "read last")
  }

  /// Pages are named as the outline names them.
  @Test func pagesHaveTheDocumentsLabels() throws {
    let bench = try Workbench()
    let lines = try talk(
      bench, [SampleTests.folder + "guide.pdf"], ["g ii", "w", "l 5", "o 3", "g ii", "l", "q", "q"]
    ).lines
    #expect(lines.contains { $0.hasPrefix("Page ii, number 2 of 16, paragraph") })
    #expect(lines.contains("Page 3, number 5 of 16."))
    #expect(lines.contains("5. 2 The outline, page 3"))
  }

  /// The reported page of a place is its own page, not the one its paragraph starts on.
  @Test func placesAreReportedWithTheirPage() throws {
    let bench = try Workbench()
    let long = bench.folder + "/long.pdf"
    var document = PagedPDF()
    let first = (1...48).map {
      "The line \($0) of a sentence goes on and on and on to its margin and"
    }
    for lines in [
      ["This is the first page."], first,
      ["so it ends with a lantern.", "Another paragraph begins here."],
    ] {
      _ = document.addPage(lines.joined(separator: ") Tj 0 -14 Td ("), at: (72, 740))
    }
    try document.file().write(to: URL(fileURLWithPath: long))
    let lines = try talk(bench, [long], ["/lantern", "q"]).lines
    #expect(
      lines.contains("Page 3 of 3, in a paragraph that begins on page 2."), "\(lines)")
  }

  /// Users of terminals without drawing are referred to `--plain`.
  @Test func dumbTerminalsAreReferredToPlain() throws {
    let bench = try Workbench(pages: 1)
    var environment = bench.environment
    environment["TERM"] = "dumb"
    let session = try TerminalSession(
      Workbench.recto, [bench.document], environment: environment, columns: 200, rows: 10)
    #expect(try session.waitForExit() == 2)
    #expect(session.text.contains("recto --plain FILE reads line by line"), "\(session.text)")
    #expect(session.text.contains("TERM=xterm-256color"))
  }

  @Test func plainModePromptsWithoutDrawing() throws {
    let bench = try Workbench(pages: 3)
    let record = bench.folder + "/record"
    var environment = bench.environment
    environment["TERM"] = "dumb"
    environment["SHELL"] = "/bin/sh"
    let session = try TerminalSession(
      "/usr/bin/script", ["-qefc", "'\(Workbench.recto)' --plain '\(bench.document)'", record],
      environment: environment, columns: 40, rows: 10)
    try session.wait(for: "the prompt") { $0.contains { $0.hasPrefix("1/3>") } }
    session.type("n\r")
    try session.wait(for: "next page") { $0.contains { $0.hasPrefix("2/3>") } }
    session.type("q\r")
    #expect(try session.waitForExit() == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: record))
    #expect(!bytes.contains(0x1B), "no control sequence is written")
    // Words are not broken where the line ends.
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Page 2 of 3."))
    for line in text.components(separatedBy: "\r\n") where !line.contains("Script ") {
      #expect(line.count <= 40, "\(line)")
    }
  }
}
