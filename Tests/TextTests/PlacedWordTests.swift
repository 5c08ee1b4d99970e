import DocumentModel
import Testing
import Text

/// The words of a text layer.
@Suite struct PlacedWordTests {
  private static func text(_ words: String, _ box: (Int) -> Box) -> PageText {
    let scalars = words.unicodeScalars.map(\.value)
    return PageText(
      scalars: scalars, boxes: scalars.indices.map(box), runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle(size: 10)])
  }

  @Test func wordsHaveTheirBaselines() {
    let text = Self.text("one to\nx") { index in
      Box(x0: Float(index) * 6, y0: 93, x1: Float(index) * 6 + 6, y1: 102.1)
    }
    let words = text.placedWords
    #expect(words.map(\.text) == ["one", "to", "x"])
    // The font leaves blanks beside the ink.
    #expect(abs(words[0].x + 0.2) < 0.01 && abs(words[0].width - 18.5) < 0.01)
    #expect(abs(words[0].y - 100) < 0.01)
    #expect(words.allSatisfy { $0.turn == .none && $0.size == 10 && !$0.isRightToLeft })
  }

  @Test func rotatedAndRightToLeftWordsAreRecognised() {
    let down = Self.text("up to") { index in
      Box(x0: 50, y0: Float(index) * 6, x1: 59, y1: Float(index) * 6 + 6)
    }
    #expect(down.placedWords.map(\.turn) == [.right, .right])
    let back = Self.text("back") { index in
      Box(x0: 90 - Float(index) * 6, y0: 50, x1: 96 - Float(index) * 6, y1: 59)
    }
    #expect(back.placedWords[0].turn == .half && abs(back.placedWords[0].x - 96.2) < 0.01)
    let hebrew = Self.text("של") { index in
      Box(x0: 90 - Float(index) * 6, y0: 50, x1: 96 - Float(index) * 6, y1: 59)
    }
    #expect(hebrew.placedWords[0].turn == .none && hebrew.placedWords[0].isRightToLeft)
    #expect(abs(hebrew.placedWords[0].x - 83.8) < 0.01)
  }

  @Test func wordsOfASkewedRowStayOnTheirInk() {
    // A row that falls by six tenths of its size.
    let text = Self.text("one two three four") { index in
      let fall = 6 * Float(index) / 17
      return Box(x0: Float(index) * 6, y0: 93 + fall, x1: Float(index) * 6 + 6, y1: 102.1 + fall)
    }
    let words = text.placedWords
    let ys = words.map(\.y)
    #expect(ys == ys.sorted())
    // Other programs take them for one row, and none is a tenth of its size off its place.
    #expect(ys[3] - ys[0] <= 4.01)
    for (word, first) in zip(words, [0, 4, 8, 14]) {
      #expect(abs(word.y - (100 + 6 * Float(first) / 17)) < 1)
    }
  }
}
