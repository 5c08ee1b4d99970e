import DocumentModel
import TestSupport
import Testing

@testable import Text

@Suite("Figures after the paragraphs that first mention them")
struct FirstMentionTests {
  private func block(
    _ kind: TextBlock.Kind, _ words: String, of caption: String? = nil
  ) -> TextBlock {
    let scalars = Array(words.unicodeScalars.map(\.value))
    var block = TextBlock(
      kind: kind, box: .zero, scalars: scalars, origins: scalars.indices.map { Int32($0) })
    if let caption {
      block.region = BlockRegion(
        PageRegion(kind == .tableRow ? .table : .figure, .zero), caption: caption)
    }
    return block
  }

  private func words(_ blocks: [TextBlock]) -> [String] {
    FirstMention.ordered(blocks).map(DocumentFigure.text)
  }

  private let curve = "Figure 3: A curve."

  @Test("a figure follows its first mention with all its parts and its caption")
  func moved() {
    let blocks = [
      block(.figure, "a", of: curve), block(.figure, "b", of: curve), block(.caption, curve),
      block(.paragraph, "First, Fig. 2 and others."), block(.paragraph, "Then see Fig. 3a."),
      block(.paragraph, "Figure 3 again."),
    ]
    #expect(
      words(blocks) == [
        "First, Fig. 2 and others.", "Then see Fig. 3a.", "a", "b", curve, "Figure 3 again.",
      ])
  }

  @Test("a figure below its first mention moves up, one that is not mentioned stays")
  func up() {
    let (other, rows) = ("Figure 9: Other.", "Table 1. Values.")
    let blocks = [
      block(.paragraph, "As Table 1 and Figure 3 show."), block(.paragraph, "Text."),
      block(.figure, "x", of: other), block(.caption, other), block(.figure, "a", of: curve),
      block(.caption, curve), block(.caption, rows), block(.tableRow, "1\t2"),
    ]
    #expect(
      words(blocks) == [
        "As Table 1 and Figure 3 show.", "a", curve, rows, "1\t2", "Text.", "x", other,
      ])
  }

  @Test("captions and running heads are no mentions")
  func captions() {
    let other = "Figure 4: Like Figure 3."
    let blocks = [
      block(.header, "Figure 3"), block(.figure, "b", of: other), block(.caption, other),
      block(.figure, "a", of: curve), block(.caption, curve), block(.paragraph, "Text."),
    ]
    #expect(FirstMention.ordered(blocks) == blocks)
  }

  @Test(
    "the forms of mentions",
    arguments: [
      ("(see Fig. 3)", true), ("FIGURE 3", true), ("fig 3b", true), ("Figures 2 and 3", true),
      ("Figs. 1, 2 & 3", true), ("Figures 1–5", true), ("Abbildungen 2 und 3", true),
      ("以下の図3に示す", true), ("Figure 3.", true), ("Figure\u{A0}3", true), ("Figure 3.1", false),
      ("Figure 33", false), ("Table 3", false), ("configure 3", false), ("Figure 2 and 3", false),
      ("Figures 4–7", false), ("the figure", false), ("Figures 1 in the year 3", false),
      ("", false),
    ])
  func forms(_ text: String, _ isMention: Bool) {
    let blocks = [
      block(.figure, "a", of: curve), block(.caption, curve), block(.paragraph, text),
    ]
    #expect((words(blocks).last == curve) == isMention)
  }

  @Test("no block is lost or doubled", arguments: 1...40 as ClosedRange<UInt64>)
  func kept(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let blocks = (0..<30).map { index in
      let number = Int.random(in: 1...4, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return block(.caption, "Figure \(number): \(index % 2)")
      case 1: return block(.figure, "\(index)", of: "Figure \(number): \(index % 2)")
      case 2: return block(.caption, "Table \(number): rows")
      case 3: return block(.tableRow, "\(index)\tx")
      default: return block(.paragraph, "\(index) in Figures \(number)–4 and Table \(number)")
      }
    }
    let ordered = FirstMention.ordered(blocks).map(DocumentFigure.text)
    #expect(ordered.sorted() == blocks.map(DocumentFigure.text).sorted())
  }
}
