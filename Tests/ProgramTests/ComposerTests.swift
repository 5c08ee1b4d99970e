import DocumentModel
import Interface
import Text
import Testing

@testable import Services

/// Corrections of earlier pages by later ones.
@Suite struct ComposerTests {

  /// A head with the page's number beside it, over lines of its own.
  private func page(_ number: Int) -> PageText {
    var text = PageText()
    text.size = PageSize(width: 600, height: 800)
    text.styles = [TextStyle(font: "Plain", size: 10)]
    text.runs = [StyleRun(start: 0, style: 0)]
    func line(_ words: String, y: Float) {
      var x: Float = 60
      for scalar in words.unicodeScalars {
        text.scalars.append(scalar.value)
        text.boxes.append(Box(x0: x, y0: y, x1: x + 5, y1: y + 11))
        x += 5
      }
      text.scalars.append(0x0A)
      text.boxes.append(Box(x0: x, y0: y, x1: x, y1: y + 11))
    }
    line("The Names of Rivers \(number + 1)", y: 40)
    let letter = String(repeating: Character(Unicode.Scalar(97 + UInt8(number))), count: 5)
    for row in 0..<12 {
      line(Array(repeating: letter, count: 14).joined(separator: " "), y: 80 + Float(row) * 12)
    }
    return text
  }

  private func heads(_ content: PageContent) -> Int {
    content.blocks.count { $0.kind == .header }
  }

  @Test func theFirstPagesRunningHeadIsFoundLater() throws {
    let composer = Composer()
    var shown: [Int: PageContent] = [:]
    var sent: [[Int]] = []
    for number in [8, 9, 7, 10, 11, 6, 12] {
      let contents = composer.contents(page(number), fields: [], page: number)
      sent.append(contents.map(\.page))
      for (page, content) in contents { shown[page] = content }
      if number == 8 { #expect(heads(try #require(contents.first).content) == 0) }
    }
    #expect(shown.count == 7 && shown.values.allSatisfy { heads($0) == 1 })
    // Only changed contents are sent a second time.
    #expect(sent.flatMap(\.self).filter { $0 == 8 }.count == 2)
    #expect(sent.map { $0.first } == [8, 9, 7, 10, 11, 6, 12])
    #expect(sent.flatMap(\.self).count <= 9)
  }
}
