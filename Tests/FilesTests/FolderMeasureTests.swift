import Foundation
import Testing
import TestSupport

@testable import Files

@Suite struct FolderMeasureTests {
  private func make(_ path: String, _ size: Int) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(count: size).write(to: URL(fileURLWithPath: path))
  }

  @Test func filesAreCountedOnceAndLinksAreNot() throws {
    let folder = try TemporaryFolder()
    let top = folder.path + "/top"
    try make(top + "/a", 1_000)
    try make(top + "/sub/deep/b", 500)
    try make(folder.path + "/outside", 9_000)
    try FileManager.default.linkItem(atPath: top + "/a", toPath: top + "/sub/again")
    try FileManager.default.createSymbolicLink(
      atPath: top + "/link", withDestinationPath: folder.path)
    let measure = try #require(FolderMeasure.of(top, Cancellation()))
    let link = Int64(folder.path.utf8.count)
    #expect(measure.bytes == 1_500 + link && measure.files == 3 && measure.unread == 0)
  }

  @Test func aMissingFolderCountsAsUnread() throws {
    let folder = try TemporaryFolder()
    #expect(FolderMeasure.of(folder.path + "/none", Cancellation())?.unread == 1)
  }

  @Test func progressIsReportedAndCancellationStops() throws {
    let folder = try TemporaryFolder()
    for number in 0..<4_100 { try make(folder.path + "/\(number)", 1) }
    var reported: [Int] = []
    let measure = FolderMeasure.of(folder.path, Cancellation()) { reported.append($0.files) }
    #expect(measure?.files == 4_100 && reported.count == 2)
    let cancellation = Cancellation()
    #expect(FolderMeasure.of(folder.path, cancellation) { _ in cancellation.cancel() } == nil)
  }
}
