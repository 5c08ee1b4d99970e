import Canvas
import Pictures
import Testing

@testable import Terminal

/// What terminals answered when they were asked, and what is made of it.
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

  @Test func kittyTakesSharedMemory() {
    let ability = PictureAbility(answers(Self.kitty).0, around())
    #expect(ability.way == .kitty(.sharedMemory) && ability.shortfall == nil)
    #expect(ability.cell == PixelSize(width: 7, height: 17) && ability.terminal == "kitty(0.26.5)")
    #expect(ability.isDark && ability.pane == nil)
  }

  @Test func kittyFarAwayTakesTheStream() {
    let ability = PictureAbility(answers(Self.distantKitty).0, around())
    #expect(ability.way == .kitty(.stream) && ability.shortfall == .elsewhere)
  }

  @Test func xtermTakesSixels() {
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

  @Test func aTerminalThatLiesAboutPixelsIsNotBelieved() {
    let (answers, _) = answers(Self.xterm)
    for pixels in [PixelSize(width: 0, height: 0), PixelSize(width: 60_000, height: 3)] {
      let ability = PictureAbility(answers, around(pixels))
      #expect(ability.way == .characters(.quadrants, .indexed))
      #expect(ability.shortfall == .noCellSize && ability.cell == CharacterPicture.cell)
    }
    let (told, _) = self.answers(Self.kitty)
    #expect(
      PictureAbility(told, around(PixelSize(width: 0, height: 0))).way == .kitty(.sharedMemory))
  }

  @Test func tmuxKeepsPicturesUnlessTold() {
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

  /// tmux answers for itself before the terminal behind it can.
  @Test func tmuxsOwnAnswerIsNotTheLast() {
    #expect(!answers(Self.tmux).0.areComplete(behindTmux: true))
    #expect(answers(Self.tmux).0.areComplete(behindTmux: false))
  }

  @Test func noAnswersAreNoPictures() {
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

  @Test func iTerm2IsKnownByItsName() {
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

  @Test func refusedPicturesAreTold() {
    var decoder = InputDecoder()
    let found = decoder.feed(
      Array(
        "\u{1b}_Gi=1073741825,p=1;ENOENT:Put command refers to non-existent image\u{1b}\\\u{1b}_Gi=9;OK\u{1b}\\x"
          .utf8))
    #expect(found == [.key(Key("x"))])
    let refused = decoder.takeRefused()
    #expect(refused == [1_073_741_825])
    let more = decoder.takeRefused()
    #expect(more.isEmpty)
  }

  @Test func nonsenseAnswersAreLeftAlone() {
    let text =
      "\u{1b}[?2026$y\u{1b}[?;c\u{1b}[?99999999999999999999S\u{1b}[6;-3;0t\u{1b}[4t\u{1b}_G\u{1b}\\\u{1b}_Gi=x;OK\u{1b}\\\u{1b}P>|\u{1b}\\"
    let (answers, found) = answers(text)
    #expect(found.isEmpty)
    #expect(answers.cell == nil && answers.area == nil && answers.registers == nil)
    #expect(answers.transfers.isEmpty && !answers.hasSynchronizedOutput)
  }

  @Test func questionsEndWithWhatEveryTerminalAnswers() {
    let text = String(
      decoding: TerminalQuestions(term: "xterm-kitty", behindTmux: false).text, as: UTF8.self)
    #expect(text.hasSuffix("\u{1b}[c"))
    for question in [
      "\u{1b}_Gi=31,a=q", "t=s", "t=t", "\u{1b}[>q", "\u{1b}]11;?", "\u{1b}[?2026$p",
    ] {
      #expect(text.contains(question))
    }
    let console = String(
      decoding: TerminalQuestions(term: "linux", behindTmux: false).text, as: UTF8.self)
    #expect(!console.contains("_G") && console.hasSuffix("\u{1b}[c"))
    let behind = String(
      decoding: TerminalQuestions(term: "tmux-256color", behindTmux: true).text, as: UTF8.self)
    #expect(behind.hasSuffix("\u{1b}\u{1b}[5n\u{1b}\\") && behind.contains("\u{1b}Ptmux;"))
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

  @Test func theCursorIsWhereTheLastAnswerSays() {
    #expect(
      TerminalProbe.cursor(in: Array("\u{1b}[Bq\u{1b}[12;5R".utf8)).map { [$0.x, $0.y] } == [4, 11])
    #expect(TerminalProbe.cursor(in: Array("\u{1b}[12;5".utf8)) == nil)
  }
}
