import Canvas
import DocumentModel
import Interface
import Testing

/// Whole screens as text.
@Suite struct ScreenTests {
  private let outline = [
    OutlineItem(
      title: "First", target: .destination(Destination(page: 0, y: 0)),
      children: [OutlineItem(title: "Inner", target: .destination(Destination(page: 1, y: 0)))]),
    OutlineItem(title: "Second", target: .destination(Destination(page: 3, y: 100))),
  ]

  /// The rows without the blanks at their ends.
  private func screen(_ book: Book) -> String {
    book.rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  @Test func thePageAndItsEnd() {
    var book = Book(pages: 3, lines: 4, size: Size(width: 44, height: 12))
    _ = book.state.update(.outline(book.id, generation: 1, outline))
    #expect(
      screen(book) == """
          page 1 line 1
          page 1 line 2
          page 1 line 3
          page 1 line 4

          ───────────────── p. i ─────────────────

          page 2 line 1
          page 2 line 2
          page 2 line 3
          page 2 line 4
         Book                      p. i (1/3)   0 %
        """)
  }

  @Test func theOutlineBesideTheText() {
    var book = Book(pages: 5, lines: 12, size: Size(width: 84, height: 10))
    _ = book.state.update(.outline(book.id, generation: 1, outline))
    _ = book.press("o")
    #expect(
      screen(book) == """
         Outline                         │  page 1 line 1
              a adds  r names  / filters │  page 1 line 2
         ▸ First                       i │  page 1 line 3
           Second                      4 │  page 1 line 4
                                         │  page 1 line 5
                                         │  page 1 line 6
                                         │  page 1 line 7
                                         │  page 1 line 8
                                         │  page 1 line 9
         Book  ›  First                                                    p. i (1/5)   0 %
        """)
  }

  @Test func thePaletteOverThePage() {
    var book = Book(pages: 3, lines: 4, size: Size(width: 60, height: 12))
    _ = book.press(":", "q", "u")
    #expect(
      screen(book) == """
            page 1 line 1
         ╭─ Commands ─────────────────────────────────────────────╮
         │ : qu                                                   │
         │ Quit; Recto remembers the place                    Z Z │
         │ Back to the browser, or quit                         q │
         │ Delete permanently, afte… This is for the browser: - … │
         │ Underline selection with a wavy li… a w with the caret │
         │                                                        │
         │                                                        │
         ╰────────────────────────────────────────────────────────╯
            page 2 line 4
         Book                                      p. i (1/3)   0 %
        """)
  }

  @Test func aWindowThatIsTooSmall() {
    let book = Book(pages: 1, size: Size(width: 39, height: 9))
    #expect(book.rows[0].hasPrefix("The window is too small: 39×9, "))
    // What it needs is told in lines that fit.
    let narrow = Book(pages: 1, size: Size(width: 20, height: 5)).rows
    #expect(narrow[0].hasPrefix("The window is too") && narrow[1].hasPrefix("small: 20×5,"))
  }
}
