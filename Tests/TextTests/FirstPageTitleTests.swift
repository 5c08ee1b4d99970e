import DocumentModel
import Testing

@testable import Text

@Suite struct FirstPageTitleTests {
  /// A passage of a page whose letters all have one size.
  private func title(_ passages: [(text: String, size: Float, box: Box)]) -> String {
    var page = PageText()
    var paragraphs: [Flow.Paragraph] = []
    for passage in passages {
      let start = page.scalars.count
      let scalars = passage.text.unicodeScalars.map(\.value)
      page.runs.append(StyleRun(start: start, style: page.styles.count))
      page.styles.append(TextStyle(size: passage.size))
      page.scalars += scalars
      page.boxes += scalars.map { _ in passage.box }
      paragraphs.append(
        Flow.Paragraph(
          kind: .paragraph, scalars: scalars,
          origins: scalars.indices.map { Flow.Origin(page: 0, index: Int32(start + $0)) },
          hyphens: [], spans: [], page: 0, box: passage.box))
    }
    var finder = FirstPageTitle()
    for paragraph in paragraphs { finder.add(paragraph, page) }
    return finder.title
  }

  private func box(_ top: Float, height: Float = 12, width: Float = 300) -> Box {
    Box(x0: 50, y0: top, x1: 50 + width, y1: top + height)
  }

  private let body = String(repeating: "plain words of the text ", count: 20)

  @Test func theLargestTextIsTheTitle() {
    #expect(
      title([
        ("Proceedings of the Conference", 9, box(10)), ("Time, Clocks, and\nOrdering", 18, box(60)),
        ("Leslie Lamport", 12, box(90)), (body, 10, box(120)),
      ]) == "Time, Clocks, and Ordering")
  }

  @Test func titleLinesInSeparateBlocksAreJoined() {
    #expect(
      title([
        ("The Part-Time", 18, box(60, height: 18)), ("Parliament", 18, box(82, height: 18)),
        (body, 10, box(120)), ("Not of it, but as large", 18, box(500)),
      ]) == "The Part-Time Parliament")
  }

  @Test func stampsNumbersAndURLsAreNoTitles() {
    #expect(
      title([
        ("arXiv:1706.03762v7 [cs.CL]", 20, Box(x0: 10, y0: 200, x1: 30, y1: 500)),
        ("2023", 30, box(20)), ("https://example.org/x", 24, box(40)),
        ("Attention Is All You Need", 17, box(80)), (body, 10, box(120)),
      ]) == "Attention Is All You Need")
  }

  @Test(arguments: ["Summary", "Overview", "Software", "Background"])
  func wordsThatAlsoHeadAPartAreTitlesWithoutANumber(_ text: String) {
    #expect(title([(text, 18, box(60)), (body, 10, box(120))]) == text)
    #expect(title([("1 " + text, 18, box(60)), (body, 10, box(120))]).isEmpty)
  }

  @Test(arguments: ["Introduction", "1 Introduction", "I. Introduction", "A. Einleitung", "はじめに"])
  func headingsOfTheFirstPartAreNoTitles(_ heading: String) {
    #expect(title([(heading, 18, box(60)), (body, 10, box(120))]).isEmpty)
    #expect(
      title([
        ("An Introduction to Straits", 24, box(30)), (heading, 18, box(60)), (body, 10, box(120)),
      ]) == "An Introduction to Straits")
  }

  @Test func aPageByItselfHasATitle() {
    var page = PageText()
    for (line, (text, size)) in [("Optimal Widgets", Float(18)), ("of two pages", 10), (body, 10)]
      .enumerated()
    {
      page.runs.append(StyleRun(start: page.scalars.count, style: page.styles.count))
      page.styles.append(TextStyle(size: size))
      for (column, scalar) in text.unicodeScalars.enumerated() {
        let (x, y) = (Float(50 + column * 5), Float(60 + line * 40))
        page.scalars.append(scalar.value)
        page.boxes.append(Box(x0: x, y0: y, x1: x + 5, y1: y + size))
      }
      page.scalars.append(0x0A)
      page.boxes.append(Box(x0: 0, y0: 0, x1: 0, y1: 0))
    }
    #expect(FirstPageTitle.title(on: page) == "Optimal Widgets")
  }

  @Test func pagesWithoutLargeTextHaveNoTitle() {
    #expect(title([]) == "")
    #expect(title([(body, 10, box(10))]) == "")
    #expect(title([("A heading hardly larger", 11, box(10)), (body, 10, box(40))]) == "")
  }
}
