import DocumentModel
import Testing

@testable import Text

@Suite("Running text")
struct RunningTextTests {
  private func paragraphs(_ page: SyntheticPage, keepsMarks: Bool = false) -> [String] {
    var flow = Flow(keepsMarks: keepsMarks)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    return (flow.add(blocks, page: 0) + flow.finish()).map { string($0.scalars) }
  }

  private var noted: SyntheticPage {
    var page = SyntheticPage()
    page.lines(prose(8, width: 90), x: 50, y: 80)
    page.line("A sentence with a note behind its word", x: 50, y: 200)
    page.raised("7")
    page.line("Another note has a full stop behind it", x: 50, y: 220)
    page.raised("8")
    page.line("An area of 12 km", x: 50, y: 240)
    page.raised("2")
    page.line("7", x: 50, y: 700, size: 5)
    page.line("See the other place.", x: 54, y: 702, size: 8)
    page.line("8", x: 50, y: 712, size: 5)
    page.line("And the next one.", x: 54, y: 714, size: 8)
    return page
  }

  @Test("a note's mark is left out where its note is on the page, a power never")
  func marks() {
    let plain = paragraphs(noted)
    #expect(plain.contains("A sentence with a note behind its word"))
    #expect(plain.contains("An area of 12 km2"))
    #expect(plain.suffix(2) == ["7 See the other place.", "8 And the next one."])
    #expect(paragraphs(noted, keepsMarks: true).contains("A sentence with a note behind its word7"))
  }

  @Test("bullets are left out, numbers and dashes stay")
  func bullets() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 90), x: 50, y: 80)
    page.lines(["• first item", "• second item", "1. numbered item"], x: 60, y: 150)
    page.line("– said he", x: 60, y: 200)
    #expect(
      paragraphs(page).suffix(4) == [
        "first item", "second item", "1. numbered item", "– said he",
      ])
  }

  @Test("hyphens and spans keep their places when marks go")
  func places() {
    let scalars = Array("\u{2022} one sys-tem7 end".unicodeScalars.map(\.value))
    let block = TextBlock(
      kind: .listItem(depth: 0), box: .zero, scalars: scalars,
      origins: scalars.indices.map(Int32.init),
      hyphens: [LineHyphen(index: 9, origin: 9, isKept: true, isOpen: false)],
      spans: [
        BlockSpan(kind: .bullet, range: 0..<2), BlockSpan(kind: .noteMark, range: 13..<14),
      ])
    let found = block.without([0..<2])
    #expect(string(found.scalars) == "one sys-tem7 end")
    #expect(found.hyphens.map(\.index) == [7])
    #expect(found.spans == [BlockSpan(kind: .noteMark, range: 11..<12)])
    #expect(found.origins.first == 2)
  }

  @Test("ligatures are written as letters that know their glyph")
  func ligatures() {
    var page = SyntheticPage()
    page.line("an o\u{FB03}ce", x: 50, y: 80)
    let block = PageComposer.compose(page.text, size: page.size, evidence: nil).first
    #expect(block.map { string($0.scalars) } == "an office")
    #expect(block?.origins == [0, 1, 2, 3, 4, 4, 4, 5, 6])
  }
}
