import Canvas
import DocumentModel
import Testing

@testable import Pictures

/// Which characters a picture is made of where nobody chose them.
@Suite struct LineArtTests {
  /// Thin lines with soft edges, as letters and drawings are.
  private static func lines(_ x: Int, _ y: Int) -> UInt32 {
    let place = (x + 2 * y) % 24
    return [0: 0x909090, 1: 0x000000, 2: 0x909090][place] ?? 0xFFFFFF
  }

  private static func shaded(_ x: Int, _ y: Int) -> UInt32 { UInt32(x + y) / 2 * 0x01_0101 }

  private func isLineArt(_ color: (Int, Int) -> UInt32) throws -> Bool {
    let bitmap = try SmallPicture.make(240, 200, color)
    return bitmap.isLineArt(bitmap.bounds)
  }

  @Test func lineArtIsDistinguishedFromShading() throws {
    #expect(try isLineArt(Self.lines))
    #expect(try !isLineArt(Self.shaded))
    // A photograph on a page of text.
    #expect(
      try !isLineArt { x, y in x < 80 && y < 80 ? Self.shaded(x + 40, y) : Self.lines(x, y) })
    #expect(try !isLineArt { x, _ in x < 80 ? 0 : 0xFFFFFF }, "a large black area")
    #expect(try !isLineArt { _, _ in 0x808080 })
    let dot = try SmallPicture.make(1, 1) { _, _ in 0xFFFFFF }
    #expect(!dot.isLineArt(dot.bounds))
  }

  private func characters(
    _ color: (Int, Int) -> UInt32, _ depth: ColorDepth, isDark: Bool
  ) throws -> Set<UInt32> {
    let bitmap = try SmallPicture.make(240, 200, color)
    let surface = CharacterPicture.best(
      of: bitmap, size: Size(width: 30, height: 12), set: .quadrants, depth: depth, isDark: isDark)
    return Set(surface.cells.map(\.scalars.0))
  }

  /// Ink is what has dots, also where letters are light.
  @Test(arguments: [true, false]) func lineArtUsesBrailleWithoutColours(_ isDark: Bool) throws {
    let found = try characters(Self.lines, .none, isDark: isDark)
    #expect(found.allSatisfy { $0 == 0x20 || (0x2800...0x28FF).contains($0) })
    #expect(found.count > 3 && found.contains { $0 == 0x20 || $0 == 0x2800 })
    #expect(!found.contains(0x28FF))
    let photograph = try characters(Self.shaded, .none, isDark: isDark)
    #expect(!photograph.contains { (0x2801...0x28FF).contains($0) })
  }

  @Test(arguments: [ColorDepth.eight, .sixteen, .indexed, .direct])
  func lineArtUsesBlocksWithColours(_ depth: ColorDepth) throws {
    let found = try characters(Self.lines, depth, isDark: true)
    #expect(!found.contains { (0x2800...0x28FF).contains($0) })
  }
}
