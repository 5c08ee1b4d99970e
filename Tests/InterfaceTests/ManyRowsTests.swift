import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

/// Folders so large that their first rows are shown before the others are in order.
@Suite struct ManyRowsTests {
  private static let names =
    (0..<5_000).map { number in
      let shapes = [
        "IMG_\(number).pdf", "b \(number * 7 % 5_000).PDF", "Über \(number).pdf", "文書\(number).pdf",
      ]
      return shapes[number % 4]
    }

  private static func first(_ count: Int, of names: [String]) -> [Int] {
    var first = FirstNames(count)
    for (index, name) in names.enumerated() { first.add(name, at: Int32(index)) }
    return first.found { names[Int($0)] }.map(Int.init)
  }

  @Test(arguments: [1, 3, 200, 4_999, 6_000])
  func theFirstNamesMatchTheFullSort(_ count: Int) {
    let names = Self.names
    let first = Self.first(count, of: names)
    #expect(first == Array(NaturalOrder(names).sorted().prefix(count)))
  }

  @Test func namesWithACommonPrefixAreComparedWhole() {
    let names = (0..<3_000).map { "the same beginning of all of them \(2_999 - $0)" }
    #expect(Self.first(3, of: names) == [2_999, 2_998, 2_997])
    #expect(Self.first(3, of: []).isEmpty)
  }

  @Test(arguments: [true, false]) func theFirstRowsMatchTheFullList(_ foldersFirst: Bool) {
    let types = [.unknown, EntryType(name: "PDF", glyph: "p", isDocument: true)]
    let entries = Self.names.enumerated().map { index, name in
      let kind: FolderEntry.Kind =
        index % 41 == 0 ? .folder : index % 43 == 0 ? .brokenLink : .file
      return FolderEntry(
        name: index % 7 == 0 ? "." + name : name, kind: kind, type: UInt16(index % 3 == 0 ? 0 : 1))
    }
    var options = ListOptions()
    options.foldersFirst = foldersFirst
    let whole = ListOrder(
      entries: entries, types: types, facts: [:], documents: [:], options: options, filter: "",
      keepsOrder: false
    ).rows()
    for count in [1, 50, 300, 6_000] {
      var first = FirstRows(count, types: types, options: options)
      for (index, entry) in entries.enumerated() { first.add(entry, at: index) }
      #expect(first.rows(of: entries) == whole.map { Array($0.prefix(count)) })
    }
  }

  @Test func nonASCIICaseIsIgnored() {
    let names = ["Ü2", "ü10", "ä", "Ö", "ß", "龠", "z"]
    #expect(
      NaturalOrder(names).sorted().map { names[$0] } == ["ä", "Ö", "ß", "Ü2", "ü10", "z", "龠"])
    #expect(NaturalOrder(["ÜB", "üa"]).sorted() == [1, 0])
  }

  private func listed(_ names: [String], isWhole: Bool, _ browser: BrowserBench) -> Message {
    let entries = names.map(BrowserBench.entry)
    return .browser(
      .listed(
        tab: browser.tab.id, generation: browser.tab.generation, entries,
        rows: entries.indices.map { Int32($0) }, isWhole: isWhole))
  }

  /// A shelf that waits for the contents of its folder.
  private func waiting() -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["sub/"], "/home/me/sub": ["x.pdf"]])
    browser.isSlow = true
    browser.press("enter")
    browser.held = []
    return browser
  }

  @Test func theFirstRowsAreShownWithoutACount() {
    var browser = waiting()
    browser.answer(browser.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, browser)))
    #expect(browser.names == ["a.pdf", "b.pdf"])
    #expect(browser.screen.last?.contains("1 of …") == true)
    browser.answer(
      browser.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, browser)))
    #expect(browser.screen.last?.contains("1 of 3") == true)
  }

  @Test func theLastRowWaitsForTheWholeList() {
    var browser = waiting()
    browser.answer(browser.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, browser)))
    browser.press("G")
    #expect(browser.current == "b.pdf")
    browser.answer(
      browser.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, browser)))
    #expect(browser.current == "c.pdf")
    // Once that row is listed, the cursor is on it.
    browser.answer(
      browser.state.update(listed(["a.pdf", "b.pdf", "c.pdf", "d.pdf"], isWhole: true, browser)))
    #expect(browser.current == "c.pdf")
  }

  @Test func partialListsAreNotShownInAnotherOrder() {
    var browser = waiting()
    browser.press("s v")
    browser.answer(browser.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, browser)))
    #expect(browser.names.isEmpty)
    browser.isSlow = false
    browser.answer(
      browser.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, browser)))
    #expect(browser.names == ["c.pdf", "b.pdf", "a.pdf"])
  }

  @Test func partialListsWaitForTheRequestedRow() {
    var browser = waiting()
    browser.answer(browser.state.browse(.folder("/home/me/sub"), cursorOn: "c.pdf"))
    browser.answer(browser.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, browser)))
    #expect(browser.names.isEmpty)
    browser.answer(
      browser.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, browser)))
    #expect(browser.current == "c.pdf")
  }
}
