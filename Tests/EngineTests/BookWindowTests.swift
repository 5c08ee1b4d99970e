import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Engine

extension EngineTests {
  /// Tests which portions of very long chapters are read and kept.
  @Suite struct BookWindowTests {
    @Test func aWindowKeepsWhatIsAroundAPortion() {
      var window = FlowWindow(around: 6, most: 100, stops: true)
      #expect((0..<10).map { window.keeps($0, of: 30) } == (0..<10).map { (2...6).contains($0) })
      #expect(window.kept == 2..<7 && !window.isPassed(by: 6) && window.isPassed(by: 7))
      // The portion that was asked for is kept even if those before it are too long.
      var small = FlowWindow(around: 6, most: 10, stops: false)
      #expect((4..<9).map { small.keeps($0, of: 30) } == [true, true, true, false, false])
      #expect(!small.isPassed(by: 8))
    }

    /// A text in UTF-16 has fewer bytes in UTF-8.
    @Test(.enabled(if: TestTier.runsLong)) func longTextsInUTF16AreRead() throws {
      let paragraphs = String(repeating: "<p>words of a long text</p>", count: 320_000)
      let chapter = "<html><body>\(paragraphs)<p>last</p></body></html>"
      var source = BookSource([])
      source.addChapter(
        "u.xhtml",
        Data([0xFF, 0xFE]) + Data(chapter.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
      let bench = try EngineBench(source.data, name: "a.epub")
      let pages = bench.summary.pageCount
      let end = try (max(0, pages - 3)..<pages).map { try bench.words(page: $0) }.joined()
      #expect(end.hasSuffix("last"), "\(end.suffix(60))")
    }
  }
}
