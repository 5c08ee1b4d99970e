import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

/// The shown facts of files stay current, and files are distinguished by their bytes.
@Suite struct FreshnessTests {
  private let here = BrowserPlace.folder("/home/me")

  private func previews(_ effects: [Effect]) -> [(serial: Int, path: String)] {
    effects.compactMap {
      if case .browse(.preview(let serial, let path, _, _)) = $0 { (serial, path) } else { nil }
    }
  }

  private func shown(_ state: State) -> String? {
    if case .sentence(let text) = state.browser.preview.content { text } else { nil }
  }

  @Test func thePreviewReloadsWhenItsFolderChanges() {
    var state = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]], size: Size(width: 140, height: 24))
      .state
    let first = state.browser.preview
    #expect(first.path == "/home/me/a.pdf")
    _ = state.update(.browser(.preview(serial: first.serial, .sentence("old"))))
    // Again, and the old preview stays until the answer comes.
    let again = previews(state.update(.browser(.changed(here))))
    #expect(again.map(\.path) == ["/home/me/a.pdf"])
    #expect(again.first?.serial != first.serial)
    #expect(shown(state) == "old")
    // While it is read, further changes wait: a file that never rests is read to the end all the same.
    #expect(previews(state.update(.browser(.changed(here)))).isEmpty)
    #expect(previews(state.update(.browser(.changed(here)))).isEmpty)
    let answer = state.update(
      .browser(.preview(serial: state.browser.preview.serial, .sentence("new"))))
    #expect(shown(state) == "new")
    #expect(previews(answer).count == 1)
    let last = state.update(
      .browser(.preview(serial: state.browser.preview.serial, .sentence("newest"))))
    #expect(previews(last).isEmpty)
    #expect(shown(state) == "newest")
    // Another folder's change is nothing to it.
    #expect(previews(state.update(.browser(.changed(.folder("/elsewhere"))))).isEmpty)
  }

  @Test func similarlySpelledNamesAreDistinctFiles() {
    let (one, other) = ("caf\u{E9}.pdf", "cafe\u{301}.pdf")
    var browser = BrowserBench(
      ["/home/me": [one, other, "\u{E9}/", "e\u{301}/"]], size: Size(width: 140, height: 24))
    #expect(BrowserPlace.folder("/\u{E9}") != .folder("/e\u{301}"))
    #expect(Set([BrowserPlace.folder("/\u{E9}"), .folder("/e\u{301}")]).count == 2)
    _ = browser.state.open(path: "/home/me/" + one, start: .remembered)
    _ = browser.state.open(path: "/home/me/" + other, start: .remembered)
    _ = browser.state.open(path: "/home/me/" + one, start: .remembered)
    #expect(
      browser.state.documents.map { Array($0.path.utf8) }
        == ["/home/me/" + one, "/home/me/" + other].map { Array($0.utf8) })
    // The preview follows the cursor from one to the other.
    browser.press("g g")
    var seen: [[UInt8]] = []
    for _ in browser.names {
      seen.append(Array(browser.state.browser.preview.path.utf8))
      browser.press("j")
    }
    #expect(Set(seen).count == 4)
    // And two folders are two places.
    let places = ["\u{E9}", "e\u{301}"].map { BrowserPlace.folder("/home/me/" + $0) }
    browser.folders["/home/me/\u{E9}"] = []
    for place in places { browser.answer(browser.state.browse(place)) }
    #expect(browser.tab.back.suffix(2) == [here, places[0]])
  }

  @Test func urisKeepTheFileSystemsBytes() {
    let path = PathBytes.text(Array("/caf".utf8) + [0xE9, 0x2E] + Array("p d".utf8))
    #expect(PathBytes.escaped(path) == "/caf%E9.p%20d")
    #expect(PathBytes.escaped("/caf\u{E9}") == "/caf%C3%A9")
  }

  /// However the panel is left, the walk over the disk ends.
  @Test(arguments: ["escape", "ctrl+c", "enter", "click", "elsewhere", "folder"])
  func closingThePanelEndsTheSearch(_ way: String) {
    var browser = BrowserBench(["/home/me": ["a.pdf"], "/home/me/Papers": []])
    browser.press("ctrl+p")
    #expect(browser.state.panel?.source == .jump)
    #expect(!browser.requests.contains(.browse(.stopFinding)))
    let found = JumpCandidate(
      path: way == "folder" ? "/home/me/Papers" : "/home/me/a.pdf", isFolder: way == "folder")
    browser.answer(
      browser.state.update(
        .browser(.found(serial: browser.state.browser.nextRequest, [found], isWhole: true))))
    switch way {
    case "escape", "ctrl+c", "enter": browser.press(way)
    case "folder": browser.press("enter")
    case "click": browser.click(x: 0, y: 23)
    default:
      browser.answer(browser.state.update(.pathTyped("/home/me/a.pdf", isFolder: false)))
      if browser.state.panel != nil { browser.press("escape") }
    }
    #expect(browser.state.panel == nil)
    #expect(browser.requests.filter { $0 == .browse(.stopFinding) }.count == 1)
  }

  /// A file that changed between reading its facts and watching its folder is read once more.
  @Test func factsReadBeforeTheWatchAreReadAgain() throws {
    var browser = BrowserBench(["/home/me": ["a.pdf"]], size: Size(width: 120, height: 20))
    let asked = browser.state.browser.preview.serial
    browser.facts["a.pdf"] = FileFacts(size: 77_000, modified: 1_699_999_000)
    browser.answer(browser.state.update(.browser(.preview(serial: asked, .sentence("old")))))
    let effects = browser.state.update(.browser(.watched(.folder("/home/me"))))
    let isSeenAgain = effects.contains {
      if case .browse(.preview(let serial, "/home/me/a.pdf", false, _)) = $0 {
        serial > asked
      } else {
        false
      }
    }
    #expect(isSeenAgain)
    browser.answer(effects)
    #expect(browser.tab.facts["a.pdf"]?.size == 77_000)
    // The watch of another tab's folder is nothing to this one.
    #expect(browser.state.update(.browser(.watched(.folder("/elsewhere")))).isEmpty)
  }

  // MARK: the last session

  private func restored(_ paths: [String]) -> State {
    var state = BrowserBench(["/home/me": ["a.pdf"]]).state
    state.browser.isShown = false
    state.browser.tabs = []
    _ = state.restore(
      Session(
        paths: paths,
        views: paths.indices.map {
          Session.View(document: $0, place: Place(page: $0), mode: "reflow")
        }, focus: paths.count - 1, arrangement: paths.count == 3 ? "(|...)" : ""))
    return state
  }

  @Test func aMovedDocumentOfTheSessionIsOpened() {
    var state = restored(["/a.pdf"])
    let id = state.documents[0].id
    let effects = state.update(.followed(id, generation: 1, path: "/b/a.pdf"))
    #expect(
      effects.contains(.open(id, path: "/b/a.pdf", generation: 1, password: "")))
    #expect(state.documents.map(\.path) == ["/b/a.pdf"])
    #expect(state.panes.first?.start == Place(page: 0))
  }

  @Test func aMissingDocumentOfASessionIsDropped() {
    var state = restored(["/a.pdf", "/b.pdf", "/c.pdf"])
    let gone = state.documents[1].id
    let effects = state.update(.followed(gone, generation: 1, path: nil))
    #expect(effects.contains(.close(gone)))
    #expect(state.documents.map(\.path) == ["/a.pdf", "/c.pdf"])
    #expect(state.panes.map(\.document) == state.documents.map(\.id))
    #expect(state.panes.arrangement.count == 2)
    #expect(state.panes.focus == 1)
    #expect(state.notices.shown?.text == "/b.pdf was open last time and is gone")
    // Answers for closed documents are dropped.
    #expect(state.update(.followed(gone, generation: 1, path: "/x.pdf")).isEmpty)
  }

  @Test func aMissingSingleDocumentOpensTheBrowser() {
    var state = restored(["/a.pdf"])
    _ = state.update(.followed(state.documents[0].id, generation: 1, path: nil))
    #expect(state.browser.isShown)
    #expect(state.documents.isEmpty)
    #expect(!state.ending.hasCome)
    #expect(state.notices.shown?.text == "/a.pdf was open last time and is gone")
  }
}
