internal import CLinux
import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// File operations in the browser and their result on the disk.
@Suite struct BrowserFileTests {
  @Test func pastingACopyAsksAboutClashes() throws {
    let browser = try BrowserBench(["sub/"])
    try browser.make("a.pdf", pages: 1)
    try browser.make("sub/a.pdf", pages: 9)
    let there = try Data(contentsOf: URL(fileURLWithPath: browser.path("sub/a.pdf")))
    let session = try browser.browse(until: "a.pdf")
    try session.type("jy").wait(status: "to be copied")
    try session.type("k\r").wait(cursor: "a.pdf")
    try session.type("p").wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    #expect(try browser.names(in: "sub") == ["a.pdf"])
    try session.type("k").wait(status: "Copied “a 2.pdf”")
    let both = try browser.names(in: "sub")
    #expect(both.count == 2 && browser.exists("a.pdf"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: browser.path("sub/a.pdf"))) == there)
    // Stopping changes nothing, replacing puts the old one into the trash.
    try session.type("p").wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    try session.type("\u{1b}").wait(for: "the question gone") { !$0.holds("is in sub already") }
    #expect(try browser.names(in: "sub") == both)
    try session.type("p").wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    session.type("r")
    let own = try Data(contentsOf: URL(fileURLWithPath: browser.path("a.pdf")))
    try session.wait(until: "the new file in its place") {
      (try? Data(contentsOf: URL(fileURLWithPath: browser.path("sub/a.pdf")))) == own
    }
    try session.wait(status: "Copied “a.pdf”")
    try session.type("u").wait(until: "the old file back") {
      (try? Data(contentsOf: URL(fileURLWithPath: browser.path("sub/a.pdf")))) == there
    }
  }

  @Test func cutFilesAreMovedAndMovedBack() throws {
    let browser = try BrowserBench(["sub/", "a.pdf", "b.pdf"])
    let session = try browser.browse(until: "b.pdf")
    try session.type("jvvx").wait(status: "to be moved")
    try session.type("gg\r").wait(screen: "is empty")
    try session.type("p").wait(for: "both") { $0.listed.count == 2 }
    #expect(try browser.names() == ["sub"])
    try session.type("u").wait(screen: "is empty")
    #expect(try browser.names() == ["a.pdf", "b.pdf", "sub"])
    try session.type("\u{12}").wait(for: "both again") { $0.listed.count == 2 }
    #expect(try browser.names(in: "sub") == ["a.pdf", "b.pdf"])
  }

  @Test func aTrashedFileIsNamed() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf"])
    let session = try browser.browse(until: "b.pdf")
    try session.type("dd").wait(status: "Put “a.pdf” into the trash; u undoes")
    let folder = (browser.folder as NSString).lastPathComponent
    try session.type("u").wait(
      status: "Undone: put “a.pdf” into the trash, in \(folder); Ctrl-r redoes")
    try session.type("\u{12}").wait(
      status: "Redone: put “a.pdf” into the trash, in \(folder); u undoes")
  }

  /// Cut files stay cut when they would be pasted onto themselves.
  @Test func pastingInTheSameFolderKeepsTheCut() throws {
    let browser = try BrowserBench(["a.pdf", "sub/"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("Gx").wait(status: "to be moved")
    try session.type("p").wait(status: "It is in this folder already")
    try session.type("gg\r").wait(screen: "is empty")
    try session.type("p").wait(for: "it") { $0.listed == ["a.pdf"] }
    #expect(try browser.names() == ["sub"])
  }

  /// A program with windows is started only where there is something to draw them on.
  @Test func withoutADisplayNoWindowIsOpened() throws {
    let browser = try BrowserBench(["a.pdf", "book.chm"])
    let programs = browser.bench.folder + "/.local/share/applications"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let sign = browser.bench.folder + "/started"
    try Data(
      """
      [Desktop Entry]
      Type=Application
      Name=Old Books
      Exec=touch \(sign)
      MimeType=application/vnd.ms-htmlhelp;

      """.utf8
    ).write(to: URL(fileURLWithPath: programs + "/books.desktop"))
    try Data(
      "[Default Applications]\napplication/vnd.ms-htmlhelp=books.desktop\n".utf8
    ).write(to: URL(fileURLWithPath: programs + "/mimeapps.list"))
    let session = try browser.browse(until: "a.pdf")
    try session.type("za").wait(row: "book.chm")
    try session.type("ggj").wait(cursor: "book.chm")
    try session.type("\r").wait(screen: "Old Books would open book.chm in a window")
    #expect(try session.quit() == 0)
    #expect(!FileManager.default.fileExists(atPath: sign))
    browser.variables["DISPLAY"] = ":99"
    let again = try browser.browse(until: "a.pdf")
    try again.type("za").wait(row: "book.chm")
    try again.type("ggj").wait(cursor: "book.chm")
    try again.type("\r").wait(screen: "Old Books opens book.chm")
    try again.wait(until: "it was started") { FileManager.default.fileExists(atPath: sign) }
    #expect(try again.quit() == 0)
  }

  @Test func theCursorFollowsARenamedFile() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf", "c.pdf"])
    let session = try browser.browse(until: "c.pdf")
    try session.type("r").wait(status: "Rename to")
    try session.type("\u{15}zebra\r").wait(cursor: "zebra.pdf")
    #expect(try browser.names() == ["b.pdf", "c.pdf", "zebra.pdf"])
    try session.type("u").wait(row: "a.pdf")
    #expect(try browser.names() == ["a.pdf", "b.pdf", "c.pdf"])
  }

  @Test func renamingDoesNotOverwrite() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf"])
    let before = try Data(contentsOf: URL(fileURLWithPath: browser.path("b.pdf")))
    try browser.make("a.pdf", pages: 8)
    let session = try browser.browse(until: "b.pdf")
    try session.type("r").wait(status: "Rename to")
    try session.type("\u{15}b\r").wait(for: "a question or a refusal") { $0.holds("already") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: browser.path("b.pdf"))) == before)
    #expect(browser.exists("a.pdf"))
  }

  @Test func filesAreRenamedInTheEditor() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf", "c.pdf"])
    // A circle of names among it.
    try browser.setEditor(
      "sed -i -e 's/^a\\.pdf$/t.pdf/' -e 's/^b\\.pdf$/a.pdf/' -e 's/^t\\.pdf$/b.pdf/' \"$1\"")
    try browser.make("a.pdf", pages: 7)
    let first = try Data(contentsOf: URL(fileURLWithPath: browser.path("a.pdf")))
    let session = try browser.browse(until: "c.pdf")
    try session.type("gar").wait(status: "Renamed")
    #expect(try browser.names() == ["a.pdf", "b.pdf", "c.pdf"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: browser.path("b.pdf"))) == first)
  }

  @Test func trashingRestoringAndUndoWork() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf", "c.pdf"])
    let trash = browser.bench.folder + "/.local/share/Trash"
    let session = try browser.browse(until: "c.pdf")
    try session.type("jdd").wait(noRow: "b.pdf")
    #expect(!browser.exists("b.pdf"))
    let note = try String(contentsOfFile: trash + "/info/b.pdf.trashinfo", encoding: .utf8)
    #expect(note.contains("Path=" + browser.path("b.pdf")))
    // The cursor is where it was.
    try session.wait(cursor: "c.pdf")
    try session.type("u").wait(row: "b.pdf")
    #expect(browser.exists("b.pdf"))
    try session.type("ggdd").wait(noRow: "a.pdf")
    try session.type("gx").wait(cursor: "a.pdf")
    // When it was thrown away and from where.
    try session.wait(for: "the trash's columns") { screen in
      screen.holds("Deleted ▾")
        && screen.contains { $0.contains("a.pdf") && $0.contains("~/shelf") }
    }
    try session.type("dr").wait(screen: "The trash is empty")
    #expect(browser.exists("a.pdf"))
    try session.type("H").wait(row: "a.pdf")
    // For good is asked about.
    try session.type("ggdx").wait(screen: "permanently?")
    try session.type("n").wait(for: "the question gone") { !$0.holds("permanently?") }
    #expect(browser.exists("a.pdf"))
    try session.type("dx").wait(screen: "permanently?")
    try session.type("y").wait(noRow: "a.pdf")
    #expect(!browser.exists("a.pdf"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: trash + "/files").isEmpty)
  }

  @Test func foldersAndDuplicatesAreMade() throws {
    let browser = try BrowserBench(["a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("N").wait(status: "New folder")
    try session.type("Papers\r").wait(cursor: "Papers/")
    try session.type("jD").wait(for: "the second of it") { $0.listed.count == 3 }
    #expect(try browser.names().count == 3)
    try session.type("uu").wait(for: "both taken back") { $0.listed == ["a.pdf"] }
    #expect(try browser.names() == ["a.pdf"])
  }

  @Test func aReadingNoteLinksToItsDocument() throws {
    let browser = try BrowserBench([])
    try browser.make("a.pdf", title: "On Conflicts")
    try browser.setEditor("echo \"$1\" > \(browser.bench.folder)/at; printf 'Mine.\\n' >> \"$2\"")
    let session = try browser.browse(until: "a.pdf")
    // The preview shows the title before the library has it; the column of pages is the library's.
    try session.wait(for: "the pages") { $0.contains { $0.firstMatch(of: #/a\.pdf +3 /#) != nil } }
    try session.type("n").wait(screen: "about a.pdf")
    #expect(browser.names(matching: ".md").isEmpty)
    try session.type("/about\r").wait(until: "the note") { !browser.names(matching: ".md").isEmpty }
    let note = try #require(browser.names(matching: ".md").first)
    // Writing continues where the template says, and the text stays.
    try session.wait(until: "the editor's words") {
      (try? String(contentsOfFile: browser.path(note), encoding: .utf8))?.hasSuffix("Mine.\n")
        == true
    }
    let place = try String(contentsOfFile: browser.bench.folder + "/at", encoding: .utf8)
    #expect(place == "+9\n")
    let text = try String(contentsOfFile: browser.path(note), encoding: .utf8)
    #expect(text.contains("On Conflicts") && text.contains("a.pdf") && !text.contains("{{"))
  }

  @Test func theUsersTemplatesAreOffered() throws {
    let browser = try BrowserBench(["a.pdf"])
    try browser.set(
      "templates/minutes.txt".replacingOccurrences(of: "templates/", with: "x-"), to: "")
    let folder = browser.bench.folder + "/.config/recto/templates"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try browser.setEditor("true")
    try Data("Minutes of {{date}}\n".utf8).write(to: URL(fileURLWithPath: folder + "/minutes.txt"))
    let session = try browser.browse(until: "a.pdf")
    try session.type("n").wait(screen: "minutes.txt")
    try session.type("/minutes\r").wait(until: "the file") { browser.exists("minutes.txt") }
    let text = try String(contentsOfFile: browser.path("minutes.txt"), encoding: .utf8)
    #expect(text.hasPrefix("Minutes of 2") && !text.contains("{"))
  }

  @Test func editedFilesAreReloaded() throws {
    let browser = try BrowserBench(["a.pdf"])
    let note = browser.path("b.md")
    try Data("Written first.\n".utf8).write(to: URL(fileURLWithPath: note))
    try browser.setEditor("printf '\\nWritten in the editor.\\n' >> \"$1\"")
    let session = try browser.browse(until: "b.md")
    try session.type("j\r").wait(screen: "Written first.")
    try session.type("e").wait(screen: "Written in the editor.")
    // From the list too, and the terminal is ours again afterwards.
    try session.type("-").wait(cursor: "b.md")
    try session.type("e").wait(until: "the second change") {
      (try? String(contentsOfFile: note, encoding: .utf8))?.components(
        separatedBy: "Written in the editor."
      ).count == 3
    }
    try session.wait(cursor: "b.md")
    // The report that the open file has changed comes later and would hide other messages.
    try session.wait(status: "b.md changed on disk: reloaded")
    // A PDF is nothing for an editor.
    let before = try Data(contentsOf: URL(fileURLWithPath: browser.path("a.pdf")))
    try session.type("ke").wait(status: "no text that an editor could change")
    #expect(try Data(contentsOf: URL(fileURLWithPath: browser.path("a.pdf"))) == before)
    #expect(try session.quit() == 0)
  }

  @Test func tagsAreStoredInTheFileAndListed() throws {
    let browser = try BrowserBench(["sub/b.pdf", "a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("jt").wait(screen: "Tags")
    try session.type("urgent\r").wait(until: "the attribute") {
      browser.attribute("user.xdg.tags", of: "a.pdf") == "urgent"
    }
    try session.wait(status: "a.pdf tagged “urgent”")
    // The sidebar has it, and leads to it.
    try session.wait(for: "the tag in the sidebar") { $0.contains { $0.hasPrefix("  ● urgent") } }
    let y = try #require(session.lines.firstIndex { $0.hasPrefix("  ● urgent") })
    session.click((5, y))
    try session.wait(for: "what bears the tag") {
      $0[0].contains("urgent") && $0.listed == ["a.pdf"]
    }
    // A file tagged by another program is found when it is seen.
    browser.setAttribute("user.xdg.tags", of: "sub/b.pdf", to: "urgent,other")
    try session.type("H").wait(row: "sub/")
    try session.type("gg\r").wait(cursor: "b.pdf")
    try session.wait(for: "both in the sidebar") {
      $0.contains { $0.hasPrefix("  ● other") }
    }
  }

  @Test func severalTagsAreAddedAndOneColoured() throws {
    let browser = try BrowserBench(["a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("t").wait(screen: "Tags of a.pdf")
    try session.type("urgent, to read\r").wait(until: "the attribute") {
      browser.attribute("user.xdg.tags", of: "a.pdf") == "urgent,to read"
    }
    // A row each of the panel: the library knows them, and they can be completed.
    try session.wait(status: "a.pdf tagged “urgent”, “to read”")
    try session.type("t").wait(screen: "Tags of a.pdf")
    try session.wait(for: "both in the panel") {
      $0.holds("│ ● urgent ") && $0.holds("│ ● to read ")
    }
    try session.type("rea\t").wait(screen: "› to read")
    try session.type("\u{1b}c").wait(screen: ": color-tag to read ")
    try session.type("#f80\r").wait(until: "the colour in the library") {
      (try? browser.bench.run(["tag", "--all", "--json"]).output.contains("\"#ff8800\"")) == true
    }
    #expect(try session.quit() == 0)
  }

  @Test func favouritesAreMovedAndRemovedInTheSidebar() throws {
    let browser = try BrowserBench(["one/", "two/"])
    let session = try browser.browse(until: "two")
    func order() -> [String] {
      session.lines.compactMap { line in
        ["one", "two"].first { line.hasPrefix("  ★ " + $0) }
      }
    }
    try session.type("b").wait(for: "the first") { _ in order() == ["one"] }
    try session.type("jb").wait(for: "both") { _ in order() == ["one", "two"] }
    // In the sidebar: Recents, the heading, all of them, the first.
    try session.type("\tggjjjJ").wait(for: "the other order") { _ in order() == ["two", "one"] }
    try session.type("dd").wait(for: "one left") { _ in order() == ["two"] }
    #expect(browser.exists("one"))
    try session.type("u").wait(for: "it back in its place") { _ in order() == ["two", "one"] }
    try session.type("u").wait(for: "the first order") { _ in order() == ["one", "two"] }
    #expect(try session.quit() == 0)
  }

  @Test func favouritesAreListedInTheSidebar() throws {
    let browser = try BrowserBench(["sub/b.pdf", "a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("b").wait(for: "the folder") { $0.contains { $0.hasPrefix("  ★ sub") } }
    try session.type("jb").wait(for: "both counted") {
      $0.contains { $0.contains("☆") && $0.contains(" 2") }
    }
    try session.type("gf").wait(for: "both") { Set($0.listed) == ["sub/", "a.pdf"] }
  }

  @Test func recentsAreSharedWithTheDesktop() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf"])
    let list = browser.bench.folder + "/.local/share/recently-used.xbel"
    try FileManager.default.createDirectory(
      atPath: browser.bench.folder + "/.local/share", withIntermediateDirectories: true)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      <bookmark href="file://\(browser.path("b.pdf"))" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
      <info><metadata owner="http://freedesktop.org"><mime:mime-type type="application/pdf"/><bookmark:applications>
      <bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-01T00:00:00Z" count="1"/>
      </bookmark:applications></metadata></info></bookmark></xbel>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: list))
    let session = try browser.browse(until: "a.pdf")
    try session.type("gr").wait(for: "what Evince opened") { $0.listed == ["b.pdf"] }
    try session.type("H").wait(row: "a.pdf")
    try session.type("gg\r").wait(status: "p. 1/3")
    try session.wait(until: "the entry of ours") {
      let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      return text.contains("shelf/a.pdf\"") && text.contains("Recto") && text.contains("Evince")
    }
    try session.type("-gr").wait(for: "both, ours first") { $0.listed == ["a.pdf", "b.pdf"] }
  }

  @Test func aDroppedFileCanBeCopied() throws {
    let browser = try BrowserBench(["sub/b.pdf", "a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("\u{1b}[200~\(browser.path("sub/b.pdf"))\u{1b}[201~").wait(
      screen: "dropped here")
    try session.type("c").wait(row: "b.pdf")
    #expect(browser.exists("b.pdf") && browser.exists("sub/b.pdf"))
  }

  @Test func leftoversOfAKilledCopyAreRemovedAndReported() throws {
    let browser = try BrowserBench(["a.md", ".recto-0123456789abcdef/half.md"])
    let leftover = browser.path(".recto-0123456789abcdef")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700, .modificationDate: Date(timeIntervalSince1970: 9)],
      ofItemAtPath: leftover)
    let session = try browser.browse(until: "a.md")
    try session.wait(screen: "interrupted copy")
    #expect(!browser.exists(".recto-0123456789abcdef"))
    try session.wait(for: "the rest") { $0.listed == ["a.md"] }
  }

  @Test func aUserDefinedActionIsRun() throws {
    let browser = try BrowserBench(["it's; touch x.pdf"])
    let out = browser.bench.folder + "/out"
    try browser.set(
      "actions.json5",
      to: "[{ name: \"Note it\", command: \"printf %s {file} > '\(out)'\" }]")
    let session = try browser.browse(until: "it's")
    try session.type(".").wait(screen: "Your own")
    try session.type("/Note\r").wait(until: "what it wrote") {
      (try? String(contentsOfFile: out, encoding: .utf8)) == browser.path("it's; touch x.pdf")
    }
  }
}

extension BrowserBench {
  func names(matching ending: String) -> [String] {
    ((try? names()) ?? []).filter { $0.hasSuffix(ending) }
  }

  /// An extended attribute as it is on the disk; nil where there is none.
  func attribute(_ name: String, of file: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = clinux_path_attribute(path(file), name, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  func setAttribute(_ name: String, of file: String, to value: String) {
    let bytes = Array(value.utf8)
    _ = clinux_set_path_attribute(path(file), name, bytes, bytes.count)
  }
}
