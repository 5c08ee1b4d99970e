import DocumentModel
import Files
import Foundation
import Glibc
import Interface
import Messages
import TestSupport
import Testing

@testable import Services

@Suite struct FolderGlimpseTests {
  /// A folder's preview and its list show the same names in the same order.
  @Test func theFolderPreviewHasTheListsOrder() async throws {
    let folder = try TemporaryFolder()
    // Behind its slash a name would sort otherwise: a space and a hyphen come before it.
    let folders = ["a", "a b", "a-", "link", "page 9", "page 10"]
    let files = ["A.pdf", "é.pdf", "name 2.pdf", "name.pdf", "z.pdf", "Ö 2.pdf", "ö 10.pdf"]
    for name in folders where name != "link" {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "a")
    for name in files + [".hidden"] {
      #expect(FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil))
    }
    let types = documentTypes
    let look = FolderGlimpse.Look(types, most: 200)
    let entries =
      files.map { FolderEntry(name: $0, kind: .file, type: types.type(of: $0)) }
      + folders.map { FolderEntry(name: $0, kind: .folder) }
    let rows = ListOrder(
      entries: entries, types: types.all, facts: [:], documents: [:], options: ListOptions(),
      filter: "", keepsOrder: false
    ).rows()
    let list = try #require(rows).map { entries[Int($0)] }
    #expect(list.prefix(folders.count).map(\.name) == folders)
    let glimpse = try FolderGlimpse(of: folder.path, look)
    #expect(glimpse.names == list.map { $0.kind == .folder ? $0.name + "/" : $0.name })
    #expect(glimpse.count == glimpse.names.count)
    #expect(
      try FolderGlimpse(of: folder.path, FolderGlimpse.Look(types, most: 3)).names
        == Array(glimpse.names.prefix(3)))
    // Read beside the screen's thread it is the same.
    #expect(await read(folder.path, look) == glimpse)
  }

  /// Entries that the list hides are not counted: broken links, pipes, unsupported files.
  @Test func theFolderPreviewCountsWhatTheListShows() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.pdf", "b.pdf", "archive.zip", ".hidden.pdf"] {
      #expect(FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil))
    }
    // Its name says nothing, its first bytes do.
    try Data("%PDF-1.7\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/nameless"))
    #expect(symlink("nowhere", folder.path + "/dangling.pdf") == 0)
    #expect(symlink("a.pdf", folder.path + "/link.pdf") == 0)
    #expect(mkfifo(folder.path + "/pipe.pdf", 0o600) == 0)
    var look = FolderGlimpse.Look(documentTypes, most: 200)
    let glimpse = try FolderGlimpse(of: folder.path, look)
    #expect(glimpse.names == ["a.pdf", "archive.zip", "b.pdf", "link.pdf", "nameless"])
    #expect(glimpse.count == 5 && glimpse.otherCount == 2)
    #expect(await read(folder.path, look) == glimpse)
    // Where the list shows all files, so does the preview.
    look.options.showsAll = true
    look.options.showsHidden = true
    #expect(try FolderGlimpse(of: folder.path, look).count == 8)
    #expect(await read(folder.path, look)?.count == 8)
    #expect(Preview.words(count: 1, others: 2) == "1 item")
    #expect(Preview.words(count: 0, others: 2) == "no documents, 2 other files")
  }

  private var documentTypes: EntryTypes {
    var problems: [String] = []
    return EntryTypes(DocumentTypeSettings.load(problems: &problems))
  }

  private func read(_ path: String, _ look: FolderGlimpse.Look) async -> FolderGlimpse? {
    let reader = FolderReader(queue: DispatchQueue(label: "glimpse"))
    return await withCheckedContinuation { continuation in
      FolderGlimpse.read(path, look, SniffedTypes(), by: reader, cancellation: Cancellation()) {
        continuation.resume(returning: try? $0.get())
      }
    }
  }
}
