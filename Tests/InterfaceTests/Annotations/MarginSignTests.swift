import Canvas
import DocumentModel
import Interface
import Testing

/// Signs beside lines, however narrow the text is.
@Suite struct MarginSignTests {
  private func signs(_ book: AnnotatedBook, _ pane: Int) -> [String] {
    let surface = book.state.view()
    let text = book.state.textRect(of: pane)
    return (text.y..<text.maxY).compactMap { y in
      let row = (text.x - 2..<text.x).map { x in
        Unicode.Scalar(surface[x: x, y: y].scalars.0).map(String.init) ?? ""
      }.joined()
      return row == "  " || row == "▎ " ? nil : row
    }
  }

  @Test(arguments: [
    Size(width: 100, height: 30), Size(width: 80, height: 24), Size(width: 40, height: 10),
  ]) func aBlankSeparatesSignsFromTheText(_ size: Size) {
    for keys in [[], ["o"], ["A"]] {
      var book = AnnotatedBook(size: size)
      book.state.themes.only = .monochrome
      book.load([AnnotatedBook.highlight("h", line: 1)])
      for key in keys { book.press(key) }
      if book.state.panel != nil, book.state.sidePanelWidth == 0 { continue }
      #expect(signs(book, 0) == ["▒ "], "\(size) \(keys): \(book.rows)")
    }
  }

  /// In the column of the bar that shows which view has the keys.
  @Test func signsAreShownInSplitViews() {
    var book = AnnotatedBook()
    book.state.themes.only = .monochrome
    book.load([AnnotatedBook.highlight("h", line: 1)])
    _ = book.state.run("split-beside")
    for pane in 0..<2 {
      #expect(signs(book, pane) == ["▒ "])
      let bar = book.state.view()[x: book.state.paneRect(pane).x, y: 3].scalars.0
      #expect((bar == 0x258E) == (pane == book.state.panes.focus))
    }
  }
}
