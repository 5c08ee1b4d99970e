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
    let shelf = Shelf(home)
    #expect(shelf.names == ["notes", "Papers", "a.pdf", "B2.pdf", "b10.pdf"])
  }

  @Test func togglesShowHiddenAndOtherFiles() {
    var shelf = Shelf(home)
    shelf.press("z a")
    #expect(shelf.names.last == "picture.png")
    shelf.press("z a", "z h", "s f")
    #expect(shelf.names == [".hidden.pdf", "a.pdf", "B2.pdf", "b10.pdf", "notes", "Papers"])
    shelf.press("s v")
    #expect(shelf.names.first == "Papers")
  }

  @Test func foldersAreEnteredAndLeft() {
    var shelf = Shelf(home)
    shelf.press("j", "enter")
    #expect(shelf.tab.place == .folder("/home/me/Papers"))
    #expect(shelf.names == ["chubby.pdf", "gray.pdf", "Stasis.pdf"])
    shelf.press("j", "h")
    #expect(shelf.current == "Papers")
    shelf.press("l")
    #expect(shelf.current == "gray.pdf", "the cursor stays")
    shelf.press("h", "h")
    #expect(shelf.current == "me")
    shelf.press("-")
    #expect(shelf.tab.place == .folder("/home/me"))
    shelf.press("H", "H")
    #expect(shelf.tab.place == .folder("/home/me"))
    shelf.press("L")
    #expect(shelf.tab.place == .folder("/home"))
  }

  @Test func anUnreadableFolderIsReported() {
    var shelf = Shelf(home)
    shelf.folders["/home/me/Papers"] = nil
    shelf.press("j", "enter")
    #expect(shelf.tab.phase == .failed("it is not there"))
    #expect(shelf.screen.contains { $0.contains("it is not there") })
    shelf.press("h")
    #expect(shelf.current == "Papers")
  }

  @Test func outdatedAnswersAreDropped() {
    var shelf = Shelf(home)
    shelf.isSlow = true
    shelf.press("j", "enter")
    #expect(shelf.names.isEmpty)
    // On to another place before the first is read.
    shelf.press("~")
    shelf.release()
    #expect(shelf.tab.place == .folder("/home/me"))
    #expect(shelf.names.count == 5)
  }

  @Test func theFilterIsFuzzyAndRanksTheBestFirst() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "/")
    shelf.type("sts")
    #expect(shelf.names == ["Stasis.pdf"])
    shelf.press("escape")
    #expect(shelf.names.count == 3)
    shelf.press("/")
    shelf.type("gr")
    shelf.press("enter")
    // The filter is kept; to open is another Enter.
    #expect(shelf.names == ["gray.pdf"] && shelf.state.documents.isEmpty)
    shelf.press("enter")
    #expect(shelf.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
  }

  /// An order requested for among recents is for there alone, and gone with the next visit.
  @Test func recentsHaveTheirOwnOrder() {
    var shelf = Shelf(home)
    shelf.press("s", "v")
    #expect(shelf.tab.options.isReversed)
    shelf.answer(shelf.state.browser.go(to: .recents))
    #expect(shelf.tab.keepsOrder)
    shelf.press("s", "d")
    #expect(!shelf.tab.keepsOrder)
    shelf.answer(shelf.state.browser.go(to: .recents))
    // By name is by name there too, and from A on.
    shelf.press("s", "n")
    #expect(!shelf.tab.keepsOrder && !shelf.tab.options.isReversed)
    shelf.answer(shelf.state.browser.go(to: .folder("/home/me")))
    #expect(shelf.tab.options.sort == .name && shelf.tab.options.isReversed)
    shelf.answer(shelf.state.browser.go(to: .recents))
    #expect(shelf.tab.keepsOrder)
  }

  @Test func aChangeKeepsTheCursorOnItsFile() {
    var shelf = Shelf(home)
    shelf.press("G")
    #expect(shelf.current == "b10.pdf")
    shelf.folders["/home/me"]?.append("aaa.pdf")
    shelf.answer(shelf.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(shelf.names.count == 6)
    #expect(shelf.current == "b10.pdf")
    // A deleted file leaves the cursor where it was.
    shelf.folders["/home/me"]?.removeAll { $0 == "b10.pdf" }
    shelf.answer(shelf.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(shelf.current == "B2.pdf")
  }

  @Test func aRemovedFolderIsLeftForItsParent() {
    var shelf = Shelf(home)
    shelf.press("j", "enter")
    shelf.answer(shelf.state.update(.browser(.vanished(.folder("/home/me/Papers")))))
    #expect(shelf.tab.place == .folder("/home/me"))
    #expect(shelf.state.notices.shown?.text.contains("Papers is gone") == true)
  }

  @Test func typeAheadMovesToNames() {
    var shelf = Shelf(home)
    shelf.press("f")
    shelf.type("b1")
    #expect(shelf.current == "b10.pdf")
    shelf.press("backspace", "escape", "k")
    #expect(shelf.current == "B2.pdf")
  }

  /// A letter that continues no name does not keep the keys after it.
  @Test func movingEndsTypeAhead() {
    var shelf = Shelf(home)
    shelf.press("f")
    #expect(shelf.state.notices.shown?.text.contains("Esc ends") == true)
    shelf.type("b1")
    shelf.press("x")
    #expect(shelf.state.notices.shown?.text == "Nothing here begins with “b1x”")
    #expect(shelf.current == "b10.pdf" && shelf.state.browser.typeAhead == "b1")
    shelf.press("k")
    #expect(shelf.current == "B2.pdf" && shelf.state.browser.typeAhead == nil)
  }

  @Test func rowsAreSortedByDateAndSize() {
    var shelf = Shelf(home)
    shelf.facts = [
      "a.pdf": FileFacts(size: 5, modified: 30), "B2.pdf": FileFacts(size: 900, modified: 10),
      "b10.pdf": FileFacts(size: 20, modified: 20),
    ]
    shelf.press("s d")
    #expect(shelf.names.suffix(3) == ["a.pdf", "b10.pdf", "B2.pdf"], "the newest first")
    shelf.press("s s")
    #expect(shelf.names.suffix(3) == ["B2.pdf", "b10.pdf", "a.pdf"], "the largest first")
    shelf.press("s s")
    #expect(shelf.names.suffix(3) == ["a.pdf", "b10.pdf", "B2.pdf"])
    shelf.documents = ["b10.pdf": DocumentFacts(title: "Zoo", author: "Adams")]
    shelf.answer(shelf.state.browse(.folder("/home")))
    shelf.press("enter", "s a")
    #expect(shelf.names.suffix(3).first == "b10.pdf", "those without an author come last")
  }

  /// A row whose name has not the letters shows the title it was left for.
  @Test func theFilterShowsTheMatchedTitle() {
    var shelf = Shelf(["/home/me": ["x1.pdf", "paxos.pdf"]], size: Size(width: 120, height: 24))
    shelf.documents = ["x1.pdf": DocumentFacts(title: "Paxos Made Simple")]
    shelf.press("s a", "s n", "/")
    shelf.type("paxos")
    #expect(shelf.screen.contains { $0.contains("x1.pdf · Paxos Made Simple") })
    #expect(!shelf.screen.contains { $0.contains("paxos.pdf ·") })
  }

  /// Titles do not hide which file it is.
  @Test func titlesAreFollowedByTheirFiles() {
    var shelf = Shelf(["/home/me": ["x1.pdf", "paxos.pdf"]], size: Size(width: 120, height: 24))
    shelf.documents = ["x1.pdf": DocumentFacts(title: "Paxos Made Simple")]
    shelf.press("s a", "s n", "z t")
    #expect(shelf.screen.contains { $0.contains("Paxos Made Simple · x1.pdf") })
    shelf.press("/")
    shelf.type("x1")
    #expect(shelf.screen.contains { $0.contains("Paxos Made Simple · x1.pdf") })
  }

  @Test func volumesAreMountedFromTheSidebarAndUnmounted() {
    var shelf = Shelf(["/home/me": ["a.pdf"], "/media": ["stick/"], "/media/stick": ["b.pdf"]])
    var stick = Sidebar.Item(place: .folder("/"), title: "Stick")
    stick.volume = "/dev/sdb1"
    shelf.answer(shelf.state.update(.browser(.sidebar([.volumes: [stick]]))))
    shelf.press("tab", "j", "j", "enter")
    #expect(
      shelf.requests.contains(.browse(.mount(volume: "/dev/sdb1", name: "Stick"))))
    shelf.press("d d")
    #expect(shelf.state.notices.shown?.text.contains("Enter mounts it") == true)
    let mounted = Sidebar.Item(place: .folder("/media/stick"), title: "stick")
    shelf.answer(shelf.state.update(.browser(.sidebar([.volumes: [mounted]]))))
    shelf.answer(shelf.state.update(.browser(.mounted("/media/stick"))))
    #expect(shelf.tab.place == .folder("/media/stick"))
    shelf.press("d d")
    #expect(
      shelf.requests.contains(.browse(.unmount(path: "/media/stick", listed: "/media/stick"))))
    #expect(shelf.tab.place == .folder("/media"))
    // It is in use.
    shelf.answer(shelf.state.update(.browser(.mounted("/media/stick"))))
    #expect(shelf.tab.place == .folder("/media/stick"))
  }

  @Test func foldersAreMeasuredOnDemand() {
    var shelf = Shelf(
      ["/home/me": ["big/", "small/", "a.pdf"]], size: Size(width: 120, height: 24))
    shelf.press("I")
    #expect(shelf.screen.contains { $0.contains("not measured; z d measures it") })
    shelf.press("escape", "z d")
    var requested: [FolderToMeasure] = []
    for case .browse(.measure(_, let folders)) in shelf.requests { requested = folders }
    #expect(requested.map(\.path) == ["/home/me/big", "/home/me/small"])
    func tell(_ name: String, _ size: FolderSize) {
      shelf.answer(
        shelf.state.update(
          .browser(
            .measured(tab: shelf.tab.id, FilePath(name), size))))
    }
    tell("big", FolderSize(bytes: 2_000_000, files: 3))
    #expect(shelf.screen.contains { $0.contains("big/") && $0.contains("2.0 MB…") })
    tell("big", FolderSize(bytes: 5_000_000, files: 9, isDone: true))
    tell("small", FolderSize(bytes: 10, files: 1, unread: 1, isDone: true))
    #expect(shelf.screen.contains { $0.contains("big/") && $0.contains("5.0 MB") })
    #expect(shelf.screen.contains { $0.contains("small/") && $0.contains("10 B+") })
    shelf.press("s s")
    #expect(shelf.names.prefix(2) == ["big", "small"])
    shelf.press("s s")
    #expect(shelf.names.prefix(2) == ["small", "big"])
    shelf.press("g g", "I")
    #expect(
      shelf.screen.contains { $0.contains("10 B, 10 bytes in 1 file, without 1 folder that") })
  }

  @Test func aCommandRunsOnTheMarkedFiles() {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.press("g a", "!")
    shelf.type("ls %s")
    shelf.press("enter")
    let request = CommandLineRequest(
      line: "ls %s", folder: "/home/me", paths: ["/home/me/a.pdf", "/home/me/b.pdf"],
      file: "/home/me/a.pdf")
    #expect(shelf.requests.contains(.browse(.runInTerminal(request))))
    #expect(shelf.tab.marked.count == 2, "the next command may be for them, too")
    #expect(shelf.state.folderAtEnd == "/home/me")
  }

  @Test func earlierCommandsAreRecalled() {
    var shelf = Shelf(["/home/me": ["a.pdf"]])
    for line in ["ls", "wc %s", "ls"] {
      shelf.press("!")
      shelf.type(line)
      shelf.press("enter")
    }
    shelf.press("!", "up")
    #expect(shelf.state.prompt?.line.text == "ls")
    shelf.press("up", "up")
    #expect(shelf.state.prompt?.line.text == "wc %s")
    shelf.press("down", "down")
    #expect(shelf.state.prompt?.line.text == "")
    #expect(shelf.state.browserMemory?.commandLines == ["wc %s", "ls"])
  }

  /// `rcd FILE` goes to the file's folder, although no folder was browsed.
  @Test func theShellEndsInTheDocumentsFolder() {
    var state = State(
      size: Size(width: 80, height: 24), themes: Themes([]), keymap: .shipped)
    _ = state.open(path: "/home/me/papers/a.pdf", start: .remembered)
    #expect(state.folderAtEnd == "/home/me/papers")
    var piped = State(size: Size(width: 80, height: 24), themes: Themes([]), keymap: .shipped)
    _ = piped.open(path: "", start: .remembered)
    #expect(piped.folderAtEnd == nil)
  }

  /// Whatever it is sorted by is seen, or said.
  @Test func theSortOrderIsShown() {
    var shelf = Shelf(home, size: Size(width: 120, height: 24))
    shelf.facts = ["a.pdf": FileFacts(size: 5, modified: 30)]
    #expect(!shelf.screen.contains { $0.contains("Size") })
    shelf.press("s s")
    #expect(shelf.screen.contains { $0.contains("Size ▾") })
    #expect(shelf.screen.contains { $0.contains("a.pdf") && $0.contains("5 B") })
    shelf.press("s s")
    #expect(shelf.screen.contains { $0.contains("Size ▴") })
    shelf.press("s n")
    #expect(!shelf.screen.contains { $0.contains("Size") })
    #expect(shelf.screen.contains { $0.contains("Name ▾") })
    // An author has no room beside the names, and a gallery has no headings.
    var narrow = Shelf(home, size: Size(width: 40, height: 10))
    narrow.press("s a")
    #expect(narrow.screen[0].contains("by author ▾"), "\(narrow.screen)")
    var gallery = Shelf(home, size: Size(width: 100, height: 40))
    gallery.press("i", "s s")
    #expect(gallery.screen[0].contains("by size ▾"), "\(gallery.screen)")
  }

  @Test func eachTabHasItsOwnFolder() {
    var shelf = Shelf(home)
    shelf.press("ctrl+t", "j", "enter")
    #expect(shelf.state.browser.tabs.count == 2)
    #expect(shelf.screen[1].contains("1 me") && shelf.screen[1].contains("2 Papers"))
    shelf.press("g t")
    #expect(shelf.tab.place == .folder("/home/me"))
    shelf.press("2 g t", "ctrl+w q")
    #expect(shelf.state.browser.tabs.map(\.place) == [.folder("/home/me")])
  }

  @Test func theBrowserStateIsRestored() throws {
    var shelf = Shelf(home)
    shelf.press("v", "z s", "ctrl+t", "enter", "j", "/")
    shelf.type("a")
    shelf.press("enter", "s d")
    let memory = try #require(shelf.state.browserMemory)
    var next = Shelf(home, at: "/")
    next.state.browser = Browser()
    next.state.browser.types = Shelf.types
    next.state.browser.home = "/home/me"
    next.answer(next.state.restore(memory, readingAll: true))
    #expect(next.tab.place == .folder("/home/me/Papers"))
    #expect(next.names == shelf.names && next.current == shelf.current)
    #expect(next.tab.options.sort == .modified && !next.state.browser.showsSidebar)
    #expect(next.state.browser.tabs[0].marked == ["notes"])
  }

  @Test func narrowWindowsShowTheListAlone() {
    let shelf = Shelf(home, size: Size(width: 40, height: 10))
    #expect(shelf.screen[3].contains("notes/"))
    #expect(!shelf.screen[3].contains("│"))
  }

  @Test func anEmptyFolderSaysWhatToDo() {
    var shelf = Shelf(home)
    shelf.press("enter")
    #expect(shelf.screen.contains { $0.contains("This folder is empty. n creates a document") })
    shelf.folders["/home/me/notes"] = ["one.png"]
    shelf.answer(shelf.state.update(.browser(.changed(.folder("/home/me/notes")))))
    #expect(shelf.screen.contains { $0.contains("1 other file: z a shows all") })
  }

  @Test func controlsInNamesAreNotShown() {
    let bad = "evil\u{1b}[31m\nname\u{202e}fdp.pdf"
    let shelf = Shelf(["/home/me": [bad]])
    #expect(shelf.names == [bad])
    #expect(
      !shelf.screen.joined().contains("\u{1b}") && !shelf.screen.joined().contains("\u{202e}"))
    // And its control characters are made visible.
    #expect(shelf.screen.contains { $0.contains("evil\u{FFFD}[31m\u{FFFD}name\u{FFFD}fdp.pdf") })
  }

  @Test func twoSpellingsOfOneNameAreTwoFiles() {
    var shelf = Shelf(["/home/me": ["caf\u{e9}.pdf", "cafe\u{301}.pdf"]])
    shelf.press("v")
    #expect(shelf.tab.marked.count == 1)
    shelf.press("d d")
    guard case .trash(let paths) = shelf.fileRequests.first else {
      Issue.record("nothing was put into the trash")
      return
    }
    #expect(paths.count == 1)
  }
}

@Suite struct BrowserFilesTests {
  @Test func rowsAreMarkedInAllWays() {
    var shelf = Shelf(home)
    shelf.press("v", "v")
    #expect(shelf.tab.marked == ["notes", "Papers"])
    shelf.press("g i")
    #expect(shelf.tab.marked == ["a.pdf", "B2.pdf", "b10.pdf"])
    shelf.press("escape", "g g", "V", "j", "j")
    #expect(shelf.tab.markedWithRange.count == 3)
    shelf.press("V", "g a")
    #expect(shelf.tab.marked.count == 5)
    shelf.press("escape", "*")
    shelf.press("backspace")
    shelf.type("b*.pdf")
    shelf.press("enter")
    #expect(shelf.tab.marked == ["B2.pdf", "b10.pdf"])
    shelf.press("o")
    #expect(shelf.state.documents.map(\.path) == ["/home/me/B2.pdf", "/home/me/b10.pdf"])
    #expect(!shelf.state.browser.isShown)
  }

  @Test func filesAreCarriedToAnotherFolder() {
    var shelf = Shelf(home)
    shelf.press("G", "x", "g g", "j", "enter", "p")
    #expect(shelf.fileRequests == [.move(["/home/me/b10.pdf"], to: "/home/me/Papers")])
    shelf.press("p")
    #expect(shelf.state.notices.shown?.text.contains("Nothing to paste") == true)
    shelf.press("y", "h", "p", "p")
    #expect(
      shelf.fileRequests.suffix(2).allSatisfy {
        $0 == .copy(["/home/me/Papers/chubby.pdf"], to: "/home/me")
      })
  }

  @Test func permanentDeletionNeedsAnExplicitAnswer() {
    var shelf = Shelf(home)
    shelf.press("G", "d x")
    #expect(shelf.screen.contains { $0.contains("Delete “b10.pdf” permanently?") })
    shelf.press("enter")
    #expect(shelf.fileRequests.isEmpty && shelf.state.questions.shown != nil)
    shelf.press("n")
    #expect(shelf.fileRequests.isEmpty && shelf.state.questions.shown == nil)
    shelf.press("d x", "y")
    #expect(shelf.fileRequests == [.delete(["/home/me/b10.pdf"])])
  }

  @Test func aNameClashIsAskedAbout() {
    var shelf = Shelf(home)
    shelf.answer(
      shelf.state.update(
        .browser(.clash(task: 3, name: "a.pdf", folder: "/home/me/Papers", isFolder: false))))
    #expect(shelf.screen.contains { $0.contains("a.pdf is in Papers already") })
    shelf.press("escape")
    #expect(shelf.requests.contains(.browse(.settle(task: 3, ClashAnswer(.stop)))))
  }

  @Test func renamingTypesBeforeTheExtension() {
    var shelf = Shelf(home)
    shelf.press("G", "r")
    shelf.press("backspace")
    shelf.type("2")
    shelf.press("enter")
    #expect(shelf.fileRequests == [.rename("/home/me/b10.pdf", to: "b12.pdf")])
    shelf.press("g a", "r")
    #expect(
      shelf.requests.last.map {
        if case .browse(.renameMany(let paths)) = $0 { paths.count == 5 } else { false }
      } == true)
    #expect(shelf.state.browser.current?.marked.isEmpty == true)
  }

  @Test func rowsAreDraggedOntoFolders() {
    var shelf = Shelf(home, size: Size(width: 60, height: 20))
    let y = 3
    // The rows begin under the head, the rule and the headings.
    #expect(shelf.screen[y].contains("notes"))
    shelf.mouse(.press(button: 1), x: 30, y: y + 2)
    shelf.mouse(.drag(button: 1), x: 30, y: y + 1)
    #expect(shelf.state.browser.drag?.target == .folder("/home/me/Papers"))
    shelf.mouse(.release(button: 1), x: 30, y: y + 1)
    #expect(shelf.fileRequests == [.move(["/home/me/a.pdf"], to: "/home/me/Papers")])
    // Held over a folder, it opens, and the dragged files are dropped there.
    shelf.mouse(.press(button: 1), x: 30, y: y + 3)
    shelf.mouse(.drag(button: 1), x: 30, y: y + 1)
    let serial = shelf.state.browser.drag?.serial ?? 0
    shelf.answer(shelf.state.update(.reminded(.spring(serial: serial))))
    #expect(shelf.tab.place == .folder("/home/me/Papers"))
    shelf.mouse(.drag(button: 1), x: 31, y: 15)
    shelf.mouse(.release(button: 1), x: 31, y: 15)
    #expect(shelf.fileRequests.last == .move(["/home/me/B2.pdf"], to: "/home/me/Papers"))
  }

  /// A folder that opened under the mouse is left again when nothing is moved.
  @Test(arguments: [true, false]) func aCancelledDragReturns(_ byEscape: Bool) {
    var shelf = Shelf(home, size: Size(width: 60, height: 20))
    shelf.mouse(.press(button: 1), x: 30, y: 5)
    shelf.mouse(.drag(button: 1), x: 30, y: 4)
    let serial = shelf.state.browser.drag?.serial ?? 0
    shelf.answer(shelf.state.update(.reminded(.spring(serial: serial))))
    #expect(shelf.tab.place == .folder("/home/me/Papers"))
    if byEscape {
      shelf.press("escape")
    } else {
      // The line at the bottom takes no files.
      shelf.mouse(.drag(button: 1), x: 30, y: 19)
    }
    shelf.mouse(.release(button: 1), x: 30, y: 19)
    #expect(shelf.tab.place == .folder("/home/me"))
    #expect(shelf.fileRequests.isEmpty)
  }

  @Test func aClickOnTheHintOpensTheHelp() {
    var shelf = Shelf(home, size: Size(width: 60, height: 20))
    func click(_ x: Int) {
      shelf.mouse(.press(button: 1), x: x, y: 19)
      shelf.mouse(.release(button: 1), x: x, y: 19)
    }
    #expect(shelf.screen[19].hasSuffix("? help"))
    click(40)
    #expect(shelf.state.panel == nil)
    click(54)
    #expect(shelf.state.panel?.source == .help)
  }

  @Test func escapeCancelsADrag() {
    var shelf = Shelf(home, size: Size(width: 60, height: 20))
    shelf.mouse(.press(button: 1), x: 30, y: 5)
    shelf.mouse(.drag(button: 1), x: 30, y: 4)
    shelf.press("escape")
    shelf.mouse(.release(button: 1), x: 30, y: 4)
    #expect(shelf.fileRequests.isEmpty && shelf.state.browser.drag == nil)
  }

  @Test func aMarkedRangeFollowsItsRow() {
    var shelf = Shelf(home)
    shelf.press("j", "j", "V", "j")
    #expect(shelf.tab.markedWithRange == ["a.pdf", "B2.pdf"])
    shelf.folders["/home/me"]?.append("A folder/")
    shelf.answer(shelf.state.update(.browser(.changed(.folder("/home/me")))))
    #expect(shelf.tab.markedWithRange == ["a.pdf", "B2.pdf"])
  }

  @Test func typedTextDoesNotAnswerANewQuestion() {
    var shelf = Shelf(home)
    shelf.press("N")
    let clash = Message.browser(
      .clash(task: 3, name: "a.pdf", folder: "/home/me/Papers", isFolder: false))
    shelf.isSlow = true
    shelf.answer(shelf.state.update(clash))
    shelf.type("kr")
    #expect(shelf.state.prompt?.line.text == "kr")
    shelf.press("enter")
    #expect(shelf.fileRequests == [.newFolder(in: "/home/me", name: "kr")])
    // Now it is in sight, and for a moment no key is meant for it.
    shelf.press("k")
    #expect(shelf.state.questions.shown != nil)
    shelf.release()
    shelf.press("k")
    #expect(shelf.requests.contains(.browse(.settle(task: 3, ClashAnswer(.keepBoth)))))
  }

  @Test func quittingAsksAboutRunningTasks() {
    var shelf = Shelf(home)
    let task = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 9, speed: 0)
    shelf.answer(shelf.state.update(.browser(.tasks([task], undo: nil, redo: nil))))
    shelf.press("q")
    #expect(!shelf.state.ending.hasCome && shelf.state.questions.shown != nil)
    shelf.press("w")
    #expect(!shelf.state.ending.hasCome)
    shelf.answer(shelf.state.update(.browser(.tasks([], undo: nil, redo: nil))))
    #expect(shelf.state.ending.hasCome)
  }

  @Test func similarlySpelledFoldersAreDistinct() {
    let (composed, parts) = ("/home/me/\u{E9}", "/home/me/e\u{301}")
    #expect(BrowserPlace.folder(composed) != .folder(parts))
    #expect(Set([BrowserPlace.folder(composed), .folder(parts), .recents, .trash]).count == 4)
    var shelf = Shelf(home)
    shelf.answer(shelf.state.browse(.folder(composed)))
    shelf.answer(shelf.state.browse(.folder(parts)))
    #expect(shelf.tab.place.folder.map { PathParts.same($0, parts) } == true)
  }

  @Test func tasksThatMoveNoBytesCountFiles() {
    var shelf = Shelf(home)
    let copy = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 2, speed: 1)
    let delete = TaskReport(
      id: 2, title: "Delete", phase: .running, done: 3, total: 12, countsFiles: true)
    shelf.answer(shelf.state.update(.browser(.tasks([copy, delete], undo: nil, redo: nil))))
    shelf.press("w")
    #expect(shelf.screen.contains { $0.contains("Delete") && $0.contains("25 %   of 12 files") })
    #expect(shelf.screen.contains { $0.contains("Copy") && $0.contains("50 %   of 2 B") })
  }

  @Test func trashedFilesCannotBeRenamedOrCut() {
    var shelf = Shelf(home)
    shelf.state.browser.tabs[0].place = .trash
    shelf.press("r", "x", "y")
    #expect(shelf.state.prompt == nil && shelf.state.browser.carried == nil)
  }

  @Test func clicksSelectAndDoubleClicksOpen() {
    var shelf = Shelf(home, size: Size(width: 60, height: 20))
    shelf.click(x: 30, y: 4)
    #expect(shelf.current == "Papers")
    shelf.click(x: 30, y: 4)
    #expect(shelf.tab.place == .folder("/home/me/Papers"))
    shelf.click(x: 30, y: 4)
    shelf.click(x: 30, y: 5, .control)
    #expect(shelf.tab.marked == ["Stasis.pdf"])
    // The breadcrumb of the home folder.
    shelf.click(x: 1, y: 0)
    #expect(shelf.tab.place == .folder("/home/me"))
  }

  @Test func droppedFilesCanBeOpenedOrCopied() {
    var shelf = Shelf(home)
    shelf.answer(shelf.state.update(.input(.paste("'/tmp/one file.pdf' /tmp/two.pdf"))))
    #expect(shelf.screen.contains { $0.contains("2 items dropped here") })
    shelf.press("c")
    #expect(shelf.fileRequests == [.copy(["/tmp/one file.pdf", "/tmp/two.pdf"], to: "/home/me")])
  }

  @Test func aPickerReturnsTheSelection() {
    var shelf = Shelf(home)
    shelf.state.browser.choosing = .init(takesMany: false)
    shelf.press("j", "enter")
    #expect(shelf.tab.place == .folder("/home/me/Papers"), "folders are gone into")
    shelf.press("g a", "o")
    #expect(!shelf.state.ending.hasCome)
    shelf.press("escape", "enter")
    #expect(shelf.state.ending.hasCome)
    #expect(shelf.state.browser.choosing?.chosen == ["/home/me/Papers/chubby.pdf"])
  }

  /// A picker ends as quitting does, and returns nothing if it is left without a choice.
  @Test func aPickerWaitsForRunningTasks() {
    var shelf = Shelf(home)
    shelf.state.browser.choosing = .init(takesMany: false)
    let task = TaskReport(id: 1, title: "Copy", phase: .running, done: 1, total: 9, speed: 0)
    shelf.answer(shelf.state.update(.browser(.tasks([task], undo: nil, redo: nil))))
    shelf.press("j", "enter", "enter")
    #expect(!shelf.state.ending.hasCome && shelf.state.questions.shown != nil)
    shelf.press("n")
    #expect(!shelf.state.ending.hasCome && shelf.state.questions.shown == nil)
    shelf.press("q")
    #expect(shelf.state.browser.choosing?.chosen == [])
    shelf.press("n", "enter", "w")
    shelf.answer(shelf.state.update(.browser(.tasks([], undo: nil, redo: nil))))
    #expect(shelf.state.ending.hasCome)
    #expect(shelf.state.browser.choosing?.chosen.count == 1)
  }
}

@Suite struct GlanceTests {
  private func opened(_ shelf: inout Shelf) {
    guard let document = shelf.state.documents.last else { return }
    shelf.answer(
      shelf.state.update(
        .opened(document.id, generation: 1, .success(DocumentSummary(pageCount: 3, title: "T")))))
    shelf.answer(shelf.state.update(.reading(document.id, generation: 1, nil)))
    for page in 0..<3 {
      shelf.answer(shelf.state.update(Book.content(document.id, page, lines: 30)))
    }
  }

  @Test func spacePreviewsAndFollowsTheCursor() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "space")
    opened(&shelf)
    #expect(shelf.screen[0].contains("page 1 line 1"))
    #expect(shelf.state.documents.map(\.path) == ["/home/me/Papers/chubby.pdf"])
    shelf.press("j")
    #expect(shelf.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
    opened(&shelf)
    shelf.press("space")
    #expect(shelf.state.documents.isEmpty)
    #expect(shelf.current == "gray.pdf")
    // Nothing was remembered of either.
    #expect(!shelf.requests.contains { if case .saveReading = $0 { true } else { false } })
  }

  @Test func theStatusLineNamesThePreview() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "space")
    opened(&shelf)
    #expect(shelf.screen.last?.contains("Look 1 of 3") == true)
    #expect(shelf.screen.last?.contains("Space closes") == true)
  }

  /// Its password is asked for when it is to be read: on the way through a list the keys are the list's.
  @Test func previewingAnEncryptedDocumentAsksNoPassword() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "space")
    func lock() {
      guard let id = shelf.state.documents.last?.id else { return }
      shelf.answer(shelf.state.update(.opened(id, generation: 1, .failure(.passwordNeeded))))
    }
    lock()
    #expect(shelf.state.prompt == nil)
    #expect(shelf.screen.contains { $0.contains("Enter asks for its password") })
    shelf.press("j")
    #expect(shelf.state.documents.map(\.path) == ["/home/me/Papers/gray.pdf"])
    lock()
    shelf.press("enter")
    lock()
    #expect(shelf.state.prompt?.isSecret == true)
  }

  @Test func aPreviewedDocumentCanBeOpened() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "space")
    opened(&shelf)
    shelf.press("enter")
    #expect(!shelf.state.browser.isShown && shelf.state.browser.glance == nil)
    #expect(shelf.state.documents.map(\.path) == ["/home/me/Papers/chubby.pdf"])
    opened(&shelf)
    // Leaving it goes back to where it was opened from.
    shelf.press("q")
    #expect(shelf.state.browser.isShown && !shelf.state.ending.hasCome)
    #expect(shelf.current == "chubby.pdf")
    shelf.press("q")
    #expect(shelf.state.ending.hasCome)
  }

  @Test func openingADocumentEndsThePreview() {
    var shelf = Shelf(home)
    shelf.press("j", "enter", "space")
    opened(&shelf)
    shelf.answer(shelf.state.update(.pathTyped("/home/me/a.pdf", isFolder: false)))
    #expect(shelf.state.browser.glance == nil && !shelf.state.browser.isShown)
    #expect(shelf.state.documents.map(\.path) == ["/home/me/a.pdf"])
  }

  @Test func aFailedOpenReturnsToTheList() {
    var shelf = Shelf(home)
    shelf.press("G", "enter")
    let id = shelf.state.documents[0].id
    shelf.answer(
      shelf.state.update(.opened(id, generation: 1, .failure(.other("b10.pdf is damaged")))))
    #expect(
      shelf.state.browser.isShown && shelf.state.documents.isEmpty && !shelf.state.ending.hasCome)
    #expect(shelf.screen.last?.contains("b10.pdf is damaged") == true)
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
