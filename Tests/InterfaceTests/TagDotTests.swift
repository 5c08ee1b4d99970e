import Canvas
import DocumentModel
import TestSupport
import Testing

@testable import Interface
import Messages

/// The dots of tags have their colours wherever they are shown.
@Suite struct TagDotTests {
  private static let color: UInt32 = 0xE0_6C75

  private func shelf(_ size: Size) -> Shelf {
    var shelf = Shelf(["/home/me": []], size: size)
    shelf.folders = ["/home/me": ["a.pdf", "b.pdf"]]
    let tags = [TagLabel(name: "urgent", color: Self.color), TagLabel(name: "plain")]
    for name in ["a.pdf", "b.pdf"] {
      shelf.documents[FilePath(name)] = DocumentFacts(pages: 3, tags: tags)
    }
    shelf.answer(shelf.state.browser.refresh())
    return shelf
  }

  /// The shown colours of the dots in a line, from left to right.
  private func dots(_ state: State, _ y: Int, from start: Int = 0) -> [Color] {
    let surface = state.view()
    let row = Array(surface.rows()[y])
    return (start..<row.count).filter { row[$0] == "●" }.map { x in
      let style = surface[x: x, y: y].style
      return style.attributes.contains(.reverse) ? style.background : style.foreground
    }
  }

  private func line(_ shelf: Shelf, with words: String) throws -> Int {
    try #require(shelf.screen.firstIndex { $0.contains(words) })
  }

  @Test(arguments: [[], [Theme.fewColors]]) func tagDotsKeepTheirColourOnTheCursorsRow(
    _ themes: [Theme]
  ) throws {
    var shelf = shelf(Size(width: 90, height: 16))
    shelf.state.themes.only = themes.first
    shelf.state.themes.apply("")
    let wanted = shelf.state.themes.current.shade(Self.color)
    for name in ["a.pdf", "b.pdf"] {
      let y = try line(shelf, with: name)
      #expect(dots(shelf.state, y).first == wanted)
      #expect(dots(shelf.state, y).count == 2)
    }
    #expect(shelf.current == "a.pdf")
  }

  @Test func tagDotsKeepTheirColourUnderTheSidebarsCursor() throws {
    var shelf = shelf(Size(width: 90, height: 16))
    let item = Sidebar.Item(place: .tag("urgent"), title: "urgent", glyph: "●", color: Self.color)
    shelf.answer(shelf.state.update(.browser(.sidebar([.tags: [item]]))))
    shelf.press("tab")
    for row in shelf.state.browser.sidebar.rows.indices {
      shelf.state.browser.sidebar.cursor = row
      let y = try line(shelf, with: "● urgent")
      #expect(dots(shelf.state, y).first == shelf.state.themes.current.shade(Self.color))
    }
  }

  @Test func tagDotsHaveTheirColourInThePreview() throws {
    let shelf = shelf(Size(width: 120, height: 20))
    let y = try line(shelf, with: "● urgent  ● plain")
    let theme = shelf.state.themes.current
    #expect(
      dots(shelf.state, y, from: 60).suffix(2) == [theme.shade(Self.color), theme.dim.foreground])
  }

  @Test func aTagThatDoesNotFitBeginsTheNextLine() throws {
    var shelf = shelf(Size(width: 120, height: 20))
    let long = TagLabel(name: String(repeating: "long ", count: 5) + "end", color: Self.color)
    shelf.documents["a.pdf"] = DocumentFacts(tags: [TagLabel(name: "short"), long])
    shelf.answer(shelf.state.browser.refresh())
    let y = try line(shelf, with: "● long long")
    #expect(y == (try line(shelf, with: "● short")) + 1)
    #expect(dots(shelf.state, y, from: 60).last == shelf.state.themes.current.shade(Self.color))
  }
}
