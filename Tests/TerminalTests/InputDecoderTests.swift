import Canvas
import Pictures
import Terminal
import Testing

@Suite struct InputDecoderTests {
  static let cases: [(String, [Input])] = [
    ("j", [.key(Key("j"))]), ("é日", [.key(Key("é")), .key(Key("日"))]),
    ("\r", [.key(Key(.enter))]), ("\u{4}", [.key(Key("d", .control))]),
    ("\u{1b}[A", [.key(Key(.up))]), ("\u{1b}OA", [.key(Key(.up))]),
    ("\u{1b}[1;5C", [.key(Key(.right, .control))]), ("\u{1b}[6~", [.key(Key(.pageDown))]),
    ("\u{1b}[Z", [.key(Key(.tab, .shift))]), ("\u{1b}x", [.key(Key("x", .alt))]),
    // A line feed is another key than Enter; Alt is the eighth bit in some terminals.
    ("\n", [.key(Key("j", .control))]), ("\u{1b}\r", [.key(Key(.enter, .alt))]),
    ("\u{8D}x", [.key(Key(.enter, .alt)), .key(Key("x"))]),
    ("\u{1b}[105;5u", [.key(Key("i", .control))]),
    ("\u{1b}[<0;10;5M", [.mouse(Mouse(.press(button: 1), x: 9, y: 4))]),
    ("\u{1b}[<65;1;1M", [.mouse(Mouse(.wheelDown, x: 0, y: 0))]),
    ("\u{1b}[200~/tmp/a b.pdf\u{1b}[201~q", [.paste("/tmp/a b.pdf"), .key(Key("q"))]),
    ("\u{1b}[200~a\rb\r\nc\nd\u{1b}[201~", [.paste("a\nb\nc\nd")]),
    ("\u{1b}[I\u{1b}[O", [.focus(true), .focus(false)]),
    ("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\k", [.background(isDark: false), .key(Key("k"))]),
    ("\u{1b}[?62;4c\u{1b}P>|XTerm(379)\u{1b}\\G", [.key(Key("G"))]),
  ]

  @Test(arguments: cases) func sequencesAreRead(_ bytes: String, _ expected: [Input]) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(bytes.utf8)) == expected)
  }

  @Test(arguments: cases) func sequencesMayArriveInParts(_ bytes: String, _ expected: [Input]) {
    let bytes = Array(bytes.utf8)
    for cut in 1..<max(2, bytes.count) {
      var decoder = InputDecoder()
      let found =
        decoder.feed(Array(bytes[..<min(cut, bytes.count)]))
        + decoder.feed(Array(bytes.dropFirst(cut)))
      #expect(found == expected, "cut at \(cut)")
    }
  }

  @Test func aLoneEscapeBecomesAKeyAfterATimeout() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.patience == 25)
    #expect(decoder.timeout() == [.key(Key(.escape))])
    #expect(decoder.patience == nil)
  }

  @Test func controlsInPastedTextAreRemoved() {
    var decoder = InputDecoder()
    let found = decoder.feed(Array("\u{1b}[200~a\u{1b}]52;c;x\u{7}b\u{1b}[201~".utf8))
    #expect(found == [.paste("a]52;c;xb")])
  }

  @Test func synchronizedOutputIsRemembered() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1b}[?2026;2$y".utf8))
    #expect(decoder.answers.hasSynchronizedOutput)
  }

  /// Over a slow line an answer may come in two parts: its rest is no key.
  @Test(arguments: ["\u{1b}[?62;", "\u{1b}]11;rgb:", "\u{1b}[<0;3"])
  func partialAnswersAreNotReadAsKeys(_ answer: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(answer.utf8)) == [])
    #expect(decoder.patience == 1_000)
    #expect(decoder.timeout() == [])
    #expect(decoder.feed([0x6A]) == [.key(Key("j"))])
  }

  /// Reports are pixels from the answer on that says so: those before it were sent as cells.
  @Test func mousePixelsApplyOnceTheTerminalConfirms() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1b}[?1016;2$y".utf8))
    #expect(decoder.answers.hasPixelMouse && !decoder.answers.mouseIsInPixels)
    decoder.cell = PixelSize(width: 10, height: 20)
    let press = Mouse(.press(button: 1), x: 30, y: 14)
    let exact = Mouse(
      .drag(button: 1), x: 30, y: 14, within: Mouse.Within(x: 0.75, y: 0.525))
    #expect(
      decoder.feed(Array("\u{1b}[<0;31;15M\u{1b}[?1016;1$y\u{1b}[<32;308;291M".utf8)) == [
        .mouse(press), .mouse(exact),
      ])
    #expect(
      decoder.feed(Array("\u{1b}[?1016;2$y\u{1b}[<0;31;15M".utf8)) == [.mouse(press)])
    // A terminal that does not know the mode, and one whose cells nobody knows.
    _ = decoder.feed(Array("\u{1b}[?1016;0$y".utf8))
    #expect(!decoder.answers.hasPixelMouse)
    decoder.cell = nil
    #expect(decoder.feed(Array("\u{1b}[?1016;1$y\u{1b}[<0;31;15M".utf8)).isEmpty)
  }

  @Test func mousePositionsAreNeverNegative() {
    var decoder = InputDecoder()
    let report = Array("\u{1b}[<0;-9223372036854775808;-9223372036854775808M".utf8)
    #expect(decoder.feed(report) == [.mouse(Mouse(.press(button: 1), x: 0, y: 0))])
  }
}
