import DocumentModel
import Foundation
import Testing

@testable import Text

@Suite("Stretches set in their own way")
struct LayoutTests {
  private func texts(_ page: SyntheticPage) -> [String] {
    PageComposer.compose(page.text, size: page.size, evidence: nil).map { string($0.scalars) }
  }

  private func joined(_ lines: [String]) -> String { lines.joined(separator: " ") }

  @Test("a ragged quotation in a justified column is one paragraph")
  func quotation() {
    let quotation = [
      "WordSet that are set apart from all the rest of the pages so",
      "and do not reach the edge of anything, which is a quotation",
      "as everybody knows who reads books in the evening of the",
      "day.",
    ]
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    let end = page.lines(quotation, x: 80, y: after + 10)
    page.lines(prose(8, width: 90), x: 50, y: end + 10)
    #expect(texts(page).contains(joined(quotation)))
  }

  /// Lines of running text that all end at one edge, but for one that ends earlier by some letters.
  private func uneven(by letters: Int, next: String) -> [String] {
    var lines = prose(8, width: 90, ends: false)
    lines[3] = String(lines[3].dropLast(letters))
    lines[4] = next + lines[4].dropFirst(next.count)
    return lines.map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("a line that ends early because a long word did not fit ends no paragraph")
  func longWord() {
    var page = SyntheticPage()
    let lines = uneven(by: 8, next: "extraordinarily ")
    page.lines(lines, x: 50, y: 80)
    #expect(texts(page) == [joined(lines)])
  }

  @Test("in a column of indented paragraphs a line that ends a little early ends none")
  func unevenEdge() {
    var page = SyntheticPage()
    let first = uneven(by: 5, next: "A new sentence ") + ["It ends here."]
    let second = [String(prose(1, width: 86, ends: false)[0])] + prose(4, width: 90)
    let y = page.lines(first, x: 50, y: 80)
    page.line(second[0], x: 70, y: y)
    page.lines(Array(second.dropFirst()), x: 50, y: y + 12)
    #expect(texts(page) == [joined(first), joined(second)])
  }

  @Test("lines of names set apart stay lines")
  func names() {
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    let names = ["Author Of This Work One", "Author Of This Work Two", "Some Author Else Three"]
    page.lines(names, x: 80, y: after + 10)
    #expect(texts(page).suffix(3) == names[...])
  }

  @Test("references have a hanging indent, also those of two lines")
  func references() {
    var page = SyntheticPage()
    var y: Float = 80
    var expected: [String] = []
    for number in 0..<5 {
      let first =
        "Author\(number) and S. Other. " + String(repeating: "title ", count: 10) + "ends in"
      let second = "the proceedings of year \(number)."
      page.line(first, x: 50, y: y)
      page.line(second, x: 65, y: y + 12)
      expected.append(joined([first, second]))
      y += 30
    }
    #expect(texts(page) == expected)
  }

  @Test("the second lines of references may be more than the first ones")
  func longReferences() {
    var page = SyntheticPage()
    var expected: [String] = []
    var y: Float = 80
    for number in 0..<4 {
      var lines = ["Author\(number) and others. " + prose(1, width: 70, ends: false)[0]]
      if number != 1 { lines += prose(3, width: 86, ends: false) }
      lines.append("200\(number).")
      page.line(lines[0], x: 50, y: y)
      y = page.lines(Array(lines.dropFirst()), x: 60, y: y + 12) + 8
      expected.append(joined(lines))
    }
    #expect(texts(page) == expected)
  }

  @Test("the initials of a name start no item")
  func initials() {
    var page = SyntheticPage()
    let lines = [
      "[1] A. Author, " + String(repeating: "name ", count: 14) + "Long Name,",
      "S. T. Pope and others. " + String(repeating: "title ", count: 10) + "at the end",
      "of it, 1996.",
    ]
    page.line(lines[0], x: 50, y: 80)
    page.line(lines[1], x: 70, y: 92)
    page.line(lines[2], x: 70, y: 104)
    #expect(texts(page) == [joined(lines)])
  }

  @Test("names that go on after a comma with an initial are one entry, wherever the line ends")
  func namesInLines() {
    var page = SyntheticPage()
    page.line("[12]", x: 50, y: 100)
    let lines = [
      "D. Karger, E. Lehman, T. Leighton, M. Levine,", "D. Lewin, A. Pilchin, P. Vosshall,",
      "G. Rao, and R. Panigrahy. Consistent hashing and random trees in",
      "networks. In Proceedings of a symposium, pages 654-663, 1997.",
    ]
    page.lines(lines, x: 75, y: 100)
    page.line("[13]", x: 50, y: 160)
    page.lines(["L. Lamport. The parliament of an island that is part of a"], x: 75, y: 160)
    #expect(texts(page).first == "[12] " + joined(lines))
  }

  @Test("a name's second initial on the next line starts no item")
  func partedInitials() {
    var page = SyntheticPage()
    var expected: [String] = []
    for entry in 0..<6 {
      let lines = [
        "Writer, B. C., Author\(entry), " + String(repeating: "Name, N., ", count: 6)
          + "Madden, T.",
        "L. (2008). " + String(repeating: "title ", count: 12) + "at the",
        "end of it \(entry).",
      ]
      let y = 80 + 36 * Float(entry)
      page.line(lines[0], x: 50, y: y)
      page.line(lines[1], x: 62, y: y + 12)
      page.line(lines[2], x: 62, y: y + 24)
      expected.append(joined(lines))
    }
    #expect(texts(page) == expected)
  }

  @Test("remarks at the right edge are in the lines of an algorithm")
  func flushRemarks() {
    var page = SyntheticPage()
    let remarks = [3: "- next segment is reverse", 5: "- mate is downstream", 8: "- done"]
    for row in 0..<12 {
      let step = "flags of segment \(row) := flags of the record"
      page.line(step, x: 60 + Float(row % 3) * 15, y: 80 + Float(row) * 12)
      guard let remark = remarks[row] else { continue }
      page.line(remark, x: 520 - 5 * Float(remark.count), y: 80 + Float(row) * 12)
    }
    let found = texts(page)
    for (row, remark) in remarks {
      #expect(found.contains { $0.contains("segment \(row) ") && $0.contains(remark) })
    }
  }

  @Test("labels before the works of a list are in their lines, however close the works are")
  func labelledWorks() {
    var page = SyntheticPage()
    let labels = ["[Fak]", "[AG17]", "[BMM02]", "[Car+78]", "[CTV20]", "[HZRS15]"]
    var y: Float = 80
    for label in labels {
      page.line(label, x: 50, y: y)
      y = page.lines(prose(3, width: 80), x: 105, y: y) + 1
    }
    let found = texts(page)
    #expect(found.map { $0.split(separator: " ").first.map(String.init) } == labels)
  }

  @Test("labels beside running text that are on no line of it are a column")
  func sidebar() {
    var page = SyntheticPage()
    let text = prose(20, width: 80)
    page.lines(text, x: 140, y: 100)
    let labels = ["Edited by", "A. Name", "Received", "4 March", "Published", "9 May"]
    for (row, label) in labels.enumerated() {
      page.line(label, x: 60, y: 100 + Float(row) * 31, size: 8)
    }
    let found = texts(page)
    #expect(found.last == joined(text))
    #expect(found.dropLast() == labels[...])
  }

  @Test("a bullet without a gap after it is a bullet")
  func glued() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 90), x: 50, y: 80)
    page.lines(["•first", "•second"], x: 60, y: 150)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(blocks.suffix(2).allSatisfy { $0.kind == .listItem(depth: 0) })
    #expect(blocks.last?.spans == [BlockSpan(kind: .bullet, range: 0..<1)])
  }

  @Test("wide lines of the text are no gaps because a table or notes are set closer")
  func twoLeadings() {
    let text = prose(6, width: 90)
    var page = SyntheticPage()
    let rows = (0..<20).map { "row \($0) of small print that is no text" }
    let end = page.lines(rows, x: 60, y: 80, size: 7, leading: 8.5)
    for (row, line) in text.enumerated() {
      // Lines with other scripts in them are a little lower.
      page.line(line, x: 50, y: end + 20 + Float(row) * 15.5 + Float(row % 2) * 0.8)
    }
    #expect(texts(page).last == joined(text))
  }

  @Test("signs of several heights do not make a straight page a tilted one")
  func straight() {
    var page = SyntheticPage()
    var expected: [String] = []
    for row in 0..<10 {
      let y = 80 + Float(row) * 16
      page.line("日本語の", x: 50, y: y)
      page.more("TEX", size: 10, gap: 1)
      page.line("文書の概要を示していますが", x: 110, y: y - (row % 2 == 0 ? 1.2 : 0))
      expected.append("日本語のTEX文書の概要を示していますが")
    }
    #expect(texts(page).joined().filter { $0 != " " } == expected.joined())
  }

  @Test("text set with double space is text, lines of one sentence with gaps are lines")
  func doubleSpace() {
    let text = prose(6, width: 90)
    var page = SyntheticPage()
    page.lines(text, x: 50, y: 80, leading: 24)
    #expect(texts(page) == [joined(text)])
    let sentences = (0..<6).map {
      "Sentence \($0) " + String(repeating: "word ", count: 15) + "ends."
    }
    var other = SyntheticPage()
    other.lines(sentences, x: 50, y: 80, leading: 24)
    #expect(texts(other) == sentences)
  }

  @Test("a formula cut by a line's end does not end the paragraph, however high the next line is")
  func cutFormula() {
    var text = prose(8, width: 90, ends: false)
    text[3] = String(text[3].dropLast(2)) + " ≤"
    text[4] = "𝑉" + text[4].dropFirst()
    var page = SyntheticPage()
    let after = page.lines(Array(text[..<4]), x: 50, y: 80)
    page.lines(Array(text[4...]), x: 50, y: after + 5)
    #expect(texts(page) == [joined(text)])
  }

  @Test("a caption of lines shorter than the column goes on in lower case")
  func shortCaption() {
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    page.line("Figure 3. The precipitation of an alloy as it was measured", x: 80, y: after + 30)
    page.line("by means of the experiments.", x: 80, y: after + 43)
    #expect(
      texts(page).last
        == "Figure 3. The precipitation of an alloy as it was measured by means of the experiments."
    )
  }

  @Test("lines of a program and text after a caption are none of it")
  func captionsEnd() {
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    page.lines(["Algorithm 2 The search", "if found", "return it"], x: 50, y: after + 20)
    page.line("Figure 3. The usage", x: 180, y: after + 90)
    page.lines(
      ["is the usage" + prose(1, width: 78)[0]] + prose(3, width: 90), x: 50, y: after + 103)
    #expect(texts(page).contains("if found"))
    #expect(texts(page).contains("Figure 3. The usage"))
  }

  @Test("a numbered heading goes on below its words")
  func headingOfTwoLines() {
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    page.line("2.4. The Culture of Some Cells and Also", x: 50, y: after + 12, isItalic: true)
    page.line("The Effects on All of Them", x: 75, y: after + 25, isItalic: true)
    page.lines(prose(4, width: 90), x: 50, y: after + 48)
    #expect(
      texts(page).contains(
        "2.4. The Culture of Some Cells and Also The Effects on All of Them"))
  }

  @Test("the right column goes on beside an abstract over both, after the left one")
  func abstractOverColumns() {
    var page = SyntheticPage()
    for row in 0..<7 {
      page.line(
        "Abstract \(row) over the edge of both columns, so it", x: 50, y: 80 + Float(row) * 14)
      page.line(
        "right \(row) " + String(repeating: "w", count: 32), x: 350, y: 74 + Float(row) * 12)
    }
    page.line("and ends in line with its last words.", x: 50, y: 178)
    for row in 0..<20 {
      page.line(
        "left \(row) " + String(repeating: "w", count: row < 10 ? 37 : 36), x: 50,
        y: 230 + Float(row) * 12)
    }
    for row in 7..<36 {
      let isNarrow = row < 11
      page.line(
        "right \(row) " + String(repeating: "w", count: (isNarrow ? 32 : 42) - (row < 10 ? 0 : 1)),
        x: isNarrow ? 350 : 300, y: 74 + Float(row) * 12)
    }
    let text = texts(page).joined(separator: " ")
    let places = ["Abstract 6", "and ends", "left 0", "left 19", "right 0", "right 8", "right 35"]
      .map { text.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test("labels of a figure close to the text do not make gaps in its lines")
  func closeLabels() {
    let text = prose(5, width: 90)
    var page = SyntheticPage()
    let end = page.lines((0..<8).map { "label \($0)" }, x: 200, y: 80, leading: 10)
    page.lines(text, x: 50, y: end + 20, leading: 13.6)
    #expect(texts(page).last == joined(text))
  }

  @Test("a hyphen at the end of a short line ends no paragraph")
  func shortLineWithHyphen() {
    var page = SyntheticPage()
    page.lines(
      ["The mail at its end and the inter-", "national co-", "operation of words goes on."], x: 50,
      y: 80)
    #expect(
      texts(page) == ["The mail at its end and the international cooperation of words goes on."])
  }

  @Test("an italic heading with a letter is no item whose text continues below")
  func italicHeading() {
    var page = SyntheticPage()
    let after = page.lines(prose(8, width: 90), x: 50, y: 80)
    page.line("B. Temporal aggregation of costs", x: 50, y: after, isItalic: true)
    page.line("Once " + prose(1, width: 81, ends: false)[0], x: 65, y: after + 12)
    page.lines(prose(5, width: 90), x: 50, y: after + 24)
    #expect(texts(page).contains("B. Temporal aggregation of costs"))
  }
}
