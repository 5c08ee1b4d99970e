import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

/// Trashing uses GIO: in a process with its own home, so that no user's trash is touched.
@Suite struct TrashTests {
  private func probe(
    _ bench: borrowing FilesBench, _ arguments: [String], _ settings: [String: String] = [:]
  ) throws -> [String] {
    let home = ["HOME": bench.path, "XDG_DATA_HOME": bench.at("data")]
    let run = try ProbeRun("file-probe", arguments, home.merging(settings) { $1 })
    #expect(run.errors == "")
    return run.lines
  }

  @Test func trashCanBeUndoneAndRedone() throws {
    let bench = try FilesBench()
    bench.makeFolder("work")
    let names = ["a.pdf", "two\nlines.pdf", "caf\u{10FFE9}.pdf", "100 %.pdf"]
    for name in names { bench.make("work/" + name, name) }
    // A folder twice, so that the trash must find a second name.
    bench.makeFolder("work/f.x")
    _ = try probe(bench, ["trash", bench.at("work/f.x")])
    bench.makeFolder("work/f.x")
    let pathBytes = names.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map {
      bench.at("work/" + $0)
    }
    let lines = try probe(bench, ["trash", bench.at("work/f.x")] + pathBytes)
    #expect(lines.first?.hasSuffix("data/Trash/files/f.2.x") == true)
    #expect(bench.names("work") == ["caf\u{10FFE9}.pdf"])
    let trash = TrashCan(home: bench.at("data/Trash"), volumes: [])
    #expect(trash.items().count == 5)
    #expect(Set(trash.places.flatMap { trash.items(at: $0) }) == Set(trash.items()))
    #expect(Set(trash.items().compactMap(\.origin)) == Set(pathBytes + [bench.at("work/f.x")]))
    #expect(trash.items().allSatisfy { $0.deletionDate?.count == 19 })
    for settings in [["PROBE_THEN": "undo"], ["PROBE_THEN": "undo,redo"]] {
      bench.make("work/b", "b")
      _ = try probe(bench, ["trash", bench.at("work/b")], settings)
      #expect(bench.names("work").contains("b") == (settings["PROBE_THEN"] == "undo"))
    }
  }

  @Test func replacedFilesGoToTheTrash() throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    for action in ["copy", "move"] {
      bench.make("a", "new")
      bench.make("to/a", "old")
      _ = try probe(bench, [action, bench.at("to"), bench.at("a")], ["PROBE_CLASH": "replace"])
      #expect(bench.text("to/a") == "new")
    }
    let trash = TrashCan(home: bench.at("data/Trash"), volumes: [])
    #expect(trash.items().map { FilesBench.text($0.path) } == ["old", "old"])
    bench.make("a", "newest")
    let undone = ["PROBE_CLASH": "replace", "PROBE_THEN": "undo"]
    _ = try probe(bench, ["copy", bench.at("to"), bench.at("a")], undone)
    #expect(bench.text("to/a") == "new")
    #expect(bench.text("a") == "newest")
  }

  /// Killed in front of each call: the old file is in its place or in the trash, the new one where it was or in its place.
  @Test func aKilledReplacementLosesNothing() throws {
    for place in 1...200 {
      let bench = try FilesBench()
      bench.makeFolder("to")
      bench.make("a", "new")
      bench.make("to/a", "old")
      let home = [
        "HOME": bench.path, "XDG_DATA_HOME": bench.at("data"), "PROBE_CLASH": "replace",
        "PROBE_KILL": "\(place)", "PROBE_EXDEV": "1",
      ]
      let run = try ProbeRun("file-probe", ["move", bench.at("to"), bench.at("a")], home)
      let items = TrashCan(home: bench.at("data/Trash"), volumes: []).items()
      let texts = [bench.text("a"), bench.text("to/a")] + items.map { FilesBench.text($0.path) }
      #expect(texts.contains("old"), "the old one at \(place)")
      #expect(texts.contains("new"), "the new one at \(place)")
      if run.signal == 0 { return }
    }
    Issue.record("the move never came to its end")
  }

  private func note(_ bench: borrowing FilesBench, _ name: String, _ text: String) {
    for folder in ["Trash", "Trash/files", "Trash/info"] { bench.makeFolder(folder) }
    bench.make("Trash/files/" + name, name)
    bench.make("Trash/info/" + name + ".trashinfo", text)
  }

  @Test func restoringOverwritesNothing() throws {
    let bench = try FilesBench()
    let origin = bench.at("back%20\u{E9}").utf8.map {
      $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16)
    }
    .joined().replacingOccurrences(of: "%20", with: "%2520")
    note(
      bench, "x", "[Trash Info]\nPath=\(origin)\nDeletionDate=2025-01-31T09:05:00\nPath=/second\n")
    let item = try #require(bench.trash.items().first)
    #expect(item.origin == bench.at("back%20\u{E9}"))
    #expect(item.deletionDate == "2025-01-31T09:05:00")
    bench.make("back%20\u{E9}", "in the way")
    #expect(throws: FilesError(.exists, bench.at("back%20\u{E9}"))) {
      try bench.trash.restore(item)
    }
    #expect(bench.names("Trash/info") == ["x.trashinfo"])
    let both = FileOperation.run(.restore([item]), bench.around(.keepBoth))
    #expect(both.done.first?.to == bench.at("back%20\u{E9} 2"))
    #expect(bench.names("Trash/files") == [])
    #expect(bench.names("Trash/info") == [])
  }

  @Test func aMissingFolderIsCreatedOnRequest() throws {
    let bench = try FilesBench()
    note(bench, "x", "[Trash Info]\nPath=\(bench.at("gone/deep/x"))\n")
    let item = try #require(bench.trash.items().first)
    #expect(throws: FilesError(.notFound, bench.at("gone/deep"))) {
      try bench.trash.restore(item)
    }
    #expect(try bench.trash.restore(item, makingFolders: true) == bench.at("gone/deep/x"))
    #expect(bench.text("gone/deep/x") == "x")
  }

  @Test(arguments: [
    "", "Path=/x\n", "[Trash Info]\n", "[Trash Info]\nPath=../../etc/x\n",
    "[Trash Info]\nPath=/a/%00\n",
  ])
  func damagedTrashInfoGivesNoPlace(_ text: String) throws {
    let bench = try FilesBench()
    note(bench, "x", text)
    let item = try #require(bench.trash.items().first)
    #expect(item.origin == nil)
    #expect(throws: FilesError(.trashDamaged, item.path)) { try bench.trash.restore(item) }
    #expect(try bench.trash.restore(item, to: bench.at("here")) == bench.at("here"))
  }

  @Test func volumesHaveTheirOwnTrash() throws {
    let bench = try FilesBench()
    let user = getuid()
    bench.makeFolder("volume")
    bench.makeFolder("volume/.Trash-\(user)")
    let own = "volume/.Trash-\(user)"
    for folder in [own + "/files", own + "/info"] { bench.makeFolder(folder) }
    bench.make(own + "/files/a", "a")
    bench.make(own + "/info/a.trashinfo", "[Trash Info]\nPath=folder/a\n")
    bench.make(own + "/files/b", "b")
    bench.make(own + "/info/b.trashinfo", "[Trash Info]\nPath=/etc/passwd\n")
    // A combining mark after the slash forms one character with it.
    bench.make(own + "/files/d", "d")
    bench.make(own + "/info/d.trashinfo", "[Trash Info]\nPath=../%CC%81d\n")
    let trash = TrashCan(home: bench.at("none"), volumes: [bench.at("volume")])
    let origins = Dictionary(uniqueKeysWithValues: trash.items().map { ($0.name, $0.origin) })
    #expect(origins == ["a": bench.at("volume/folder/a"), "b": nil, "d": nil])
    // The shared trash counts only with its sticky bit, and never through a link.
    for folder in ["volume/.Trash", "volume/.Trash/\(user)", "volume/.Trash/\(user)/files"] {
      bench.makeFolder(folder)
    }
    bench.make("volume/.Trash/\(user)/files/c")
    #expect(trash.items().count == 3)
    chmod(bench.at("volume/.Trash"), 0o1777)
    #expect(trash.items().count == 4)
    rename(bench.at("volume/.Trash"), bench.at("elsewhere"))
    bench.link("volume/.Trash", to: bench.at("elsewhere"))
    #expect(trash.items().count == 3)
    for item in trash.items() { try trash.delete(item) }
    #expect(trash.items() == [])
    #expect(bench.names(own + "/info") == [])
  }

  @Test func aFailedTrashingKeepsTheFile() throws {
    let bench = try FilesBench()
    bench.make("a", "a")
    let outcome = FileOperation.run(
      .trash([bench.at("a")]), bench.around(disk: .failing(.trash, with: ENOTSUP)))
    #expect(outcome.failures.count == 1)
    #expect(bench.text("a") == "a")
    guard let other = FilesBench.onOtherFileSystem(than: bench) else { return }
    defer { try? FileManager.default.removeItem(atPath: other) }
    _ = FileManager.default.createFile(atPath: other + "/b", contents: Data("b".utf8))
    let lines = try probe(bench, ["trash", other + "/b"])
    #expect(lines == ["failed noTrash \(other)/b"])
    #expect(FilesBench.text(other + "/b") == "b")
  }
}
