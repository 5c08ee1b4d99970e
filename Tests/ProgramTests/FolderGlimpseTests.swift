import DocumentModel
import Foundation
import Interface
import TestSupport
import Testing

@testable import Program

@Suite struct FolderGlimpseTests {
  /// A folder's preview and its list show the same names in the same order.
  @Test func thePreviewIsOrderedAsTheList() throws {
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
    let type = EntryType(name: "PDF", glyph: "p", isDocument: true)
    let entries =
      files.map { FolderEntry(name: $0, kind: .file) }
      + folders.map { FolderEntry(name: $0, kind: .folder) }
    let rows = ListOrder(
      entries: entries, types: [type], facts: [:], documents: [:], options: ListOptions(),
      filter: "", keepsOrder: false
    ).rows()
    let list = try #require(rows).map { entries[Int($0)] }
    #expect(list.prefix(folders.count).map(\.name) == folders)
    let (names, count) = try FolderGlimpse.names(in: folder.path, most: 200)
    #expect(names == list.map { $0.kind == .folder ? $0.name + "/" : $0.name })
    #expect(count == names.count)
    #expect(try FolderGlimpse.names(in: folder.path, most: 3).0 == Array(names.prefix(3)))
  }
}
