import Canvas
import Interface
import Messages
import Testing

/// Themes and tints, as the settings, the terminal and the user want them.
@Suite struct ThemeTests {
  private static let paper = Theme(
    name: "light", paper: 0xFF_FFFF, ink: 0x11_1111, dim: 0x77_7777, accent: 0x1F_62A8,
    raised: 0xE6_E6E6, warning: 0xB3_321C)
  private static let night = Theme(
    name: "dark", paper: 0x17_191C, ink: 0xD8_D6D0, dim: 0x85_888E, accent: 0x7F_B4E6,
    raised: 0x2A_2E35, warning: 0xF0_907C)

  private func browser() -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    browser.state.themes = Themes([Self.paper, Self.night])
    browser.state.themes.restoreThemes(
      nil, document: browser.state.document, preferences: browser.state.preferences,
      &browser.state.memory)
    return browser
  }

  private func saved(_ browser: BrowserBench) -> [ThemeChoice] {
    browser.requests.compactMap { if case .saveThemes(let themes) = $0 { themes } else { nil } }
  }

  @Test func theTerminalsBackgroundSelectsTheTheme() {
    var browser = browser()
    #expect(browser.state.themes.current.name == "dark")
    browser.answer(browser.state.update(.input(.background(isDark: false))))
    #expect(browser.state.themes.current.name == "light")
    browser.press(":")
    browser.type("theme dark")
    browser.press("enter")
    #expect(browser.state.themes.current.name == "dark")
    browser.answer(browser.state.update(.input(.background(isDark: false))))
    #expect(browser.state.themes.current.name == "dark", "the chosen theme stays")
    #expect(saved(browser).last?.theme == "dark")
    browser.press(":")
    browser.type("theme auto")
    browser.press("enter")
    #expect(browser.state.themes.current.name == "light", "the terminal chooses again")
    #expect(saved(browser).last?.theme == "")
  }

  @Test func theChosenThemeHoldsUntilTheSettingsChange() {
    var browser = browser()
    browser.state.preferences.theme = "light"
    browser.state.themes.restoreThemes(
      nil, document: browser.state.document, preferences: browser.state.preferences,
      &browser.state.memory)
    browser.answer(browser.state.update(.input(.background(isDark: true))))
    #expect(browser.state.themes.current.name == "light")
    browser.press(":")
    browser.type("theme dark")
    browser.press("enter")
    guard let themes = saved(browser).last else {
      Issue.record("the choice was not kept")
      return
    }
    var next = self.browser()
    next.state.preferences.theme = "light"
    next.state.themes.restoreThemes(
      themes, document: next.state.document, preferences: next.state.preferences, &next.state.memory
    )
    #expect(next.state.themes.current.name == "dark", "the chosen theme is restored")
    next.state.preferences.theme = ""
    next.state.themes.restoreThemes(
      themes, document: next.state.document, preferences: next.state.preferences, &next.state.memory
    )
    next.answer(next.state.update(.input(.background(isDark: false))))
    #expect(next.state.themes.current.name == "light", "the settings say something else since")
  }

  @Test func aTintSetsTheAccentColours() {
    var browser = browser()
    let before = browser.state.themes.current
    browser.press(":")
    browser.type("tint #c060d0")
    browser.press("enter")
    let theme = browser.state.themes.current
    #expect(theme.accent.foreground == .rgb(0xC0_60D0))
    #expect(theme.link.foreground == .rgb(0xC0_60D0))
    #expect(theme.currentHit.background == .rgb(0xC0_60D0))
    #expect(theme.selection != before.selection)
    #expect(theme.text == before.text && theme.error == before.error)
    #expect(saved(browser).last?.tint == "#c060d0")
    browser.press(":")
    browser.type("tint none")
    browser.press("enter")
    #expect(browser.state.themes.current == before)
    browser.press(":")
    browser.type("tint mauve")
    browser.press("enter")
    #expect(browser.state.notices.shown?.isError == true && browser.state.themes.current == before)
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
    var browser = browser()
    browser.state.browser.choosing = .init(takesMany: false)
    browser.press(":")
    browser.type("theme light")
    browser.press("enter")
    #expect(browser.state.themes.current.name == "light" && saved(browser).isEmpty)
    #expect(browser.state.saveReading().isEmpty)
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
    var browser = BrowserBench(home)
    browser.state.preferences.confirmsTrash = true
    browser.press("j", "d d")
    #expect(browser.fileRequests == [])
    #expect(browser.screen.contains { $0.contains("Move “a.pdf” to the trash?") })
    browser.press("n")
    #expect(browser.fileRequests == [])
    browser.press("d d", "y")
    #expect(browser.fileRequests == [.trash(["/home/me/a.pdf"])])
  }

  @Test(arguments: [
    (Preferences.DropMode.copy, FileRequest.copy(["/tmp/x.pdf"], to: "/home/me")),
    (.move, .move(["/tmp/x.pdf"], to: "/home/me")),
  ]) func droppedFilesAreCopiedAsConfigured(_ mode: Preferences.DropMode, _ request: FileRequest) {
    var browser = BrowserBench(home)
    browser.state.preferences.droppedFiles = mode
    browser.answer(browser.state.update(.input(.paste("/tmp/x.pdf"))))
    #expect(browser.fileRequests == [request])
    #expect(browser.state.questions.shown == nil)
  }

  @Test func droppedFilesAreOpenedIfConfigured() {
    var browser = BrowserBench(home)
    browser.state.preferences.droppedFiles = .open
    browser.answer(browser.state.update(.input(.paste("/tmp/x.pdf"))))
    #expect(browser.state.documents.map(\.path) == ["/tmp/x.pdf"] && !browser.state.browser.isShown)
  }

  @Test func newDocumentsGoToTheConfiguredFolder() {
    var browser = BrowserBench(home)
    browser.state.preferences.newDocuments = "/home/me/Notes"
    browser.press("n")
    browser.answer(
      browser.state.update(
        .browser(.templates([TemplateChoice(id: "0", title: "Note")], about: nil))))
    browser.press("enter")
    #expect(
      browser.requests.contains(
        .browse(.create(template: "0", folder: "/home/me/Notes", about: nil))))
  }

  @Test func aPickerReturnsAnyOpenedPath() {
    var browser = BrowserBench(home)
    browser.state.browser.choosing = .init(takesMany: true)
    // As when a path was typed at `:open`.
    browser.answer(browser.state.update(.pathTyped("/elsewhere/b.pdf", isFolder: false)))
    #expect(browser.state.ending.hasCome && browser.state.documents.isEmpty)
    #expect(browser.state.browser.choosing?.chosen == ["/elsewhere/b.pdf"])
    #expect(!browser.requests.contains { if case .saveSession = $0 { true } else { false } })
  }

  @Test func aPickerReturnsNoMissingFile() {
    var browser = BrowserBench(["/home/me": ["lost.pdf@", "a.pdf"]])
    browser.state.browser.choosing = .init(takesMany: false)
    browser.press("z a", "G", "enter")
    #expect(browser.current == "lost.pdf")
    #expect(!browser.state.ending.hasCome && browser.state.notices.shown?.isError == true)
  }

  @Test func aPickerReturnsFoldersWithO() {
    var browser = BrowserBench(home)
    browser.state.browser.choosing = .init(takesMany: false)
    browser.press("o")
    #expect(browser.state.browser.choosing?.chosen == ["/home/me/Papers"])
  }
}
