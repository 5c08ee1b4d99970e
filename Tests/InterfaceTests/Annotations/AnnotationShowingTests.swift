import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

@Suite struct AnnotationShowingTests {
  private func paper(_ dark: Bool) -> Themes {
    Themes([
      dark
        ? Theme(
          name: "dark", paper: 0x1E_1E_1E, ink: 0xDD_DD_DD, dim: 0x88_88_88, accent: 0x7A_A2_F7,
          raised: 0x30_30_30, warning: 0xE0_60_60)
        : Theme(
          name: "dark", paper: 0xFF_FF_FF, ink: 0x20_20_20, dim: 0x80_80_80, accent: 0x20_60_C0,
          raised: 0xE8_E8_E8, warning: 0xC0_30_30)
    ])
  }

  private func luminance(_ color: Color) -> Double {
    guard case .rgb(let value) = color else { return 0 }
    return zip([16, 8, 0] as [UInt32], [0.2126, 0.7152, 0.0722]).reduce(0) {
      let level = Double(value >> $1.0 & 0xFF) / 255
      return $0 + $1.1 * level * level
    }
  }

  @Test(arguments: [true, false], AnnotationColor.standard)
  func highlightedTextIsReadable(_ isDark: Bool, _ color: AnnotationColor) throws {
    var book = AnnotatedBook()
    book.state.themes = paper(isDark)
    book.load([AnnotatedBook.highlight("h", line: 1, color: color.color)])
    let lit = try #require(book.style(of: "page 1 line 2"))
    let plain = try #require(book.style(of: "page 1 line 3"))
    #expect(lit.background != plain.background)
    let (a, b) = (luminance(lit.foreground), luminance(lit.background))
    #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.4)
    // Only the words: the cells around them are unchanged.
    #expect(book.style(of: "1 line 2")?.background == plain.background)
  }

  @Test func withoutColoursMarksUseAttributesAndSigns() throws {
    var book = AnnotatedBook()
    book.state.themes.only = .monochrome
    book.load([AnnotatedBook.highlight("h", line: 1)])
    let lit = try #require(book.style(of: "page 1 line 2"))
    #expect(lit.attributes.contains(.bold))
    #expect(book.rows.first { $0.contains("page 1 line 2") }?.contains("▒") == true)
  }

  /// Without colours each kind of mark has a distinct style.
  @Test func withoutColoursEachKindHasItsOwnStyle() throws {
    var book = AnnotatedBook()
    book.state.themes.only = .monochrome
    let kinds: [AnnotationKind] = [.highlight, .underline, .strikeOut, .squiggly]
    book.load(
      kinds.enumerated().map { line, kind in
        var made = AnnotatedBook.highlight("m\(line)", line: line)
        made.kind = kind
        return made
      })
    let surface = book.state.view()
    let x = try #require(
      book.rows.first { $0.contains("page 1 line 1") }?.prefix { $0 != "p" }.count)
    let themes = (1...4).compactMap { line in
      book.rows.firstIndex { $0.contains("1 line \(line)") }
        .map { surface[x: x, y: $0].style.attributes.rawValue }
    }
    #expect(Set(themes).count == 4, "\(themes)")
    let signs = ["▒", "_", "-", "≈"]
    for (line, sign) in signs.enumerated() {
      let row = book.rows.first { $0.contains("1 line \(line + 1)") } ?? ""
      #expect(row.contains(sign), "\(row)")
    }
  }

  @Test func fewColourTerminalsUseTheNearestColour() throws {
    var book = AnnotatedBook()
    book.state.themes.only = .fewColors
    book.load([AnnotatedBook.highlight("h", line: 1, color: 0x8BDB81)])
    let lit = try #require(book.style(of: "page 1 line 2"))
    guard case .rgb(let ground) = lit.background else {
      Issue.record("no ground")
      return
    }
    // Green beyond doubt.
    #expect(ground >> 8 & 0xFF > 120 && ground >> 16 < 60 && ground & 0xFF < 60)
    #expect(lit.foreground == .rgb(0))
  }

  @Test(arguments: [AnnotationKind.highlight, .underline])
  func withoutAColourTheTextShowsThatOfTheFile(_ kind: AnnotationKind) throws {
    var book = AnnotatedBook()
    book.load([])
    let content = try #require(book.state.documents[0].pages[0])
    var mark = AnnotatedBook.highlight("m", line: 0)
    (mark.kind, mark.color) = (kind, nil)
    let run = try #require(AnnotationLights([mark], in: content).runs.first)
    let isHighlight = kind == .highlight
    #expect((isHighlight ? run.look.ground : run.look.line) == (isHighlight ? 0xFFD400 : 0xD00000))
  }

  @Test func underlinesAndStrikethroughsAreShown() throws {
    var under = AnnotatedBook.highlight("u", line: 1)
    under.kind = .underline
    var through = AnnotatedBook.highlight("s", line: 2)
    through.kind = .strikeOut
    var book = AnnotatedBook()
    book.load([under, through])
    #expect(book.style(of: "page 1 line 2")?.attributes.contains(.underline) == true)
    let surface = book.state.view()
    let y = try #require(book.rows.firstIndex { $0.contains("1 line 3") })
    let struck = (0..<80).filter { surface[x: $0, y: y].scalars.1 == 0x0336 }
    #expect(struck.count == 4)
  }

  @Test func shapesAndNotesHaveASignBesideTheirLine() {
    var book = AnnotatedBook()
    let kinds: [(AnnotationKind, String)] = [
      (.note, "¶"), (.box, "□"), (.circle, "○"), (.ink, "~"), (.stamp, "■"), (.freeText, "T"),
    ]
    book.load(
      kinds.enumerated().map { line, kind in
        Annotation(
          id: AnnotationID(String(line)), page: 0, kind: kind.0,
          box: Box(x0: 0, y0: Float(line) * 20, x1: 20, y1: Float(line) * 20 + 12))
      })
    for (line, kind) in kinds.enumerated() {
      let row = book.rows.first { $0.contains("page 1 line \(line + 1)") } ?? ""
      #expect(row.contains(kind.1), "\(kind.0)")
    }
  }

  @Test func selectionAndMatchesShowOverAnnotations() {
    var book = AnnotatedBook()
    book.load([AnnotatedBook.highlight("h", line: 0)])
    book.press("v", "v", "e")
    let style = book.style(of: "page 1 line 1")
    #expect(style?.background == book.state.themes.current.selection.background)
    #expect(
      style?.attributes.isSuperset(of: book.state.themes.current.selection.attributes) == true)
  }

  @Test func staleAnswersAreDropped() {
    var book = AnnotatedBook()
    book.tell(
      .news(
        book.book.id, generation: 7,
        .loaded(
          [AnnotatedBook.highlight("x", line: 0)],
          SaveStatus())))
    #expect(book.list.count == 0)
    let both = [
      AnnotatedBook.highlight("a", line: 0), AnnotatedBook.highlight("b", page: 2, line: 0),
    ]
    book.tell(.news(book.book.id, generation: 1, .loaded(both, SaveStatus())))
    #expect(book.list.inOrder.map(\.id.name) == ["a", "b"])
  }

  @Test func hostileAnnotationsAreHarmless() {
    var book = AnnotatedBook()
    var wild = AnnotatedBook.highlight("wild", line: 0, note: "\u{1b}]0;x\u{7}\nnext")
    wild.quads = [
      Quad(Box(x0: .nan, y0: -.infinity, x1: .infinity, y1: 3e38)),
      Quad(Box(x0: -1e30, y0: -1e30, x1: 1e30, y1: 1e30)),
    ]
    wild.box = Box(x0: .nan, y0: .nan, x1: .nan, y1: .nan)
    var far = AnnotatedBook.highlight("far", page: 999, line: 0)
    far.replyTo = AnnotationID("far")
    var loop = [AnnotatedBook.highlight("l1", line: 1), AnnotatedBook.highlight("l2", line: 1)]
    loop[0].replyTo = loop[1].id
    loop[1].replyTo = loop[0].id
    var ink = AnnotatedBook.highlight("ink", line: 2)
    ink.kind = .ink
    ink.strokes = [[Point(x: .nan, y: 0), Point(x: 1e300, y: -1e300)]]
    book.load([wild, far, ink] + loop)
    for _ in 0..<4 { book.press("] a") }
    book.press("enter", "j", "escape", "A", "j", "j", "escape", "[ a")
    #expect(!book.rows.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  // Unbounded work would take minutes.
  @Test(.timeLimit(.minutes(1))) func aHundredThousandAnnotationsStayFast() {
    var book = AnnotatedBook()
    book.load(
      (0..<100_000).map { AnnotatedBook.highlight("h\($0)", line: $0 % 12, to: 13) })
    for _ in 0..<10 { book.press("j") }
    #expect(book.list.count == 100_000)
  }

  @Test func theStatusMarksUnsavedEdits() {
    var book = AnnotatedBook()
    #expect(!book.status.contains("•"))
    book.press("v", "v", "e", "a y")
    #expect(book.status.contains("•"))
    book.tell(.news(book.book.id, generation: 1, .saveStatus(SaveStatus())))
    #expect(!book.status.contains("•"))
  }
}
