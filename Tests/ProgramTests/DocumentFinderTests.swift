import Foundation
import TestSupport
import Testing

@testable import Program

@Suite struct DocumentFinderTests {
  @Test func aFolderIsOneAlsoWhereTheFileSystemDoesNotSay() throws {
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
}
