import Foundation
import PseudoTerminal
import Testing

/// Markdown and plain text, with the programs as they are used.
@Suite(.serialized) struct TextDocumentTests {
  private func write(_ text: String, _ name: String, in bench: borrowing Workbench) throws -> String
  {
    try bench.write(Data(text.utf8), name)
  }

  @Test func markdownOutlineAndLinksNavigate() throws {
    let bench = try Workbench()
    let body = (1...60).map { "Paragraph \($0) of the first part.\n\n" }.joined()
    let path = try write(
      "# Notes\n\nSee [the end](#the-end) and [another](other.md#here).\n\n\(body)## The end\n\nLast words.\n",
      "notes.md", in: bench)
    _ = try write(
      "# Other\n\n" + (1...80).map { "line \($0)\n\n" }.joined() + "## Here\n\nArrived.\n",
      "other.md", in: bench)
    let session = try bench.read([path])
    try session.wait(for: "the beginning") {
      $0[0].contains("Notes") && $0.contains { $0.contains("See the end and another.") }
    }
    session.type("fa")
    try session.wait(for: "the end") { $0.contains { $0.contains("Last words.") } }
    session.type("\u{f}")
    try session.wait(for: "the beginning") { $0.contains { $0.contains("See the end") } }
    session.type("fs")
    try session.wait(for: "a question") { $0.last?.contains("other.md") == true }
    session.type("\r")
    try session.wait(for: "the other file") { $0.contains { $0.contains("Arrived.") } }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  /// Rows may scroll, and characters of a disputed width, which are written over blanks, must not scroll along.
  @Test func scrollingLeavesNoDisputedCharacters() throws {
    let bench = try Workbench()
    let lines = (1...200).map { $0 % 9 == 0 ? "\u{1F469} emoji \($0)\n" : "line \($0)\n" }
    let session = try bench.read([try write(lines.joined(), "emoji.log", in: bench)])
    try session.wait(for: "the beginning") { $0.contains { $0.contains("emoji 9") } }
    for line in [40, 80, 60, 120] {
      session.type("\(line)G")
      try session.wait(for: "line \(line)") { $0.contains { $0.hasSuffix("line \(line)") } }
      for _ in 0..<5 { session.type("jjkj") }
      try session.wait(for: "emoji on their lines") { rows in
        rows.contains { $0.contains("emoji") }
          && rows.allSatisfy { $0.contains("\u{1F469}") == $0.contains("emoji ") }
      }
    }
  }

  @Test func linesAreOpenedAndEncodingsChanged() throws {
    let bench = try Workbench()
    let path = try write((1...9_000).map { "line number \($0)\n" }.joined(), "a.log", in: bench)
    let session = try bench.read([path + ":7000"])
    try session.wait(for: "line 7000") { $0[0].contains("line number 7000") }
    session.type("G")
    try session.wait(for: "the end") { $0.contains { $0.contains("line number 9000") } }
    session.type("123G")
    try session.wait(for: "line 123") { $0[0].contains("line number 123") }
    session.type(":encoding KOI8-R\r")
    try session.wait(for: "the encoding, at the same place") {
      $0.last?.contains("read as KOI8-R") == true && $0[0].contains("line number 123")
    }
    session.type(":encoding no-such\r")
    try session.wait(for: "a sentence") { $0.last?.contains("iconv -l lists those known") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  /// Lines that are written to a file come up, and the place stays.
  @Test func aGrowingLogIsReloaded() throws {
    let bench = try Workbench()
    let path = try write((1...500).map { "line number \($0)\n" }.joined(), "a.log", in: bench)
    let session = try bench.read([path])
    try session.wait(for: "the beginning") { $0[0].contains("line number 1") }
    session.type("200G")
    try session.wait(for: "line 200") { $0[0].contains("line number 200") }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("line number 501\n".utf8))
    try file.close()
    try session.wait(for: "the change, at the same place") {
      $0.last?.contains("reloaded") == true && $0[0].contains("line number 200")
    }
    session.type("G")
    try session.wait(for: "the new line") { $0.contains { $0.contains("line number 501") } }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func commandsAcceptTextFiles() throws {
    let bench = try Workbench()
    let notes = try write(
      "# One\n\ntext [b](https://e.org)\n\n## Two\n\n- needle here\n", "n.md", in: bench)
    let log = try write("first\r\na needle\u{1B}[31m!\n\nlast needle\nin two", "a.log", in: bench)
    #expect(try bench.run(["text", log]).output == "first\na needle!\n\nlast needle\nin two")
    #expect(try bench.run(["text", notes]).output == "One\n\ntext b\n\nTwo\n\n• needle here\n")
    #expect(try bench.run(["search", "needle", log]).output.contains("2: a needle!"))
    #expect(try bench.run(["search", "needle in", log]).output == "4: last needle in two\n")
    #expect(try bench.run(["search", "needle", notes, log]).output.hasPrefix("\(notes):7: "))
    #expect(try bench.run(["outline", notes]).output == "One  1\n  Two  5\n")
    #expect(try bench.run(["links", notes]).output == "3: https://e.org  “b”\n")
    let information = try bench.run(["info", log]).output
    #expect(information.contains("Lines         5\n"))
    #expect(information.contains("Encoding      UTF-8\n"))
    #expect(!information.contains("Pages"))
    #expect(try bench.run(["text", notes, "--pages", "1"]).status == 2)
  }
}
