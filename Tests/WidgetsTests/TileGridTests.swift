import Canvas
import Testing
import Widgets

/// Tiles of 10 × 5 cells in a window of 35 × 16: three columns.
@Suite struct TileGridTests {
  private func grid(_ count: Int, sections: [Int] = [], top: Int = 0) -> TileGrid {
    TileGrid(
      count: count, tile: Size(width: 10, height: 5), view: Size(width: 35, height: 16), top: top,
      sections: sections)
  }

  @Test func tilesAreArrangedInRows() {
    let tiles = grid(8)
    #expect((tiles.columns, tiles.rows, tiles.visibleRows) == (3, 3, 3))
    #expect(tiles.frame(of: 4) == Rect(x: 12, y: 5, width: 10, height: 5))
    #expect(tiles.visible == 0..<8)
    #expect(tiles.headings.isEmpty)
    #expect(tiles.index(x: 12, y: 5) == 4)
    #expect(tiles.index(x: 1, y: 5) == nil)
  }

  @Test func fewTilesAreCentred() {
    #expect(grid(1).frame(of: 0).x == 12)
    #expect(grid(2).frame(of: 1).x == 17)
  }

  @Test func scrollingMovesAsLittleAsNecessary() {
    let tiles = grid(30)
    #expect(tiles.showing(8).top == 0)
    #expect(tiles.showing(9).top == 1)
    #expect(grid(30, top: 5).showing(4).top == 1)
    #expect(grid(30, top: 99).showing(29).top == 7)
    #expect(grid(4, top: 1).showing(3).top == 0)
  }

  @Test func eachSectionBeginsANewRowBelowItsHeading() {
    // 4 + 1 + 6 tiles: rows of 3, 1 | 1 | 3, 3.
    let tiles = grid(11, sections: [0, 4, 5])
    #expect(tiles.rows == 5)
    #expect([0, 3, 4, 5, 8, 10].map(tiles.row) == [0, 1, 2, 3, 4, 4])
    #expect(tiles.frame(of: 0) == Rect(x: 2, y: 1, width: 10, height: 5))
    #expect(tiles.frame(of: 3).y == 6)
    #expect(tiles.frame(of: 4) == Rect(x: 2, y: 12, width: 10, height: 5))
    #expect(tiles.headings.map(\.section) == [0, 1])
    #expect(tiles.headings.map(\.y) == [0, 11])
    #expect(tiles.visible == 0..<5)
  }

  @Test func theHeadingStaysWhileItsSectionIsVisible() {
    let tiles = grid(11, sections: [0, 4, 5], top: 1)
    #expect(tiles.headings.map(\.section) == [0, 1, 2])
    #expect(tiles.headings.map(\.y) == [0, 6, 12])
    #expect(tiles.frame(of: 3).y == 1)
    #expect(tiles.index(x: 3, y: 0) == nil)
    #expect(tiles.index(x: 3, y: 1) == 3)
    #expect(tiles.index(x: 3, y: 6) == nil)
    #expect(grid(11, sections: [0, 4, 5], top: 4).headings.map(\.section) == [2])
  }

  @Test func theLastTileIsFullyVisible() {
    let tiles = grid(11, sections: [0, 4, 5]).showing(10)
    #expect(tiles.frame(of: 10).maxY <= 16)
    #expect(tiles.top == 3)
    // And one more row above it would not be.
    #expect(grid(11, sections: [0, 4, 5], top: 2).frame(of: 10).maxY > 16)
    #expect(grid(11, sections: [0, 4, 5], top: 4).showing(10).top == 3)
  }

  @Test func upAndDownKeepTheColumn() {
    let tiles = grid(11, sections: [0, 4, 5])
    #expect(tiles.moved(2, columns: 0, rows: 1) == 3)
    #expect(tiles.moved(3, columns: 0, rows: 1) == 4)
    #expect(tiles.moved(4, columns: 0, rows: 1) == 5)
    #expect(tiles.moved(7, columns: 0, rows: 1) == 10)
    #expect(tiles.moved(10, columns: 0, rows: 1) == 10)
    #expect(tiles.moved(10, columns: 0, rows: -99) == 2)
    #expect(tiles.moved(4, columns: -1, rows: 0) == 3)
    #expect(tiles.moved(0, columns: -1, rows: 0) == 0)
  }

  @Test func everyVisibleTileIsFoundAtItsFrame() {
    let starts = [0, 1, 2, 9, 10, 30]
    for top in 0..<grid(40, sections: starts).rows {
      let tiles = grid(40, sections: starts, top: top)
      for index in tiles.visible where tiles.frame(of: index).y < 16 {
        let frame = tiles.frame(of: index)
        #expect(tiles.index(x: frame.x, y: frame.y) == index)
        #expect(frame.y >= 1 && !tiles.headings.contains { $0.y == frame.y })
      }
    }
  }

  @Test(arguments: [
    Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 9, height: 4),
  ])
  func aWindowTooSmallForOneTileShowsOne(_ view: Size) {
    let tiles = TileGrid(
      count: 3, tile: Size(width: 10, height: 5), view: view, sections: [0, 1])
    #expect(tiles.columns == 1)
    #expect(tiles.showing(2).top == 2)
    #expect(grid(0, sections: [0]).showing(0).visible.isEmpty)
    #expect(grid(0).moved(5, columns: 1, rows: 1) == 0)
  }
}
