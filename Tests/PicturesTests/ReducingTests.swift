import Pictures
import Testing

@Suite struct ReducingTests {
  private func bitmap(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt8) -> Bitmap? {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += [color(x, y), 0, 255 - color(x, y), 9] }
    }
    return Bitmap(width: width, height: height, layout: .xrgb32, bytes: bytes)
  }

  @Test func reducedPixelsAreMeans() throws {
    let checks = try #require(bitmap(8, 6) { ($0 + $1) % 2 == 0 ? 200 : 100 })
    let small = checks.reduced(to: PixelSize(width: 4, height: 3))
    #expect(small.size == PixelSize(width: 4, height: 3))
    let colors = small.rgb()
    #expect(colors.count == 36)
    for pixel in 0..<12 {
      #expect(Array(colors[pixel * 3..<pixel * 3 + 3]) == [105, 0, 150])
    }
  }

  @Test func pixelsAreDividedBetweenNeighbours() throws {
    // Three columns for two: one and a half each.
    let stripes = try #require(bitmap(3, 1) { x, _ in [0, 90, 180][x] })
    let blue = stride(from: 2, to: 6, by: 3).map {
      Int(stripes.reduced(to: PixelSize(width: 2, height: 1)).rgb()[$0])
    }
    #expect(abs(blue[0] - 30) <= 1 && abs(blue[1] - 150) <= 1)
  }

  @Test(arguments: [
    PixelSize(width: 8, height: 6), PixelSize(width: 9, height: 3), PixelSize(width: 0, height: 3),
  ])
  func picturesAreNeverEnlarged(_ target: PixelSize) throws {
    let white = try #require(bitmap(8, 6) { _, _ in 255 })
    #expect(white.reduced(to: target).size == white.size)
  }

  @Test(arguments: 1...40) func whiteStaysWhite(_ width: Int) throws {
    let white = try #require(bitmap(41, 3) { _, _ in 255 })
    let small = white.reduced(to: PixelSize(width: width, height: 2)).rgb()
    #expect(stride(from: 2, to: small.count, by: 3).allSatisfy { small[$0] == 255 })
  }
}
