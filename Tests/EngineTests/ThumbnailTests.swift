import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Thumbnails of each kind of contents.
  @Suite struct ThumbnailTests {
    private static let red: UInt32 = 0xFF0000
    private static let blue: UInt32 = 0x0000FF

    private static func made(
      _ file: Data, _ name: String, side: Int = 128, smallest: Int? = nil
    ) throws -> (picture: DrawnPixels, pageCount: Int) {
      let bench = try EngineBench(Data("a".utf8), name: "a.txt")
      let made = try bench.thumbnail(
        of: file, ThumbnailRequest(name: name, largest: side, smallest: smallest))
      // Descriptors that were open are still open.
      #expect(try bench.text().string == "a")
      return made
    }

    private static func picture(
      _ file: Data, _ name: String = "a.pdf", side: Int = 128, smallest: Int? = nil
    ) throws -> DrawnPixels {
      try made(file, name, side: side, smallest: smallest).picture
    }

    private static func pages(_ contents: [String], size: (Double, Double) = (200, 300)) -> Data {
      var document = PagedPDF()
      for content in contents { document.addPainted(content, size: size) }
      return document.file()
    }

    private static let redPage = "1 0 0 rg 0 0 20000 20000 re f"

    // MARK: pages

    @Test(arguments: [(128, 85), (256, 171), (512, 341), (1_024, 683)])
    func thumbnailsFillTheLargestSide(_ side: Int, _ width: Int) throws {
      let made = try Self.made(Self.pages([Self.redPage, "", ""]), "a.pdf", side: side)
      #expect((made.picture.facts.width, made.picture.facts.height) == (width, side))
      #expect(made.pageCount == 3)
      #expect(made.picture[width / 2, side / 2] == Self.red)
    }

    @Test func blankFirstPagesAreSkipped() throws {
      let picture = try Self.picture(
        Self.pages(["", "1 1 1 rg 0 0 200 300 re f", Self.redPage + " 0 g 5 5 20 20 re f"]))
      #expect(picture[40, 60] == Self.red)
    }

    /// No more than a few pages are looked at.
    @Test func documentsOfBlankPagesHaveBlankThumbnails() throws {
      let blank = Array(repeating: "", count: 6) + [Self.redPage]
      let picture = try Self.picture(Self.pages(blank))
      #expect(picture.facts.isBlank)
      #expect((picture.facts.width, picture.facts.height) == (85, 128))
    }

    @Test(arguments: [(14_400.0, 14_400.0), (1.0, 1.0), (14_400.0, 7_200.0)])
    func pagesOfAnySizeAreDrawn(_ width: Double, _ height: Double) throws {
      let picture = try Self.picture(Self.pages([Self.redPage], size: (width, height)))
      #expect(picture.facts.width == 128)
      #expect(picture.facts.height == Int(128 * height / width))
      #expect(picture[64, 30] == Self.red)
    }

    /// Of a page that would be a thread its beginning is shown.
    @Test func longPagesAreCropped() throws {
      let content = "1 0 0 rg 0 13000 10 1400 re f 0 0 1 rg 0 0 10 13000 re f"
      let long = Self.pages([content], size: (10, 14_400))
      let cut = try Self.picture(long, smallest: 16)
      #expect((cut.facts.width, cut.facts.height) == (16, 128))
      #expect(cut.bounds(of: Self.blue) == nil)
      let thin = try Self.picture(Self.pages([Self.redPage], size: (1, 900_000)), smallest: 1)
      #expect((thin.facts.width, thin.facts.height) == (1, 128))
    }

    // MARK: the picture a document carries

    private static func carrying(_ width: Int, _ height: Int, of size: (Double, Double)) -> Data {
      var document = PagedPDF()
      // With a white corner: one that shows nothing would not do.
      let colors = (0..<width * height).flatMap { index -> [UInt8] in
        index % width < width / 4 && index / width < height / 4 ? [255, 255, 255] : [0, 0, 255]
      }
      let image = document.addImage(width, height, rgb: colors)
      document.addPainted(redPage, size: size, entries: "/Thumb \(image) 0 R")
      return document.file()
    }

    @Test func goodEmbeddedThumbnailsAreUsed() throws {
      let picture = try Self.picture(Self.carrying(200, 300, of: (400, 600)))
      #expect((picture.facts.width, picture.facts.height) == (85, 128))
      #expect(picture[40, 100] == Self.blue)
    }

    @Test(arguments: [(50, 75), (300, 200), (200, 200)])
    func badEmbeddedThumbnailsAreIgnored(_ width: Int, _ height: Int) throws {
      let picture = try Self.picture(Self.carrying(width, height, of: (400, 600)))
      #expect((picture.facts.width, picture.facts.height) == (85, 128))
      #expect(picture[40, 100] == Self.red)
    }

    // MARK: files that cannot be drawn

    /// They are no failures: with a password they can be drawn.
    @Test func encryptedDocumentsNeedAPassword() {
      #expect(throws: EngineFailure.passwordNeeded) {
        try Self.picture(EncryptionTests.locked.file)
      }
    }

    @Test func brokenFilesAreReported() {
      #expect(throws: EngineFailure.empty) { try Self.picture(Data()) }
      #expect(throws: EngineFailure.self) {
        try Self.picture(Data("%PDF-1.7\nnothing of it is right".utf8))
      }
      #expect(throws: EngineFailure.self) {
        try Self.picture(Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) }))
      }
    }

    @Test func impossibleRequestsAreRefused() throws {
      let bench = try EngineBench(Data("a".utf8), name: "a.txt")
      for (largest, smallest) in [(0, 1), (4_000, 1), (100, 0), (100, 200)] {
        let request = ThumbnailRequest(name: "a.txt", largest: largest, smallest: smallest)
        #expect(throws: EngineFailure.pictureSize) {
          _ = try bench.thumbnail(of: Data("text".utf8), request)
        }
      }
    }

    // MARK: text

    /// Rows that have ink, as ranges; ink is what is darker than a gray.
    private static func lines(_ picture: DrawnPixels, darkerThan gray: UInt32 = 160) -> [Range<Int>]
    {
      var lines: [Range<Int>] = []
      for y in 0..<picture.facts.height {
        let hasInk = (0..<picture.facts.width).contains { picture[$0, y] & 0xFF < gray }
        guard hasInk else { continue }
        if let last = lines.last, last.upperBound == y {
          lines[lines.count - 1] = last.lowerBound..<y + 1
        } else {
          lines.append(y..<y + 1)
        }
      }
      return lines
    }

    @Test func textIsLaidOutOnASheet() throws {
      let text = Data("Eine Zeile\n\nThe end of it\n".utf8)
      let picture = try Self.picture(text, "a.txt", side: 1_024)
      // A4.
      #expect((picture.facts.width, picture.facts.height) == (724, 1_024))
      #expect(picture[5, 5] == 0xFFFFFF && picture.facts.isGray)
      #expect(Self.lines(picture).count == 2)
    }

    @Test func headingsAreLarger() throws {
      let text = Data("# HHH\n\nHHH\n\n## HHH\n\n`HHH`\n".utf8)
      let heights = Self.lines(try Self.picture(text, "a.md", side: 1_024)).map(\.count)
      try #require(heights.count == 4)
      #expect(heights[0] > heights[2] && heights[2] > heights[1] && heights[1] >= heights[3])
      // The same text on a smaller sheet, where the strokes of a light font are gray.
      let small = try Self.picture(text, "a.md", side: 256)
      #expect(Self.lines(small, darkerThan: 230).count == 4)
    }

    /// Endless text is laid out as far as the sheet goes.
    @Test(arguments: [
      String(repeating: "word ", count: 50_000), String(repeating: "x", count: 100_000),
      String(repeating: "line\n", count: 50_000), String(repeating: "日本語", count: 20_000),
      String(repeating: "> ", count: 60) + "deep", "| a | b |\n|--|--|\n| 1 | 2 |\n",
      "- one\n  - two\n    1. three\n\n---\n\n```\ncode\n```\n", "مرحبا بالعالم 123 hello עולם",
      "e\u{301}\u{1F600}\u{E000}", "a\r\nb\tc\u{c}",
    ]) func anyTextIsLaidOut(_ text: String) throws {
      for name in ["a.md", "a.txt"] {
        let picture = try Self.picture(Data(text.utf8), name)
        #expect((picture.facts.width, picture.facts.height) == (90, 128))
        #expect(!picture.facts.isBlank)
        // The margin below stays free.
        let below = (124..<128).contains { y in (0..<90).contains { picture[$0, y] != 0xFFFFFF } }
        #expect(!below)
      }
    }

    @Test func emptyTextsAreBlankSheets() throws {
      #expect(try Self.picture(Data(), "a.txt").facts.isBlank)
      #expect(try Self.picture(Data(), "a.md").facts.isBlank)
    }

    /// Letters that are read from the right begin there.
    @Test func arabicStartsAtTheRight() throws {
      let picture = try Self.picture(Data("مرحبا بالعالم".utf8), "a.txt", side: 512)
      let left = (0..<362).first { x in (0..<512).contains { picture[x, $0] & 0xFF < 160 } }
      #expect(try #require(left) > 181)
    }

    @Test func otherEncodingsNeedAConverter() throws {
      let koi = Data([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x20, 0xCD, 0xC9, 0xD2, 0x0A])
      #expect(throws: EngineFailure.converterNeeded) { try Self.picture(koi, "a.txt") }
    }
  }
}

extension EngineBench {
  /// The thumbnail of a file, as it comes over the wire.
  func thumbnail(
    of file: Data, _ request: ThumbnailRequest
  ) throws -> (picture: DrawnPixels, pageCount: Int) {
    let reply = engine.answer(.makeThumbnail(request), descriptor: Self.memoryFile(file))
    switch try Reply(decoding: reply.encoded(), pageCount: summary.pageCount) {
    case .thumbnailMade(let thumbnail):
      let pixels = thumbnail.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      return (DrawnPixels(facts: thumbnail.facts, pixels: pixels), thumbnail.pageCount)
    case .failed(let failure): throw failure
    default: throw EngineFailure.notFound
    }
  }
}
