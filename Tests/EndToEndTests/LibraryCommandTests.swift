import CLinux
import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// `recto tag` and `recto recents`, as scripts use them.
@Suite struct LibraryCommandTests {
  @Test func tagsAreAddedListedRenamedAndRemoved() throws {
    let bench = try Workbench(pages: 1)
    #expect(try bench.run(["tag", bench.document]).status == 1)
    let added = try bench.run(["tag", bench.document, "--add", "Thesis,red", "--add=to read"])
    #expect(added.status == 0 && added.output.isEmpty && added.errors.isEmpty)
    #expect(try bench.run(["tag", bench.document, "--list"]).output == "Thesis, red, to read\n")
    let json = try bench.run(["tag", bench.document, "--remove", "Thesis", "--json"]).output
    #expect(
      json
        == "[{\"path\":\"\(bench.document)\",\"tags\":[{\"name\":\"red\",\"color\":\"red\"},{\"name\":\"to read\",\"color\":null}]}]\n"
    )
    #expect(try bench.run(["tag", "--rename", "to read", "read"]).status == 0)
    #expect(try bench.run(["tag", "--all"]).output == "    1  read\n    1  red\n")
    #expect(try bench.run(["tag", "--list"]).output == "    1  read\n    1  red\n")
    // Another file of the same name in another folder is another file.
    let other = bench.folder + "/other.pdf"
    try FileManager.default.moveItem(atPath: bench.document, toPath: other)
    try SmallDocument.bytes(pages: 1).write(to: URL(fileURLWithPath: bench.document + ".pdf"))
    #expect(try bench.run(["tag", other]).output == "red, read\n")
    #expect(try bench.run(["tag", other, "--remove", "red,read"]).status == 0)
    #expect(try bench.run(["tag", "--all"]).status == 1)
    // Files removed by another program are not counted.
    #expect(try bench.run(["tag", other, "--add", "late"]).status == 0)
    let file = open(other, O_RDONLY)
    defer { close(file) }
    guard clinux_set_attribute(file, "user.xdg.tags", "", 0) == 0 else { return }
    #expect(try bench.run(["tag", "--all"]).status == 1)
  }

  @Test(arguments: [
    (["tag"], "name files"), (["tag", "/nowhere.pdf", "--add", "x"], "there is no such file"),
    (["tag", "/nowhere.pdf"], "there is no such file"),
    (["tag", "a", "--add", ""], "is not a valid tag"),
    (["tag", "a", "--add", "x\u{1B}[31m"], "is not a valid tag"),
    (["tag", "--rename", "a"], "the new one"),
    (["tag", "--rename", "a", "b,c"], "comma"), (["tag", "--all", "x"], "--all takes only"),
    (["tag", "--colour"], "no option"), (["recents", "x"], "takes no files"),
    (["recents", "--limit", "0"], "a number from 1"),
  ]) func libraryErrorsAreReported(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!result.errors.contains("\u{1B}"))
  }

  @Test func readDocumentsAreInTheDesktopsRecents() throws {
    let bench = try Workbench(pages: 2)
    #expect(try bench.run(["recents"]).status == 1)
    let session = try bench.read([bench.document])
    try session.wait(for: "the page") { $0.last?.contains("p. 1/2") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    let list = bench.folder + "/.local/share/recently-used.xbel"
    let text = try String(contentsOfFile: list, encoding: .utf8)
    #expect(text.contains("book.pdf\"") && text.contains("application/pdf"))
    #expect(try bench.run(["recents"]).output == bench.document + "\n")
    let moved = bench.folder + "/renamed.pdf"
    try FileManager.default.moveItem(atPath: bench.document, toPath: moved)
    #expect(try bench.run(["recents", "--limit", "1"]).output == moved + "\n")
    let json = try bench.run(["recents", "--json"]).output
    #expect(json.hasPrefix("[{\"path\":\"\(moved)\",\"gone\":false"))
    #expect(json.contains("\"applications\":[\"Recto\"]") && json.contains("\"pages\":2"))
    #expect(try String(contentsOfFile: list, encoding: .utf8).contains("renamed.pdf\""))
    try FileManager.default.removeItem(atPath: moved)
    #expect(try bench.run(["recents"]).status == 1)
    #expect(try bench.run(["recents", "--json"]).output.contains("\"gone\":true"))
  }

  @Test func otherProgramsRecentsAreListed() throws {
    let bench = try Workbench(pages: 1)
    let list = bench.folder + "/.local/share/recently-used.xbel"
    try FileManager.default.createDirectory(
      atPath: bench.folder + "/.local/share", withIntermediateDirectories: true)
    func entry(_ path: String, _ type: String) -> String {
      """
      <bookmark href="file://\(path)" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
      <info><metadata owner="http://freedesktop.org"><mime:mime-type type="\(type)"/><bookmark:applications>
      <bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-01T00:00:00Z" count="1"/>
      </bookmark:applications></metadata></info></bookmark>

      """
    }
    let text =
      "<?xml version=\"1.0\"?><xbel version=\"1.0\" xmlns:bookmark=\"http://www.freedesktop.org/standards/desktop-bookmarks\" "
      + "xmlns:mime=\"http://www.freedesktop.org/standards/shared-mime-info\">"
      + entry(bench.document, "application/pdf") + entry("/bin/sh", "application/x-executable")
      + "</xbel>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: list))
    #expect(try bench.run(["recents"]).output == bench.document + "\n")
    let damage = Data(text.utf8.dropLast(9))
    try damage.write(to: URL(fileURLWithPath: list))
    let result = try bench.run(["recents"])
    #expect(result.status == 1)
    #expect(result.errors.contains("is damaged and left unchanged"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: list)) == damage)
  }

  @Test func concurrentTaggingLosesNoTag() async throws {
    let bench = try Workbench(pages: 1)
    let (document, environment) = (bench.document, bench.environment)
    await withTaskGroup(of: Int32?.self) { group in
      for index in 0..<8 {
        group.addTask {
          try? Workbench.run(
            ["tag", document, "--add", "tag \(index)"], environment: environment
          ).status
        }
      }
      for await status in group { #expect(status == 0) }
    }
    let tags = try bench.run(["tag", document]).output
    for index in 0..<8 { #expect(tags.contains("tag \(index)"), "\(tags)") }
  }
}
