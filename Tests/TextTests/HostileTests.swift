import DocumentModel
import Testing

@testable import Text

@Suite("Hostile pages")
struct HostileTests {
  private func compose(_ text: PageText) -> [TextBlock] {
    PageComposer.compose(text, size: PageSize(width: 600, height: 800), evidence: nil)
  }

  private func page(_ count: Int, _ box: (Int) -> Box) -> PageText {
    PageText(
      scalars: (0..<count).map { $0 % 6 == 5 ? 0x20 : 0x61 + UInt32($0 % 26) },
      boxes: (0..<count).map(box), runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle(size: 10)])
  }

  @Test("nothing, one glyph, missing boxes and styles")
  func little() {
    #expect(compose(PageText()).isEmpty)
    #expect(compose(PageText(scalars: [0x61])).isEmpty)
    let bare = PageText(scalars: [0x61], boxes: [Box(x0: 1, y0: 1, x1: 5, y1: 9)])
    #expect(compose(bare).count == 1)
    let lying = PageText(
      scalars: [0x61, 0x62], boxes: [.zero, .zero], runs: [StyleRun(start: 0, style: 9)])
    #expect(!compose(lying).isEmpty)
  }

  @Test("non-finite numbers, and places far off the page")
  func wildBoxes() {
    let wild: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0, 5]
    let text = page(400) { at in
      Box(
        x0: wild[at % 7], y0: wild[at / 7 % 7], x1: wild[at / 3 % 7], y1: wild[at / 11 % 7])
    }
    _ = compose(text)
    var evidence = DocumentEvidence()
    evidence.observe(text, number: 0, size: PageSize(width: .nan, height: 0))
    _ = PageGrid.lines(
      text, size: PageSize(width: 0, height: -1), cellWidth: { _ in 1 }, maxColumns: 0)
  }

  @Test("a hundred thousand glyphs on one spot, in a row, on a diagonal, at random")
  func many() {
    let count = 100_000
    let spot = page(count) { _ in Box(x0: 100, y0: 100, x1: 105, y1: 111) }
    let row = page(count) { Box(x0: Float($0), y0: 100, x1: Float($0) + 1, y1: 111) }
    let diagonal = page(count) {
      let at = Float($0) * 0.007
      return Box(x0: at, y0: at, x1: at + 5, y1: at + 11)
    }
    var state: UInt32 = 1
    let random = page(count) { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      let (x, y) = (Float(state >> 20) / 7, Float(state >> 8 & 0xFFF) / 5)
      return Box(x0: x, y0: y, x1: x + 5, y1: y + 11)
    }
    for text in [spot, row, diagonal, random] {
      let kept = compose(text).reduce(0) { $0 + $1.scalars.count }
      #expect(kept > 0)
    }
  }

  @Test("columns are looked for in work that grows with the page, not with its square")
  func linearWork() {
    let pages = [2_000, 20_000].map { count in
      PageParts(
        page(count) {
          Box(
            x0: Float($0 % 100) * 6, y0: Float($0 / 100), x1: Float($0 % 100) * 6 + 5,
            y1: Float($0 / 100) + 11)
        },
        size: PageSize(width: 600, height: 800))
    }
    let leaves = pages.map { parts in
      Columns.leaves(of: parts.segments, among: parts.segments.indices.map(Int32.init))
    }
    for (parts, leaves) in zip(pages, leaves) {
      #expect(leaves.reduce(0) { $0 + $1.segments.count } == parts.segments.count)
      #expect(leaves.count < 1 << 12)
    }
  }
}
