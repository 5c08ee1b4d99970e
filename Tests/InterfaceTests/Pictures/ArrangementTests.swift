import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Where pages lie as pictures, in cells of 10 × 20 pixels.
@Suite struct ArrangementTests {
  private func arrangement(
    pages: Int = 10, view: Size = Size(width: 100, height: 40),
    size: @escaping (Int) -> PageSize = { _ in PageSize(width: 500, height: 800) },
    textBox: @escaping (Int) -> Box? = { _ in nil }, spreads: [Int] = [],
    showing change: (inout PageDisplay) -> Void = { _ in }
  ) -> PageArrangement {
    var display = PageDisplay(look: .picture)
    change(&display)
    return PageArrangement(
      view: view, display: display, cell: .init(width: 10, height: 20), pageCount: pages,
      size: size, textBox: textBox, spreads: spreads)
  }

  private func start(_ arrangement: PageArrangement) -> PageArrangement.Spot {
    arrangement.spot(of: 0, nil)
  }

  @Test func pagesFitTheWidthAndFollowEachOther() {
    let pages = arrangement()
    let sheets = pages.sheets(from: start(pages))
    // 500 × 800 points at 2 pixels a point: 100 × 80 cells.
    #expect(sheets == [.init(page: 0, frame: Rect(x: 0, y: 0, width: 100, height: 80))])
    let below = pages.moved(start(pages), by: 60)
    #expect(
      pages.sheets(from: below) == [
        .init(page: 0, frame: Rect(x: 0, y: -60, width: 100, height: 80)),
        .init(page: 1, frame: Rect(x: 0, y: 21, width: 100, height: 80)),
      ])
    #expect(pages.moved(below, by: -60) == start(pages))
  }

  @Test(arguments: [
    (false, [], [0..<2, 2..<4, 4..<6, 6..<7]), (true, [], [0..<1, 1..<3, 3..<5, 5..<7]),
    (false, [3], [0..<2, 2..<3, 3..<4, 4..<6, 6..<7]),
    (true, [3], [0..<1, 1..<3, 3..<4, 4..<6, 6..<7]),
    (true, [0, 1, 6], [0..<1, 1..<2, 2..<4, 4..<6, 6..<7]),
  ])
  func aSpreadIsShownAlone(
    hasCover: Bool, spreads: [Int], rows: [Range<Int>]
  ) {
    let pages = arrangement(pages: 7, spreads: spreads) {
      $0.isTwoUp = true
      $0.hasCover = hasCover
    }
    for row in rows {
      for page in row { #expect(pages.row(of: page) == row) }
    }
  }

  @Test func theLastPageEndsWithTheWindow() {
    let pages = arrangement(pages: 3)
    let end = pages.moved(start(pages), by: 100_000)
    #expect(end == .init(row: 2..<3, x: 0, y: 40))
    #expect(pages.moved(end, by: 1) == end)
    #expect(pages.moved(start(pages), by: -5) == start(pages))
  }

  @Test func smallPagesAreCentred() {
    let page = arrangement(pages: 1, showing: { $0.fit = .page })
    // 800 points in 800 pixels: 50 × 40 cells.
    #expect(
      page.sheets(from: start(page))
        == [.init(page: 0, frame: Rect(x: 25, y: 0, width: 50, height: 40))])
    let small = arrangement(
      pages: 1,
      showing: {
        $0.fit = .free
        $0.zoom = 0.5
      })
    #expect(
      small.sheets(from: start(small))
        == [.init(page: 0, frame: Rect(x: 37, y: 10, width: 25, height: 20))])
  }

  @Test func singlePageModeTurnsAtThePagesEnd() {
    let pages = arrangement(showing: { $0.isContinuous = false })
    var spot = start(pages)
    #expect(pages.sheets(from: spot).count == 1)
    spot = pages.moved(spot, by: 30)
    #expect(spot == .init(row: 0..<1, x: 0, y: 30))
    spot = pages.moved(spot, by: 30)
    #expect(spot == .init(row: 0..<1, x: 0, y: 40))
    spot = pages.moved(spot, by: 30)
    #expect(spot == .init(row: 1..<2, x: 0, y: 0))
    spot = pages.moved(spot, by: -1)
    #expect(spot == .init(row: 0..<1, x: 0, y: 40))
  }

  @Test(arguments: [
    (false, [0..<2, 2..<4, 4..<5]), (true, [0..<1, 1..<3, 3..<5]),
  ])
  func twoPagesFormARow(hasCover: Bool, rows: [Range<Int>]) {
    let pages = arrangement(
      pages: 5,
      showing: {
        $0.isTwoUp = true
        $0.hasCover = hasCover
      })
    for row in rows {
      for page in row { #expect(pages.row(of: page) == row) }
    }
  }

  /// Whatever is left over: one cell more between them, not beside one of them.
  @Test(arguments: [PageDisplay.Fit.page, .height, .width], [true, false])
  func twoPagesHaveEvenMargins(_ fit: PageDisplay.Fit, _ isContinuous: Bool) {
    for width in 50...90 {
      let view = Size(width: width, height: 20)
      let pages = arrangement(
        view: view,
        showing: {
          $0.isTwoUp = true
          $0.fit = fit
          $0.isContinuous = isContinuous
        })
      let sheets = pages.sheets(from: start(pages)).prefix(2).map(\.frame)
      #expect(sheets.count == 2)
      let (left, right) = (sheets[0].x, width - sheets[1].maxX)
      // As high as the window they may be wider than it.
      if fit == .height, left + right < 0 { continue }
      #expect(left == right, "\(width)")
      #expect((1...2).contains(sheets[1].x - sheets[0].maxX))
    }
  }

  @Test func rightToLeftBooksStartAtTheRight() {
    let pages = arrangement(showing: {
      $0.isTwoUp = true
      $0.isRightToLeft = true
      $0.fit = .page
    })
    let sheets = pages.sheets(from: start(pages))
    #expect(sheets.map(\.page) == [1, 0])
    #expect(sheets[0].frame.maxX < sheets[1].frame.x)
  }

  @Test func pagesMayScrollHorizontally() {
    let pages = arrangement(showing: {
      $0.isHorizontal = true
      $0.fit = .height
    })
    // 800 points in 40 rows: 50 cells wide.
    let sheets = pages.sheets(from: start(pages))
    #expect(sheets.map(\.frame.x) == [0, 51])
    let on = pages.moved(start(pages), by: 51)
    #expect(on.row == 1..<2 && on.x == 0)
  }

  @Test func rotatedPagesSwapWidthAndHeight() {
    let page = arrangement(
      pages: 1,
      showing: {
        $0.turn = .right
        $0.fit = .page
      })
    // 800 × 500 points in 1,000 × 800 pixels.
    #expect(page.extent(of: 0..<1) == Size(width: 100, height: 31))
  }

  @Test func marginsAreTrimmed() {
    let pages = arrangement(
      textBox: { _ in Box(x0: 108, y0: 100, x1: 392, y1: 700) }, showing: { $0.fit = .text })
    let spot = pages.spot(of: 0, nil)
    // 284 points and 8 on each side in 1,000 pixels.
    #expect(pages.extent(of: 0..<1).width == 167)
    #expect(spot.x == 33)
  }

  @Test(arguments: [
    PageSize(width: 1, height: 1), PageSize(width: 14_400, height: 14_400),
    PageSize(width: 1, height: 14_400), PageSize(width: 0, height: 0),
    PageSize(width: .nan, height: .infinity),
  ])
  func pagesOfAnySizeAreArranged(_ size: PageSize) {
    for fit in PageDisplay.Fit.allCases {
      let pages = arrangement(
        size: { _ in size },
        showing: {
          $0.fit = fit
          $0.zoom = 1e9
        })
      let end = pages.moved(start(pages), by: 1_000_000)
      for sheet in pages.sheets(from: end) {
        #expect(sheet.frame.width >= 1 && sheet.frame.height >= 1)
        #expect(sheet.frame.width <= 40_000 && sheet.frame.height <= 40_000)
      }
    }
  }

  @Test func pointsRoundTripThroughTheArrangement() {
    let pages = arrangement()
    let spot = pages.spot(of: 3, Point(x: 0, y: 400), share: 0.05)
    #expect(spot == .init(row: 3..<4, x: 0, y: 38))
    let sheet = pages.sheets(from: spot)[0]
    #expect(pages.point(of: 3, sheet.frame, x: 0, y: 2) == Point(x: 0, y: 400))
  }
}
