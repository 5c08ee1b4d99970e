import Foundation
import Testing

@testable import Interface

/// The topics of the user guide.
@Suite struct UserGuideTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Resources/guide")

  @Test func eachTopicHasAFile() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(UserGuide.topics.compactMap(UserGuide.file)))
  }

  /// Commands after a colon are commands of the list.
  @Test(arguments: UserGuide.topics) func commandsInTheGuideExist(_ topic: String) throws {
    let file = Self.folder.appendingPathComponent(try #require(UserGuide.file(of: topic)))
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("# "))
    for match in text.matches(of: /`:([a-z][a-z-]{3,})[` ]/) {
      let name = String(match.1)
      if ["dark", "bookmark"].contains(name) { continue }
      #expect(CommandList.byName[name] != nil, "\(topic): :\(name)")
    }
  }
}
