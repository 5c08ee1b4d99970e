internal import CLinux
import Foundation
import Glibc
import TestSupport
import Testing

/// What is done with files from the browser, and what lies on the disk afterwards.
@Suite struct BrowserFileTests {
  @Test func aCopyIsPutDownAndAClashIsAsked() throws {
    let shelf = try Shelf(["sub/"])
    try shelf.make("a.pdf", pages: 1)
    try shelf.make("sub/a.pdf", pages: 9)
    let there = try Data(contentsOf: URL(fileURLWithPath: shelf.path("sub/a.pdf")))
    let session = try shelf.browse(until: "a.pdf")
    session.type("jy")
    try session.wait(status: "to be copied")
    session.type("k\r")
    try session.wait(cursor: "a.pdf")
    session.type("p")
    try session.wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    #expect(try shelf.names(in: "sub") == ["a.pdf"])
    session.type("k")
    try session.wait(status: "Copied a 2.pdf")
    let both = try shelf.names(in: "sub")
    #expect(both.count == 2 && shelf.exists("a.pdf"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: shelf.path("sub/a.pdf"))) == there)
    // Stopping changes nothing, replacing puts the old one into the trash.
    session.type("p")
    try session.wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    session.type("\u{1b}")
    try session.wait(for: "the question gone") { !$0.holds("is in sub already") }
    #expect(try shelf.names(in: "sub") == both)
    session.type("p")
    try session.wait(for: "the question and its answers") {
      $0.holds("a.pdf is in sub already") && $0.holds("keep both, for all")
    }
    session.type("r")
    let own = try Data(contentsOf: URL(fileURLWithPath: shelf.path("a.pdf")))
    try session.wait(until: "the new file in its place") {
      (try? Data(contentsOf: URL(fileURLWithPath: shelf.path("sub/a.pdf")))) == own
    }
    try session.wait(status: "Copied a.pdf")
    session.type("u")
    try session.wait(until: "the old file back") {
      (try? Data(contentsOf: URL(fileURLWithPath: shelf.path("sub/a.pdf")))) == there
    }
  }

  @Test func whatIsCutIsMovedAndTakenBack() throws {
    let shelf = try Shelf(["sub/", "a.pdf", "b.pdf"])
    let session = try shelf.browse(until: "b.pdf")
    session.type("jvvx")
    try session.wait(status: "to be moved")
    session.type("gg\r")
    try session.wait(screen: "is empty")
    session.type("p")
    try session.wait(for: "both") { $0.listed.count == 2 }
    #expect(try shelf.names() == ["sub"])
    session.type("u")
    try session.wait(screen: "is empty")
    #expect(try shelf.names() == ["a.pdf", "b.pdf", "sub"])
    session.type("\u{12}")
    try session.wait(for: "both again") { $0.listed.count == 2 }
    #expect(try shelf.names(in: "sub") == ["a.pdf", "b.pdf"])
  }

  @Test func aFileIsRenamedInThePromptAndTheCursorGoesAlong() throws {
    let shelf = try Shelf(["a.pdf", "b.pdf", "c.pdf"])
    let session = try shelf.browse(until: "c.pdf")
    session.type("r")
    try session.wait(status: "Rename to")
    session.type("\u{15}zebra\r")
    try session.wait(cursor: "zebra.pdf")
    #expect(try shelf.names() == ["b.pdf", "c.pdf", "zebra.pdf"])
    session.type("u")
    try session.wait(row: "a.pdf")
    #expect(try shelf.names() == ["a.pdf", "b.pdf", "c.pdf"])
  }

  @Test func aNameThatIsTakenOverwritesNothing() throws {
    let shelf = try Shelf(["a.pdf", "b.pdf"])
    let before = try Data(contentsOf: URL(fileURLWithPath: shelf.path("b.pdf")))
    try shelf.make("a.pdf", pages: 8)
    let session = try shelf.browse(until: "b.pdf")
    session.type("r")
    try session.wait(status: "Rename to")
    session.type("\u{15}b\r")
    try session.wait(for: "a question or a refusal") { $0.holds("already") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: shelf.path("b.pdf"))) == before)
    #expect(shelf.exists("a.pdf"))
  }

  @Test func manyAreRenamedAsLinesInTheEditor() throws {
    let shelf = try Shelf(["a.pdf", "b.pdf", "c.pdf"])
    // A circle of names among it.
    try shelf.setEditor(
      "sed -i -e 's/^a\\.pdf$/t.pdf/' -e 's/^b\\.pdf$/a.pdf/' -e 's/^t\\.pdf$/b.pdf/' \"$1\"")
    try shelf.make("a.pdf", pages: 7)
    let first = try Data(contentsOf: URL(fileURLWithPath: shelf.path("a.pdf")))
    let session = try shelf.browse(until: "c.pdf")
    session.type("gar")
    try session.wait(status: "Renamed")
    #expect(try shelf.names() == ["a.pdf", "b.pdf", "c.pdf"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: shelf.path("b.pdf"))) == first)
  }

  @Test func theTrashTakesGivesBackAndUndoes() throws {
    let shelf = try Shelf(["a.pdf", "b.pdf", "c.pdf"])
    let trash = shelf.bench.folder + "/.local/share/Trash"
    let session = try shelf.browse(until: "c.pdf")
    session.type("jdd")
    try session.wait(noRow: "b.pdf")
    #expect(!shelf.exists("b.pdf"))
    let note = try String(contentsOfFile: trash + "/info/b.pdf.trashinfo", encoding: .utf8)
    #expect(note.contains("Path=" + shelf.path("b.pdf")))
    // The cursor is where it was.
    try session.wait(cursor: "c.pdf")
    session.type("u")
    try session.wait(row: "b.pdf")
    #expect(shelf.exists("b.pdf"))
    session.type("ggdd")
    try session.wait(noRow: "a.pdf")
    session.type("gx")
    try session.wait(cursor: "a.pdf")
    session.type("dr")
    try session.wait(screen: "The trash is empty")
    #expect(shelf.exists("a.pdf"))
    session.type("H")
    try session.wait(row: "a.pdf")
    // For good is asked about.
    session.type("ggdx")
    try session.wait(screen: "for good?")
    session.type("n")
    try session.wait(for: "the question gone") { !$0.holds("for good?") }
    #expect(shelf.exists("a.pdf"))
    session.type("dx")
    try session.wait(screen: "for good?")
    session.type("y")
    try session.wait(noRow: "a.pdf")
    #expect(!shelf.exists("a.pdf"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: trash + "/files").isEmpty)
  }

  @Test func foldersAndDuplicatesAreMade() throws {
    let shelf = try Shelf(["a.pdf"])
    let session = try shelf.browse(until: "a.pdf")
    session.type("N")
    try session.wait(status: "New folder")
    session.type("Papers\r")
    try session.wait(cursor: "Papers/")
    session.type("jD")
    try session.wait(for: "the second of it") { $0.listed.count == 3 }
    #expect(try shelf.names().count == 3)
    session.type("uu")
    try session.wait(for: "both taken back") { $0.listed == ["a.pdf"] }
    #expect(try shelf.names() == ["a.pdf"])
  }

  @Test func aReadingNoteKnowsItsDocument() throws {
    let shelf = try Shelf([])
    try shelf.make("a.pdf", title: "On Conflicts")
    try shelf.setEditor("echo \"$1\" > \(shelf.bench.folder)/at; printf 'Mine.\\n' >> \"$2\"")
    let session = try shelf.browse(until: "a.pdf")
    try session.wait(screen: "On Conflicts")
    session.type("n")
    try session.wait(screen: "about a.pdf")
    #expect(shelf.names(matching: ".md").isEmpty)
    session.type("/about\r")
    try session.wait(until: "the note") { !shelf.names(matching: ".md").isEmpty }
    let note = try #require(shelf.names(matching: ".md").first)
    // One goes on writing where the template says, and what was written stays.
    try session.wait(until: "the editor's words") {
      (try? String(contentsOfFile: shelf.path(note), encoding: .utf8))?.hasSuffix("Mine.\n") == true
    }
    let place = try String(contentsOfFile: shelf.bench.folder + "/at", encoding: .utf8)
    #expect(place == "+9\n")
    let text = try String(contentsOfFile: shelf.path(note), encoding: .utf8)
    #expect(text.contains("On Conflicts") && text.contains("a.pdf") && !text.contains("{{"))
  }

  @Test func theUsersTemplatesAreThere() throws {
    let shelf = try Shelf(["a.pdf"])
    try shelf.set(
      "templates/minutes.txt".replacingOccurrences(of: "templates/", with: "x-"), to: "")
    let folder = shelf.bench.folder + "/.config/recto/templates"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try shelf.setEditor("true")
    try Data("Minutes of {{date}}\n".utf8).write(to: URL(fileURLWithPath: folder + "/minutes.txt"))
    let session = try shelf.browse(until: "a.pdf")
    session.type("n")
    try session.wait(screen: "minutes.txt")
    session.type("/minutes\r")
    try session.wait(until: "the file") { shelf.exists("minutes.txt") }
    let text = try String(contentsOfFile: shelf.path("minutes.txt"), encoding: .utf8)
    #expect(text.hasPrefix("Minutes of 2") && !text.contains("{"))
  }

  @Test func whatTheEditorLeftIsReloaded() throws {
    let shelf = try Shelf(["a.pdf"])
    let note = shelf.path("b.md")
    try Data("Written first.\n".utf8).write(to: URL(fileURLWithPath: note))
    try shelf.setEditor("printf '\\nWritten in the editor.\\n' >> \"$1\"")
    let session = try shelf.browse(until: "b.md")
    session.type("j\r")
    try session.wait(screen: "Written first.")
    session.type("e")
    try session.wait(screen: "Written in the editor.")
    // From the list too, and the terminal is ours again afterwards.
    session.type("-")
    try session.wait(cursor: "b.md")
    session.type("e")
    try session.wait(until: "the second change") {
      (try? String(contentsOfFile: note, encoding: .utf8))?.components(
        separatedBy: "Written in the editor."
      ).count == 3
    }
    try session.wait(cursor: "b.md")
    // A PDF is nothing for an editor.
    let before = try Data(contentsOf: URL(fileURLWithPath: shelf.path("a.pdf")))
    session.type("ke")
    try session.wait(status: "no text that an editor could change")
    #expect(try Data(contentsOf: URL(fileURLWithPath: shelf.path("a.pdf"))) == before)
    #expect(try session.quit() == 0)
  }

  @Test func tagsAreInTheFileAndGatherIt() throws {
    let shelf = try Shelf(["sub/b.pdf", "a.pdf"])
    let session = try shelf.browse(until: "a.pdf")
    session.type("jt")
    try session.wait(screen: "Tags")
    session.type("urgent\r")
    try session.wait(until: "the attribute") {
      shelf.attribute("user.xdg.tags", of: "a.pdf") == "urgent"
    }
    session.type("\u{1b}\u{1b}")
    // The sidebar has it, and leads to it.
    try session.wait(for: "the tag in the sidebar") { $0.contains { $0.hasPrefix("  ● urgent") } }
    let y = try #require(session.lines.firstIndex { $0.hasPrefix("  ● urgent") })
    session.click((5, y))
    try session.wait(for: "what bears the tag") {
      $0[0].contains("urgent") && $0.listed == ["a.pdf"]
    }
    // A file tagged by another program is found when it is seen.
    shelf.setAttribute("user.xdg.tags", of: "sub/b.pdf", to: "urgent,other")
    session.type("H")
    try session.wait(row: "sub/")
    session.type("gg\r")
    try session.wait(cursor: "b.pdf")
    try session.wait(for: "both in the sidebar") {
      $0.contains { $0.hasPrefix("  ● other") }
    }
  }

  @Test func favouritesStandInTheSidebar() throws {
    let shelf = try Shelf(["sub/b.pdf", "a.pdf"])
    let session = try shelf.browse(until: "a.pdf")
    session.type("b")
    try session.wait(for: "the folder") { $0.contains { $0.hasPrefix("  ★ sub") } }
    session.type("jb")
    try session.wait(for: "both counted") { $0.contains { $0.contains("☆") && $0.contains(" 2") } }
    session.type("gf")
    try session.wait(for: "both") { Set($0.listed) == ["sub/", "a.pdf"] }
  }

  @Test func recentsGoBothWays() throws {
    let shelf = try Shelf(["a.pdf", "b.pdf"])
    let list = shelf.bench.folder + "/.local/share/recently-used.xbel"
    try FileManager.default.createDirectory(
      atPath: shelf.bench.folder + "/.local/share", withIntermediateDirectories: true)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      <bookmark href="file://\(shelf.path("b.pdf"))" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
      <info><metadata owner="http://freedesktop.org"><mime:mime-type type="application/pdf"/><bookmark:applications>
      <bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-01T00:00:00Z" count="1"/>
      </bookmark:applications></metadata></info></bookmark></xbel>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: list))
    let session = try shelf.browse(until: "a.pdf")
    session.type("gr")
    try session.wait(for: "what Evince opened") { $0.listed == ["b.pdf"] }
    session.type("H")
    try session.wait(row: "a.pdf")
    session.type("gg\r")
    try session.wait(status: "p. 1/3")
    try session.wait(until: "the entry of ours") {
      let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      return text.contains("shelf/a.pdf\"") && text.contains("Recto") && text.contains("Evince")
    }
    session.type("-gr")
    try session.wait(for: "both, ours first") { $0.listed == ["a.pdf", "b.pdf"] }
  }

  @Test func aDroppedFileIsOfferedToBeCopied() throws {
    let shelf = try Shelf(["sub/b.pdf", "a.pdf"])
    let session = try shelf.browse(until: "a.pdf")
    session.type("\u{1b}[200~\(shelf.path("sub/b.pdf"))\u{1b}[201~")
    try session.wait(screen: "dropped here")
    session.type("c")
    try session.wait(row: "b.pdf")
    #expect(shelf.exists("b.pdf") && shelf.exists("sub/b.pdf"))
  }

  @Test func anActionOfOnesOwnIsRun() throws {
    let shelf = try Shelf(["it's; touch x.pdf"])
    let out = shelf.bench.folder + "/out"
    try shelf.set(
      "actions.json5",
      to: "[{ name: \"Note it\", command: \"printf %s {file} > '\(out)'\" }]")
    let session = try shelf.browse(until: "it's")
    session.type(".")
    try session.wait(screen: "Your own")
    session.type("/Note\r")
    try session.wait(until: "what it wrote") {
      (try? String(contentsOfFile: out, encoding: .utf8)) == shelf.path("it's; touch x.pdf")
    }
  }
}

extension Shelf {
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
