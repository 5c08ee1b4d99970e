import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

@Suite struct SelectionTests {
  /// A book of one column whose pages have these blocks; a paragraph that begins in lower case goes on.
  private func book(_ pages: [[(kind: TextBlock.Kind, text: String)]]) -> Book {
    var book = Book(pages: pages.count, size: Size(width: 80, height: 24), loaded: 0..<0)
    for (page, blocks) in pages.enumerated() {
      var text = PageText(styles: [TextStyle()])
      text.runs = [StyleRun(start: 0, style: 0)]
      var made: [TextBlock] = []
      for (row, block) in blocks.enumerated() {
        let start = text.scalars.count
        let scalars = block.text.unicodeScalars.map(\.value)
        text.scalars += scalars + [0x0A]
        text.boxes += scalars.indices.map {
          Box(
            x0: Float($0) * 5, y0: Float(row) * 20, x1: Float($0) * 5 + 5, y1: Float(row) * 20 + 12)
        }
        text.boxes.append(.zero)
        let goesOn = page > 0 && row == 0 && block.text.first?.isLowercase == true
        made.append(
          TextBlock(
            kind: block.kind,
            box: Box(x0: 0, y0: Float(row) * 20, x1: 100, y1: Float(row) * 20 + 12),
            scalars: scalars, origins: scalars.indices.map { Int32(start + $0) },
            continues: row == blocks.count - 1 && !block.text.hasSuffix("."), isContinuation: goesOn
          ))
      }
      _ = book.state.update(
        .content(
          book.id, generation: 1, page: page, PageContent(text: text, blocks: made, grid: [])))
    }
    return book
  }

  private let prose: [[(kind: TextBlock.Kind, text: String)]] = [
    [
      (.header, "Running head"), (.heading(level: 1), "A heading"),
      (.paragraph, "The first sentence. A second one, well-known! And a third"),
    ],
    [
      (.paragraph, "that goes on here."), (.code, "let a = 1"), (.code, "  let b = 2"),
      (.paragraph, "日本語の文。次の文。"),
    ],
  ]

  private func copied(_ keys: String..., in pages: [[(kind: TextBlock.Kind, text: String)]]? = nil)
    -> String?
  {
    var book = book(pages ?? prose)
    for key in keys {
      for case .copy(let text) in book.press(key) { return text }
    }
    return nil
  }

  @Test func wordsAreSelected() {
    #expect(copied("v", "}", "v", "e", "y") == "The")
    #expect(copied("v", "}", "w", "v", "e", "y") == "first")
    #expect(copied("v", "}", "w", "w", "b", "v", "w", "e", "y") == "first sentence")
    #expect(copied("v", "}", "3 w", "v", "l", "y") == ". ")
  }

  @Test func sentencesAndParagraphsAreSelected() {
    #expect(copied("v", "}", "v", ")", "y") == "The first sentence.")
    #expect(copied("v", "}", ")", "v", "e", "y") == "A second")
    #expect(copied("v", "}", "}", "v", "e", "y") == "that")
    #expect(copied("v", "}", "}", "{", "v", "e", "y") == "The")
    #expect(copied("v", "}", ")", ")", "(", "v", "e", "y") == "A second")
  }

  @Test func aParagraphAcrossPagesIsOne() {
    #expect(copied("v", "}", ")", ")", "v", "2 }", "y") == "And a third that goes on here.")
  }

  @Test func codeKeepsItsLines() {
    #expect(copied("v", "3 }", "v", "2 }", "y") == "let a = 1\n  let b = 2")
  }

  @Test func ideographsAndTheirSentencesAreSelected() {
    #expect(copied("v", "5 }", "v", "e", "y") == "日本語")
    #expect(copied("v", "5 }", ")", "v", "e", "y") == "次の")
  }

  @Test func runningHeadsAreNotSelected() {
    #expect(copied("v", "v", "$", "y") == "A heading")
  }

  @Test func linesAreSelectedAndEndsSwapped() {
    #expect(
      copied("v", "}", "V", "y") == "The first sentence. A second one, well-known! And a third")
    #expect(copied("v", "}", "w", "v", "e", "o", "b", "y") == "The first")
  }

  @Test func aCitationNamesDocumentAndPage() {
    #expect(copied("v", "}", "v", "e", "Y") == "“The”, Book, p. i")
  }

  @Test func anEmptySelectionIsReported() {
    var book = book(prose)
    _ = book.press("v", "y")
    #expect(book.rows.last?.contains("Nothing is selected") == true)
    _ = book.press("escape")
    #expect(book.state.selection == nil)
  }

  @Test func theSelectionIsHighlightedAndTheCaretShown() {
    var book = book(prose)
    _ = book.press("v", "}", "v", "e")
    let surface = book.state.view()
    let y = book.rows.firstIndex { $0.contains("The first") } ?? 0
    let lit = (0..<80).filter { surface[x: $0, y: y].style == book.state.themes.current.selection }
    #expect(lit.count == 3)
    #expect(surface.cursor?.y == y)
    #expect(surface.cursor?.x == lit.last)
  }

  /// Otherwise a note's mark reads as part of a number; the copied text is that of the document.
  @Test func noteMarksAreRaisedOnScreenOnly() throws {
    var book = book([[(.paragraph, "the sequence 1:10.3 and x4")]])
    var content = try #require(book.state.documents[0].pages[0])
    content.blocks[0].spans = [BlockSpan(kind: .noteMark, range: 18..<19)]
    _ = book.state.update(.content(book.id, generation: 1, page: 0, content))
    #expect(book.top == "the sequence 1:10.³ and x4")
    #expect(book.press("v", "v", "$", "y") == [.copy("the sequence 1:10.3 and x4")])
  }

  @Test func theMouseSelectsText() {
    var book = book(prose)
    let y = book.rows.firstIndex { $0.contains("The first") } ?? 0
    let x = book.rows[y].prefix { $0 == " " }.count
    func mouse(_ action: Mouse.Action, _ x: Int) {
      _ = book.state.update(.input(.mouse(Mouse(action, x: x, y: y))))
    }
    mouse(.press(button: 1), x + 4)
    mouse(.drag(button: 1), x + 8)
    mouse(.release(button: 1), x + 8)
    #expect(book.press("y") == [.copy("first")])
    for _ in 0..<2 {
      mouse(.press(button: 1), x + 12)
      mouse(.release(button: 1), x + 12)
    }
    #expect(book.press("y") == [.copy("sentence")])
    mouse(.press(button: 1), x + 12)
    mouse(.release(button: 1), x + 12)
    #expect(book.press("y").contains(.copy(prose[0][2].text)))
  }

  /// Where there are no words, those crossed by the drag count, not the last letters on the other side.
  @Test func aDragBetweenParagraphsSelectsCrossedWordsOnly() {
    var book = book(prose)
    let y = book.rows.firstIndex { $0.contains("The first") } ?? 0
    let x = book.rows[y].prefix { $0 == " " }.count
    func drag(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) {
      _ = book.state.update(.input(.mouse(Mouse(.press(button: 1), x: from.x, y: from.y))))
      _ = book.state.update(.input(.mouse(Mouse(.drag(button: 1), x: to.x, y: to.y))))
      _ = book.state.update(.input(.mouse(Mouse(.release(button: 1), x: to.x, y: to.y))))
    }
    drag((x, y - 1), (x + 8, y))
    #expect(book.press("y") == [.copy("The first")])
    drag((x + 8, y), (x, y - 1))
    #expect(book.press("y") == [.copy("The first")])
  }

  @Test func theWordUnderTheCaretIsSearched() {
    var book = book(prose)
    let effects = book.press("v", "}", "w", "*")
    #expect(
      effects.contains { effect in
        if case .search(_, _, _, _, let query, _) = effect {
          return query.text == "first" && query.isWholeWord
        }
        return false
      })
  }

  @Test func missingPagesAreReadBeforeCopying() {
    var book = book(prose)
    _ = book.press("v", "}", "v", "}")
    let content = book.state.documents[0].pages[0]!
    book.state.documents[0].pages[0] = nil
    book.state.documents[0].requested = []
    let effects = book.press("y")
    #expect(effects.contains(.loadContent(book.id, generation: 1, page: 0, isVisible: false)))
    let after = book.state.update(.content(book.id, generation: 1, page: 0, content))
    #expect(
      after.contains { if case .copy(let text) = $0 { text.hasPrefix("The first") } else { false } }
    )
  }
}
