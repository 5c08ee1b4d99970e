import DocumentModel
import Interface
import Library
import Platform
import Services
import Text
import Wire

extension PlainReading {
  /// Moves to the next hit after the current paragraph; without words, repeats the last search.
  func find(_ words: String) throws -> Next {
    let isNew = !words.isEmpty
    if isNew { search = (words, try places(of: words, from: page)) }
    guard var search else { throw Failure(sentence: "/ needs words to search for, such as /tree") }
    defer { self.search = search }
    let here = try text.paragraphs(on: page)[safe: index]
    var isHere = false
    var hasTurned = false
    while true {
      while let hit = try search.places.next() {
        guard here.map({ !Self.holds($0, hit) }) ?? true else {
          isHere = true
          continue
        }
        let isBefore = hit.page == page && Int(hit.spans[0].start) < here?.offset ?? 0
        guard !isBefore || hasTurned || !isNew else { continue }
        if hasTurned { console.say("Search wrapped to the top.") }
        return try show(hit)
      }
      guard !hasTurned else { break }
      hasTurned = true
      search.places = try places(of: search.words, from: 0)
    }
    search.places = try places(of: search.words, from: 0)
    console.say(
      isHere ? "No other match of “\(search.words)”." : "“\(search.words)” was not found.")
    return .stay
  }

  func places(of words: String, from page: Int) throws -> DocumentPlaces {
    let matcher: any PatternMatcher
    do throws(PatternError) {
      matcher = try SearchQuery(words).matcher()
    } catch {
      throw Failure(sentence: Sentences.text(error))
    }
    let pages = page..<document.summary.pageCount
    return try DocumentPlaces(
      document, matcher, keepsHeads: false,
      on: PageNeighbourhood(pages: pages, wanted: Set(pages)))
  }

  static func holds(_ paragraph: Flow.Paragraph, _ hit: SearchHit) -> Bool {
    paragraph.origins.contains(
      Flow.Origin(page: hit.spans[0].page, index: hit.spans[0].start))
  }

  /// Prints the page of a hit, and the page on which its paragraph begins if that is another.
  private func tellPage(of hit: SearchHit) {
    guard hit.page != page, document.summary.hasPages else { return tellPage() }
    console.say(
      "\(spokenPage(hit.page)), in a paragraph that begins on page \(document.pageName(page)).")
  }

  func show(_ hit: SearchHit) throws(Failure) -> Next {
    var target = hit.page
    var index = try text.index(of: Int(hit.spans[0].start), on: target)
    // The hit may be in a paragraph that begins on the previous page.
    let own = try text.paragraphs(on: target)[safe: index]
    if own.map({ !Self.holds($0, hit) }) ?? true, target > 0,
      let before = try text.paragraphs(on: target - 1).lastIndex(where: { Self.holds($0, hit) })
    {
      target -= 1
      index = before
    }
    page = target
    self.index = index
    tellPage(of: hit)
    return try tell()
  }
}
