import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// `recto show`: pages as pictures among the lines of the terminal.
@Suite struct ShowCommandTests {
  /// A white page and, labelled i, a wide one whose left half is black.
  private func document(in bench: borrowing Workbench) throws -> String {
    var document = PagedPDF()
    document.addPage("Plain")
    document.addPage(") Tj ET 0 g 0 0 100 100 re f BT (", box: "/MediaBox[0 0 200 100]")
    document.catalogue = "/PageLabels<</Nums[0<</S/D>>1<</S/r>>]>>"
    return try bench.write(document.file(), "halves.pdf")
  }

  /// The rows of a picture of characters, without blanks at their ends.
  private func rows(_ output: String) -> [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: [
    ([], [String](repeating: "          ██████████", count: 5)),
    (
      ["--rotate", "90"],
      [String](repeating: "", count: 5) + [String](repeating: "██████████", count: 5)
    ),
    (["--profile", "dark"], [String](repeating: "██████████", count: 5)),
  ]) func showWritesCharactersToAPipe(_ options: [String], _ picture: [String]) throws {
    let bench = try Workbench(pages: 1)
    let path = try document(in: bench)
    for page in ["2", "i"] {
      let result = try bench.run(
        ["show", path, "--page", page, "--columns", "20", "--lines", "10"] + options)
      #expect(result.status == 0)
      // Which page was taken is said where number and label differ.
      #expect(result.errors.isEmpty == (page == "i"), "\(result.errors)")
      #expect(rows(result.output) == picture)
    }
  }

  /// Neither more nor fewer pixels are drawn than are shown.
  @Test func pixelsMatchTheCells() throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run([
      "show", try document(in: bench), "--page", "2", "--columns", "20", "--as", "kitty",
    ])
    #expect(result.status == 0)
    #expect(result.output.contains("s=160,v=80"))
    #expect(result.output.contains("c=20,r=5"))
  }

  @Test func showPrintsThePageAndRestoresTheTerminal() throws {
    let bench = try Workbench(pages: 2)
    let session = try bench.read(["show", bench.document, "--page", "2"])
    #expect(try session.waitForExit() == 0)
    let blocks = Set("▀▄▌▐█▖▗▘▝▚▞▙▛▜▟")
    #expect(session.lines.filter { $0.contains { blocks.contains($0) } }.count > 2)
    #expect(!session.text.contains { $0.isLetter }, "\(session.text)")
    // As a terminal is before anything runs in it.
    let usual = tcflag_t(ECHO | ICANON)
    #expect(session.modes.c_lflag & usual == usual)
  }

  @Test(arguments: [
    (["--page", "xii"], "halves.pdf has no page “xii”; it has 2"),
    (["--as", "pink"], "use kitty, sixel"), (["--rotate", "45"], "--rotate needs"),
    (["--profile", "pink"], "there are normal, dark"), (["--columns", "0"], "--columns needs"),
    (
      ["--columns", "1000", "--lines", "1000", "--as", "kitty"],
      "give a smaller --columns or --lines"
    ),
  ]) func showErrorsAreReported(_ options: [String], _ sentence: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(["show", try document(in: bench)] + options)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }

  @Test func textsAndMissingFilesAreReported() throws {
    let bench = try Workbench(pages: 1)
    let note = try bench.write(Data("# Title\n".utf8), "note.md")
    let text = try bench.run(["show", note, "--rotate", "90"])
    #expect(text.status == 2 && text.errors.contains("is text and has no pages"))
    let missing = try bench.run(["show", bench.folder + "/nothing.pdf"])
    #expect(missing.status == 2 && missing.errors.contains("nothing.pdf"))
  }
}
