import DocumentModel
import Testing

@testable import CommandLine
@testable import Comparison
@testable import Text

/// Figures of two versions, by pictures that the test makes.
struct FigureComparisonTests {
  private func figure(_ caption: String) -> Flow.Paragraph {
    var figure = Flow.Paragraph(
      kind: .paragraph, scalars: [], origins: [], hyphens: [], spans: [], page: 0, box: .zero)
    figure.region = BlockRegion(PageRegion(.figure, .zero), caption: caption)
    return figure
  }

  private let side = 256

  /// A picture with a black bar at a row.
  private func picture(at start: Int) -> PicturePrint {
    picture(of: (0..<400).map { start * side + $0 })
  }

  /// A picture with black pixels, also in two corners.
  private func picture(of places: [Int]) -> PicturePrint {
    let facts = PictureFacts(width: side, height: side)
    var pixels = [UInt8](repeating: 0xFF, count: side * side * PictureFacts.pixelSize)
    for place in [0, side * side - 1] + places {
      for color in 0..<3 { pixels[place * PictureFacts.pixelSize + color] = 0 }
    }
    return pixels.withUnsafeBytes { PicturePrint($0, facts) }
  }

  @Test func thinLinesMayBeOffByAPixel() {
    func line(at column: Int) -> PicturePrint { picture(of: (0..<side).map { $0 * side + column }) }
    #expect(line(at: 84).isLike(line(at: 85)))
    #expect(!line(at: 84).isLike(line(at: 90)))
    #expect(!line(at: 84).isLike(picture(of: [])))
  }

  @Test func otherColoursAreAChange() {
    func block(_ color: [UInt8]) -> PicturePrint {
      let facts = PictureFacts(width: side, height: side)
      let pixels = [[UInt8]](repeating: color + [0xFF], count: side * side).flatMap(\.self)
      return pixels.withUnsafeBytes { PicturePrint($0, facts) }
    }
    #expect(!block([0xD0, 0x20, 0x20]).isLike(block([0x20, 0x20, 0xD0])))
    #expect(block([0xD0, 0x20, 0x20]).isLike(block([0xD2, 0x1F, 0x21])))
  }

  @Test func swappedFiguresAreReportedAsMoved() {
    let figures = ["one", "two", "three"].map(figure)
    let changes = FigureComparison.changes(figures, figures, isReported: { _ in true }) {
      figure, isOld in
      switch figure.region?.caption {
      case "one": picture(at: isOld ? 4 : 40)
      case "two": picture(at: isOld ? 40 : 4)
      default: picture(at: isOld ? 20 : 50)
      }
    }
    #expect(
      changes.map(\.words) == ["figure moved: one", "figure moved: two", "figure changed: three"])
  }

  @Test func anUndrawableFigureIsUnknown() {
    let figures = ["same", "other", "lost"].map(figure)
    let changes = FigureComparison.changes(figures, figures, isReported: { _ in true }) {
      figure, isOld in
      switch figure.region?.caption {
      case "same": picture(at: 4)
      case "other": picture(at: isOld ? 4 : 40)
      default: isOld ? picture(at: 4) : nil
      }
    }
    #expect(
      changes.map(\.words) == [
        "figure changed: other", "figure not compared, since it cannot be drawn: lost",
      ])
  }
}
