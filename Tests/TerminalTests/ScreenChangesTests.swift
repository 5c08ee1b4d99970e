import Canvas
import Testing

@testable import Terminal

/// The cells of a surface that are written.
@Suite struct ScreenChangesTests {
  private func surface(_ rows: String...) -> Surface {
    var surface = Surface(size: Size(width: 10, height: rows.count))
    for (y, row) in rows.enumerated() { surface.put(row, x: 0, y: y, style: Style()) }
    return surface
  }

  private func rows(_ before: Surface?, _ after: Surface) -> [Int: Range<Int>] {
    Dictionary(uniqueKeysWithValues: ScreenChanges(from: before, to: after).rows.map { ($0, $1) })
  }

  @Test func onlyChangedCellsAreWritten() {
    let before = surface("one", "two", "three")
    #expect(rows(before, before).isEmpty)
    // One cell more than differs: the right half of a wide letter.
    #expect(rows(before, surface("one", "two", "thrEE")) == [2: 3..<6])
    #expect(rows(before, surface("one!", "", "three")) == [0: 3..<5, 1: 0..<4])
  }

  @Test func aNewSizeIsWrittenCompletely() {
    let after = surface("one")
    #expect(rows(nil, after) == [0: 0..<10])
    #expect(rows(surface("one", "two"), after) == [0: 0..<10])
  }

  @Test func wideCharactersAreWrittenWhole() {
    let before = surface("a日本")
    #expect(rows(before, surface("a日語"))[0]?.lowerBound == 3)
    #expect(rows(before, surface("a x本"))[0]?.lowerBound == 1)
  }

  @Test func textChangesUnderAPictureDamageIt() {
    let changes = ScreenChanges(from: surface("one", "two"), to: surface("one", "twO"))
    let places = [
      Rect(x: 2, y: 0, width: 3, height: 2), Rect(x: 5, y: 0, width: 5, height: 2),
      Rect(x: -3, y: 1, width: 20, height: 9),
    ]
    #expect(
      changes.damage([1], under: places) == [
        Rect(x: 2, y: 1, width: 3, height: 1), Rect(x: -3, y: 1, width: 20, height: 1),
      ])
    #expect(changes.damage([], under: places).isEmpty)
    let all = ScreenChanges(from: nil, to: surface("one"))
    #expect(all.damage([0], under: places) == [Rect(x: 0, y: 0, width: 10, height: 1)])
  }
}
