import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct ArchiveFolderTests {
  private static let root = "/cache/archives/1/b.zip"

  private func browser() -> BrowserBench {
    var browser = BrowserBench([
      "/home/me": ["a.pdf", "b.zip", "c.bin"], Self.root: ["d/", "e.pdf"],
      Self.root + "/d": ["f.pdf"],
    ])
    browser.press("g g")
    return browser
  }

  @Test func anArchiveIsListedAndEnteredAsAFolder() {
    var browser = browser()
    #expect(browser.names == ["a.pdf", "b.zip"])
    browser.press("j")
    browser.press("enter")
    #expect(browser.requests.contains(.browse(.enterArchive("/home/me/b.zip"))))
    browser.answer(
      browser.state.update(.browser(.archives([Self.root: "/home/me/b.zip"], enters: true))))
    #expect(browser.names == ["d", "e.pdf"])
    #expect(browser.state.browser.shortened(Self.root + "/d/f.pdf") == "~/b.zip/d/f.pdf")
    #expect(
      BrowserView.breadcrumbs(browser.state, of: browser.state.browser.current!).map(\.words) == [
        "~", "b.zip",
      ])
    browser.press("enter")
    #expect(browser.names == ["f.pdf"])
    browser.press("h")
    #expect(browser.state.browser.current?.current?.name == "d")
    // Out of it, onto the archive.
    browser.press("h")
    #expect(browser.state.browser.current?.place == .folder("/home/me"))
    #expect(browser.state.browser.current?.current?.name == "b.zip")
  }

  @Test func knownArchivesDoNotChangeTheScreen() {
    var browser = browser()
    browser.answer(
      browser.state.update(.browser(.archives([Self.root: "/home/me/b.zip"], enters: false))))
    #expect(browser.state.browser.current?.place == .folder("/home/me"))
  }

  @Test func theSelectedArchivesAreExtractedBesideThem() {
    var browser = browser()
    browser.press("j")
    browser.answer(browser.state.run("extract"))
    #expect(
      browser.requests.contains(
        .browse(.files(.extract(["/home/me/b.zip"], to: "/home/me")))))
    browser.press("k")
    browser.requests = []
    browser.answer(browser.state.run("extract"))
    #expect(browser.requests.isEmpty)
    #expect(browser.state.notices.shown?.text == "Select an archive to extract")
  }
}
