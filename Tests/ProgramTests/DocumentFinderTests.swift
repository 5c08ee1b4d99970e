import Messages
import DocumentModel
import Files
import Foundation
import Interface
import Platform
import TestSupport
import Testing

@testable import Services

@Suite struct DocumentFinderTests {
  @Test func foldersAreRecognisedWithoutADirectoryType() throws {
    let folder = try TemporaryFolder()
    let (file, link) = (folder.path + "/file", folder.path + "/link")
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let unknown = Int(DT_UNKNOWN)
    #expect(DocumentFinder.isFolder(unknown, folder.path))
    #expect(!DocumentFinder.isFolder(unknown, file))
    #expect(!DocumentFinder.isFolder(unknown, link))
    #expect(!DocumentFinder.isFolder(unknown, folder.path + "/none"))
    #expect(DocumentFinder.isFolder(Int(DT_DIR), folder.path))
    #expect(!DocumentFinder.isFolder(Int(DT_LNK), link))
  }

  /// Folders that nobody ever listed, those beside the one that is shown, and those of zoxide that are still there.
  @Test func namesAreFoundInTheWholeHomeFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["shown/a.pdf", "beside/deep/never/wanted.pdf", ".visited/wanted-folder/b.pdf"] {
      let path = folder.path + "/" + name
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    let inbox = Inbox()
    var problems: [String] = []
    let types = EntryTypes(DocumentTypeSettings.load(userFile: nil, problems: &problems))
    let finder = DocumentFinder(
      mailbox: inbox.mailbox, types: types, lanes: DiskLanes(), home: folder.path,
      visited: {
        ["/wanted-gone", "/.visited/wanted-folder"].map {
          ZoxideDatabase.Folder(path: folder.path + $0, score: 9)
        }
      },
      known: { $0([]) })
    finder.find(serial: 1, query: "wanted", below: folder.path + "/shown")
    let wanted = [
      folder.path + "/.visited/wanted-folder", folder.path + "/beside/deep/never/wanted.pdf",
    ]
    let paths = try inbox.first { message -> [String]? in
      guard case .browser(.found(_, let found, _)) = message else { return nil }
      let paths = found.map(\.path)
      return Set(wanted).isSubset(of: paths) ? paths : nil
    }
    #expect(paths.first == wanted.first && !paths.contains(folder.path + "/wanted-gone"))
  }
}
