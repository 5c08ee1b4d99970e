import DocumentModel
import Testing

@Suite struct PictureTests {
  @Test func rotationsAreClockwise() {
    #expect(QuarterTurn(degrees: 90) == .right)
    #expect(QuarterTurn(degrees: -90) == .left)
    #expect(QuarterTurn(degrees: 540) == .half)
    #expect(QuarterTurn(degrees: 45) == nil)
    #expect(QuarterTurn.allCases.map(\.degrees) == [0, 90, 180, 270])
  }

  /// Where the upper left and the lower right corner of a page come to lie.
  @Test(arguments: [
    (QuarterTurn.none, Point(x: 0, y: 0), Point(x: 200, y: 400)),
    (.right, Point(x: 400, y: 0), Point(x: 0, y: 200)),
    (.half, Point(x: 200, y: 400), Point(x: 0, y: 0)),
    (.left, Point(x: 0, y: 200), Point(x: 400, y: 0)),
  ]) func cornersFollowTheRotation(
    _ turn: QuarterTurn, _ first: Point, _ last: Point
  ) {
    let size = PageSize(width: 100, height: 200)
    let pixels = turn.isSideways ? (400, 200) : (200, 400)
    let drawing = PageDrawing(page: 0, width: pixels.0, height: pixels.1, turn: turn)
    let placement = PagePlacement(drawing, of: size)
    #expect(placement.pixel(of: Point(x: 0, y: 0)) == first)
    #expect(placement.pixel(of: Point(x: 100, y: 200)) == last)
  }

  @Test(arguments: QuarterTurn.allCases) func pixelsMapBackToThePage(_ turn: QuarterTurn) {
    let drawing = PageDrawing(
      page: 0, width: 900, height: 700, turn: turn,
      part: PixelRect(x: 30, y: 50, width: 100, height: 100))
    let placement = PagePlacement(drawing, of: PageSize(width: 612, height: 792))
    let there = placement.pixel(of: Point(x: 123, y: 456))
    let back = placement.point(atPixel: there)
    #expect(abs(back.x - 123) < 1e-9)
    #expect(abs(back.y - 456) < 1e-9)
  }

  @Test func boxesAreClippedToThePicture() {
    let drawing = PageDrawing(
      page: 0, width: 100, height: 100, part: PixelRect(x: 50, y: 50, width: 20, height: 20))
    let placement = PagePlacement(drawing, of: PageSize(width: 100, height: 100))
    func pixels(_ box: Box) -> PixelRect? { placement.pixels(of: box, in: drawing.frame) }
    #expect(
      pixels(Box(x0: 52, y0: 53, x1: 54, y1: 57)) == PixelRect(x: 2, y: 3, width: 2, height: 4))
    #expect(
      pixels(Box(x0: 0, y0: 0, x1: 100, y1: 100)) == PixelRect(x: 0, y: 0, width: 20, height: 20))
    #expect(pixels(Box(x0: 0, y0: 0, x1: 50, y1: 50)) == nil)
    #expect(pixels(Box(x0: .nan, y0: 0, x1: 1, y1: 1)) == nil)
  }

  @Test func pixelSizesFollowTheRequestedScale() throws {
    let size = PageSize(width: 612, height: 792)
    func pixels(_ scale: PictureScale, _ size: PageSize = size) -> [Int]? {
      scale.pixels(of: size).map { [$0.width, $0.height] }
    }
    #expect(pixels(.dotsPerInch(72)) == [612, 792])
    #expect(pixels(.dotsPerInch(144)) == [1_224, 1_584])
    #expect(pixels(.width(1_000)) == [1_000, 1_294])
    #expect(pixels(.fit(width: 500, height: 100)) == [77, 100])
    // A point high is a pixel high at least.
    #expect(pixels(.width(10), PageSize(width: 14_400, height: 1)) == [10, 1])
    #expect(pixels(.dotsPerInch(1e12)) == nil)
    #expect(pixels(.dotsPerInch(.nan)) == nil)
    #expect(pixels(.dotsPerInch(72), PageSize(width: 0, height: 5)) == nil)
  }
}
