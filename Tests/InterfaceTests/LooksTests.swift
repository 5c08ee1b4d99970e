import Canvas
import Interface
import Messages
import Testing

/// Themes and tints, as the settings, the terminal and the user want them.
@Suite struct LooksTests {
  private static let paper = Theme(
    name: "light", paper: 0xFF_FFFF, ink: 0x11_1111, dim: 0x77_7777, accent: 0x1F_62A8,
    raised: 0xE6_E6E6, warning: 0xB3_321C)
  private static let night = Theme(
    name: "dark", paper: 0x17_191C, ink: 0xD8_D6D0, dim: 0x85_888E, accent: 0x7F_B4E6,
    raised: 0x2A_2E35, warning: 0xF0_907C)

  private func shelf() -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf"]])
    shelf.state.themes = Themes([Self.paper, Self.night])
    shelf.state.restoreThemes(nil)
    return shelf
  }

  private func saved(_ shelf: Shelf) -> [ThemeChoice] {
    shelf.requests.compactMap { if case .saveThemes(let looks) = $0 { looks } else { nil } }
  }

  @Test func theTerminalsBackgroundSelectsTheTheme() {
    var shelf = shelf()
    #expect(shelf.state.themes.current.name == "dark")
    shelf.answer(shelf.state.update(.input(.background(isDark: false))))
    #expect(shelf.state.themes.current.name == "light")
    shelf.press(":")
    shelf.type("theme dark")
    shelf.press("enter")
    #expect(shelf.state.themes.current.name == "dark")
    shelf.answer(shelf.state.update(.input(.background(isDark: false))))
    #expect(shelf.state.themes.current.name == "dark", "the chosen theme stays")
    #expect(saved(shelf).last?.theme == "dark")
    shelf.press(":")
    shelf.type("theme auto")
    shelf.press("enter")
    #expect(shelf.state.themes.current.name == "light", "the terminal chooses again")
    #expect(saved(shelf).last?.theme == "")
  }

  @Test func theChosenThemeHoldsUntilTheSettingsChange() {
    var shelf = shelf()
    shelf.state.preferences.theme = "light"
    shelf.state.restoreThemes(nil)
    shelf.answer(shelf.state.update(.input(.background(isDark: true))))
    #expect(shelf.state.themes.current.name == "light")
    shelf.press(":")
    shelf.type("theme dark")
    shelf.press("enter")
    guard let looks = saved(shelf).last else {
      Issue.record("the choice was not kept")
      return
    }
    var next = self.shelf()
    next.state.preferences.theme = "light"
    next.state.restoreThemes(looks)
    #expect(next.state.themes.current.name == "dark", "the chosen theme is restored")
    next.state.preferences.theme = ""
    next.state.restoreThemes(looks)
    next.answer(next.state.update(.input(.background(isDark: false))))
    #expect(next.state.themes.current.name == "light", "the settings say something else since")
  }

  @Test func aTintSetsTheAccentColours() {
    var shelf = shelf()
    let before = shelf.state.themes.current
    shelf.press(":")
    shelf.type("tint #c060d0")
    shelf.press("enter")
    let theme = shelf.state.themes.current
    #expect(theme.accent.foreground == .rgb(0xC0_60D0))
    #expect(theme.link.foreground == .rgb(0xC0_60D0))
    #expect(theme.currentHit.background == .rgb(0xC0_60D0))
    #expect(theme.selection != before.selection)
    #expect(theme.text == before.text && theme.error == before.error)
    #expect(saved(shelf).last?.tint == "#c060d0")
    shelf.press(":")
    shelf.type("tint none")
    shelf.press("enter")
    #expect(shelf.state.themes.current == before)
    shelf.press(":")
    shelf.type("tint mauve")
    shelf.press("enter")
    #expect(shelf.state.notices.shown?.isError == true && shelf.state.themes.current == before)
  }

  /// Tinted text is readable: all named colours on white and on black.
  @Test func everyTintIsReadable() {
    for theme in [Self.paper, Self.night] {
      for tint in Tint.named.map(\.color) + [0xFF_FF00, 0xFF_FFFF, 0, 0x17_191C] {
        guard case .rgb(let accent) = theme.tinted(tint).accent.foreground,
          case .rgb(let paper) = theme.text.background
        else {
          Issue.record("no colour")
          return
        }
        let levels = [accent, paper].map { color in
          [16, 8, 0].map { Int(color >> UInt32($0) & 0xFF) }
        }
        let distance = zip(levels[0], levels[1]).map { abs($0 - $1) }.max() ?? 0
        #expect(distance > 70, "\(theme.name): \(tint) became \(accent)")
      }
    }
    #expect(Theme.monochrome.tinted(0xFF_0000) == Theme.monochrome)
  }

  @Test(
    arguments: [
      ("#1f62a8", 0x1F_62A8), ("Blue", 0x3B_82D0), ("#1f62a", nil), ("#+12345", nil),
      ("1f62a8", nil),
      ("#१२३४५६", nil), ("", nil), ("mauve", nil),
    ] as [(String, UInt32?)]) func tintsAreNamesOrHexNumbers(_ text: String, _ color: UInt32?)
  {
    #expect(Tint.color(text) == color)
  }

  @Test func aPickerSavesNoTheme() {
    var shelf = shelf()
    shelf.state.browser.choosing = .init(takesMany: false)
    shelf.press(":")
    shelf.type("theme light")
    shelf.press("enter")
    #expect(shelf.state.themes.current.name == "light" && saved(shelf).isEmpty)
    #expect(shelf.state.saveReading().isEmpty)
  }
}

/// Settings of the browser.
@Suite struct PreferencesTests {
  private let home: [String: [String]] = ["/home/me": ["Papers/", "a.pdf", ".hidden.pdf"]]

  @Test func listsStartWithTheSettings() {
    var preferences = Preferences()
    preferences.showsHidden = true
    preferences.foldersFirst = false
    preferences.sort = .modified
    preferences.columns = [.size]
    var remembered = ListOptions()
    remembered.isReversed = true
    remembered.showsTitles = true
    let options = preferences.applied(to: remembered)
    #expect(options.showsHidden && !options.foldersFirst && options.columns == [.size])
    #expect(options.sort == .modified && !options.isReversed && options.showsTitles)
    #expect(Preferences().applied(to: remembered) == remembered)
  }

  @Test func trashingAsksIfConfigured() {
    var shelf = Shelf(home)
    shelf.state.preferences.confirmsTrash = true
    shelf.press("j", "d d")
    #expect(shelf.fileRequests == [])
    #expect(shelf.screen.contains { $0.contains("Move “a.pdf” to the trash?") })
    shelf.press("n")
    #expect(shelf.fileRequests == [])
    shelf.press("d d", "y")
    #expect(shelf.fileRequests == [.trash(["/home/me/a.pdf"])])
  }

  @Test(arguments: [
    (Preferences.DropMode.copy, FileRequest.copy(["/tmp/x.pdf"], to: "/home/me")),
    (.move, .move(["/tmp/x.pdf"], to: "/home/me")),
  ]) func droppedFilesAreCopiedAsConfigured(_ mode: Preferences.DropMode, _ request: FileRequest) {
    var shelf = Shelf(home)
    shelf.state.preferences.droppedFiles = mode
    shelf.answer(shelf.state.update(.input(.paste("/tmp/x.pdf"))))
    #expect(shelf.fileRequests == [request])
    #expect(shelf.state.questions.shown == nil)
  }

  @Test func droppedFilesAreOpenedIfConfigured() {
    var shelf = Shelf(home)
    shelf.state.preferences.droppedFiles = .open
    shelf.answer(shelf.state.update(.input(.paste("/tmp/x.pdf"))))
    #expect(shelf.state.documents.map(\.path) == ["/tmp/x.pdf"] && !shelf.state.browser.isShown)
  }

  @Test func newDocumentsGoToTheConfiguredFolder() {
    var shelf = Shelf(home)
    shelf.state.preferences.newDocuments = "/home/me/Notes"
    shelf.press("n")
    shelf.answer(
      shelf.state.update(
        .browser(.templates([TemplateChoice(id: "0", title: "Note")], about: nil))))
    shelf.press("enter")
    #expect(
      shelf.requests.contains(
        .browse(.create(template: "0", folder: "/home/me/Notes", about: nil))))
  }

  @Test func aPickerReturnsAnyOpenedPath() {
    var shelf = Shelf(home)
    shelf.state.browser.choosing = .init(takesMany: true)
    // As when a path was typed at `:open`.
    shelf.answer(shelf.state.update(.pathTyped("/elsewhere/b.pdf", isFolder: false)))
    #expect(shelf.state.ending.hasCome && shelf.state.documents.isEmpty)
    #expect(shelf.state.browser.choosing?.chosen == ["/elsewhere/b.pdf"])
    #expect(!shelf.requests.contains { if case .saveSession = $0 { true } else { false } })
  }

  @Test func aPickerReturnsNoMissingFile() {
    var shelf = Shelf(["/home/me": ["lost.pdf@", "a.pdf"]])
    shelf.state.browser.choosing = .init(takesMany: false)
    shelf.press("z a", "G", "enter")
    #expect(shelf.current == "lost.pdf")
    #expect(!shelf.state.ending.hasCome && shelf.state.notices.shown?.isError == true)
  }

  @Test func aPickerReturnsFoldersWithO() {
    var shelf = Shelf(home)
    shelf.state.browser.choosing = .init(takesMany: false)
    shelf.press("o")
    #expect(shelf.state.browser.choosing?.chosen == ["/home/me/Papers"])
  }
}
