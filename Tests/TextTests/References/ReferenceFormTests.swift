import DocumentModel
import Testing

@testable import Text

@Suite("Forms of references and of their targets")
struct ReferenceFormTests {
  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private func gist(_ references: [Reference]?) -> [String] {
    (references ?? []).map { reference in
      guard case .destination(let place) = reference.target else { return reference.text }
      return "\(reference.kind) \(reference.text) → \(place.page + 1) \(Int(place.y ?? 0))"
    }
  }

  private func found(_ pages: [SyntheticPage]) -> DocumentReferences {
    var finder = ReferenceFinder(labels: [])
    for (number, page) in pages.enumerated() { finder.add(page.text, page: number) }
    return finder.finish()
  }

  private func page(citing sentence: String) -> SyntheticPage {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60) + [sentence], x: 60, y: 80)
    return page
  }

  private static let works = [
    "Doe, Anna (2018): A title that needs its row. Some Press.",
    "Miller, Carl (2019): Another title of this row. Press.",
    "Smith, Bert (2020): A third title in the list. Some Press.",
    "Turner, Eve (2021): The title after it in the list. Press.",
    "Weber, Kurt (2022): The last of all these titles. Press.",
  ]

  @Test("a heading of names within a list of works is the first row of an entry")
  func namesAsHeading() {
    var list = SyntheticPage()
    list.line("References", x: 60, y: 60, size: 14, isBold: true)
    list.line(Self.works[0], x: 60, y: 90)
    list.line(
      "Lopez, Rosa, Bob R. Ma, Luis B. Reinsdorf, and Matt J. Slaughter", x: 60, y: 120, size: 12,
      isBold: true)
    list.line("(2009): Effects of terms. Press.", x: 75, y: 136)
    list.line(Self.works[2], x: 60, y: 160)
    let all = found([page(citing: "See Lopez et al. (2009) and Smith (2020)."), list])
    #expect(
      gist(all.pages[0]) == ["cite Lopez et al. (2009) → 2 120", "cite Smith (2020) → 2 160"])
  }

  @Test("a heading before another work ends no list of works")
  func headingInList() {
    var list = SyntheticPage()
    list.line("References", x: 60, y: 60, size: 14, isBold: true)
    list.line(Self.works[0], x: 60, y: 90)
    list.line("16 Farhan Feroz and Max Hobson", x: 60, y: 120, size: 14, isBold: true)
    list.line(Self.works[2], x: 60, y: 150)
    list.line("Appendix", x: 60, y: 180, size: 14, isBold: true)
    list.lines(prose(6, width: 60), x: 60, y: 210)
    let all = found([page(citing: "See Smith (2020)."), list])
    #expect(gist(all.pages[0]) == ["cite Smith (2020) → 2 150"])
    #expect(all.entries.count == 2)
  }

  @Test("a row of contents opens no list of works")
  func contentsRow() {
    var first = SyntheticPage()
    first.line("References 83", x: 60, y: 60)
    first.lines(prose(20, width: 60) + ["See Doe (2018) of 2018."], x: 60, y: 90)
    var list = SyntheticPage()
    list.line("References", x: 60, y: 60, size: 14, isBold: true)
    list.line(Self.works[0], x: 60, y: 90)
    #expect(gist(found([first, list]).pages[0]) == ["cite Doe (2018) → 2 90"])
  }

  @Test("a single dash before a title repeats the authors, if the first entry has none")
  func dashes() {
    var list = SyntheticPage()
    list.line("Literatur", x: 60, y: 60, size: 14, isBold: true)
    list.line("Wells, Herbert G.: Tono-Bungay. London 1908.", x: 60, y: 90)
    list.line("– »Fiction about the Future«. Sussex 1980.", x: 60, y: 120)
    #expect(
      gist(found([page(citing: "Siehe Wells (1980)."), list]).pages[0])
        == ["cite Wells (1980) → 2 120"])
    #expect(EntryLabel.repeatsAuthors(scalars("– A title of 1980."), anywhere: true))
    #expect(!EntryLabel.repeatsAuthors(scalars("– A title of 1980.")))
    #expect(EntryLabel.beginsWithDash("– A title"))
  }

  @Test("a list of works by authors and years needs no heading")
  func headlessList() {
    var list = SyntheticPage()
    for (number, work) in Self.works.enumerated() {
      list.line(work, x: 60, y: 90 + 30 * Float(number))
    }
    let pages = [page(citing: "See Smith (2020) and Weber (2022)."), list]
    #expect(
      gist(found(pages).pages[0]) == ["cite Smith (2020) → 2 150", "cite Weber (2022) → 2 210"])
    var short = SyntheticPage()
    for (number, work) in Self.works.dropLast().enumerated() {
      short.line(work, x: 60, y: 90 + 30 * Float(number))
    }
    #expect(found([pages[0], short]).entries.isEmpty)
  }

  @Test("the slides of a list of works are one list")
  func slides() {
    var lists: [SyntheticPage] = []
    for (number, title) in ["References I", "References II"].enumerated() {
      var list = SyntheticPage()
      list.line(title, x: 60, y: 60, size: 14, isBold: true)
      list.line("[\(number + 1)] " + Self.works[number], x: 60, y: 90)
      lists.append(list)
    }
    #expect(
      gist(found([page(citing: "It is known [1, 2].")] + lists).pages[0])
        == ["cite 1 → 2 90", "cite 2 → 3 90"])
  }

  @Test(
    "the only work of a first author and a year is meant if the list has other names of the others")
  func wrongNames() {
    var list = SyntheticPage()
    list.line("References", x: 60, y: 60, size: 14, isBold: true)
    for (number, work) in [
      "Simon K, Andrew Z (2014) Deep networks. arXiv 1409.1556",
      "Tan M, Quoc L (2019) A model. Press 4:1–2", "Tan M, Pang R (2019) Another. Press 5:1–2",
    ].enumerated() {
      list.line(work, x: 60, y: 90 + 30 * Float(number))
    }
    let first = page(citing: "See (Simon and Zisser 2014; Tan and Le 2019) for it.")
    #expect(gist(found([first, list]).pages[0]) == ["cite Simon and Zisser 2014 → 2 90"])
  }

  @Test("names alone mean the only work of these authors")
  func namesAlone() {
    var list = SyntheticPage()
    list.line("References", x: 60, y: 60, size: 14, isBold: true)
    for (number, work) in [
      "Lee, A., May, B. & Orr, C. (2014) One. Press.", "Reich, D. & Smith, E. (2015) Two. Press.",
      "Smith, E. & Doe, F. (2016) Three. Press.", "Smith, E. & Doe, F. (2017) Four. Press.",
    ].enumerated() {
      list.line(work, x: 60, y: 90 + 30 * Float(number))
    }
    let first = page(citing: "As Reich and Smith, Smith and Doe, Lee et al. showed here.")
    #expect(
      gist(found([first, list]).pages[0])
        == ["cite Reich and Smith → 2 120", "cite Lee et al. → 2 90"])
    let dated = page(citing: "As Reich and Smith (2015) and Lee et al. (2014) showed.")
    #expect(found([dated, list]).pages[0]?.count == 2)
  }

  @Test("a citation ends the first cell of a row with signs")
  func cells() {
    let text = scalars("Phoenix [38]\t×\t#")
    #expect(ReferenceScanner.mentions(in: text).map(\.target) == [.entry(scalars("38"))])
    #expect(ReferenceScanner.mentions(in: scalars("the value p [3] × 2 of it")).isEmpty)
  }

  @Test("an acronym before a comma has sections, but no algorithms")
  func acronyms() {
    func count(_ text: String) -> Int { ReferenceScanner.mentions(in: scalars(text)).count }
    #expect(count("In the logic HOL, Algorithm 1 is made formal") == 1)
    #expect(count("In RFC, Section 1 is made formal") == 0)
  }

  @Test("an algorithm whose name is in bold has a title in lower case")
  func algorithmTitle() {
    var page = SyntheticPage()
    page.line("Algorithm 4", x: 60, y: 60, isBold: true)
    page.line("find_path(G, M)", x: 120, y: 60)
    page.lines(prose(6, width: 60) + ["This is what Algorithm 4 does here."], x: 60, y: 90)
    #expect(gist(found([page]).pages[0]) == ["listing Algorithm 4 → 1 60"])
  }

  @Test("a lemma in bold begins after a statement in italics")
  func italicsBefore() {
    var page = SyntheticPage()
    page.line("for each matching of the graph, too.", x: 60, y: 60, isItalic: true)
    page.line("Lemma 10.", x: 60, y: 72, isBold: true)
    page.line("Given a graph, it holds.", x: 110, y: 72, isItalic: true)
    var finder = ReferenceFinder(labels: [""])
    finder.texts[0] = page.text
    var feed = PageFeed(keepsMarks: true)
    for paragraph in feed.add(page.text, page: 0) + feed.finish() { finder.defineInner(paragraph) }
    #expect(finder.likely.keys.map(\.number) == [PartNumber(10)])
  }

  @Test("a title in the style of the text may begin a numbered paragraph")
  func plainTitles() {
    var page = SyntheticPage()
    page.line("3.1. Basis of all models. Let us consider a space and", x: 60, y: 60)
    page.lines(prose(6, width: 60), x: 60, y: 72)
    page.lines(["This was in Section 3.1 of", "the text above."], x: 60, y: 180)
    #expect(gist(found([page]).pages[0]) == ["section Section 3.1 → 1 60"])
  }

  @Test("a long title in bold is a row of contents if its number ends where the others do")
  func boldRows() {
    var page = SyntheticPage()
    page.line("1 Foreword", x: 60, y: 60, isBold: true)
    page.line("1", x: 395, y: 60, isBold: true)
    page.line(
      "2 Signatures of processes of survival in the pancreas, all of it", x: 60, y: 80, isBold: true
    )
    page.line("7", x: 395, y: 80, isBold: true)
    for (number, title) in ["2.1 Results", "2.2 Methods", "2.3 Discussion"].enumerated() {
      page.line(title + " . . . . . .", x: 60, y: 100 + 20 * Float(number))
      page.line("\(number + 8)", x: 395 - (number == 2 ? 5 : 0), y: 100 + 20 * Float(number))
    }
    page.line("3 A long title that does not fit into its", x: 60, y: 160, isBold: true)
    page.line("row", x: 72, y: 172, isBold: true)
    page.line("20", x: 390, y: 172, isBold: true)
    let rows = ContentsRow.all(in: page.text)
    #expect(rows.map(\.label) == ["1", "7", "8", "9", "10", "20"])
    #expect(rows.last?.number == PartNumber(3))
  }

  /// Returns the places of the works that notes cite, one note after the other.
  private func cited(_ notes: [String]) -> [String] {
    var finder = ReferenceFinder(labels: [])
    let list = [
      "Bibliography", "Ashbrook, James B. “The Frontal Lobes, Intending, and God.” Press, 1997.",
      "Kant, Immanuel. Kritik der praktischen Vernunft. Berlin 1968.",
      "Kant, Immanuel. Kritik der reinen Vernunft. Berlin 1967.",
    ]
    for (number, text) in list.enumerated() {
      let box = Box(x0: 60, y0: 100 * Float(number), x1: 300, y1: 100 * Float(number) + 10)
      let line = paragraph(text, number == 0 ? .heading(level: 1) : .paragraph, box, page: 1)
      finder.bibliography.add(line, serial: number, row: box)
    }
    finder.bibliography.finish()
    var page = SyntheticPage()
    for (number, note) in notes.enumerated() {
      finder.serial = 10 + number
      let first = page.text.scalars.count
      let y = 20 * Float(number)
      page.line(note, x: 60, y: y)
      finder.texts[0] = page.text
      let own = paragraph(
        note, .footnote, Box(x0: 60, y0: y, x1: 300, y1: y + 10), page: 0, from: first)
      for mention in ReferenceScanner.mentions(
        inNote: own.scalars, from: 0, after: number > 0 ? 9 + number : nil)
      {
        finder.keep(mention, of: own)
      }
    }
    var result = DocumentReferences()
    for mention in finder.found { finder.resolve(mention, into: &result) }
    return gist(result.pages[0])
  }

  private func paragraph(
    _ text: String, _ kind: TextBlock.Kind, _ box: Box, page: Int, from first: Int = 0
  ) -> Flow.Paragraph {
    let text = scalars(text)
    return Flow.Paragraph(
      kind: kind, scalars: text,
      origins: text.indices.map { Flow.Origin(page: Int32(page), index: Int32(first + $0)) },
      hyphens: [], spans: [], page: page, box: box, region: nil)
  }

  @Test("notes cite works by authors and titles, and the work of the last note again")
  func titlesInNotes() {
    #expect(
      cited([
        "See James B. Ashbrook, “The Frontal Lobes,” 12.", "Ibid., 15.",
        "Kant: Kritik der reinen Vernunft, S. 3; Kant, Prolegomena, 2.", "Ebd.", "Ibid., 7.",
      ]) == [
        "cite James B. Ashbrook, “The Frontal Lobes → 2 100", "cite Ibid → 2 100",
        "cite Kant: Kritik der reinen Vernunft → 2 300", "cite Ebd → 2 300", "cite Ibid → 2 300",
      ])
    #expect(cited(["No work of Kant here.", "Ibid."]).isEmpty)
    // One word after a name is another name.
    #expect(cited(["Kant, Vernunft, 12"]).isEmpty)
    #expect(cited(["Kant, Kritik, 12"]) == ["cite Kant, Kritik → 2 200"])
  }
}
