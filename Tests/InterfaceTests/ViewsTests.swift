import Canvas
import Interface
import Testing

@Suite struct ViewsTests {
  @Test func onlyTheFocusedViewIsSplit() {
    var book = Book(pages: 3, size: Size(width: 101, height: 25))
    _ = book.press("ctrl+w v", "ctrl+w s")
    #expect(book.state.panes.count == 3)
    #expect(book.state.paneRect(0) == Rect(x: 0, y: 0, width: 50, height: 11))
    #expect(book.state.paneRect(1).y == 12)
    #expect(book.state.paneRect(2) == Rect(x: 51, y: 0, width: 50, height: 24))
  }

  @Test func aBarMarksTheFocusedView() {
    var book = Book(pages: 3, size: Size(width: 101, height: 25))
    #expect(!book.rows[0].contains("▎"))
    _ = book.press("ctrl+w v")
    #expect(book.rows[0].hasPrefix("▎"))
    _ = book.press("ctrl+w h", "ctrl+w v")
    #expect(book.rows.dropLast().allSatisfy { $0.hasPrefix("▎") })
  }

  @Test func aClosedViewGivesItsSpaceToOthers() {
    var book = Book(pages: 3, size: Size(width: 101, height: 25))
    _ = book.press("ctrl+w v", "ctrl+w s", "ctrl+w q")
    #expect(book.state.panes.count == 2)
    #expect(book.state.paneRect(0).height == 24)
    _ = book.press("ctrl+w q")
    #expect(book.state.paneRect(0).width == 101)
  }

  @Test func splittingNeedsRoom() {
    var book = Book(pages: 3, size: Size(width: 60, height: 12))
    _ = book.press("ctrl+w v", "ctrl+w v")
    #expect(book.state.panes.count == 2)
    #expect(book.rows.last?.contains("No room") == true)
  }
}
