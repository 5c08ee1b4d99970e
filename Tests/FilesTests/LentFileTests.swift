import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Files

/// The copies that editors get, and how their edits return.
@Suite struct LentFileTests: ~Copyable {
  private let folder: TemporaryFolder
  private let files: LentFiles

  init() throws {
    folder = try TemporaryFolder()
    files = LentFiles(folder.path + "/editing", bound: 1 << 20)
  }

  private var document: String { folder.path + "/My plan.md" }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func note() throws -> NoteFile {
    try NoteFile(document, recovery: RecoveryFolder(folder.path + "/recovery"))
  }

  private var left: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/editing")) ?? []
  }

  @Test func anEditorGetsACopyUnderTheFilesName() throws {
    let file = try files.lend(document, Array("one\n".utf8))
    #expect(file.path.hasSuffix("/My plan.md"))
    #expect(try file.work(atMost: 100) == nil)
    try write("two\n", to: file.path)
    #expect(try file.work(atMost: 100) == Array("two\n".utf8))
    file.taken(Array("two\n".utf8))
    #expect(try file.work(atMost: 100) == nil)
    #expect(throws: FilesError.self) {
      try write(String(repeating: "x", count: 200), to: file.path)
      _ = try file.work(atMost: 100)
    }
    // Files the editor put beside the copy are removed too.
    try write("", to: file.path + "~")
    file.giveBack()
    #expect(left.isEmpty)
  }

  @Test func workLeftByAnEndedProcessIsFound() throws {
    let file = try files.lend(document, Array("one\n".utf8))
    try write("two\n", to: file.path)
    // As long as it lives it is its own.
    #expect(files.leftovers().isEmpty)
    file.leave()
    let found = try #require(files.leftovers().first)
    #expect(found.path == document)
    #expect(found.base == Array("one\n".utf8) && found.contents == Array("two\n".utf8))
    files.remove(found)
    #expect(left.isEmpty)
  }

  @Test func unchangedCopiesAreRemovedAfterADay() throws {
    let file = try files.lend(document, Array("one\n".utf8))
    file.leave()
    let now = Int64(Date().timeIntervalSince1970)
    #expect(files.leftovers(now: now).isEmpty)
    #expect(left.count == 2)
    #expect(files.leftovers(now: now + 100_000).isEmpty)
    #expect(left.isEmpty)
  }

  @Test func aFailingDiskLeavesNoCopy() throws {
    for call in [Disk.Call.makeFolder, .create, .write, .rename, .close] {
      let disk = Disk { done, path in
        done == call && path.contains("/editing/") ? ENOSPC : nil
      }
      try FileManager.default.createDirectory(
        atPath: folder.path + "/editing", withIntermediateDirectories: true)
      #expect(throws: FilesError.self, "\(call)") {
        _ = try LentFiles(folder.path + "/editing", bound: 100, disk: disk).lend(document, [0x61])
      }
      #expect(left.isEmpty, "\(call)")
    }
  }

  @Test func filesACopyCannotReplaceAreEditedInPlace() throws {
    try write("one\n", to: document)
    #expect(LentFiles.suits(document))
    #expect(symlink(document, folder.path + "/link.md") == 0)
    #expect(LentFiles.suits(folder.path + "/link.md"))
    #expect(link(document, folder.path + "/other name.md") == 0)
    #expect(!LentFiles.suits(document))
    #expect(!LentFiles.suits(folder.path))
    #expect(!LentFiles.suits(folder.path + "/none.md"))
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(!LentFiles.suits(folder.path + "/pipe"))
  }

  @Test(arguments: [
    ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nc\n", "A\nb\nc\n"),
    ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
  ]) func editedCopiesAreMergedWithTheFile(
    _ lent: String, _ work: String, _ now: String, _ both: String
  ) throws {
    try write(now, to: document)
    let note = try note()
    let taking = try note.take(Array(work.utf8), madeFrom: Array(lent.utf8))
    #expect(taking == (lent == now ? .taken : .merged))
    #expect(note.text == Array(both.utf8))
    #expect(try note.write() == .written(isMerged: false))
    #expect(try String(contentsOfFile: document, encoding: .utf8) == both)
  }

  @Test func editsOnTheSameLineAreAConflict() throws {
    try write("theirs\n", to: document)
    let note = try note()
    let taking = try note.take(Array("ours\n".utf8), madeFrom: Array("lent\n".utf8))
    #expect(taking == .conflict && note.isInConflict)
    let beside = try #require(try note.settle(.keepBoth, suffix: "my version"))
    #expect(try String(contentsOfFile: beside, encoding: .utf8) == "ours\n")
    #expect(try String(contentsOfFile: document, encoding: .utf8) == "theirs\n")
  }
}
