import DocumentModel
import Testing

@testable import Text

@Suite("The letters around a place")
struct PlaceWordsTests {
  private let text =
    "a reader stopped here. The words that follow are found again in a new version, wherever it is."

  private func content(_ text: String) -> PageContent {
    let scalars = Array(text.unicodeScalars.map(\.value))
    let page = PageText(
      scalars: scalars, boxes: scalars.map { _ in .zero }, runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle()])
    let block = TextBlock(
      kind: .paragraph, box: .zero, scalars: scalars, origins: scalars.indices.map(Int32.init))
    return PageContent(text: page, blocks: [block], grid: [])
  }

  private func found(_ offset: Int, in other: String) -> String? {
    let place = PlaceWords(at: offset, of: content(text))?.offset(in: content(other))
    return place.map { String(other.dropFirst($0).prefix(5)) }
  }

  @Test("a place is found after inserted text, with other line breaks and hyphens")
  func moved() {
    #expect(found(23, in: "New words. " + text) == "The w")
    #expect(found(23, in: text.replacing("follow", with: "fol- low")) == "The w")
  }

  @Test("changed words after it, or before it, are passed over")
  func changed() {
    #expect(found(23, in: text.replacing("in a new", with: "in the new")) == "The w")
    #expect(found(23, in: text.replacing("The words that", with: "Those which")) == "Those")
    #expect(found(23, in: text.replacing("a reader stopped", with: "you were")) == "The w")
  }

  @Test("another text does not have it, and a page with few letters has no words")
  func absent() {
    #expect(
      found(23, in: "some other page with as many words, and yet none of them the same") == nil)
    #expect(PlaceWords(at: 0, of: content("12")) == nil)
  }

  @Test("of repeated words those nearest to the old place are taken")
  func repeated() {
    let twice = text + " " + text
    let second = text.count + 1 + 23
    let place = PlaceWords(at: second, of: content(twice))?.offset(in: content(twice), near: second)
    #expect(place == second)
  }

  @Test("the top of a page is its first letter, whatever its order in the file")
  func top() {
    #expect(found(0, in: "Before it. " + text) == "a rea")
  }
}
