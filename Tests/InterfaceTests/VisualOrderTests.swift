import Canvas
import DocumentModel
import Interface
import TestSupport
import Testing
import Text

/// Letters read from the right are written here as alef, bet, gimel …; the result is read from the left of the screen.
@Suite struct VisualOrderTests {
  private func seen(_ text: String, width: Int = 20, _ bidi: Bidi = .none) -> String {
    let scalars = text.unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: Box(x0: 0, y0: 0, x1: 100, y1: 12), scalars: scalars,
      origins: scalars.indices.map(Int32.init))
    let content = PageContent(text: PageText(), blocks: [block], grid: [])
    return PageLayout(content, mode: .reflow, width: width, bidi: bidi).lines[0].text
  }

  @Test func rightToLeftTextIsReversed() {
    #expect(seen("אבג דה") == String(repeating: " ", count: 14) + "הד גבא")
  }

  @Test func numbersAndLatinWordsStayLeftToRight() {
    #expect(seen("אב 123 גד") == String(repeating: " ", count: 11) + "דג 123 בא")
    #expect(seen("אב PDF 1.5 גד").hasSuffix("דג PDF 1.5 בא"))
  }

  @Test func bracketsAreMirrored() {
    #expect(seen("אב (גד)").hasSuffix("(דג) בא"))
  }

  /// Each pair is kept together, with the text between its brackets.
  @Test func adjacentBracketsStayPaired() {
    #expect(seen("אב: [the text](a b) גד", width: 30).hasSuffix("דג (a b)[the text] :בא"))
    #expect(seen("see [אב](גד) here") == "see [בא](דג) here")
    #expect(seen("אב f(x) גד").hasSuffix("דג f(x) בא"))
  }

  @Test func signsKeepTheirSideOfANumber() {
    #expect(seen("אב 50% גד").hasSuffix("דג 50% בא"))
    #expect(seen("אב $5 גד").hasSuffix("דג $5 בא"))
  }

  /// The paragraph begins with a name.
  @Test func mostlyRightToLeftParagraphsAreRightToLeft() {
    #expect(seen("ab אבגד הוז").hasSuffix("זוה דגבא ab"))
    #expect(seen("ab אבגד הוז").hasPrefix("  "))
  }

  @Test func aHebrewWordInLatinTextIsReversedAlone() {
    #expect(seen("see אבג here") == "see גבא here")
  }

  @Test func bidiTerminalsGetWordsInOrderOnly() {
    #expect(seen("אבג דה", .words) == String(repeating: " ", count: 14) + "דה אבג")
    #expect(seen("see אבג here", .words) == "see אבג here")
  }

  private func put(_ text: String, _ bidi: Bidi = .none, isTyped: Bool = false) -> String {
    var surface = Surface(size: Size(width: 40, height: 1))
    surface.bidi = bidi
    surface.put(text, x: 0, y: 0, style: Style(), isTyped: isTyped)
    return surface.rows()[0]
  }

  @Test func titlesAndNamesAreReordered() {
    #expect(put("see אבג here") == "see גבא here")
    #expect(put("ab: גד הו!") == "!וה דג :ab")
    #expect(put("ab: גד הו!", .words) == "!הו גד :ab")
    #expect(put("אבג דה", isTyped: true) == "אבג דה")
    #expect(put("ünïcode 中") == "ünïcode 中")
  }

  @Test func extensionsStayAtTheEndOfNames() {
    #expect(put("אבג דה.pdf") == "הד גבא.pdf")
    #expect(put("a אבג דה.pdf") == "a הד גבא.pdf")
    #expect(put("ab אבג דה. גד") == "דג .הד גבא ab")
  }

  @Test func partsOfARowAreReorderedSeparately() {
    #expect(put("אבג   12 %") == "גבא   12 %")
    #expect(put("אבג › דה › x") == "גבא › הד › x")
    #expect(put("(אב)│ 3") == "(בא)│ 3")
  }

  @Test func combiningMarksStayOnTheirLetters() {
    #expect(seen("שָׁם").hasSuffix("םשָׁ"))
  }

  /// An override may not disguise a name.
  @Test func overrideCharactersAreNotObeyed() {
    #expect(seen("אב \u{202E}fdp.exe").contains("fdp.exe"))
  }

  @Test func leftToRightTextIsUnchanged() {
    #expect(seen("plain text 12") == "plain text 12")
  }
}
