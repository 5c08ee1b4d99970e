import DocumentModel
import Testing

/// How a sheet comes to fill its thumbnail.
@Suite struct ThumbnailRequestTests {
  @Test(arguments: [
    // Width and height of the sheet; of the thumbnail.
    (595.0, 842.0, 181, 256), (842, 595, 256, 181), (100, 100, 256, 256), (1, 1, 256, 256),
    (14_400, 14_400, 256, 256), (16, 1, 256, 16),
  ]) func thumbnailsFillTheLargestSide(
    _ width: Double, _ height: Double, _ across: Int, _ down: Int
  ) throws {
    let request = ThumbnailRequest(name: "a", largest: 256)
    let frame = try #require(request.frame(width: width, height: height))
    #expect((frame.width, frame.height) == (across, down))
    #expect((frame.wholeWidth, frame.wholeHeight) == (across, down))
    #expect(frame.drawing(of: 3).part == nil)
  }

  /// Longer pages are cropped to their beginning, at their scale.
  @Test func veryLongPagesAreCropped() throws {
    let request = ThumbnailRequest(name: "a", largest: 256, smallest: 32)
    let frame = try #require(request.frame(width: 100, height: 2_000))
    #expect((frame.width, frame.height, frame.wholeWidth, frame.wholeHeight) == (32, 256, 32, 640))
    #expect(frame.drawing(of: 0).part == PixelRect(x: 0, y: 0, width: 32, height: 256))
  }

  @Test func extremelyThinPagesAreDrawn() throws {
    let request = ThumbnailRequest(name: "a", largest: 128)
    for (width, height) in [(1.0, 1e6), (1e6, 1e-3)] {
      let frame = try #require(request.frame(width: width, height: height))
      #expect(max(frame.width, frame.height) == 128 && min(frame.width, frame.height) == 8)
    }
  }

  @Test(arguments: [(0.0, 5.0), (-1, 5), (.nan, 5), (5, .infinity)])
  func pagesWithoutASizeHaveNoThumbnail(_ width: Double, _ height: Double) {
    #expect(ThumbnailRequest(name: "a", largest: 128).frame(width: width, height: height) == nil)
  }

  @Test func theScaleMultipliesPixels() throws {
    let request = ThumbnailRequest(name: "a", largest: 128, scale: 2)
    #expect(request.side == 256 && request.isPossible)
    #expect(try #require(request.frame(width: 1, height: 2)).height == 256)
    #expect(!ThumbnailRequest(name: "a", largest: 2_000, scale: 2).isPossible)
    #expect(!ThumbnailRequest(name: "a", largest: .max, scale: .max).isPossible)
  }
}
