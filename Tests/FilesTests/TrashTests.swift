import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

/// Trashing uses GIO: in a process with its own home, so that no user's trash is touched.
@Suite struct TrashTests {
  private func probe(
    _ ground: borrowing Ground, _ arguments: [String], _ settings: [String: String] = [:]
  ) throws -> [String] {
    let home = ["HOME": ground.path, "XDG_DATA_HOME": ground.at("data")]
    let run = try ProbeRun("file-probe", arguments, home.merging(settings) { $1 })
    #expect(run.errors == "")
    return run.lines
  }

  @Test func trashCanBeUndoneAndRedone() throws {
    let ground = try Ground()
    ground.makeFolder("work")
    let names = ["a.pdf", "two\nlines.pdf", "caf\u{10FFE9}.pdf", "100 %.pdf"]
    for name in names { ground.make("work/" + name, name) }
    // A folder twice, so that the trash must find a second name.
    ground.makeFolder("work/f.x")
    _ = try probe(ground, ["trash", ground.at("work/f.x")])
    ground.makeFolder("work/f.x")
    let pathBytes = names.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map {
      ground.at("work/" + $0)
    }
    let lines = try probe(ground, ["trash", ground.at("work/f.x")] + pathBytes)
    #expect(lines.first?.hasSuffix("data/Trash/files/f.2.x") == true)
    #expect(ground.names("work") == ["caf\u{10FFE9}.pdf"])
    let trash = TrashCan(home: ground.at("data/Trash"), volumes: [])
    #expect(trash.items().count == 5)
    #expect(Set(trash.places.flatMap { trash.items(at: $0) }) == Set(trash.items()))
    #expect(Set(trash.items().compactMap(\.origin)) == Set(pathBytes + [ground.at("work/f.x")]))
    #expect(trash.items().allSatisfy { $0.deletionDate?.count == 19 })
    for settings in [["PROBE_THEN": "undo"], ["PROBE_THEN": "undo,redo"]] {
      ground.make("work/b", "b")
      _ = try probe(ground, ["trash", ground.at("work/b")], settings)
      #expect(ground.names("work").contains("b") == (settings["PROBE_THEN"] == "undo"))
    }
  }

  @Test func replacedFilesGoToTheTrash() throws {
    let ground = try Ground()
    ground.makeFolder("to")
    for action in ["copy", "move"] {
      ground.make("a", "new")
      ground.make("to/a", "old")
      _ = try probe(ground, [action, ground.at("to"), ground.at("a")], ["PROBE_CLASH": "replace"])
      #expect(ground.text("to/a") == "new")
    }
    let trash = TrashCan(home: ground.at("data/Trash"), volumes: [])
    #expect(trash.items().map { Ground.text($0.path) } == ["old", "old"])
    ground.make("a", "newest")
    let undone = ["PROBE_CLASH": "replace", "PROBE_THEN": "undo"]
    _ = try probe(ground, ["copy", ground.at("to"), ground.at("a")], undone)
    #expect(ground.text("to/a") == "new")
    #expect(ground.text("a") == "newest")
  }

  /// Killed in front of each call: the old file is in its place or in the trash, the new one where it was or in its place.
  @Test func aKilledReplacementLosesNothing() throws {
    for place in 1...200 {
      let ground = try Ground()
      ground.makeFolder("to")
      ground.make("a", "new")
      ground.make("to/a", "old")
      let home = [
        "HOME": ground.path, "XDG_DATA_HOME": ground.at("data"), "PROBE_CLASH": "replace",
        "PROBE_KILL": "\(place)", "PROBE_EXDEV": "1",
      ]
      let run = try ProbeRun("file-probe", ["move", ground.at("to"), ground.at("a")], home)
      let items = TrashCan(home: ground.at("data/Trash"), volumes: []).items()
      let texts = [ground.text("a"), ground.text("to/a")] + items.map { Ground.text($0.path) }
      #expect(texts.contains("old"), "the old one at \(place)")
      #expect(texts.contains("new"), "the new one at \(place)")
      if run.signal == 0 { return }
    }
    Issue.record("the move never came to its end")
  }

  private func note(_ ground: borrowing Ground, _ name: String, _ text: String) {
    for folder in ["Trash", "Trash/files", "Trash/info"] { ground.makeFolder(folder) }
    ground.make("Trash/files/" + name, name)
    ground.make("Trash/info/" + name + ".trashinfo", text)
  }

  @Test func restoringOverwritesNothing() throws {
    let ground = try Ground()
    let origin = ground.at("back%20\u{E9}").utf8.map {
      $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16)
    }
    .joined().replacingOccurrences(of: "%20", with: "%2520")
    note(
      ground, "x", "[Trash Info]\nPath=\(origin)\nDeletionDate=2025-01-31T09:05:00\nPath=/second\n")
    let item = try #require(ground.trash.items().first)
    #expect(item.origin == ground.at("back%20\u{E9}"))
    #expect(item.deletionDate == "2025-01-31T09:05:00")
    ground.make("back%20\u{E9}", "in the way")
    #expect(throws: FilesError(.exists, ground.at("back%20\u{E9}"))) {
      try ground.trash.restore(item)
    }
    #expect(ground.names("Trash/info") == ["x.trashinfo"])
    let both = FileOperation.run(.restore([item]), ground.around(.keepBoth))
    #expect(both.done.first?.to == ground.at("back%20\u{E9} 2"))
    #expect(ground.names("Trash/files") == [])
    #expect(ground.names("Trash/info") == [])
  }

  @Test func aMissingFolderIsCreatedOnRequest() throws {
    let ground = try Ground()
    note(ground, "x", "[Trash Info]\nPath=\(ground.at("gone/deep/x"))\n")
    let item = try #require(ground.trash.items().first)
    #expect(throws: FilesError(.notFound, ground.at("gone/deep"))) {
      try ground.trash.restore(item)
    }
    #expect(try ground.trash.restore(item, makingFolders: true) == ground.at("gone/deep/x"))
    #expect(ground.text("gone/deep/x") == "x")
  }

  @Test(arguments: [
    "", "Path=/x\n", "[Trash Info]\n", "[Trash Info]\nPath=../../etc/x\n",
    "[Trash Info]\nPath=/a/%00\n",
  ])
  func damagedTrashInfoGivesNoPlace(_ text: String) throws {
    let ground = try Ground()
    note(ground, "x", text)
    let item = try #require(ground.trash.items().first)
    #expect(item.origin == nil)
    #expect(throws: FilesError(.trashDamaged, item.path)) { try ground.trash.restore(item) }
    #expect(try ground.trash.restore(item, to: ground.at("here")) == ground.at("here"))
  }

  @Test func volumesHaveTheirOwnTrash() throws {
    let ground = try Ground()
    let user = getuid()
    ground.makeFolder("volume")
    ground.makeFolder("volume/.Trash-\(user)")
    let own = "volume/.Trash-\(user)"
    for folder in [own + "/files", own + "/info"] { ground.makeFolder(folder) }
    ground.make(own + "/files/a", "a")
    ground.make(own + "/info/a.trashinfo", "[Trash Info]\nPath=folder/a\n")
    ground.make(own + "/files/b", "b")
    ground.make(own + "/info/b.trashinfo", "[Trash Info]\nPath=/etc/passwd\n")
    // A combining mark after the slash forms one character with it.
    ground.make(own + "/files/d", "d")
    ground.make(own + "/info/d.trashinfo", "[Trash Info]\nPath=../%CC%81d\n")
    let trash = TrashCan(home: ground.at("none"), volumes: [ground.at("volume")])
    let origins = Dictionary(uniqueKeysWithValues: trash.items().map { ($0.name, $0.origin) })
    #expect(origins == ["a": ground.at("volume/folder/a"), "b": nil, "d": nil])
    // The shared trash counts only with its sticky bit, and never through a link.
    for folder in ["volume/.Trash", "volume/.Trash/\(user)", "volume/.Trash/\(user)/files"] {
      ground.makeFolder(folder)
    }
    ground.make("volume/.Trash/\(user)/files/c")
    #expect(trash.items().count == 3)
    chmod(ground.at("volume/.Trash"), 0o1777)
    #expect(trash.items().count == 4)
    rename(ground.at("volume/.Trash"), ground.at("elsewhere"))
    ground.link("volume/.Trash", to: ground.at("elsewhere"))
    #expect(trash.items().count == 3)
    for item in trash.items() { try trash.delete(item) }
    #expect(trash.items() == [])
    #expect(ground.names(own + "/info") == [])
  }

  @Test func aFailedTrashingKeepsTheFile() throws {
    let ground = try Ground()
    ground.make("a", "a")
    let outcome = FileOperation.run(
      .trash([ground.at("a")]), ground.around(disk: .failing(.trash, with: ENOTSUP)))
    #expect(outcome.failures.count == 1)
    #expect(ground.text("a") == "a")
    guard let other = Ground.onOtherFileSystem(than: ground) else { return }
    defer { try? FileManager.default.removeItem(atPath: other) }
    _ = FileManager.default.createFile(atPath: other + "/b", contents: Data("b".utf8))
    let lines = try probe(ground, ["trash", other + "/b"])
    #expect(lines == ["failed noTrash \(other)/b"])
    #expect(Ground.text(other + "/b") == "b")
  }
}
