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

  @Test("a foot that begins with the number of a section ends with the page's")
  func sectionFoot() {
    let pages = (0..<8).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      page.lines(prose(40, width: 90, from: letter), x: 50, y: 80)
      let title = String(repeating: letter, count: 12)
      page.line("15.\(number / 2). Unpacking \(title)", x: 50, y: 760)
      page.line("\(number + 120)", x: 480, y: 760)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.map(\.kind) == [.paragraph, .footer])
    }
  }

  @Test(
    "a foot that is the number of an article and of its page", arguments: ["18004-p", "115402-"])
  func articleFoot(_ article: String) {
    let pages = (0..<6).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      page.lines(prose(50, width: 90, from: letter, ends: false), x: 50, y: 90)
      page.line("\(article)\(number + 1)", x: 280, y: 700)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.map(\.kind) == [.paragraph, .footer])
    }
  }

  private func longBook(_ set: (inout SyntheticPage, Int) -> Void) -> [[TextBlock]] {
    let pages = (0..<60).map { number in
      var page = SyntheticPage()
      page.line("A running head", x: 200, y: 30, size: 9)
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number % 26)))
      page.lines(prose(40, width: 90, from: letter), x: 50, y: 80)
      set(&page, number)
      return page
    }
    let known = evidence(pages)
    return pages.enumerated().map { number, page in
      PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
    }
  }

  @Test("a heading below the head that recurs far away is no head")
  func recurringHeading() {
    let pages = longBook { page, number in
      if number % 25 == 5 { page.line("Examples", x: 50, y: 56) }
    }
    for number in [5, 30, 55] {
      #expect(string(pages[number][1].scalars) == "Examples")
      #expect(pages[number][1].kind != .header)
    }
  }

  @Test("lines of a list that differ in their numbers only are no heads")
  func uniformLines() {
    let pages = (0..<8).map { number in
      var page = SyntheticPage()
      for line in 0..<40 {
        page.line(
          "Ticket \(number * 40 + line) seat \(line * 7 + number) paid", x: 50,
          y: 60 + 17 * Float(line))
      }
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.allSatisfy { ![.header, .footer].contains($0.kind) })
    }
  }

  @Test("the title and last line of a slide that appears step by step are no running heads")
  func steps() {
    let pages = (0..<12).map { number in
      var page = SyntheticPage()
      let slide = Character(Unicode.Scalar(UInt8(0x61 + number / 4)))
      page.line("About \(String(repeating: slide, count: 9))", x: 50, y: 60, size: 11)
      page.line("A talk", x: 50, y: 770, size: 8)
      let items = prose(4, width: 60, from: slide)
      for (row, item) in items.prefix(number % 4 + 1).enumerated() {
        page.line("- " + item, x: 60, y: 200 + 60 * Float(row))
      }
      page.line("See also \(String(repeating: slide, count: 7))", x: 60, y: 700)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.count { $0.kind == .header } == 0)
      #expect(blocks.filter { $0.kind == .footer }.map { string($0.scalars) } == ["A talk"])
    }
  }

  @Test("a sentence that ends some pages and is within others is no running foot")
  func repeatedSentences() {
    let sentence = "The seller is liable for damages up to the price."
    let pages = (0..<10).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      var lines = prose(40, width: 90, from: letter)
      for line in [11 + number, 24] { lines[line] = sentence }
      if number % 3 == 0 { lines[39] = sentence }
      page.lines(lines, x: 50, y: 60)
      page.line("\(number + 1)", x: 300, y: 760)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      let text = blocks.filter { $0.kind == .paragraph }.map { string($0.scalars) }.joined()
      #expect(
        text.ranges(of: "liable").count == (number % 3 == 0 ? 3 : 2), "page \(number): \(blocks)")
      #expect(blocks.last?.kind == .footer)
    }
  }

  @Test("heads with parts at both edges are known in two pages, too")
  func spreadHeads() {
    let pages = (0..<2).map { number in
      var page = SyntheticPage()
      let section = number == 0 ? "1  BEGINNING" : "2  MIDDLE, END"
      page.line("My report", x: 50, y: 40)
      page.line(section, x: 500 - Float(section.count) * 5, y: 40)
      page.lines(prose(40, width: 90), x: 50, y: 80)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.map(\.kind) == [.header, .paragraph])
    }
  }

  @Test("the first line of a page set with wide lines is no head", arguments: [false, true])
  func wideLines(hasHead: Bool) {
    let pages = (0..<8).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      if hasHead { page.line("Of \(String(repeating: letter, count: 9))", x: 200, y: 10) }
      for (row, line) in prose(28, width: 90, from: letter).enumerated() {
        page.line(row == 0 ? "T" + line.dropFirst() : line, x: 50, y: 60 + 24 * Float(row))
      }
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect((blocks.first?.kind == .header) == hasHead)
      #expect(blocks.count { $0.kind == .header } == (hasHead ? 1 : 0))
    }
  }

  @Test("heads that change are known where most pages have few lines far from each other")
  func fewLines() {
    let pages = (0..<12).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      page.line("Of \(String(repeating: letter, count: 9))", x: 50, y: 30)
      for row in 0..<6 {
        let step: Float = number % 3 == 0 ? 14 : 70
        page.line("T\(prose(1, width: 60, from: letter)[0])", x: 50, y: 75 + step * Float(row))
      }
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.first?.kind == .header)
      #expect(blocks.count { $0.kind == .header } == 1)
    }
  }

  @Test("notes whose numbers are in step with the pages are no feet")
  func notesInStep() {
    let pages = (0..<8).map { number in
      var page = SyntheticPage()
      let letter = Character(Unicode.Scalar(UInt8(0x61 + number)))
      page.lines(prose(40, width: 90, from: letter), x: 50, y: 80)
      page.line("\(number + 1). A note on \(String(repeating: letter, count: 20))", x: 50, y: 750)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.allSatisfy { $0.kind != .footer })
    }
  }

  @Test("text that repeats in few pages below a title that does not is no head")
  func repeatedText() {
    let pages = ["First title", "Another one"].map { title in
      var page = SyntheticPage()
      page.line(title, x: 50, y: 60, size: 14, isBold: true)
      page.lines(prose(20, width: 90), x: 50, y: 100)
      return page
    }
    let known = evidence(pages)
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: known, page: number)
      #expect(blocks.map(\.kind) == [.heading(level: 1), .paragraph])
    }
  }

  @Test("a row of numbers at the top of a page is no page number")
  func rowOfNumbers() {
    var page = SyntheticPage()
    page.line("0.47  0.40  0.03  0.31", x: 200, y: 30)
    page.lines(prose(20, width: 90), x: 50, y: 80)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil, page: 1)
    #expect(blocks.allSatisfy { $0.kind != .header })
  }

  @Test("a remark in parentheses at the end of a page does not go on")
  func remark() {
    var page = SyntheticPage()
    let y = page.lines(prose(8, width: 90), x: 50, y: 80)
    page.line("(continues on next page)", x: 380, y: y + 20)
    var next = SyntheticPage()
    next.lines(prose(8, width: 90).map { $0.lowercased() }, x: 50, y: 80)
    var flow = Flow()
    var found: [Flow.Paragraph] = []
    for (number, page) in [page, next].enumerated() {
      found += flow.add(
        PageComposer.compose(page.text, size: page.size, evidence: nil), page: number)
    }
    found += flow.finish()
    #expect(found.contains { string($0.scalars) == "(continues on next page)" })
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

  @Test(
    "a sentence that ends a little before a sharp edge ends its paragraph",
    arguments: [(0, 1), (1, 2)])
  func earlyEnd(_ room: Int, _ count: Int) {
    var pages = [SyntheticPage(), SyntheticPage()]
    for number in pages.indices {
      var lines = prose(20, width: 90, ends: number == 1)
      if number == 0 { lines[19] = lines[19].dropLast(room + 1) + "." }
      pages[number].lines(lines, x: 50, y: 80)
    }
    var flow = Flow()
    var all: [Flow.Paragraph] = []
    for (number, page) in pages.enumerated() {
      let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil, page: number)
      all += flow.add(blocks, page: number)
    }
    #expect((all + flow.finish()).count == count)
  }

  @Test("a chapter's title at the top of its page is a heading, not a running head")
  func chapterTitle() {
    var pages = book(pages: 8)
    for number in [2, 5] {
      var page = SyntheticPage()
      page.line("Of many things", x: 50, y: 30, size: 17, isBold: true)
      page.lines(prose(30, width: 90), x: 50, y: 120)
      page.line("\(number + 7)", x: 300, y: 760)
      pages[number] = page
    }
    let known = evidence(pages)
    let found = PageComposer.compose(
      pages[5].text, size: pages[5].size, evidence: known, page: 5)
    #expect(found.first?.kind == .heading(level: 1))
    let other = PageComposer.compose(
      pages[4].text, size: pages[4].size, evidence: known, page: 4)
    #expect(other.first?.kind == .header)
  }

  @Test("a title of two lines in bold is one heading, sections below each other are two")
  func brokenTitle() {
    var page = SyntheticPage()
    page.line("A Title That Goes On Over", x: 50, y: 40, size: 13, isBold: true)
    page.line("The End of Its Line", x: 50, y: 56, size: 13, isBold: true)
    page.lines(prose(30, width: 90), x: 50, y: 120)
    page.line("2 Section", x: 50, y: 500, size: 13, isBold: true)
    page.line("2.1 Part", x: 50, y: 517, size: 13, isBold: true)
    page.lines(prose(10, width: 90), x: 50, y: 550)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    let headings = blocks.filter { $0.kind == .heading(level: 1) }.map { string($0.scalars) }
    #expect(
      headings == ["A Title That Goes On Over The End of Its Line", "2 Section", "2.1 Part"])
  }

  @Test(
    "pages with one short line each are not one paragraph",
    arguments: ["Hello", "This is page number one."])
  func sparsePages(_ text: String) {
    var flow = Flow()
    var all: [Flow.Paragraph] = []
    for number in 0..<3 {
      var page = SyntheticPage()
      page.line(text, x: 50, y: 80)
      all += flow.add(
        PageComposer.compose(page.text, size: page.size, evidence: nil, page: number), page: number)
    }
    #expect((all + flow.finish()).count == 3)
  }
}
