import Foundation
import Services
import TestSupport
import Testing

/// Image files of a folder are turned like pages.
@Suite struct FolderImagesTests {
  @Test func imagesFollowEachOtherInNaturalOrder() throws {
    let folder = try TemporaryFolder()
    for name in ["p1.png", "p10.png", "p2.jpg", ".p3.png", "notes.txt", "p4.bmp"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    func next(_ steps: Int, after name: String) -> String? {
      FolderImages(beside: folder.path + "/" + name, types)?.path(after: steps).map {
        URL(fileURLWithPath: $0).lastPathComponent
      }
    }
    #expect(next(1, after: "p1.png") == "p2.jpg" && next(1, after: "p2.jpg") == "p10.png")
    #expect(next(-1, after: "p2.jpg") == "p1.png" && next(9, after: "p1.png") == "p10.png")
    #expect(next(1, after: "p10.png") == nil && next(-1, after: "p1.png") == nil)
    #expect(FolderImages(beside: folder.path + "/notes.txt", types) == nil)
  }
}
