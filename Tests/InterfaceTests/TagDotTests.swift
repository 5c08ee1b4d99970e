import Canvas
import DocumentModel
import TestSupport
import Testing

@testable import Interface
import Messages

/// The dots of tags have their colours wherever they are shown.
@Suite struct TagDotTests {
  private static let color: UInt32 = 0xE0_6C75

  private func browser(_ size: Size) -> BrowserBench {
    var browser = BrowserBench(["/home/me": []], size: size)
    browser.folders = ["/home/me": ["a.pdf", "b.pdf"]]
    let tags = [TagLabel(name: "urgent", color: Self.color), TagLabel(name: "plain")]
    for name in ["a.pdf", "b.pdf"] {
      browser.documents[FilePath(name)] = DocumentFacts(pages: 3, tags: tags)
    }
    browser.answer(browser.state.browser.refresh())
    return browser
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

  private func line(_ browser: BrowserBench, with words: String) throws -> Int {
    try #require(browser.screen.firstIndex { $0.contains(words) })
  }

  @Test(arguments: [[], [Theme.fewColors]]) func tagDotsKeepTheirColourOnTheCursorsRow(
    _ themes: [Theme]
  ) throws {
    var browser = browser(Size(width: 90, height: 16))
    browser.state.themes.only = themes.first
    browser.state.themes.apply("")
    let wanted = browser.state.themes.current.shade(Self.color)
    for name in ["a.pdf", "b.pdf"] {
      let y = try line(browser, with: name)
      #expect(dots(browser.state, y).first == wanted)
      #expect(dots(browser.state, y).count == 2)
    }
    #expect(browser.current == "a.pdf")
  }

  @Test func tagDotsKeepTheirColourUnderTheSidebarsCursor() throws {
    var browser = browser(Size(width: 90, height: 16))
    let item = Sidebar.Item(place: .tag("urgent"), title: "urgent", glyph: "●", color: Self.color)
    browser.answer(browser.state.update(.browser(.sidebar([.tags: [item]]))))
    browser.press("tab")
    for row in browser.state.browser.sidebar.rows.indices {
      browser.state.browser.sidebar.cursor = row
      let y = try line(browser, with: "● urgent")
      #expect(dots(browser.state, y).first == browser.state.themes.current.shade(Self.color))
    }
  }

  @Test func tagDotsHaveTheirColourInThePreview() throws {
    let browser = browser(Size(width: 120, height: 20))
    let y = try line(browser, with: "● urgent  ● plain")
    let theme = browser.state.themes.current
    #expect(
      dots(browser.state, y, from: 60).suffix(2) == [theme.shade(Self.color), theme.dim.foreground])
  }

  @Test func aTagThatDoesNotFitBeginsTheNextLine() throws {
    var browser = browser(Size(width: 120, height: 20))
    let long = TagLabel(name: String(repeating: "long ", count: 5) + "end", color: Self.color)
    browser.documents["a.pdf"] = DocumentFacts(tags: [TagLabel(name: "short"), long])
    browser.answer(browser.state.browser.refresh())
    let y = try line(browser, with: "● long long")
    #expect(y == (try line(browser, with: "● short")) + 1)
    #expect(dots(browser.state, y, from: 60).last == browser.state.themes.current.shade(Self.color))
  }
}
