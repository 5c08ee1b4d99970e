import DocumentModel
import Testing

@testable import Text

@Suite("Several sizes in a text")
struct SizesTests {
  private func blocks(_ page: SyntheticPage) -> [TextBlock] {
    PageComposer.compose(page.text, size: page.size, evidence: nil)
  }

  private func texts(_ page: SyntheticPage) -> [String] {
    blocks(page).map { string($0.scalars) }
  }

  @Test("small capitals are one word, whatever poppler sets between their sizes")
  func smallCapitals() {
    var page = SyntheticPage()
    page.line("by B", x: 50, y: 80)
    page.more("ATORY", size: 8, gap: 0.2, blank: true)
    page.more(", D.", size: 10, gap: -0.4, blank: true)
    #expect(texts(page) == ["by BATORY, D."])
  }

  @Test("a line mostly of small type does not tear its paragraph")
  func inlineCode() {
    let text = prose(6, width: 80)
    var page = SyntheticPage()
    page.lines(Array(text[0..<3]), x: 50, y: 80)
    page.line(String(text[3].prefix(26)), x: 50, y: 116)
    page.more(String(repeating: "code", count: 17), size: 8, gap: 3, blank: true)
    page.lines(Array(text[4...]), x: 50, y: 128)
    #expect(texts(page).count == 1)
  }

  @Test("numbered small print set apart at the foot is notes")
  func numberedNotes() {
    var page = SyntheticPage()
    let end = page.lines(prose(20, width: 90), x: 50, y: 80)
    page.line("9. https://example.org/code", x: 54, y: end + 20, size: 8)
    page.line("10. https://example.org/data", x: 50, y: end + 30, size: 8)
    #expect(blocks(page).map(\.kind) == [.paragraph, .footnote, .footnote])
  }

  @Test("a mark in front of a note's words is parted from them")
  func markOfNote() {
    var page = SyntheticPage()
    page.lines(prose(20, width: 90), x: 50, y: 80)
    page.line("2", x: 50, y: 700, size: 5)
    page.line("100 samples were taken.", x: 52.6, y: 701, size: 8)
    #expect(texts(page).last == "2 100 samples were taken.")
  }

  @Test("a sentence continues after a listing at the top of the next column")
  func overListing() {
    let left = prose(20, width: 48, from: "l", ends: false)
    let right = prose(15, width: 48, from: "l").map { $0.lowercased() }
    var page = SyntheticPage()
    page.lines(left, x: 40, y: 80)
    let listing = ["Listing() {", "  run(it);", "}"]
    let end = page.lines(listing, x: 310, y: 80, size: 8, leading: 10, isMonospace: true)
    page.lines(right, x: 310, y: end + 12)
    let found = texts(page)
    #expect(found.first == (left + right).joined(separator: " "))
    #expect(found.count == 4)
  }

  @Test("code is code where it is more than the text about it")
  func muchCode() {
    var page = SyntheticPage()
    var y = page.lines(prose(6, width: 80), x: 50, y: 80)
    let code = (0..<24).map { "#define FZ_ENABLE_FORMAT_\($0) 1" }
    y = page.lines(code, x: 50, y: y + 12, isMonospace: true)
    #expect(blocks(page).map(\.kind) == [.paragraph] + code.map { _ in .code })
    // A typescript has nothing else.
    var script = SyntheticPage()
    y = script.lines(prose(6, width: 60), x: 50, y: 80, isMonospace: true)
    script.lines(prose(6, width: 60, from: "b"), x: 50, y: y + 12, isMonospace: true)
    #expect(blocks(script).map(\.kind) == [.paragraph, .paragraph])
  }
}
