import DocumentModel
import Testing

@testable import Text

@Suite("Notes and continued paragraphs")
struct NotesTests {
  private func evidence(_ pages: [SyntheticPage]) -> DocumentEvidence {
    var evidence = DocumentEvidence()
    for (number, page) in pages.enumerated() {
      evidence.observe(page.text, number: number, size: page.size)
    }
    return evidence
  }

  private func paragraphs(_ pages: [SyntheticPage]) -> [Flow.Paragraph] {
    let known = evidence(pages)
    var flow = Flow(evidence: known)
    var all: [Flow.Paragraph] = []
    for (number, page) in pages.enumerated() {
      all += flow.add(
        PageComposer.compose(page.text, size: page.size, evidence: known, page: number),
        page: number)
    }
    return all + flow.finish()
  }

  @Test("figures a font raises by itself are marks where a note has their number")
  func levelMarks() {
    var page = SyntheticPage()
    var lines = prose(20, width: 90)
    lines[19] = "which is the end of it.3"
    let end = page.lines(lines, x: 50, y: 80)
    page.line("3Look at the other place.", x: 60, y: end + 30, size: 8)
    let found = paragraphs([page])
    #expect(found.map(\.kind) == [.paragraph, .footnote])
    #expect(string(found[0].scalars).hasSuffix("the end of it."))
    #expect(string(found[1].scalars) == "3 Look at the other place.")
  }

  @Test("notes that begin alike on every page are no footers")
  func alikeNotes() {
    let pages = (0..<6).map { number in
      var page = SyntheticPage()
      page.lines(prose(20, width: 90), x: 50, y: 80)
      page.line("\(number + 1)", x: 50, y: 700, size: 5)
      page.line("See the other place.", x: 52.6, y: 701, size: 8)
      return page
    }
    #expect(paragraphs(pages).count { $0.kind == .footnote } == 6)
  }

  @Test("a paragraph continues across pages in ragged text")
  func ragged() {
    let lines = [
      "We, the people who write such texts as these here, use the one licence of this kind that we",
      "like to give to all of those who read what we have ever written and who request to use the",
    ]
    let rest = [
      "General Licence for most of our works; it is also good for any other work of ours and then",
      "so on.",
    ]
    var first = SyntheticPage()
    var filler = prose(8, width: 95)
    for row in filler.indices { filler[row] = String(filler[row].prefix(95 - row % 4 * 5)) }
    let end = first.lines(filler, x: 50, y: 80)
    first.lines(lines, x: 50, y: end + 12)
    var second = SyntheticPage()
    second.lines(rest, x: 50, y: 80)
    second.lines(filler, x: 50, y: 130)
    let found = paragraphs([first, second]).map { string($0.scalars) }
    #expect(found.contains((lines + [rest[0]]).joined(separator: " ") + " " + rest[1]))
  }

  @Test("a figure's labels at the top of a page do not part a sentence")
  func figureOnTop() {
    var first = SyntheticPage()
    let start = prose(30, width: 90, ends: false)
    first.lines(start, x: 50, y: 80)
    var second = SyntheticPage()
    second.line("Label", x: 250, y: 80)
    second.line("inside", x: 250, y: 100)
    let rest = prose(10, width: 90).map { $0.lowercased() }
    second.lines(rest, x: 50, y: 200)
    second.lines(prose(10, width: 90), x: 50, y: 340)
    let found = paragraphs([first, second]).map { string($0.scalars) }
    #expect(found.first == (start + rest).joined(separator: " "))
    #expect(found.dropFirst().prefix(2) == ["Label", "inside"])
  }

  @Test("nor do they at the foot of one")
  func figureAtFoot() {
    var first = SyntheticPage()
    let start = prose(30, width: 90, ends: false)
    first.lines(start, x: 50, y: 80)
    first.line("Label", x: 250, y: 480)
    first.line("inside", x: 250, y: 500)
    var second = SyntheticPage()
    let rest = prose(10, width: 90, from: "b").map { $0.lowercased() }
    second.lines(rest, x: 50, y: 80)
    let found = paragraphs([first, second]).map { string($0.scalars) }
    #expect(found == [(start + rest).joined(separator: " "), "Label", "inside"])
  }

  @Test("an item whose next line starts after its marker is one, also after a full line")
  func hangingItem() {
    var page = SyntheticPage()
    page.lines(prose(6, width: 90, ends: false), x: 50, y: 80)
    page.line("9. " + String(repeating: "item ", count: 17) + "ab", x: 50, y: 152)
    page.line("and it goes on here.", x: 65, y: 164)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(blocks.map(\.kind) == [.paragraph, .listItem(depth: 0)])
  }

  @Test("a hyphen at a line's end is a real one where words are cut with soft hyphens")
  func softHyphens() {
    var page = SyntheticPage()
    var lines = prose(12, width: 90)
    for row in 0..<8 { lines[row] = lines[row].dropLast(4) + " sys\u{AD}" }
    lines[9] = lines[9].dropLast(9) + " counter-"
    lines[10] = "claims " + lines[10].dropFirst(7)
    page.lines(lines, x: 50, y: 80)
    let text = PageComposer.compose(page.text, size: page.size, evidence: nil).map {
      string($0.scalars)
    }
    #expect(text.first?.contains("counter-claims") == true)
    #expect(text.first?.contains("\u{AD}") == false)
  }

  @Test("there is no blank beside a full-width sign")
  func fullWidth() {
    var page = SyntheticPage()
    page.line("指定します。", x: 50, y: 80)
    page.more("format", size: 10, gap: 3, blank: true)
    let text = PageComposer.compose(page.text, size: page.size, evidence: nil).map {
      string($0.scalars)
    }
    #expect(text == ["指定します。format"])
  }

  @Test("a title over some of the columns comes before all of them")
  func titleOverSome() {
    var page = SyntheticPage()
    for column in 0..<4 {
      page.lines(
        prose(40, width: 26, from: Character(Unicode.Scalar(UInt8(97 + column)))),
        x: 20 + Float(column) * 143, y: 100, leading: 12)
    }
    page.line("A Title over the Middle of All", x: 190, y: 60, size: 14, isBold: true)
    let known = evidence([page])
    let found = PageComposer.compose(page.text, size: page.size, evidence: known)
    #expect(found.first.map { string($0.scalars) } == "A Title over the Middle of All")
  }
}
