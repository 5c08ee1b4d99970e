import DocumentModel
import Files
import Foundation
import Interface
import TestSupport
import Testing

@testable import Program

@Suite struct FolderGlimpseTests {
  /// A folder's preview and its list show the same names in the same order.
  @Test func thePreviewIsOrderedAsTheList() async throws {
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
    let glimpse = try FolderGlimpse(of: folder.path, most: 200)
    #expect(glimpse.names == list.map { $0.kind == .folder ? $0.name + "/" : $0.name })
    #expect(glimpse.count == glimpse.names.count)
    #expect(
      try FolderGlimpse(of: folder.path, most: 3).names == Array(glimpse.names.prefix(3)))
    // Read beside the screen's thread it is the same.
    let reader = FolderReader(queue: DispatchQueue(label: "glimpse"))
    let read = await withCheckedContinuation { continuation in
      FolderGlimpse.read(folder.path, most: 200, by: reader, cancellation: Cancellation()) {
        continuation.resume(returning: try? $0.get())
      }
    }
    #expect(read == glimpse)
  }
}
