import DocumentModel
import Testing

@testable import Text

@Suite("Lines of tables of contents")
struct ContentsLineTests {
  private func texts(_ lines: [(String, x: Float)]) -> [String] {
    var page = SyntheticPage()
    for (row, line) in lines.enumerated() {
      page.line(line.0, x: line.x, y: 100 + 12 * Float(row))
    }
    return PageComposer.compose(page.text, size: page.size, evidence: nil).map {
      string($0.scalars)
    }
  }

  private let dots = String(repeating: " .", count: 12)

  @Test("an entry that is too long continues to its page number")
  func wrapped() {
    let (first, next) = (
      "7.18 Why does the output from it depend on the", "order of factors in it?"
    )
    let last = "7.19 Names" + String(repeating: " .", count: 30)
    #expect(
      texts([(first, 60), (next + dots + " 33", 90), (last + " 34", 60)]) == [
        "\(first) \(next)\(dots) 33", last + " 34",
      ])
  }

  @Test("dots and a page number of their own, or the number alone, are the end of an entry")
  func leaderAlone() {
    let first = "6.4 Measures for the woods and the plants in them"
    let last = "6.5 Roads" + String(repeating: ".", count: 60) + " 238"
    #expect(
      texts([(first, 60), (String(repeating: ".", count: 60) + " 234", 90), (last, 60)]).first
        == first + " " + String(repeating: ".", count: 60) + " 234")
    #expect(
      texts([(first + ".....", 60), ("234", 90), (last, 60)]).first == first + "..... 234")
  }

  @Test("an entry without dots, or whose dots are joined to its last word, is an entry of its own")
  func entries() {
    let part = "1 Introduction to all that is said in the parts below  1"
    let first = "1.1 Motivation" + String(repeating: " .", count: 24) + " 1"
    let joined = "1.2 Organisations" + String(repeating: ".", count: 40) + " 14"
    let last = "Methods of it" + String(repeating: ".", count: 44) + " 15"
    #expect(texts([(part, 60), (first, 60), (joined, 60), (last, 60)]).count == 4)
  }

  @Test("page numbers may have the number or letter of their chapter before them")
  func chapters() {
    let dots = String(repeating: ".", count: 40)
    let lines = [
      "1 Introduction\(dots)1-1", "1.1 Overview\(dots)1-2", "2.4.6 Driver\(dots) 2-15",
      "Signs and their meaning\(dots)A-3",
    ]
    #expect(texts(lines.map { ($0, 60) }) == lines)
  }

  @Test("page numbers have the digits of their script")
  func otherDigits() {
    let lines = (0..<4).map { row in
      (["١", "٢", "٣", "٤"][row] + String(repeating: " .", count: 20) + " אבגד", x: Float(60))
    }
    #expect(texts(lines).count == 4)
  }
}
