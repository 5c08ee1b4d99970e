import Foundation
import Glibc
import PseudoTerminal
import Testing

/// Going about in the browser: folders, letters, tabs, the mouse.
@Suite struct GoingAboutTests {
  @Test func foldersAreEnteredAndLeft() throws {
    let browser = try BrowserBench(["sub/inner/deep.pdf", "sub/one.pdf", "a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.wait(for: "documents only") { $0.listed == ["sub/", "a.pdf"] }
    try session.type("\r").wait(cursor: "inner/")
    try session.type("l").wait(cursor: "deep.pdf")
    // Up, and the cursor is on the folder just left; then the last folder, and back again.
    try session.type("h").wait(cursor: "inner/")
    try session.type("\u{7f}").wait(cursor: "sub/")
    try session.type("-").wait(cursor: "inner/")
    try session.type("-").wait(cursor: "sub/")
    try session.type("~").wait(row: "shelf/")
    try session.type("H").wait(cursor: "sub/")
    #expect(try session.quit() == 0)
  }

  @Test func closingADocumentReturnsToItsRow() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf", "c.pdf"])
    let session = try browser.browse(until: "c.pdf")
    try session.type("jj\r").wait(status: "p. 1/3")
    try session.type("-").wait(cursor: "c.pdf")
    try session.type("k\r").wait(status: "p. 1/3")
    try session.type("q").wait(cursor: "b.pdf")
  }

  @Test func namesSortNumericallyAndEndsAreReached() throws {
    let browser = try BrowserBench((1...60).map { "Page \($0).pdf" })
    let session = try browser.browse(until: "Page 9.pdf")
    try session.wait(for: "their order") {
      $0.listed.prefix(3) == ["Page 1.pdf", "Page 2.pdf", "Page 3.pdf"]
    }
    try session.type("G").wait(cursor: "Page 60.pdf")
    try session.type("gg").wait(cursor: "Page 1.pdf")
    try session.type("\u{1b}[6~").wait(for: "a window further") {
      $0.cursor > "Page 1.pdf" && !$0.has(row: "Page 1.pdf")
    }
  }

  @Test func typeAheadFindsNames() throws {
    let browser = try BrowserBench(["alpha.pdf", "beta.pdf", "bravo.pdf", "gamma.pdf"])
    let session = try browser.browse(until: "gamma.pdf")
    try session.type("fbr").wait(cursor: "bravo.pdf")
    try session.type("\u{1b}").wait(for: "the letters to be forgotten") {
      !$0.status.contains("to br")
    }
    try session.type("fga\r").wait(status: "p. 1/3")
  }

  @Test func theFilterNarrowsAndEscapeClearsIt() throws {
    let browser = try BrowserBench([
      "alpha.pdf", "beta.pdf", "gamma.pdf", "transactions.pdf", "trains.pdf",
    ])
    let session = try browser.browse(until: "transactions.pdf")
    try session.type("/tns").wait(for: "two rows") {
      Set($0.listed) == ["trains.pdf", "transactions.pdf"]
    }
    try session.type("\r").wait(for: "the filter kept") {
      $0.listed.count == 2 && !$0.status.contains("Filter")
    }
    try session.type("\u{1b}").wait(for: "all rows") { $0.listed.count == 5 }
    // A single remaining row waits for an Enter of its own.
    try session.type("/tnsac").wait(for: "one row") { $0.listed == ["transactions.pdf"] }
    try session.type("\r").wait(for: "the filter kept") { !$0.status.contains("Filter") }
    try session.type("\r").wait(status: "p. 1/3")
    try session.type("q").wait(cursor: "transactions.pdf")
    try session.type("\u{1b}").wait(for: "all rows") { $0.listed.count == 5 }
    try session.type("/zzz").wait(screen: "Nothing here matches")
  }

  @Test func aFewLettersJumpToANestedDocument() throws {
    let browser = try BrowserBench([
      "a.pdf", "papers/databases/Flexible Transactions.pdf", "papers/other.pdf",
    ])
    let session = try browser.browse(until: "papers/")
    try session.type("\u{10}flextr").wait(for: "the document, found") {
      $0.holds("Flexible Transactions.pdf")
    }
    try session.type("\r").wait(status: "p. 1/3")
    try session.type("-").wait(cursor: "Flexible Transactions.pdf")
  }

  @Test func tabsAreOpenedAndSwitched() throws {
    let browser = try BrowserBench(["one/first.pdf", "two/second.pdf"])
    let session = try browser.browse(until: "two/")
    try session.type("\u{14}").wait(screen: "2 shelf")
    try session.type("j\r").wait(cursor: "second.pdf")
    try session.type("gT").wait(cursor: "one/")
    try session.type("gt").wait(cursor: "second.pdf")
    try session.type("\u{17}q").wait(cursor: "one/")
    #expect(!session.lines.holds("2 two"))
  }

  @Test func theMouseClicksAndScrolls() throws {
    let browser = try BrowserBench(["sub/inner.pdf"] + (1...40).map { "Page \($0).pdf" })
    let session = try browser.browse(until: "Page 9.pdf")
    session.click(try session.place(of: "Page 9.pdf"))
    try session.wait(cursor: "Page 9.pdf")
    session.wheel(down: true, try session.place(of: "Page 9.pdf"))
    try session.wait(cursor: "Page 12.pdf")
    session.wheel(down: false, try session.place(of: "Page 9.pdf"))
    try session.wait(cursor: "Page 9.pdf")
    let sub = try session.place(of: "sub/")
    session.click(sub)
    session.click(sub)
    try session.wait(cursor: "inner.pdf")
    // The breadcrumbs lead back.
    let line = session.lines[0]
    let crumb = try #require(line.range(of: "shelf"))
    session.click((line.distance(from: line.startIndex, to: crumb.lowerBound), 0))
    try session.wait(cursor: "sub/")
    try session.wait(row: "Page 2.pdf")
    let page = try session.place(of: "Page 2.pdf")
    session.click(page)
    session.click(page)
    try session.wait(status: "p. 1/3")
  }

  @Test func aFileDraggedOntoAFolderIsMovedThere() throws {
    let browser = try BrowserBench(["sub/", "a.pdf", "b.pdf"])
    let session = try browser.browse(until: "b.pdf")
    let from = try session.place(of: "b.pdf")
    session.press(from)
    session.drag((from.x, from.y - 1))
    session.drag(try session.place(of: "sub/"))
    try session.wait(status: "drop on")
    session.release(try session.place(of: "sub/"))
    try session.wait(noRow: "b.pdf")
    try session.wait(until: "the file in the folder") { browser.exists("sub/b.pdf") }
    #expect(!browser.exists("b.pdf"))
    try session.type("u").wait(row: "b.pdf")
    // The message may be visible first.
    try session.wait(until: "the file where it was") {
      browser.exists("b.pdf") && !browser.exists("sub/b.pdf")
    }
  }

  @Test func thePreviewStepsThroughDocuments() throws {
    let browser = try BrowserBench(["sub/"])
    try browser.make("a.pdf", pages: 2)
    try browser.make("b.pdf", pages: 5)
    try browser.make("c.pdf", pages: 7)
    let session = try browser.browse(until: "c.pdf")
    try session.type("j ").wait(status: "p. 1/2")
    try session.type("j").wait(status: "p. 1/5")
    try session.type("l").wait(status: "p. 2/5")
    try session.type("j").wait(status: "p. 1/7")
    try session.type("j").wait(status: "last document")
    try session.type("k ").wait(cursor: "b.pdf")
    // Looking opens nothing: nothing is there to go back to, and nothing is remembered as read.
    #expect(!session.lines.status.contains("open"))
    try session.type(" ").wait(status: "p. 1/5")
    try session.type("\r").wait(status: "p. 1/5")
    try session.type("-").wait(for: "one that is open") { $0.status.contains("1 open") }
  }

  @Test func severalDocumentsAreMarkedAndOpened() throws {
    let browser = try BrowserBench(["sub/"])
    for (name, pages) in [("a", 2), ("b", 4), ("c", 6), ("d", 8)] {
      try browser.make(name + ".pdf", pages: pages)
    }
    let session = try browser.browse(until: "d.pdf")
    try session.type("jvv").wait(for: "two chosen") {
      $0.marks == 2 && $0.status.contains("2 chosen")
    }
    try session.type("o").wait(status: "p. 1/")
    try session.type("gt").wait(for: "the other") {
      $0.status.contains("p. 1/2") || $0.status.contains("p. 1/4")
    }
    try session.type("-").wait(status: "2 open")
    try session.type("*c*\r").wait(status: "1 chosen")
    try session.type("gi").wait(status: "4 chosen")
    try session.type("ga").wait(status: "5 chosen")
    try session.type("\u{1b}").wait(for: "none chosen") { $0.marks == 0 }
    try session.type("ggjVj").wait(status: "2 chosen")
  }
}
