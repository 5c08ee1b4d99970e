import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct ArchiveFolderTests {
  private static let root = "/cache/archives/1/b.zip"

  private func shelf() -> Shelf {
    var shelf = Shelf([
      "/home/me": ["a.pdf", "b.zip", "c.bin"], Self.root: ["d/", "e.pdf"],
      Self.root + "/d": ["f.pdf"],
    ])
    shelf.press("g g")
    return shelf
  }

  @Test func anArchiveIsListedAndEnteredAsAFolder() {
    var shelf = shelf()
    #expect(shelf.names == ["a.pdf", "b.zip"])
    shelf.press("j")
    shelf.press("enter")
    #expect(shelf.requests.contains(.browse(.enterArchive("/home/me/b.zip"))))
    shelf.answer(
      shelf.state.update(.browser(.archives([Self.root: "/home/me/b.zip"], enters: true))))
    #expect(shelf.names == ["d", "e.pdf"])
    #expect(shelf.state.browser.shortened(Self.root + "/d/f.pdf") == "~/b.zip/d/f.pdf")
    #expect(
      BrowserView.breadcrumbs(shelf.state, of: shelf.state.browser.current!).map(\.words) == [
        "~", "b.zip",
      ])
    shelf.press("enter")
    #expect(shelf.names == ["f.pdf"])
    shelf.press("h")
    #expect(shelf.state.browser.current?.current?.name == "d")
    // Out of it, onto the archive.
    shelf.press("h")
    #expect(shelf.state.browser.current?.place == .folder("/home/me"))
    #expect(shelf.state.browser.current?.current?.name == "b.zip")
  }

  @Test func knownArchivesDoNotChangeTheScreen() {
    var shelf = shelf()
    shelf.answer(
      shelf.state.update(.browser(.archives([Self.root: "/home/me/b.zip"], enters: false))))
    #expect(shelf.state.browser.current?.place == .folder("/home/me"))
  }

  @Test func theSelectedArchivesAreExtractedBesideThem() {
    var shelf = shelf()
    shelf.press("j")
    shelf.answer(shelf.state.run("extract"))
    #expect(
      shelf.requests.contains(
        .browse(.files(.extract(["/home/me/b.zip"], to: "/home/me")))))
    shelf.press("k")
    shelf.requests = []
    shelf.answer(shelf.state.run("extract"))
    #expect(shelf.requests.isEmpty)
    #expect(shelf.state.notices.shown?.text == "Select an archive to extract")
  }
}
