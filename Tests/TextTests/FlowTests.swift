import DocumentModel
import Testing

@testable import Text

@Suite("Over page ends")
struct FlowTests {
  /// Pages with a running head, a page number, and a text that goes on from page to page.
  private func book(pages: Int) -> [SyntheticPage] {
    (0..<pages).map { number in
      var page = SyntheticPage()
      page.line("A running head", x: 200, y: 30, size: 9)
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      var lines = prose(40, width: 90, from: letter, ends: number == pages - 1)
      if number > 0 { lines[0] = "tem " + lines[0].dropFirst(4).lowercased() }
      if number < pages - 1 { lines[39] = lines[39].dropLast(5) + " sys-" }
      page.lines(lines, x: 50, y: 80)
      page.line("\(number + 7)", x: 300, y: 760)
      return page
    }
  }

  private func evidence(_ pages: [SyntheticPage]) -> DocumentEvidence {
    var evidence = DocumentEvidence()
    for (number, page) in pages.enumerated() {
      evidence.observe(page.text, number: number, size: page.size)
    }
    return evidence
  }

  @Test("a cut word is joined, heads and numbers are not in between")
  func joins() {
    let pages = book(pages: 5)
    let known = evidence(pages)
    var flow = Flow(evidence: known)
    var all: [Flow.Paragraph] = []
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.first?.kind == .header)
      #expect(blocks.last?.kind == .footer)
      all += flow.add(blocks, page: number)
    }
    all += flow.finish()
    let text = all.filter { $0.kind == .paragraph }
    #expect(text.count == 1)
    guard let whole = text.first else { return }
    #expect(string(whole.scalars).contains("system"))
    #expect(whole.scalars.count == whole.origins.count)
    #expect(Set(whole.origins.map(\.page)) == [0, 1, 2, 3, 4])
    #expect(whole.hyphens.count == 4)
  }

  @Test("a paragraph that is over stays closed")
  func closed() {
    var page = SyntheticPage()
    page.lines(prose(5, width: 90), x: 50, y: 80)
    var flow = Flow()
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(flow.add(blocks, page: 0).count + flow.add(blocks, page: 1).count == 2)
    #expect(flow.finish().isEmpty)
  }
}
