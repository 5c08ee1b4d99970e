import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// A text goes to the editor and comes back, whatever others do with it meanwhile.
@Suite(.serialized) struct EditingTests {
  private let browser: BrowserBench
  private let text = "one\ntwo\nthree\nfour\n"

  init() throws {
    browser = try BrowserBench([])
    try write(text)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: browser.path("plan.md")))
  }

  private func read(_ name: String = "plan.md") -> String {
    (try? String(contentsOfFile: browser.path(name), encoding: .utf8)) ?? ""
  }

  private var lent: [String] {
    let folder = browser.bench.folder + "/.local/share/recto/editing"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The editor changes a line, and another program the same or another one.
  private func edited(_ mine: String, theirs: String) throws -> TerminalSession {
    try browser.setEditor("sed -i \(mine) \"$1\"\nsed -i \(theirs) '\(browser.path("plan.md"))'")
    let session = try browser.browse(until: "plan.md")
    session.type("e")
    return session
  }

  @Test(arguments: [
    ("k", "Yours is in", "theirs", "mine"), ("t", "is theirs", "theirs", ""),
    ("m", "is yours now", "mine", ""),
  ]) func editsOfTheSameLineAreAskedAbout(
    _ key: String, _ answer: String, _ inFile: String, _ beside: String
  ) throws {
    let session = try edited("s/two/mine/", theirs: "s/two/theirs/")
    try session.wait(screen: "keep both")
    // Nothing is written before it is decided.
    #expect(read() == text.replacingOccurrences(of: "two", with: "theirs"))
    try session.type(key).wait(screen: answer)
    #expect(read() == text.replacingOccurrences(of: "two", with: inFile))
    let own = text.replacingOccurrences(of: "two", with: beside)
    #expect(read("plan (my version).md") == (beside.isEmpty ? "" : own))
    #expect(try session.quit() == 0)
    #expect(lent.isEmpty)
  }

  @Test func editsOfDifferentLinesAreMerged() throws {
    let session = try edited("s/one/mine/", theirs: "s/four/theirs/")
    try session.wait(screen: "has yours and what another program wrote")
    #expect(read() == "mine\ntwo\nthree\ntheirs\n")
  }

  @Test func booksAreNotGivenToAnEditor() throws {
    let seen = browser.bench.folder + "/seen"
    try browser.setEditor("touch '\(seen)'; echo x >> \"$1\"")
    let book = BookSource(["<p>The words of a book</p>"]).data
    try book.write(to: URL(fileURLWithPath: browser.path("a.epub")))
    let session = try browser.start([browser.path("a.epub")])
    try session.wait(screen: "The words of a book")
    try session.type("e").wait(screen: "no text that an editor could change")
    #expect(try session.quit() == 0)
    #expect(!FileManager.default.fileExists(atPath: seen))
    #expect(try Data(contentsOf: URL(fileURLWithPath: browser.path("a.epub"))) == book)
  }

  @Test func unchangedFilesAreNotWritten() throws {
    try browser.setEditor("touch '\(browser.bench.folder)/seen'; sleep 1.1")
    var before = stat()
    #expect(stat(browser.path("plan.md"), &before) == 0)
    let session = try browser.browse(until: "plan.md")
    let seen = browser.bench.folder + "/seen"
    try session.type("e").wait(until: "the editor") {
      FileManager.default.fileExists(atPath: seen)
    }
    try session.wait(until: "the copy to be given back") { lent.isEmpty }
    var after = stat()
    #expect(stat(browser.path("plan.md"), &after) == 0)
    #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
  }

  /// An editor with a window of its own that Recto does not know ends at once, and writes later.
  @Test func laterWritesOfAnEditorAreTaken() throws {
    let sign = browser.path("sign")
    try browser.setEditor(
      "(while [ ! -e '\(sign)' ]; do sleep 0.02; done; echo five >> \"$1\") > /dev/null 2>&1 &")
    let session = try browser.browse(until: "plan.md")
    try session.type("e").wait(until: "the copy") { !lent.isEmpty }
    try session.wait(screen: "plan.md")
    try Data().write(to: URL(fileURLWithPath: sign))
    try session.wait(until: "the later words") { read() == text + "five\n" }
  }

  @Test func editsInProgressWhenKilledAreRecovered() throws {
    let seen = browser.path("seen")
    try browser.setEditor("echo five >> \"$1\"\ntouch '\(seen)'\nexec sleep 100")
    do {
      let session = try browser.browse(until: "plan.md")
      try session.type("e").wait(until: "the editor's words") {
        FileManager.default.fileExists(atPath: seen)
      }
      kill(session.pid, SIGKILL)
      _ = try? session.waitForExit()
    }
    #expect(read() == text)
    let session = try browser.browse(until: "plan.md")
    try session.wait(screen: "Recto quit before")
    try session.wait(screen: "write it now")
    try session.type("r").wait(screen: "is written")
    #expect(read() == text + "five\n")
    #expect(lent.isEmpty)
  }

  @Test func otherEncodingsArePreserved() throws {
    let file = browser.path("plan.md")
    try Data([0x66, 0xFC, 0x72, 0x0A]).write(to: URL(fileURLWithPath: file))
    try browser.setEditor("printf 'm\\344hr\\n' >> \"$1\"")
    let session = try browser.browse(until: "plan.md")
    try session.type("e").wait(screen: "is written")
    #expect(
      try Array(Data(contentsOf: URL(fileURLWithPath: file)))
        == [0x66, 0xFC, 0x72, 0x0A, 0x6D, 0xE4, 0x68, 0x72, 0x0A])
  }
}
