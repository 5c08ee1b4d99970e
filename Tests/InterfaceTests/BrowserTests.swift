import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Widgets
import Text

private let home = [
  "/home/me": ["b10.pdf", "Papers/", "B2.pdf", "a.pdf", ".hidden.pdf", "picture.png", "notes/"],
  "/home/me/Papers": ["gray.pdf", "Stasis.pdf", "chubby.pdf"], "/home/me/notes": [],
  "/home": ["me/"], "/": ["home/"],
]

@Suite struct BrowserTests {
  @Test func documentsFollowFoldersInNaturalOrder() {
    let browser = BrowserBench(home)
    #expect(browser.names == ["notes", "Papers", "a.pdf", "B2.pdf", "b10.pdf"])
  }

  @Test func togglesShowHiddenAndOtherFiles() {
    var browser = BrowserBench(home)
    browser.press("z a")
    #expect(browser.names.last == "picture.png")
    browser.press("z a", "z h", "s f")
    #expect(browser.names == [".hidden.pdf", "a.pdf", "B2.pdf", "b10.pdf", "notes", "Papers"])
    browser.press("s v")
    #expect(browser.names.first == "Papers")
  }

  @Test func foldersAreEnteredAndLeft() {
    var browser = BrowserBench(home)
    browser.press("j", "enter")
    #expect(browser.tab.place == .folder("/home/me/Papers"))
    #expect(browser.names == ["chubby.pdf", "gray.pdf", "Stasis.pdf"])
    browser.press("j", "h")
    #expect(browser.current == "Papers")
    browser.press("l")
    #expect(browser.current == "gray.pdf", "the cursor stays")
    browser.press("h", "h")
    #expect(browser.current == "me")
    browser.press("-")
    #expect(browser.tab.place == .folder("/home/me"))
    browser.press("H", "H")
    #expect(browser.tab.place == .folder("/home/me"))
    browser.press("L")
    #expect(browser.tab.place == .folder("/home"))
  }

  @Test func anUnreadableFolderIsReported() {
    var browser = BrowserBench(home)
    browser.folders["/home/me/Papers"] = nil
    browser.press("j", "enter")
    #expect(browser.tab.phase == .failed("it is not there"))
    #expect(browser.screen.contains { $0.contains("it is not there") })
    browser.press("h")
    #expect(browser.current == "Papers")
  }

  @Test func outdatedAnswersAreDropped() {
    var browser = BrowserBench(home)
    browser.isSlow = true
    browser.press("j", "enter")
    #expect(browser.names.isEmpty)
    // On to another place before the first is read.
    browser.press("~")
    browser.release()
    #expect(browser.tab.place == .folder("/home/me"))
    #expect(browser.names.count == 5)
  }

  @Test func theFilterIsFuzzyAndRanksTheBestFirst() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "/")
    browser.type("sts")
    #expect(browser.names == ["Stasis.pdf"])
    browser.press("escape")
    #expect(browser.names.count == 3)
    browser.press("/")
    browser.type("gr")
    browser.press("enter")
    // The filter is kept; to open is another Enter.
    #expect(browser.names == ["gray.pdf"] && browser.state.documents.isEmpty)
    browser.press("enter")
    #expect(browser.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
  }

  /// An order requested for among recents is for there alone, and gone with the next visit.
  @Test func recentsHaveTheirOwnOrder() {
    var browser = BrowserBench(home)
    browser.press("s", "v")
    #expect(browser.tab.options.isReversed)
    browser.answer(browser.state.browser.go(to: .recents))
    #expect(browser.tab.keepsOrder)
    browser.press("s", "d")
    #expect(!browser.tab.keepsOrder)
    browser.answer(browser.state.browser.go(to: .recents))
    // By name is by name there too, and from A on.
    browser.press("s", "n")
    #expect(!browser.tab.keepsOrder && !browser.tab.options.isReversed)
    browser.answer(browser.state.browser.go(to: .folder("/home/me")))
    #expect(browser.tab.options.sort == .name && browser.tab.options.isReversed)
    browser.answer(browser.state.browser.go(to: .recents))
    #expect(browser.tab.keepsOrder)
  }

  @Test func aChangeKeepsTheCursorOnItsFile() {
    var browser = BrowserBench(home)
    browser.press("G")
    #expect(browser.current == "b10.pdf")
    browser.folders["/home/me"]?.append("aaa.pdf")
    browser.answer(browser.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(browser.names.count == 6)
    #expect(browser.current == "b10.pdf")
    // A deleted file leaves the cursor where it was.
    browser.folders["/home/me"]?.removeAll { $0 == "b10.pdf" }
    browser.answer(browser.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(browser.current == "B2.pdf")
  }

  @Test func aRemovedFolderIsLeftForItsParent() {
    var browser = BrowserBench(home)
    browser.press("j", "enter")
    browser.answer(browser.state.update(.browser(.vanished(.folder("/home/me/Papers")))))
    #expect(browser.tab.place == .folder("/home/me"))
    #expect(browser.state.notices.shown?.text.contains("Papers is gone") == true)
  }

  @Test func typeAheadMovesToNames() {
    var browser = BrowserBench(home)
    browser.press("f")
    browser.type("b1")
    #expect(browser.current == "b10.pdf")
    browser.press("backspace", "escape", "k")
    #expect(browser.current == "B2.pdf")
  }

  /// A letter that continues no name does not keep the keys after it.
  @Test func movingEndsTypeAhead() {
    var browser = BrowserBench(home)
    browser.press("f")
    #expect(browser.state.notices.shown?.text.contains("Esc ends") == true)
    browser.type("b1")
    browser.press("x")
    #expect(browser.state.notices.shown?.text == "Nothing here begins with “b1x”")
    #expect(browser.current == "b10.pdf" && browser.state.browser.typeAhead == "b1")
    browser.press("k")
    #expect(browser.current == "B2.pdf" && browser.state.browser.typeAhead == nil)
  }

  @Test func rowsAreSortedByDateAndSize() {
    var browser = BrowserBench(home)
    browser.facts = [
      "a.pdf": FileFacts(size: 5, modified: 30), "B2.pdf": FileFacts(size: 900, modified: 10),
      "b10.pdf": FileFacts(size: 20, modified: 20),
    ]
    browser.press("s d")
    #expect(browser.names.suffix(3) == ["a.pdf", "b10.pdf", "B2.pdf"], "the newest first")
    browser.press("s s")
    #expect(browser.names.suffix(3) == ["B2.pdf", "b10.pdf", "a.pdf"], "the largest first")
    browser.press("s s")
    #expect(browser.names.suffix(3) == ["a.pdf", "b10.pdf", "B2.pdf"])
    browser.documents = ["b10.pdf": DocumentFacts(title: "Zoo", author: "Adams")]
    browser.answer(browser.state.browse(.folder("/home")))
    browser.press("enter", "s a")
    #expect(browser.names.suffix(3).first == "b10.pdf", "those without an author come last")
  }

  /// A row whose name has not the letters shows the title it was left for.
  @Test func theFilterShowsTheMatchedTitle() {
    var browser = BrowserBench(
      ["/home/me": ["x1.pdf", "paxos.pdf"]], size: Size(width: 120, height: 24))
    browser.documents = ["x1.pdf": DocumentFacts(title: "Paxos Made Simple")]
    browser.press("s a", "s n", "/")
    browser.type("paxos")
    #expect(browser.screen.contains { $0.contains("x1.pdf · Paxos Made Simple") })
    #expect(!browser.screen.contains { $0.contains("paxos.pdf ·") })
  }

  /// Titles do not hide which file it is.
  @Test func titlesAreFollowedByTheirFiles() {
    var browser = BrowserBench(
      ["/home/me": ["x1.pdf", "paxos.pdf"]], size: Size(width: 120, height: 24))
    browser.documents = ["x1.pdf": DocumentFacts(title: "Paxos Made Simple")]
    browser.press("s a", "s n", "z t")
    #expect(browser.screen.contains { $0.contains("Paxos Made Simple · x1.pdf") })
    browser.press("/")
    browser.type("x1")
    #expect(browser.screen.contains { $0.contains("Paxos Made Simple · x1.pdf") })
  }

  @Test func volumesAreMountedFromTheSidebarAndUnmounted() {
    var browser = BrowserBench([
      "/home/me": ["a.pdf"], "/media": ["stick/"], "/media/stick": ["b.pdf"],
    ])
    var stick = Sidebar.Item(place: .folder("/"), title: "Stick")
    stick.volume = "/dev/sdb1"
    browser.answer(browser.state.update(.browser(.sidebar([.volumes: [stick]]))))
    browser.press("tab", "j", "j", "enter")
    #expect(
      browser.requests.contains(.browse(.mount(volume: "/dev/sdb1", name: "Stick"))))
    browser.press("d d")
    #expect(browser.state.notices.shown?.text.contains("Enter mounts it") == true)
    let mounted = Sidebar.Item(place: .folder("/media/stick"), title: "stick")
    browser.answer(browser.state.update(.browser(.sidebar([.volumes: [mounted]]))))
    browser.answer(browser.state.update(.browser(.mounted("/media/stick"))))
    #expect(browser.tab.place == .folder("/media/stick"))
    browser.press("d d")
    #expect(
      browser.requests.contains(.browse(.unmount(path: "/media/stick", listed: "/media/stick"))))
    #expect(browser.tab.place == .folder("/media"))
    // It is in use.
    browser.answer(browser.state.update(.browser(.mounted("/media/stick"))))
    #expect(browser.tab.place == .folder("/media/stick"))
  }

  @Test func foldersAreMeasuredOnDemand() {
    var browser = BrowserBench(
      ["/home/me": ["big/", "small/", "a.pdf"]], size: Size(width: 120, height: 24))
    browser.press("I")
    #expect(browser.screen.contains { $0.contains("not measured; z d measures it") })
    browser.press("escape", "z d")
    var requested: [FolderToMeasure] = []
    for case .browse(.measure(_, let folders)) in browser.requests { requested = folders }
    #expect(requested.map(\.path) == ["/home/me/big", "/home/me/small"])
    func tell(_ name: String, _ size: FolderSize) {
      browser.answer(
        browser.state.update(
          .browser(
            .measured(tab: browser.tab.id, FilePath(name), size))))
    }
    tell("big", FolderSize(bytes: 2_000_000, files: 3))
    #expect(browser.screen.contains { $0.contains("big/") && $0.contains("2.0 MB…") })
    tell("big", FolderSize(bytes: 5_000_000, files: 9, isDone: true))
    tell("small", FolderSize(bytes: 10, files: 1, unread: 1, isDone: true))
    #expect(browser.screen.contains { $0.contains("big/") && $0.contains("5.0 MB") })
    #expect(browser.screen.contains { $0.contains("small/") && $0.contains("10 B+") })
    browser.press("s s")
    #expect(browser.names.prefix(2) == ["big", "small"])
    browser.press("s s")
    #expect(browser.names.prefix(2) == ["small", "big"])
    browser.press("g g", "I")
    #expect(
      browser.screen.contains { $0.contains("10 B, 10 bytes in 1 file, without 1 folder that") })
  }

  @Test func aCommandRunsOnTheMarkedFiles() {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.press("g a", "!")
    browser.type("ls %s")
    browser.press("enter")
    let request = CommandLineRequest(
      line: "ls %s", folder: "/home/me", paths: ["/home/me/a.pdf", "/home/me/b.pdf"],
      file: "/home/me/a.pdf")
    #expect(browser.requests.contains(.browse(.runInTerminal(request))))
    #expect(browser.tab.marked.count == 2, "the next command may be for them, too")
    #expect(browser.state.browser.folderAtEnd(document: browser.state.document) == "/home/me")
  }

  @Test func earlierCommandsAreRecalled() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    for line in ["ls", "wc %s", "ls"] {
      browser.press("!")
      browser.type(line)
      browser.press("enter")
    }
    browser.press("!", "up")
    #expect(browser.state.prompt?.line.text == "ls")
    browser.press("up", "up")
    #expect(browser.state.prompt?.line.text == "wc %s")
    browser.press("down", "down")
    #expect(browser.state.prompt?.line.text == "")
    #expect(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch)?.commandLines == [
        "wc %s", "ls",
      ])
  }

  /// `rcd FILE` goes to the file's folder, although no folder was browsed.
  @Test func theShellEndsInTheDocumentsFolder() {
    var state = State(
      size: Size(width: 80, height: 24), themes: Themes([]), keymap: .shipped)
    _ = state.open(path: "/home/me/papers/a.pdf", start: .remembered)
    #expect(state.browser.folderAtEnd(document: state.document) == "/home/me/papers")
    var piped = State(size: Size(width: 80, height: 24), themes: Themes([]), keymap: .shipped)
    _ = piped.open(path: "", start: .remembered)
    #expect(piped.browser.folderAtEnd(document: piped.document) == nil)
  }

  /// Whatever it is sorted by is seen, or said.
  @Test func theSortOrderIsShown() {
    var browser = BrowserBench(home, size: Size(width: 120, height: 24))
    browser.facts = ["a.pdf": FileFacts(size: 5, modified: 30)]
    #expect(!browser.screen.contains { $0.contains("Size") })
    browser.press("s s")
    #expect(browser.screen.contains { $0.contains("Size ▾") })
    #expect(browser.screen.contains { $0.contains("a.pdf") && $0.contains("5 B") })
    browser.press("s s")
    #expect(browser.screen.contains { $0.contains("Size ▴") })
    browser.press("s n")
    #expect(!browser.screen.contains { $0.contains("Size") })
    #expect(browser.screen.contains { $0.contains("Name ▾") })
    // An author has no room beside the names, and a gallery has no headings.
    var narrow = BrowserBench(home, size: Size(width: 40, height: 10))
    narrow.press("s a")
    #expect(narrow.screen[0].contains("by author ▾"), "\(narrow.screen)")
    var gallery = BrowserBench(home, size: Size(width: 100, height: 40))
    gallery.press("i", "s s")
    #expect(gallery.screen[0].contains("by size ▾"), "\(gallery.screen)")
  }

  @Test func eachTabHasItsOwnFolder() {
    var browser = BrowserBench(home)
    browser.press("ctrl+t", "j", "enter")
    #expect(browser.state.browser.tabs.count == 2)
    #expect(browser.screen[1].contains("1 me") && browser.screen[1].contains("2 Papers"))
    browser.press("g t")
    #expect(browser.tab.place == .folder("/home/me"))
    browser.press("2 g t", "ctrl+w q")
    #expect(browser.state.browser.tabs.map(\.place) == [.folder("/home/me")])
  }

  @Test func theBrowserStateIsRestored() throws {
    var browser = BrowserBench(home)
    browser.press("v", "z s", "ctrl+t", "enter", "j", "/")
    browser.type("a")
    browser.press("enter", "s d")
    let memory = try #require(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch))
    var next = BrowserBench(home, at: "/")
    next.state.browser = Browser()
    next.state.browser.types = BrowserBench.types
    next.state.browser.home = "/home/me"
    next.answer(next.state.restore(memory, readingAll: true))
    #expect(next.tab.place == .folder("/home/me/Papers"))
    #expect(next.names == browser.names && next.current == browser.current)
    #expect(next.tab.options.sort == .modified && !next.state.browser.showsSidebar)
    #expect(next.state.browser.tabs[0].marked == ["notes"])
  }

  @Test func narrowWindowsShowTheListAlone() {
    let browser = BrowserBench(home, size: Size(width: 40, height: 10))
    #expect(browser.screen[3].contains("notes/"))
    #expect(!browser.screen[3].contains("│"))
  }

  @Test func anEmptyFolderSaysWhatToDo() {
    var browser = BrowserBench(home)
    browser.press("enter")
    #expect(browser.screen.contains { $0.contains("This folder is empty. n creates a document") })
    browser.folders["/home/me/notes"] = ["one.png"]
    browser.answer(browser.state.update(.browser(.changed(.folder("/home/me/notes")))))
    #expect(browser.screen.contains { $0.contains("1 other file: z a shows all") })
  }

  @Test func controlsInNamesAreNotShown() {
    let bad = "evil\u{1b}[31m\nname\u{202e}fdp.pdf"
    let browser = BrowserBench(["/home/me": [bad]])
    #expect(browser.names == [bad])
    #expect(
      !browser.screen.joined().contains("\u{1b}") && !browser.screen.joined().contains("\u{202e}"))
    // And its control characters are made visible.
    #expect(browser.screen.contains { $0.contains("evil\u{FFFD}[31m\u{FFFD}name\u{FFFD}fdp.pdf") })
  }

  @Test func twoSpellingsOfOneNameAreTwoFiles() {
    var browser = BrowserBench(["/home/me": ["caf\u{e9}.pdf", "cafe\u{301}.pdf"]])
    browser.press("v")
    #expect(browser.tab.marked.count == 1)
    browser.press("d d")
    guard case .trash(let paths) = browser.fileRequests.first else {
      Issue.record("nothing was put into the trash")
      return
    }
    #expect(paths.count == 1)
  }
}

@Suite struct BrowserFilesTests {
  @Test func rowsAreMarkedInAllWays() {
    var browser = BrowserBench(home)
    browser.press("v", "v")
    #expect(browser.tab.marked == ["notes", "Papers"])
    browser.press("g i")
    #expect(browser.tab.marked == ["a.pdf", "B2.pdf", "b10.pdf"])
    browser.press("escape", "g g", "V", "j", "j")
    #expect(browser.tab.markedWithRange.count == 3)
    browser.press("V", "g a")
    #expect(browser.tab.marked.count == 5)
    browser.press("escape", "*")
    browser.press("backspace")
    browser.type("b*.pdf")
    browser.press("enter")
    #expect(browser.tab.marked == ["B2.pdf", "b10.pdf"])
    browser.press("o")
    #expect(browser.state.documents.map(\.path) == ["/home/me/B2.pdf", "/home/me/b10.pdf"])
    #expect(!browser.state.browser.isShown)
  }

  @Test func filesAreCarriedToAnotherFolder() {
    var browser = BrowserBench(home)
    browser.press("G", "x", "g g", "j", "enter", "p")
    #expect(browser.fileRequests == [.move(["/home/me/b10.pdf"], to: "/home/me/Papers")])
    browser.press("p")
    #expect(browser.state.notices.shown?.text.contains("Nothing to paste") == true)
    browser.press("y", "h", "p", "p")
    #expect(
      browser.fileRequests.suffix(2).allSatisfy {
        $0 == .copy(["/home/me/Papers/chubby.pdf"], to: "/home/me")
      })
  }

  @Test func permanentDeletionNeedsAnExplicitAnswer() {
    var browser = BrowserBench(home)
    browser.press("G", "d x")
    #expect(browser.screen.contains { $0.contains("Delete “b10.pdf” permanently?") })
    browser.press("enter")
    #expect(browser.fileRequests.isEmpty && browser.state.questions.shown != nil)
    browser.press("n")
    #expect(browser.fileRequests.isEmpty && browser.state.questions.shown == nil)
    browser.press("d x", "y")
    #expect(browser.fileRequests == [.delete(["/home/me/b10.pdf"])])
  }

  @Test func aNameClashIsAskedAbout() {
    var browser = BrowserBench(home)
    browser.answer(
      browser.state.update(
        .browser(.clash(task: 3, name: "a.pdf", folder: "/home/me/Papers", isFolder: false))))
    #expect(browser.screen.contains { $0.contains("a.pdf is in Papers already") })
    browser.press("escape")
    #expect(browser.requests.contains(.browse(.settle(task: 3, ClashAnswer(.stop)))))
  }

  @Test func renamingTypesBeforeTheExtension() {
    var browser = BrowserBench(home)
    browser.press("G", "r")
    browser.press("backspace")
    browser.type("2")
    browser.press("enter")
    #expect(browser.fileRequests == [.rename("/home/me/b10.pdf", to: "b12.pdf")])
    browser.press("g a", "r")
    #expect(
      browser.requests.last.map {
        if case .browse(.renameMany(let paths)) = $0 { paths.count == 5 } else { false }
      } == true)
    #expect(browser.state.browser.current?.marked.isEmpty == true)
  }

  @Test func rowsAreDraggedOntoFolders() {
    var browser = BrowserBench(home, size: Size(width: 60, height: 20))
    let y = 3
    // The rows begin under the head, the rule and the headings.
    #expect(browser.screen[y].contains("notes"))
    browser.mouse(.press(button: 1), x: 30, y: y + 2)
    browser.mouse(.drag(button: 1), x: 30, y: y + 1)
    #expect(browser.state.browser.drag?.target == .folder("/home/me/Papers"))
    browser.mouse(.release(button: 1), x: 30, y: y + 1)
    #expect(browser.fileRequests == [.move(["/home/me/a.pdf"], to: "/home/me/Papers")])
    // Held over a folder, it opens, and the dragged files are dropped there.
    browser.mouse(.press(button: 1), x: 30, y: y + 3)
    browser.mouse(.drag(button: 1), x: 30, y: y + 1)
    let serial = browser.state.browser.drag?.serial ?? 0
    browser.answer(browser.state.update(.reminded(.spring(serial: serial))))
    #expect(browser.tab.place == .folder("/home/me/Papers"))
    browser.mouse(.drag(button: 1), x: 31, y: 15)
    browser.mouse(.release(button: 1), x: 31, y: 15)
    #expect(browser.fileRequests.last == .move(["/home/me/B2.pdf"], to: "/home/me/Papers"))
  }

  /// A folder that opened under the mouse is left again when nothing is moved.
  @Test(arguments: [true, false]) func aCancelledDragReturns(_ byEscape: Bool) {
    var browser = BrowserBench(home, size: Size(width: 60, height: 20))
    browser.mouse(.press(button: 1), x: 30, y: 5)
    browser.mouse(.drag(button: 1), x: 30, y: 4)
    let serial = browser.state.browser.drag?.serial ?? 0
    browser.answer(browser.state.update(.reminded(.spring(serial: serial))))
    #expect(browser.tab.place == .folder("/home/me/Papers"))
    if byEscape {
      browser.press("escape")
    } else {
      // The line at the bottom takes no files.
      browser.mouse(.drag(button: 1), x: 30, y: 19)
    }
    browser.mouse(.release(button: 1), x: 30, y: 19)
    #expect(browser.tab.place == .folder("/home/me"))
    #expect(browser.fileRequests.isEmpty)
  }

  @Test func aClickOnTheHintOpensTheHelp() {
    var browser = BrowserBench(home, size: Size(width: 60, height: 20))
    func click(_ x: Int) {
      browser.mouse(.press(button: 1), x: x, y: 19)
      browser.mouse(.release(button: 1), x: x, y: 19)
    }
    #expect(browser.screen[19].hasSuffix("? help"))
    click(40)
    #expect(browser.state.panel == nil)
    click(54)
    #expect(browser.state.panel?.source == .help)
  }

  @Test func escapeCancelsADrag() {
    var browser = BrowserBench(home, size: Size(width: 60, height: 20))
    browser.mouse(.press(button: 1), x: 30, y: 5)
    browser.mouse(.drag(button: 1), x: 30, y: 4)
    browser.press("escape")
    browser.mouse(.release(button: 1), x: 30, y: 4)
    #expect(browser.fileRequests.isEmpty && browser.state.browser.drag == nil)
  }

  @Test func aMarkedRangeFollowsItsRow() {
    var browser = BrowserBench(home)
    browser.press("j", "j", "V", "j")
    #expect(browser.tab.markedWithRange == ["a.pdf", "B2.pdf"])
    browser.folders["/home/me"]?.append("A folder/")
    browser.answer(browser.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(browser.tab.markedWithRange == ["a.pdf", "B2.pdf"])
  }

  @Test func typedTextDoesNotAnswerANewQuestion() {
    var browser = BrowserBench(home)
    browser.press("N")
    let clash = Message.browser(
      .clash(task: 3, name: "a.pdf", folder: "/home/me/Papers", isFolder: false))
    browser.isSlow = true
    browser.answer(browser.state.update(clash))
    browser.type("kr")
    #expect(browser.state.prompt?.line.text == "kr")
    browser.press("enter")
    #expect(browser.fileRequests == [.newFolder(in: "/home/me", name: "kr")])
    // Now it is in sight, and for a moment no key is meant for it.
    browser.press("k")
    #expect(browser.state.questions.shown != nil)
    browser.release()
    browser.press("k")
    #expect(browser.requests.contains(.browse(.settle(task: 3, ClashAnswer(.keepBoth)))))
  }

  @Test func quittingAsksAboutRunningTasks() {
    var browser = BrowserBench(home)
    let task = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 9, speed: 0)
    browser.answer(browser.state.update(.browser(.tasks([task], undo: nil, redo: nil))))
    browser.press("q")
    #expect(!browser.state.ending.hasCome && browser.state.questions.shown != nil)
    browser.press("w")
    #expect(!browser.state.ending.hasCome)
    browser.answer(browser.state.update(.browser(.tasks([], undo: nil, redo: nil))))
    #expect(browser.state.ending.hasCome)
  }

  @Test func similarlySpelledFoldersAreDistinct() {
    let (composed, parts) = ("/home/me/\u{E9}", "/home/me/e\u{301}")
    #expect(BrowserPlace.folder(composed) != .folder(parts))
    #expect(Set([BrowserPlace.folder(composed), .folder(parts), .recents, .trash]).count == 4)
    var browser = BrowserBench(home)
    browser.answer(browser.state.browse(.folder(composed)))
    browser.answer(browser.state.browse(.folder(parts)))
    #expect(browser.tab.place.folder.map { PathParts.same($0, parts) } == true)
  }

  @Test func tasksThatMoveNoBytesCountFiles() {
    var browser = BrowserBench(home)
    let copy = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 2, speed: 1)
    let delete = TaskReport(
      id: 2, title: "Delete", phase: .running, done: 3, total: 12, countsFiles: true)
    browser.answer(browser.state.update(.browser(.tasks([copy, delete], undo: nil, redo: nil))))
    browser.press("w")
    #expect(browser.screen.contains { $0.contains("Delete") && $0.contains("25 %   of 12 files") })
    #expect(browser.screen.contains { $0.contains("Copy") && $0.contains("50 %   of 2 B") })
  }

  @Test func trashedFilesCannotBeRenamedOrCut() {
    var browser = BrowserBench(home)
    browser.state.browser.tabs[0].place = .trash
    browser.press("r", "x", "y")
    #expect(browser.state.prompt == nil && browser.state.browser.carried == nil)
  }

  @Test func clicksSelectAndDoubleClicksOpen() {
    var browser = BrowserBench(home, size: Size(width: 60, height: 20))
    browser.click(x: 30, y: 4)
    #expect(browser.current == "Papers")
    browser.click(x: 30, y: 4)
    #expect(browser.tab.place == .folder("/home/me/Papers"))
    browser.click(x: 30, y: 4)
    browser.click(x: 30, y: 5, .control)
    #expect(browser.tab.marked == ["Stasis.pdf"])
    // The breadcrumb of the home folder.
    browser.click(x: 1, y: 0)
    #expect(browser.tab.place == .folder("/home/me"))
  }

  @Test func droppedFilesCanBeOpenedOrCopied() {
    var browser = BrowserBench(home)
    browser.answer(browser.state.update(.input(.paste("'/tmp/one file.pdf' /tmp/two.pdf"))))
    #expect(browser.screen.contains { $0.contains("2 items dropped here") })
    browser.press("c")
    #expect(browser.fileRequests == [.copy(["/tmp/one file.pdf", "/tmp/two.pdf"], to: "/home/me")])
  }

  @Test func aPickerReturnsTheSelection() {
    var browser = BrowserBench(home)
    browser.state.browser.choosing = .init(takesMany: false)
    browser.press("j", "enter")
    #expect(browser.tab.place == .folder("/home/me/Papers"), "folders are gone into")
    browser.press("g a", "o")
    #expect(!browser.state.ending.hasCome)
    browser.press("escape", "enter")
    #expect(browser.state.ending.hasCome)
    #expect(browser.state.browser.choosing?.chosen == ["/home/me/Papers/chubby.pdf"])
  }

  /// A picker ends as quitting does, and returns nothing if it is left without a choice.
  @Test func aPickerWaitsForRunningTasks() {
    var browser = BrowserBench(home)
    browser.state.browser.choosing = .init(takesMany: false)
    let task = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 9, speed: 0)
    browser.answer(browser.state.update(.browser(.tasks([task], undo: nil, redo: nil))))
    browser.press("j", "enter", "enter")
    #expect(!browser.state.ending.hasCome && browser.state.questions.shown != nil)
    browser.press("n")
    #expect(!browser.state.ending.hasCome && browser.state.questions.shown == nil)
    browser.press("q")
    #expect(browser.state.browser.choosing?.chosen == [])
    browser.press("n", "enter", "w")
    browser.answer(browser.state.update(.browser(.tasks([], undo: nil, redo: nil))))
    #expect(browser.state.ending.hasCome)
    #expect(browser.state.browser.choosing?.chosen.count == 1)
  }
}

@Suite struct GlanceTests {
  private func opened(_ browser: inout BrowserBench) {
    guard let document = browser.state.documents.last else { return }
    browser.answer(
      browser.state.update(
        .opened(document.id, generation: 1, .success(DocumentSummary(pageCount: 3, title: "T")))))
    browser.answer(browser.state.update(.reading(document.id, generation: 1, nil)))
    for page in 0..<3 {
      browser.answer(browser.state.update(Book.content(document.id, page, lines: 30)))
    }
  }

  @Test func spacePreviewsAndFollowsTheCursor() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "space")
    opened(&browser)
    #expect(browser.screen[0].contains("page 1 line 1"))
    #expect(browser.state.documents.map(\.path) == ["/home/me/Papers/chubby.pdf"])
    browser.press("j")
    #expect(browser.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
    opened(&browser)
    browser.press("space")
    #expect(browser.state.documents.isEmpty)
    #expect(browser.current == "gray.pdf")
    // Nothing was remembered of either.
    #expect(!browser.requests.contains { if case .saveReading = $0 { true } else { false } })
  }

  @Test func theStatusLineNamesThePreview() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "space")
    opened(&browser)
    #expect(browser.screen.last?.contains("Look 1 of 3") == true)
    #expect(browser.screen.last?.contains("Space closes") == true)
  }

  /// Its password is asked for when it is to be read: on the way through a list the keys are the list's.
  @Test func previewingAnEncryptedDocumentAsksNoPassword() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "space")
    func lock() {
      guard let id = browser.state.documents.last?.id else { return }
      browser.answer(browser.state.update(.opened(id, generation: 1, .failure(.passwordNeeded))))
    }
    lock()
    #expect(browser.state.prompt == nil)
    #expect(browser.screen.contains { $0.contains("Enter asks for its password") })
    browser.press("j")
    #expect(browser.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
    lock()
    browser.press("enter")
    lock()
    #expect(browser.state.prompt?.isSecret == true)
  }

  @Test func aPreviewedDocumentCanBeOpened() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "space")
    opened(&browser)
    browser.press("enter")
    #expect(!browser.state.browser.isShown && browser.state.browser.glance == nil)
    #expect(browser.state.documents.map(\.path) == ["/home/me/Papers/chubby.pdf"])
    opened(&browser)
    // Leaving it goes back to where it was opened from.
    browser.press("q")
    #expect(browser.state.browser.isShown && !browser.state.ending.hasCome)
    #expect(browser.current == "chubby.pdf")
    browser.press("q")
    #expect(browser.state.ending.hasCome)
  }

  @Test func openingADocumentEndsThePreview() {
    var browser = BrowserBench(home)
    browser.press("j", "enter", "space")
    opened(&browser)
    browser.answer(browser.state.update(.pathTyped("/home/me/a.pdf", isFolder: false)))
    #expect(browser.state.browser.glance == nil && !browser.state.browser.isShown)
    #expect(browser.state.documents.map(\.path) == ["/home/me/a.pdf"])
  }

  @Test func aFailedOpenReturnsToTheList() {
    var browser = BrowserBench(home)
    browser.press("G", "enter")
    let id = browser.state.documents[0].id
    browser.answer(
      browser.state.update(.opened(id, generation: 1, .failure(.other("b10.pdf is damaged")))))
    #expect(
      browser.state.browser.isShown && browser.state.documents.isEmpty
        && !browser.state.ending.hasCome)
    #expect(browser.screen.last?.contains("b10.pdf is damaged") == true)
  }
}

@Suite struct ListOrderTests {
  @Test func numbersSortByValue() {
    let names = ["file10", "File2", "file2b", "file02a", "a1b10", "a1b9", "Ärger", "10", "9", ""]
    let order = NaturalOrder(names).sorted().map { names[$0] }
    #expect(
      order == ["", "9", "10", "a1b9", "a1b10", "Ärger", "File2", "file02a", "file2b", "file10"])
  }

  @Test func accentsAndCapitalsSortWithTheirLetters() {
    let order = [
      "02", "2", "Ångström", "Bär", "eté", "Eté", "été", "Été", "ete.pdf", "Étude", "fin",
      "I\u{307}", "Łódź", "Œuvre", "ŒUVRE", "straße", "Strasse 2", "z", "ж", "Ж", "я", "日本",
    ]
    for seed in 1...20 {
      var mixed = order
      for index in mixed.indices {
        mixed.swapAt(index, (index * 7 + seed * 13) % mixed.count)
      }
      #expect(NaturalOrder(mixed).sorted().map { mixed[$0] } == order)
    }
  }

  @Test func twoSpellingsOfANameSortStably() {
    let spellings = ["\u{E9}.pdf", "e\u{301}.pdf", "\u{C9}.pdf", "E\u{301}.pdf"]
    let order = NaturalOrder(spellings).sorted().map { Array(spellings[$0].utf8) }
    let turned = Array(spellings.reversed())
    #expect(NaturalOrder(turned).sorted().map { Array(turned[$0].utf8) } == order)
  }

  @Test func patternsWorkAsInTheShell() {
    #expect(NamePattern("*.pdf").matches("A.PDF"))
    #expect(NamePattern("a?c*").matches("abcd"))
    #expect(!NamePattern("a?c").matches("abcd"))
    #expect(NamePattern("gray").matches("jim gray 1981.pdf"))
    #expect(!NamePattern("*a*b*c*d").matches(String(repeating: "abc", count: 400)))
  }

  @Test func datesAreShortenedByAge() {
    let now: Int64 = 1_700_000_000  // Tuesday, 14 November 2023, 22:13
    #expect(CalendarDate.short(now - 3_600, now: now) == "21:13")
    #expect(CalendarDate.short(now - 86_400, now: now) == "Mon")
    #expect(CalendarDate.short(now - 30 * 86_400, now: now) == "15 Oct")
    #expect(CalendarDate.short(now - 800 * 86_400, now: now) == "Sep 2021")
    #expect(ByteCount.text(999) == "999 B" && ByteCount.text(412_345) == "412 kB")
    #expect(ByteCount.text(1_340_000) == "1.3 MB" && ByteCount.text(999_960) == "1.0 MB")
  }
}
