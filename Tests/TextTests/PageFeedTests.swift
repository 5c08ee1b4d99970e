import DocumentModel
import Testing

@testable import Text

@Suite struct PageFeedTests {
  private func page(_ number: Int) -> PageText {
    var page = SyntheticPage()
    page.line("The History of Letters", x: 50, y: 30)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    page.lines(prose(20, width: 90, from: letters[number % letters.count]), x: 50, y: 80)
    var text = page.text
    text.size = page.size
    return text
  }

  private func heads(_ paragraphs: [Flow.Paragraph]) -> [Int] {
    paragraphs.filter(\.isRunningHead).map(\.page)
  }

  @Test("neighbouring pages reveal running heads, and are not laid out")
  func neighbours() {
    var alone = PageFeed()
    #expect(heads(alone.add(page(5), page: 5) + alone.finish()).isEmpty)
    var feed = PageFeed()
    var done: [Flow.Paragraph] = []
    for number in 0..<30 {
      done += number == 5 ? feed.add(page(5), page: 5) : feed.look(at: page(number), page: number)
      // Laid out as soon as enough following pages were read.
      #expect(done.isEmpty == (number < 5 + PageFeed.neighbours))
    }
    done += feed.finish()
    #expect(heads(done) == [5])
    #expect(Set(done.map(\.page)) == [5])
  }

  @Test("pages that are all set wait as long as before")
  func all() {
    var feed = PageFeed(lookAhead: 3)
    var begun: [Int] = []
    for number in 0..<10 { begun += feed.add(page(number), page: number).map(\.page) }
    #expect(begun.max() ?? 0 <= 6)
    begun += feed.finish().map(\.page)
    #expect(Set(begun) == Set(0..<10))
  }

  @Test("lines that an author broke are one paragraph of a search")
  func brokenLines() {
    var text = PageText(styles: [TextStyle()], blocks: [])
    text.scalars = "one\ntwo\nnew".unicodeScalars.map(\.value)
    text.boxes = text.scalars.map { _ in .zero }
    text.blocks = [
      AuthoredBlock(.paragraph, 0..<3), AuthoredBlock(.paragraph, 4..<7),
      AuthoredBlock(.paragraph, 8..<11),
    ]
    text.blocks?[1].continues = true
    var feed = PageFeed(joinsLines: true)
    let found = feed.add(text, page: 0)
    #expect(found.map(\.scalars.count) == [7, 3] && found.first?.scalars[3] == 0x0A)
  }
}
