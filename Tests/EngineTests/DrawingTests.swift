import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Pages as pixels.
  @Suite struct DrawingTests {
    static let red: UInt32 = 0xFF0000
    static let white: UInt32 = 0xFFFFFF

    /// A red square of 40 points, 20 from the left and 30 from the top of a page of 200×300.
    private static func square(_ entries: String = "") throws -> EngineBench {
      var document = PagedPDF()
      document.addPainted("1 0 0 rg 20 230 40 40 re f", entries: entries)
      return try EngineBench(document)
    }

    @Test func paintIsDrawnAtItsPlace() throws {
      let picture = try Self.square().draw(PageDrawing(page: 0, width: 400, height: 600))
      #expect(picture.bounds(of: Self.red) == PixelRect(x: 40, y: 60, width: 80, height: 80))
      #expect(picture[0, 0] == Self.white)
      #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 })
      #expect(!picture.facts.isBlank)
      #expect(!picture.facts.isGray)
    }

    @Test(arguments: [
      (QuarterTurn.right, 300, 200, PixelRect(x: 230, y: 20, width: 40, height: 40)),
      (.half, 200, 300, PixelRect(x: 140, y: 230, width: 40, height: 40)),
      (.left, 300, 200, PixelRect(x: 30, y: 140, width: 40, height: 40)),
    ]) func pagesAreRotated(
      _ turn: QuarterTurn, _ width: Int, _ height: Int, _ place: PixelRect
    ) throws {
      let picture = try Self.square().draw(
        PageDrawing(page: 0, width: width, height: height, turn: turn))
      #expect(picture.bounds(of: Self.red) == place)
    }

    /// The document's own turn comes first.
    @Test func rotationsAddUp() throws {
      let picture = try Self.square("/Rotate 90").draw(
        PageDrawing(page: 0, width: 200, height: 300, turn: .left))
      #expect(picture.bounds(of: Self.red) == PixelRect(x: 20, y: 30, width: 40, height: 40))
    }

    @Test func partsOfAPageAreDrawn() throws {
      let part = PixelRect(x: 30, y: 50, width: 100, height: 60)
      let bench = try Self.square()
      let picture = try bench.draw(PageDrawing(page: 0, width: 400, height: 600, part: part))
      #expect(picture.facts.width == 100)
      #expect(picture.bounds(of: Self.red) == PixelRect(x: 10, y: 10, width: 80, height: 50))
      // Seen from very near.
      let near = try bench.draw(
        PageDrawing(
          page: 0, width: 800_000, height: 1_048_000,
          part: PixelRect(x: 79_950, y: 104_750, width: 100, height: 100)))
      #expect(near.bounds(of: Self.red) == PixelRect(x: 50, y: 50, width: 50, height: 50))
    }

    /// Where the whole is drawn into one picture and into two, the same pixels come out.
    @Test func partsMatchTheWholePage() throws {
      var document = PagedPDF()
      document.addPage("Some words that cross the border", at: (20, 400))
      let bench = try EngineBench(document)
      let whole = try bench.draw(PageDrawing(page: 0, width: 306, height: 396))
      let left = try bench.draw(
        PageDrawing(
          page: 0, width: 306, height: 396, part: PixelRect(x: 0, y: 0, width: 100, height: 396)))
      for y in 0..<396 {
        for x in 0..<100 where whole[x, y] != left[x, y] {
          Issue.record("\(x), \(y)")
          return
        }
      }
      #expect(whole.facts.isGray)
    }

    @Test(arguments: [(1.0, 1.0), (14_400, 14_400), (14_400, 1), (1, 14_400)])
    func pagesOfAnySizeAreDrawn(_ width: Double, _ height: Double) throws {
      var document = PagedPDF()
      document.addPainted("1 0 0 rg 0 0 \(width) \(height) re f", size: (width, height))
      let bench = try EngineBench(document)
      let size = try #require(try bench.pages().first).size
      let pixels = try #require(PictureScale.fit(width: 100, height: 100).pixels(of: size))
      let picture = try bench.draw(
        PageDrawing(page: 0, width: pixels.width, height: pixels.height))
      #expect(max(picture.facts.width, picture.facts.height) == 100)
      #expect(picture[0, 0] == Self.red)
      #expect(picture.facts.isBlank)
    }

    @Test func blankPagesAreReported() throws {
      var document = PagedPDF()
      document.addPainted("")
      document.addPainted("1 1 1 rg 0 0 200 300 re f")
      document.addPainted("0 0 0 rg 5 5 2 2 re f")
      let bench = try EngineBench(document)
      let blanks = try (0..<3).map {
        try bench.draw(PageDrawing(page: $0, width: 200, height: 300)).facts
      }
      #expect(blanks.map(\.isBlank) == [true, true, false])
      #expect(blanks.allSatisfy { $0.isGray })
    }

    @Test func missingPagesAreRefused() throws {
      #expect(throws: EngineFailure.pageOutOfRange) {
        _ = try Self.square().draw(PageDrawing(page: 1, width: 10, height: 10))
      }
    }

    @Test func tooSmallBuffersAreRefused() throws {
      let bench = try Self.square()
      #expect(throws: EngineFailure.unreadable) {
        _ = try bench.ask(.draw(PageDrawing(page: 0, width: 10, height: 10)))
      }
    }

    /// The rest of a page with a broken image is drawn.
    @Test(arguments: ["/Filter/DCTDecode", "/Filter/FlateDecode", "/Filter/JPXDecode", "/Filter/X"])
    func brokenImagesAreSkipped(_ filter: String) throws {
      var document = PagedPDF()
      let image = document.addImage(64, 64, gray: [1, 2, 3], entries: filter)
      document.addPainted(
        "1 0 0 rg 20 230 40 40 re f q 100 0 0 100 50 50 cm /I Do Q",
        resources: "/XObject<</I \(image) 0 R>>")
      let bench = try EngineBench(document)
      for profile in [ColorProfile.normal, .dark] {
        let picture = try bench.draw(
          PageDrawing(page: 0, width: 200, height: 300, profile: profile))
        #expect(picture[40, 50] != picture[190, 10])
      }
    }

    @Test func textFilesCannotBeDrawn() throws {
      let bench = try EngineBench(Data("# Title\n".utf8), name: "a.md")
      #expect(throws: EngineFailure.notFound) {
        _ = try bench.draw(PageDrawing(page: 0, width: 10, height: 10))
      }
    }
  }
}
