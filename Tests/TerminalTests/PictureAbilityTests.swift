import Canvas
import Pictures
import Testing

@testable import Terminal

/// Answers of terminals to queries, and the detected abilities.
@Suite struct PictureAbilityTests {
  static let kitty =
    "\u{1b}]11;rgb:0000/0000/0000\u{1b}\\\u{1b}[?2026;2$y\u{1b}_Gi=31;OK\u{1b}\\\u{1b}_Gi=32;OK\u{1b}\\\u{1b}_Gi=33;OK\u{1b}\\\u{1b}P>|kitty(0.26.5)\u{1b}\\\u{1b}[6;17;7t\u{1b}[4;680;840t\u{1b}[?62;c"
  /// Over ssh neither memory nor files are there.
  static let distantKitty =
    "\u{1b}[?2026;2$y\u{1b}_Gi=31;OK\u{1b}\\\u{1b}_Gi=32;EBADF:Failed to open\u{1b}\\\u{1b}_Gi=33;EBADF:x\u{1b}\\\u{1b}P>|kitty(0.26.5)\u{1b}\\\u{1b}[6;17;7t\u{1b}[?62;c"
  static let xterm =
    "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\\u{1b}[?2026;0$y\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?1;0;256S\u{1b}[?2;0;960;600S\u{1b}[?63;1;2;4;6;9;15;16;22;28c"
  static let tmux = "\u{1b}[?1;2c"
  static let kittyBehindTmux =
    "\u{1b}[?1;2c\u{1b}_Gi=31;OK\u{1b}\\\u{1b}_Gi=32;OK\u{1b}\\\u{1b}_Gi=33;OK\u{1b}\\\u{1b}P>|kitty(0.26.5)\u{1b}\\\u{1b}]11;rgb:0000/0000/0000\u{1b}\\\u{1b}[?62;c\u{1b}[0n"

  private func answers(_ text: String, cut: Int? = nil) -> (TerminalAnswers, [Input]) {
    var decoder = InputDecoder()
    let bytes = Array(text.utf8)
    let cut = cut ?? bytes.count
    let found = decoder.feed(Array(bytes[..<cut])) + decoder.feed(Array(bytes[cut...]))
    return (decoder.answers, found)
  }

  private func around(
    _ pixels: PixelSize = PixelSize(width: 840, height: 680), tmux: String? = nil
  ) -> Surroundings {
    var around = Surroundings()
    around.term = "xterm-256color"
    around.cells = Size(width: 120, height: 40)
    around.pixels = pixels
    if let tmux { around.tmux = TmuxFacts(tmux).map { .present($0) } ?? .silent }
    return around
  }

  @Test func kittyUsesSharedMemory() {
    let ability = PictureAbility(answers(Self.kitty).0, around())
    #expect(ability.way == .kitty(.sharedMemory) && ability.shortfall == nil)
    #expect(ability.cell == PixelSize(width: 7, height: 17) && ability.terminal == "kitty(0.26.5)")
    #expect(ability.isDark && ability.pane == nil)
  }

  @Test func remoteKittyUsesTheStream() {
    let ability = PictureAbility(answers(Self.distantKitty).0, around())
    #expect(ability.way == .kitty(.stream) && ability.shortfall == .elsewhere)
  }

  @Test func xtermUsesSixels() {
    // 960×600 and two pixels of border at each side.
    var around = around(PixelSize(width: 964, height: 604))
    around.cells = Size(width: 120, height: 40)
    let (answers, _) = answers(Self.xterm)
    let ability = PictureAbility(answers, around)
    let largest = PixelSize(width: 960, height: 600)
    #expect(ability.way == .sixel(registers: 256, largest: largest))
    #expect(ability.cell == PixelSize(width: 8, height: 15) && ability.shortfall == .onlySixel)
    #expect(!ability.isDark && !answers.hasSynchronizedOutput)
  }

  @Test func impossiblePixelSizesAreIgnored() {
    let (answers, _) = answers(Self.xterm)
    for pixels in [PixelSize(width: 0, height: 0), PixelSize(width: 60_000, height: 3)] {
      let ability = PictureAbility(answers, around(pixels))
      #expect(ability.way == .characters(.quadrants, .indexed))
      #expect(ability.shortfall == .noCellSize && ability.cell == CharacterPicture.cell)
    }
    let (reported, _) = self.answers(Self.kitty)
    #expect(
      PictureAbility(reported, around(PixelSize(width: 0, height: 0))).way == .kitty(.sharedMemory))
  }

  @Test func tmuxNeedsPassthroughForPictures() {
    let off = PictureAbility(
      answers(Self.tmux).0, around(tmux: "0|1|0|0|on|bottom|7|17|1|0|0|/dev/pts/1"))
    #expect(off.way == .characters(.quadrants, .indexed) && off.shortfall == .passthroughOff)
    let (answers, _) = answers(Self.kittyBehindTmux)
    #expect(answers.areComplete(behindTmux: true))
    let on = PictureAbility(answers, around(tmux: "1|1|60|3|on|top|7|17|1|0||/dev/pts/1"))
    #expect(on.way == .kitty(.sharedMemory) && on.pane == TmuxPane(left: 60, top: 4))
    #expect(on.cell == PixelSize(width: 7, height: 17))
    let none = PictureAbility(
      self.answers("\u{1b}[?1;2c\u{1b}[?62;c\u{1b}[0n").0,
      around(tmux: "on|1|0|0|off|bottom|||1|0|0|"))
    #expect(none.shortfall == .noPicturesBehindTmux)
    let silent = PictureAbility(self.answers(Self.tmux).0, around(tmux: "no server"))
    #expect(silent.shortfall == .tmuxUnknown)
  }

  /// tmux answers for itself before its terminal can.
  @Test func tmuxsOwnAnswerDoesNotEndTheProbe() {
    #expect(!answers(Self.tmux).0.areComplete(behindTmux: true))
    #expect(answers(Self.tmux).0.areComplete(behindTmux: false))
  }

  @Test func withoutAnswersThereAreNoPictures() {
    let silent = PictureAbility(TerminalAnswers(), around())
    #expect(silent.way == .characters(.quadrants, .indexed) && silent.shortfall == .noAnswer)
    let plain = PictureAbility(answers("\u{1b}[?6c").0, around())
    #expect(plain.shortfall == .noPictures)
    var dumb = around()
    dumb.term = "dumb"
    dumb.depth = .none
    let ability = PictureAbility(TerminalAnswers(), dumb)
    #expect(ability.way == .characters(.quadrants, .none) && ability.shortfall == .dumbTerminal)
    var pipe = around()
    pipe.isTerminal = false
    #expect(PictureAbility(TerminalAnswers(), pipe).way == .none)
  }

  @Test func iTerm2IsRecognisedByName() {
    let (answers, _) = answers("\u{1b}P>|iTerm2 3.4.19\u{1b}\\\u{1b}[?62;4c")
    #expect(PictureAbility(answers, around()).way == .iTerm2)
  }

  /// However late and however cut: answers are no keys, and keys between them come through in their order.
  @Test(arguments: [kitty, xterm, kittyBehindTmux])
  func answersAreNeverKeys(_ text: String) {
    let whole = answers(text).0
    for cut in 1..<text.utf8.count {
      let (answers, found) = answers("j" + text + "\u{1b}[Bk", cut: cut)
      #expect(answers == whole)
      let keys = found.filter { if case .key = $0 { true } else { false } }
      #expect(keys == [.key(Key("j")), .key(Key(.down)), .key(Key("k"))])
    }
  }

  @Test func answersToPicturesAreReadOnce() {
    var decoder = InputDecoder()
    let found = decoder.feed(
      Array(
        "\u{1b}_Gi=1073741825,p=1;ENOENT:Put command refers to non-existent image\u{1b}\\\u{1b}_Gi=9;OK\u{1b}\\x"
          .utf8))
    #expect(found == [.key(Key("x"))])
    let reported = decoder.takePictureAnswers()
    #expect(
      reported == [
        PictureAnswer(id: 1_073_741_825, isPlacement: true, isGood: false),
        PictureAnswer(id: 9, isPlacement: false, isGood: true),
      ])
    let more = decoder.takePictureAnswers()
    #expect(more.isEmpty)
  }

  @Test func malformedAnswersAreIgnored() {
    let text =
      "\u{1b}[?2026$y\u{1b}[?;c\u{1b}[?99999999999999999999S\u{1b}[6;-3;0t\u{1b}[4t\u{1b}_G\u{1b}\\\u{1b}_Gi=x;OK\u{1b}\\\u{1b}P>|\u{1b}\\"
    let (answers, found) = answers(text)
    #expect(found.isEmpty)
    #expect(answers.cell == nil && answers.area == nil && answers.registers == nil)
    #expect(answers.transfers.isEmpty && !answers.hasSynchronizedOutput)
  }

  @Test func queriesEndWithDeviceAttributes() {
    let text = asked("xterm-kitty")
    #expect(text.hasSuffix("\u{1b}[c"))
    for question in [
      "\u{1b}_Gi=31,a=q", "t=s", "t=t", "\u{1b}[>q", "\u{1b}]11;?", "\u{1b}[?2026$p",
    ] {
      #expect(text.contains(question))
    }
    let console = asked("linux")
    #expect(!console.contains("_G") && console.hasSuffix("\u{1b}[c"))
    let behind = asked("tmux-256color", tmux: "1|1|0|0|on|top|7|17|1|0|0|/dev/pts/1|xterm-kitty|")
    #expect(behind.hasSuffix("\u{1b}\u{1b}[5n\u{1b}\\") && behind.contains("\u{1b}Ptmux;"))
  }

  private func asked(
    _ term: String, name: String = "", tmux: String? = nil, isInScreen: Bool = false
  ) -> String {
    var around = around(tmux: tmux)
    around.term = term
    around.isInScreen = isInScreen
    return String(decoding: TerminalQuestions(around, name: name).text, as: UTF8.self)
  }

  /// They would make a title of it; they ignore the queries sent instead.
  @Test func aMultiplexerNeverGetsKittysCommands() {
    let texts = [
      asked("tmux-256color", tmux: "0|1|0|0|on|top|7|17|1|0|0|/dev/pts/1|xterm-kitty|"),
      asked("xterm-256color", tmux: "no server"),
      asked("tmux-256color"), asked("screen-256color"), asked("screen.xterm-256color"),
      asked("xterm-256color", name: "tmux 3.3a"), asked("xterm-256color", isInScreen: true),
      // tmux in tmux.
      asked("tmux-256color", tmux: "1|1|0|0|on|top|7|17|1|0|0|/dev/pts/1|tmux-256color|"),
    ]
    for text in texts {
      #expect(!text.contains("\u{1b}_") && !text.contains("\u{1b}P"))
      #expect(text.contains("\u{1b}[?2;1;0S") && text.hasSuffix("\u{1b}[c"))
    }
    #expect(asked("xterm-256color", name: "XTerm(379)").contains("\u{1b}_G"))
  }

  @Test func newKittyUsesPlaceholdersInTmux() {
    let new = Self.kittyBehindTmux.replacing("0.26.5", with: "0.41.1")
    let tmux = "1|1|60|3|on|top|7|17|1|0||/dev/pts/1|xterm-kitty|"
    let ability = PictureAbility(answers(new).0, around(tmux: tmux))
    #expect(ability.way == .kitty(.sharedMemory) && ability.usesPlaceholders)
    #expect(ability.pane == TmuxPane(left: 0, top: 0), "the cells move with the pane")
    #expect(ability.shortfall == nil)
    let ghostty = answers(Self.kittyBehindTmux.replacing("kitty(0.26.5)", with: "ghostty 1.1.3"))
    #expect(PictureAbility(ghostty.0, around(tmux: tmux)).usesPlaceholders)
    let old = PictureAbility(answers(Self.kittyBehindTmux).0, around(tmux: tmux))
    #expect(!old.usesPlaceholders && old.shortfall == .noPlaceholders && old.pane?.left == 60)
    var basic = around(tmux: tmux)
    basic.depth = .eight
    #expect(!PictureAbility(answers(new).0, basic).usesPlaceholders, "no colour tells the picture")
    #expect(!PictureAbility(answers(Self.kitty).0, around()).usesPlaceholders)
  }

  /// The colour of a placeholder is written by its number, and no other colour has that number.
  @Test func coloursOfPlaceholdersAreWrittenUnchanged() {
    for depth in [ColorDepth.indexed, .direct] {
      #expect(depth.number(.indexed(16)) == 16 && depth.number(.indexed(231)) == 231)
    }
    #expect(ColorDepth.eight.number(.indexed(16)) == -1)
    for blue in 0...255 as ClosedRange<UInt32> {
      #expect(ColorDepth.direct.number(.rgb(blue)) >= 256)
    }
    var surface = Surface(size: Size(width: 1, height: 1))
    surface.put("a", x: 0, y: 0, style: Style(foreground: .indexed(200)))
    #expect(CellText.text(surface, depth: .direct) == "\u{1b}[0;38;5;200ma\u{1b}[0m\n")
  }

  @Test func tmuxDrawsSixelsIfItsTerminalDoes() {
    let own = answers("\u{1b}[?1;2;4c\u{1b}[?1;2;4c").0
    let able = PictureAbility(own, around(tmux: "0|1|0|0|on|top|7|17|1|0|0|/dev/pts/1|xterm|sixel"))
    #expect(able.way == .sixel(registers: 256, largest: nil) && able.pane == nil)
    let untold = PictureAbility(own, around(tmux: "0|1|0|0|on|top|7|17|1|0|0|/dev/pts/1|xterm|"))
    #expect(untold.shortfall == .tmuxWithoutSixel)
    // Without its help, where it lets them through and the terminal draws them.
    let behind = answers("\u{1b}[?1;2c\u{1b}[?1;2c\u{1b}[?63;1;4c\u{1b}[0n").0
    let through = PictureAbility(
      behind, around(tmux: "1|1|9|0|on|top|7|17|1|0|0|/dev/pts/1|xterm|"))
    #expect(through.way == .sixel(registers: 256, largest: nil) && through.pane?.left == 9)
    let none = answers("\u{1b}[?1;2;4c\u{1b}[?1;2;4c\u{1b}[?62;c\u{1b}[0n").0
    let plain = PictureAbility(none, around(tmux: "1|1|9|0|on|top|7|17|1|0|0|/dev/pts/1|xterm|"))
    #expect(plain.shortfall == .noPicturesBehindTmux)
  }

  @Test func cellsAreWrittenWithTheirColours() {
    var surface = Surface(size: Size(width: 3, height: 1))
    let style = Style(foreground: .rgb(0xFF0000), background: .rgb(0x0000FF))
    surface.put("▚▚", x: 0, y: 0, style: style)
    #expect(
      CellText.text(surface, depth: .direct)
        == "\u{1b}[0;38;2;255;0;0;48;2;0;0;255m▚▚\u{1b}[0m \n")
    #expect(CellText.text(surface, depth: .indexed) == "\u{1b}[0;38;5;196;48;5;21m▚▚\u{1b}[0m \n")
    #expect(CellText.text(surface, depth: .eight) == "\u{1b}[0;31;44m▚▚\u{1b}[0m \n")
    #expect(CellText.text(surface, depth: .none) == "▚▚ \n")
  }

  @Test func theCursorPositionIsParsed() {
    #expect(
      TerminalProbe.cursor(in: Array("\u{1b}[Bq\u{1b}[12;5R".utf8)).map { [$0.x, $0.y] } == [4, 11])
    #expect(TerminalProbe.cursor(in: Array("\u{1b}[12;5".utf8)) == nil)
  }
}
