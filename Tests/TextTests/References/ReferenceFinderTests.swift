import DocumentModel
import Testing

@testable import Text

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

@Suite("References of a document")
struct ReferenceFinderTests {
  /// A paper of two pages: text with citations, then a figure's caption, a section and the works.
  private func references(_ lines: [String], _ works: [String]) -> DocumentReferences {
    var first = SyntheticPage()
    first.lines(prose(4, width: 60) + lines, x: 60, y: 80)
    var second = SyntheticPage()
    second.line("Figure 1: Two curves that cross.", x: 60, y: 60)
    second.lines(prose(6, width: 60), x: 60, y: 100)
    second.line("2 Methods of the study", x: 60, y: 200, size: 14, isBold: true)
    second.lines(prose(6, width: 60), x: 60, y: 230)
    second.line("References", x: 60, y: 340, size: 14, isBold: true)
    for (number, work) in works.enumerated() {
      second.line(work, x: 60, y: 370 + Float(number) * 30)
    }
    var finder = ReferenceFinder(labels: ["i", "ii"])
    finder.add(first.text, page: 0)
    finder.add(second.text, page: 1)
    return finder.finish()
  }

  private func gist(_ references: [Reference]) -> [String] {
    references.map { reference in
      guard case .destination(let place) = reference.target else { return reference.text }
      return "\(reference.kind) \(reference.text) → \(place.page + 1) \(Int(place.y ?? 0))"
    }
  }

  @Test("a short name that the text gives to a work means it from there on")
  func alias() {
    let found = references(
      [
        "GW10 and GW12 are none (Smith & Doe 2019, hereafter GW10).", "See GW10, GW12 and AGW10.",
      ],
      [
        "Li, C. (2018). One. Press.", "Smith, B., & Doe, A. (2019). A title. Press.",
        "Roe, D. (2020). Three. Press.",
      ])
    #expect(
      gist(found.pages[0] ?? []) == [
        "cite Smith & Doe 2019 → 2 400", "cite GW10 → 2 400", "cite GW10 → 2 400",
      ])
  }

  @Test(
    "a chapter's number may be a word",
    arguments: ["Chapter Two", "Chapter two: Methods", "CHAPTER TWO", "Chapitre deux"])
  func spelledChapter(_ head: String) {
    let (number, _) = SectionTitle.number(scalars(head))
    #expect(number?.value == 2)
  }

  @Test("the heading of a chapter with its number as a word is meant before others with the number")
  func wholeHeading() {
    var finder = ReferenceFinder(labels: [])
    for (page, head) in ["Overview", "Chapter Two", "Chapter 2: Summary", "End"].enumerated() {
      var text = SyntheticPage()
      text.line(head, x: 60, y: 80, size: 16, isBold: true)
      text.lines(prose(6, width: 60) + ["See Chapter 2 for it."], x: 60, y: 120)
      finder.add(text.text, page: 3 * page)
    }
    let found = gist(finder.finish().pages[0] ?? [])
    #expect(found == ["section Chapter 2 → 4 80"])
  }

  @Test("a chapter's word that is no number", arguments: ["Chapter Twofold", "Part of one", "Two"])
  func unspelledChapter(_ head: String) {
    let (number, _) = SectionTitle.number(scalars(head))
    #expect(number == nil)
  }

  @Test("authors and years, figures, sections and pages lead to their places")
  func namedWorks() {
    let found = references(
      ["See Smith and Doe (2019), Fig. 1, Section 2 and page ii."],
      [
        "Doe, A. (2018). Another title. Some Press.",
        "Smith, B., & Doe, A. (2019). A title. Press.",
      ])
    #expect(
      gist(found.pages[0] ?? []) == [
        "cite Smith and Doe (2019) → 2 400", "figure Fig. 1 → 2 60", "section Section 2 → 2 200",
        "page page ii → 2 0",
      ])
    #expect(found.entries.count == 2)
    #expect(found.pages[0]?.first?.box.x0 == 80)
  }

  @Test(
    "a work that the list after its citation has not is in the one after that, unless a letter counts it",
    arguments: [("2019", ["cite Smith and Doe (2019) → 3 90"]), ("2019a", [])])
  func laterLists(_ year: String, _ expected: [String]) {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60) + ["as Smith and Doe (\(year)) showed here."], x: 60, y: 80)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    for (number, work) in [
      "Li, C. (2018). One. Press.", "Smith, B., & Doe, A. (2019). Two. Press.",
    ]
    .enumerated() {
      var list = SyntheticPage()
      list.line("References", x: 60, y: 60, size: 14, isBold: true)
      list.line(work, x: 60, y: 90)
      list.line("A chapter after it", x: 60, y: 140, size: 14, isBold: true)
      list.lines(prose(6, width: 60), x: 60, y: 170)
      finder.add(list.text, page: number + 1)
    }
    #expect(gist(finder.finish().pages[0] ?? []) == expected)
  }

  @Test("a line in the style of the text is no better heading than a known one")
  func knownHeading() {
    var page = SyntheticPage()
    for (number, title) in ["Overview of it", "Methods for it", "Results of it"].enumerated() {
      let y = 60 + 200 * Float(number)
      page.line("\(number + 1). \(title)", x: 60, y: y)
      page.lines(prose(9, width: 60), x: 60, y: y + 30)
    }
    page.line("as Section 2 and Section 3 show.", x: 60, y: 640)
    var finder = ReferenceFinder(labels: [])
    let key = ReferenceFinder.Key(kind: .section, sort: 0, number: PartNumber(2))
    finder.likely[key] = Destination(page: 8, y: 50)
    finder.add(page.text, page: 0)
    #expect(
      gist(finder.finish().pages[0] ?? []) == [
        "section Section 2 → 9 50", "section Section 3 → 1 460",
      ])
  }

  @Test("names with inner capitals and a Spanish y")
  func spanishNames() {
    let found = references(
      ["As in (Mckenzie y Damelin, 2019); (Little, McKenzie y Murphy, 2021)."],
      [
        "Little, A., McKenzie, D. y Murphy, J. (2021) «Balancing Geometry and Density», SIAM Journal.",
        "Mckenzie, D. y Damelin, S. (2019) «Power weighted shortest paths», Foundations.",
      ])
    #expect(
      gist(found.pages[0] ?? []) == [
        "cite Mckenzie y Damelin, 2019 → 2 400", "cite Little, McKenzie y Murphy, 2021 → 2 370",
      ])
  }

  @Test(
    "numbers in brackets lead to the entries of the list, and nothing to entries that are not there"
  )
  func numberedWorks() {
    let found = references(
      ["As shown before [1, 2], and never [7]."],
      ["[1] A. Doe. Another title. 2018.", "[2] B. Smith. A title. 2019."])
    #expect(gist(found.pages[0] ?? []) == ["cite 1 → 2 370", "cite 2 → 2 400"])
    #expect(found.entries.map(\.label) == ["1", "2"])
  }

  private let works = [
    "[1] A. Doe. One. 2018.", "[2] B. Smith. Two. 2019.", "[3] C. Li. Three. 2020.",
  ]

  @Test("brackets that may be intervals cite where others do")
  func joinedLists() {
    let found = references(["In [1], [2] and [3]. In [1, 2] and [1, 3]."], works)
    #expect(found.pages[0]?.count == 7)
    #expect(references(["From [1, 2] and [1, 3]."], works).pages[0] == nil)
  }

  @Test("brackets that follow each other cite where most are directly after words")
  func chainedBrackets() {
    func cited(_ lines: [String]) -> [String] { gist(references(lines, works).pages[0] ?? []) }
    let list = ["With GANs[1][2] and trees.[2][1][3][2]", "In work[1], tests[2] and proofs[3]."]
    let (one, two, three) = ("cite [1] → 2 370", "cite [2] → 2 400", "cite [3] → 2 430")
    #expect(cited(list) == [one, two, two, one, three, two, one, two, three])
    #expect(cited(["With param[1][2] and rows [3], [1] and [2]."]) == [three, one, two])
  }

  @Test("pairs beside one of equal numbers are outcomes")
  func outcomes() {
    let found = references(
      ["It is [1] and [2], see [3]; dice show [1, 3], [2, 2] and [3, 1]."], works)
    #expect(
      gist(found.pages[0] ?? []) == ["cite [1] → 2 370", "cite [2] → 2 400", "cite [3] → 2 430"])
  }

  @Test("an acronym and a year in brackets are a key or an author")
  func acronymAndYear() {
    let found = references(
      ["It is known as [UNIX 1984] to most."],
      ["UNIX User's Manual. 1984. Berkeley, California.", "Vitter, J. S. 1985. A title. Press."])
    #expect(gist(found.pages[0] ?? []) == ["cite [UNIX 1984] → 2 370"])
    let labelled = references(
      ["It is known as [ISO 2008] to most."],
      ["[ISO 2008] ISO. A Standard. 2008.", "[W3C-XML] W3C. Another Standard. 2006."])
    #expect(gist(labelled.pages[0] ?? []) == ["cite [ISO 2008] → 2 370"])
  }

  @Test("names in parentheses cite where no years do")
  func undatedWorks() {
    let works = [
      "Lee, Hyun, et al. “A Cohort.” Journal, vol. 382, 2020, pp. 1–9.",
      "Márquez, Ana. La Resistencia. Editorial, 2018.",
      "Smith, John, and Mary O'Brien. “Dosing.” Lancet, vol. 19, 2019, pp. 1–2.",
      "Tanaka, Ken. One Title. Press, 2018.", "Tanaka, Ken. Two Titles. Press, 2019.",
    ]
    let lines = [
      "As here (Smith and O'Brien; Lee et al. 12) and (Márquez, p. 3), not",
      "(Tanaka) nor (Miller 3) nor the man (Ana) of it.",
    ]
    #expect(
      gist(references(lines, works).pages[0] ?? []) == [
        "cite Smith and O'Brien → 2 430", "cite Lee et al. → 2 370", "cite Márquez → 2 400",
      ])
    let dated = ["But (Lee et al., 2020), (Márquez, 2018) and (Smith and O'Brien, 2019) do (Lee)."]
    #expect(
      gist(references(dated, works).pages[0] ?? []) == [
        "cite Lee et al., 2020 → 2 370", "cite Márquez, 2018 → 2 400",
        "cite Smith and O'Brien, 2019 → 2 430",
      ])
  }

  @Test("numbers in parentheses cite where most works of a numbered list are cited so")
  func roundNumbers() {
    let list = ["1. Doe A. One. 2018.", "2. Smith B. Two. 2019.", "3. Li C. Three. 2020."]
    let found = references(["It is common (1) and bad (2,3)."], list)
    #expect(gist(found.pages[0] ?? []) == ["cite (1) → 2 370", "cite 2 → 2 400", "cite 3 → 2 430"])
    #expect(references(["It is common (1) and bad (2)."], list).pages[0] == nil)
    #expect(references(["It is [1], [2], [3] (1) and bad (2,3)."], works).pages[0]?.count == 3)
  }

  @Test("initials tell authors of one name apart, and a dash repeats the authors before")
  func initialsAndDashes() {
    let found = references(
      [
        "(B. Smith 2001), (A. Smith 2001), (Smith 2003), (Mills and Doak 1993), (Li and R. J. Orr 2017)."
      ],
      [
        "Li, J. Ma and Rebecca J. Orr (2017). Four.",
        "Mills, L. Scott and Daniel F. Doak (1993). Three.",
        "Smith, Anna (2001). One.", "Smith, Bob (2001). Two.", "——— (2003). Five.",
      ])
    #expect(
      gist(found.pages[0] ?? []) == [
        "cite B. Smith 2001 → 2 460", "cite A. Smith 2001 → 2 430", "cite Smith 2003 → 2 490",
        "cite Mills and Doak 1993 → 2 400", "cite Li and R. J. Orr 2017 → 2 370",
      ])
  }

  @Test("all names of a citation tell a work from one with more authors of the same year")
  func namedAuthors() {
    let found = references(
      ["See (Ha, Ca and Sto 2017), WHO (2020)."],
      [
        "Ha, A., Ca, B., Li, C., Ma, D., & Sto, E. (2017). One.",
        "Ha, A., Ca, B., & Sto, E. (2017). Two.",
        "World Health Organization. (2020). Report.",
      ])
    #expect(
      gist(found.pages[0] ?? []) == ["cite Ha, Ca and Sto 2017 → 2 400", "cite WHO (2020) → 2 430"])
  }

  @Test("figures with hyphens are a range if none has that number")
  func hyphenRanges() {
    #expect(
      gist(references(["See Figures 1-3."], []).pages[0] ?? []) == ["figure Figures 1-3 → 2 60"])
    #expect(references(["See Figure 1-3."], []).pages[0] == nil)
  }

  @Test("short entries without a gap between them are parted")
  func joinedEntries() {
    var page = SyntheticPage()
    page.line("References", x: 60, y: 60, size: 14, isBold: true)
    page.line("Dupont, J. et Martin, E. (2018). Le travail. Revue, 69(2), 201–230.", x: 60, y: 90)
    page.line("Lefebvre, A. et Noel, B. (2020). Les territoires. Revue, 75, 1–20.", x: 60, y: 102)
    page.line(
      "Martin, E. (2021). Une histoire qui va jusque dans la ligne qui suit,", x: 60, y: 114)
    page.line("Revue du travail et de Martin, E. (ed.), 7, 1–20.", x: 60, y: 126)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    // The same work in the list of the next page is no foot.
    var next = SyntheticPage()
    next.line("References", x: 60, y: 60, size: 14, isBold: true)
    next.line("Lefebvre, A. et Noel, B. (2020). Les territoires. Revue, 75, 1–20.", x: 60, y: 90)
    finder.add(next.text, page: 1)
    #expect(finder.finish().entries.map { Int($0.place.y ?? 0) } == [90, 102, 114, 90])
  }

  @Test("short entries by surnames and initials are parted")
  func joinedAbbreviatedEntries() {
    var list = SyntheticPage()
    list.lines(prose(4, width: 60) + ["See Lee et al. (2020) and Ivanov (2017)."], x: 60, y: 80)
    list.line("References", x: 60, y: 240, size: 14, isBold: true)
    list.lines(
      [
        "Ivanov I (2017) Antibiotics in Russia. Voprosy 2:33–40",
        "Lee H-J, Kim M, Park J, et al (2020) Meropenem and mortality. Med 382:1–9",
      ], x: 60, y: 270)
    var finder = ReferenceFinder(labels: [])
    finder.add(list.text, page: 0)
    let all = finder.finish()
    #expect(all.entries.map(\.year) == ["2017", "2020"])
    #expect(
      gist(all.pages[0] ?? []) == ["cite Lee et al. (2020) → 1 282", "cite Ivanov (2017) → 1 270"])
  }

  @Test("a numbered list without a heading is one of works, also before that of a supplement")
  func looseLists() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60) + ["It is known [2] and [3]."], x: 60, y: 80)
    for (number, work) in works.enumerated() {
      page.line(work, x: 60, y: 300 + Float(number) * 30)
    }
    page.line("[1] D. Ma. Four. 2021.", x: 60, y: 500)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    let found = finder.finish()
    #expect(gist(found.pages[0] ?? []) == ["cite [2] → 1 330", "cite [3] → 1 360"])
  }

  @Test("figures of the extended data and of the supplement are counted apart")
  func countedApart() {
    var page = SyntheticPage()
    page.lines(
      prose(4, width: 60) + [
        "See Figure 1, Extended Data Fig. 1, Supplementary Figs. 1 and 2 and",
        "Supplementary Table 1.",
      ], x: 60, y: 80)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    for (number, caption) in [
      "Figure 1: Two curves that cross.", "Extended Data Figure 1: Three curves.",
      "Supplementary Figure 1: Four curves.", "Figure S2: Five curves.", "Table 1: Some values.",
    ].enumerated() {
      var other = SyntheticPage()
      other.line(caption, x: 60, y: 300)
      other.lines(prose(8, width: 60), x: 60, y: 60)
      finder.add(other.text, page: number + 1)
    }
    #expect(
      gist(finder.finish().pages[0] ?? []) == [
        "figure Figure 1 → 2 300", "figure Fig. 1 → 3 300", "figure Figs. 1 → 4 300",
        "figure 2 → 5 300",
      ])
  }

  @Test("a head of the page that only names a table is its caption")
  func namedHead() {
    var page = SyntheticPage()
    page.line("Table 3", x: 60, y: 40)
    let text = scalars("Table 3")
    func head(_ text: [UInt32]) -> Flow.Paragraph {
      Flow.Paragraph(
        kind: .header, scalars: text,
        origins: text.indices.map { Flow.Origin(page: 0, index: Int32($0)) }, hyphens: [],
        spans: [], page: 0, box: Box(x0: 60, y0: 40, x1: 95, y1: 51), region: nil)
    }
    var finder = ReferenceFinder(labels: [])
    finder.texts[0] = page.text
    finder.defineHead(head(scalars("Table 3 of 9")))
    let key = ReferenceFinder.Key(kind: .table, sort: 0, number: PartNumber(3))
    #expect(finder.likely[key] == nil)
    finder.defineHead(head(text))
    #expect(finder.likely[key]?.y == 40)
  }

  @Test("notes that follow another in its paragraph are notes, too")
  func innerNotes() {
    var page = SyntheticPage()
    page.line("¹ Dept. A, USA.² Dept. B, UK. In cm² it is small.", x: 60, y: 700)
    let text = scalars("¹ Dept. A, USA.² Dept. B, UK. In cm² it is small.")
    let marks = text.indices.filter { Superscripts.isRaisedDigit(text[$0]) }
    let paragraph = Flow.Paragraph(
      kind: .footnote, scalars: text,
      origins: text.indices.map { Flow.Origin(page: 0, index: Int32($0)) }, hyphens: [],
      spans: marks.map { BlockSpan(kind: .noteMark, range: $0..<$0 + 1) }, page: 0,
      box: Box(x0: 60, y0: 700, x1: 300, y1: 711), region: nil)
    var finder = ReferenceFinder(labels: [])
    finder.texts[0] = page.text
    _ = finder.define(paragraph, at: Destination(page: 0, x: 60, y: 700))
    #expect(finder.defineInnerNotes(paragraph) == [marks[1]])
    let second = finder.notes[ReferenceFinder.NoteKey(page: 0, label: [0x32])]
    #expect(second?.first?.x == 60 + 5 * Double(marks[1]))
  }

  @Test("a caption in the column beside a word with a hyphen")
  func captionBesideHyphen() {
    var page = SyntheticPage()
    let text = scalars("with heavy- Figure 3: Diagrams of it")
    page.line("with heavy-", x: 60, y: 80)
    page.line("Figure 3: Diagrams of it", x: 123, y: 80)
    let paragraph = Flow.Paragraph(
      kind: .paragraph, scalars: text,
      // The blank is not on the page, the end of the first line is.
      origins: text.indices.map {
        Flow.Origin(page: 0, index: $0 == 11 ? -1 : Int32($0))
      }, hyphens: [], spans: [], page: 0, box: Box(x0: 60, y0: 80, x1: 243, y1: 91), region: nil)
    var finder = ReferenceFinder(labels: [])
    finder.texts[0] = page.text
    finder.defineInner(paragraph)
    let key = ReferenceFinder.Key(kind: .figure, sort: 0, number: PartNumber(3))
    #expect(finder.likely[key]?.x == 123)
  }

  @Test("a caption with a dash may be joined to the text before it")
  func dashedCaptions() {
    var page = SyntheticPage()
    page.lines(
      [
        "See Figure 1.1 for the words of this page, which goes",
        "Figure 1.1 – Very different diagrams.",
      ],
      x: 60, y: 80)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    #expect(gist(finder.finish().pages[0] ?? []) == ["figure Figure 1.1 → 1 92"])
  }

  @Test("numbers in an index lead to pages")
  func indexPages() {
    #expect(
      ReferenceFinder.indexedPages(in: scalars("bee, 2–4, 7n2")).count == 3)
    #expect(ReferenceFinder.indexedPages(in: scalars("bees, 2 of them, sat")).isEmpty)
    #expect(!ReferenceWord.opensIndex(scalars("Register")))
    #expect(ReferenceWord.opensIndex(scalars("Sachregister")))
    var page = SyntheticPage()
    page.line("Index", x: 60, y: 60, size: 14, isBold: true)
    page.line("antenna, 1, 2", x: 60, y: 100)
    var finder = ReferenceFinder(labels: ["i", "1", "2"])
    finder.add(page.text, page: 0)
    #expect(gist(finder.finish().pages[0] ?? []) == ["page 1 → 2 0", "page 2 → 3 0"])
  }

  @Test("prose below the heading of an index keeps its references")
  func proseInIndex() {
    var page = SyntheticPage()
    page.line("Index", x: 60, y: 60, size: 14, isBold: true)
    page.lines(
      prose(3, width: 60, ends: false) + ["as Figure 1 shows for all, 2"], x: 60, y: 100)
    page.line("Figure 1: Two curves that cross.", x: 60, y: 300)
    var finder = ReferenceFinder(labels: ["1", "2"])
    finder.add(page.text, page: 0)
    #expect(gist(finder.finish().pages[0] ?? []) == ["figure Figure 1 → 1 300"])
  }

  @Test("a sentence above a caption may begin with its number")
  func sentencesAboveCaptions() {
    var page = SyntheticPage()
    page.lines(prose(6, width: 60), x: 60, y: 60)
    page.line("Table 4 lists all of them, and so it is here.", x: 60, y: 160)
    page.line("Table 4: All of them.", x: 60, y: 184)
    var finder = ReferenceFinder(labels: [])
    finder.add(page.text, page: 0)
    #expect(gist(finder.finish().pages[0] ?? []) == ["table Table 4 → 1 184"])
  }

  @Test("a caption wins over a sentence that looks like one")
  func doubtedCaptions() {
    var finder = ReferenceFinder(labels: [])
    func add(_ text: String, _ kind: TextBlock.Kind, page: Int) {
      let scalars = scalars(text)
      let box = Box(x0: 60, y0: 80, x1: 300, y1: 90)
      _ = finder.define(
        Flow.Paragraph(
          kind: kind, scalars: scalars,
          origins: scalars.map { _ in Flow.Origin(page: Int32(page), index: -1) }, hyphens: [],
          spans: [], page: page, box: box, region: nil), at: Destination(page: page, x: 60, y: 80))
    }
    func key(_ kind: Reference.Kind, _ number: Int) -> ReferenceFinder.Key {
      ReferenceFinder.Key(kind: kind, sort: kind == .theorem ? 1 : 0, number: PartNumber(number))
    }
    add("Figure 5 reveals several observations:", .caption, page: 0)
    add("Figure 6 overview of the method", .caption, page: 0)
    add("Fig. 5: Two curves.", .caption, page: 3)
    #expect(finder.parts[key(.figure, 5)]?.page == 3)
    #expect(finder.parts[key(.figure, 6)]?.page == 0)
    add("図 4 に示す。表 2 を参照。", .caption, page: 0)
    add("図 4 推移", .caption, page: 2)
    #expect(finder.parts[key(.figure, 4)]?.page == 2)
    add("Figure 7 (on page 39) shows a tree.", .paragraph, page: 0)
    add("Figure 8 (a tree)", .paragraph, page: 0)
    #expect(finder.likely[key(.figure, 7)] == nil)
    #expect(finder.likely[key(.figure, 8)]?.page == 0)
    add("▶ Theorem 9 ([1]). Every set is one.", .listItem(depth: 0), page: 2)
    #expect(finder.likely[key(.theorem, 9)]?.page == 2)
  }

  @Test("brackets directly after words cite nothing where others have a blank before them")
  func indices() {
    let works = ["[1] A. Doe. Another title. 2018.", "[2] B. Smith. A title. 2019."]
    func cited(_ lines: [String]) -> [String] {
      (references(lines, works).pages[0] ?? []).map(\.text)
    }
    #expect(cited(["As in tree[1]."]) == ["[1]"])
    #expect(
      cited(["See [1], that is [2], then [1] and again [2], not tree[1]."])
        == ["[1]", "[2]", "[1]", "[2]"])
    // Every work is cited somewhere.
    #expect(
      cited(["See [1], then [1] and again [1], as NeuroML[2] does."])
        == ["[1]", "[1]", "[1]", "[2]"])
  }

  @Test("entries cite others, and the appendix after the last entry is not part of it")
  func entriesAndAppendix() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60), x: 60, y: 60)
    page.line("References", x: 60, y: 140, size: 14, isBold: true)
    for (row, work) in [
      "[1] A. Doe. A first title. 2018.", "[2] B. Smith. In Doe [1], pages 5–9. 2019.",
      "[3] C. Roe. A third title. 2020.",
    ].enumerated() {
      page.line(work, x: 60, y: 170 + 30 * Float(row))
    }
    page.line("Appendix A. Tools of the trade", x: 180, y: 290)
    page.lines(prose(5, width: 60), x: 60, y: 320)
    page.line("Lemma 7. The sum is as in [3] at most one.", x: 60, y: 420)
    page.line("By Lemma 7 all is well.", x: 60, y: 460)
    var finder = ReferenceFinder(labels: ["1"])
    finder.add(page.text, page: 0)
    let found = finder.finish()
    #expect(found.entries.last?.text == "[3] C. Roe. A third title. 2020.")
    #expect(found.pages[0]?.map(\.text) == ["[1]", "[3]", "Lemma 7"])
  }

  @Test("the foot of each page that cites the document itself is no work")
  func feet() {
    var finder = ReferenceFinder(labels: ["1", "2"])
    for page in 0..<2 {
      var text = SyntheticPage()
      text.line("Part \(page + 1)", x: 60, y: 50, size: 14, isBold: true)
      text.lines(prose(5, width: 60), x: 60, y: 80)
      if page == 1 {
        text.line("References", x: 60, y: 340, size: 14, isBold: true)
        text.line("Smith, B., & Doe, A. (2019). A title. Press.", x: 60, y: 370)
      }
      text.line("Roe et al., (2020). A paper of our own. Journal, 1(5), \(page + 1)", x: 60, y: 500)
      finder.add(text.text, page: page)
    }
    #expect(finder.finish().entries.map(\.title) == ["A title"])
  }

  @Test("a list of works that begins at the top of its page ends before the tables after it")
  func bibliographyBeforeTables() {
    var finder = ReferenceFinder(labels: [String](repeating: "", count: 4))
    for page in 0..<4 {
      var one = SyntheticPage()
      one.line("Head \(page)", x: 60, y: 20)
      if page < 2 {
        one.lines(prose(9, width: 60), x: 60, y: 100)
        if page == 1 { one.line("All of it is old (Doe, 2013).", x: 60, y: 240) }
      } else if page == 2 {
        one.line("References", x: 60, y: 60)
        for row in 0..<6 {
          one.line(
            "Doe, \("ABCDEF".map(String.init)[row]). (201\(row)). A title of it. Press.", x: 60,
            y: 100 + Float(row) * 30)
        }
      } else {
        for row in 0..<30 {
          one.line("Cherry and walnut of sort \(row % 7)", x: 60, y: 60 + Float(row) * 22)
        }
      }
      finder.add(one.text, page: page)
    }
    let found = finder.finish()
    #expect(
      found.entries.map(\.year).prefix(6) == ["2010", "2011", "2012", "2013", "2014", "2015"])
    #expect(found.entries.count == 6)
    #expect(found.pages[1]?.map(\.text) == ["Doe, 2013"])
  }

  @Test("abbreviations, definitions and a glossary define terms")
  func terms() {
    let found = references(
      [
        "A convolutional neural network (CNN) is trained; graphics processing units (GPUs) help.",
        "The result (IN BRIEF) and the list of names (see below) define nothing.",
      ], [])
    #expect(found.terms.keys.sorted() == ["CNN", "GPU"])
    #expect(found.terms["CNN"]?.page == 0)
    let hyphenated = "the long short-term memory (LSTM)".unicodeScalars.map(\.value)
    #expect(Abbreviation.all(in: hyphenated).map(\.start) == [4])
    var page = SyntheticPage()
    page.line("Glossary", x: 60, y: 60, size: 14, isBold: true)
    page.line("Paper tiger: a thing that looks dangerous and is not.", x: 60, y: 100)
    page.lines(prose(6, width: 60), x: 60, y: 160)
    page.line(
      "Definition 2.1 (Vertex Cover). A set of vertices that touches each edge.", x: 60, y: 300)
    var finder = ReferenceFinder(labels: [""])
    finder.add(page.text, page: 0)
    #expect(finder.finish().terms.keys.sorted() == ["paper tiger", "vertex cover"])
  }

  @Test("a mention over a line's end is one reference with all of its words")
  func brokenMentions() {
    let line = String(repeating: "the rest of it ", count: 3)
    let found = references(
      [line + "see Smith and Doe,", "2019, and https://example.org/a/very-", "long/path."],
      ["Smith, B., & Doe, A. (2019). A title. Press."])
    let all = (found.pages[0] ?? []).without([])
    #expect(all.map(\.text) == ["Smith and Doe, 2019", "https://example.org/a/very-long/path"])
    #expect(all.map(\.rest.count) == [1, 1])
    #expect(found.citations.values.map(\.count) == [1])
    let links = found.links[0] ?? []
    #expect(links.map { $0.start != nil } == [false, true, false, true])
    // A link of the document on either line is the same one.
    #expect(all.without(links.suffix(1)).count == 1)
  }

  @Test("headings of the IEEE's papers are sections, and so are their parts")
  func sectionsOfTheIEEE() {
    var page = SyntheticPage()
    page.line("A Paper About Many Things", x: 100, y: 30, size: 18)
    page.lines(prose(5, width: 60), x: 60, y: 80)
    page.line("II. RELATED WORK", x: 160, y: 160)
    page.lines(prose(5, width: 60), x: 60, y: 190)
    page.line("A. Earlier methods", x: 60, y: 270, isItalic: true)
    page.lines(prose(5, width: 60), x: 60, y: 290)
    page.line("B. Ours", x: 60, y: 370, isItalic: true)
    page.lines(prose(5, width: 60) + ["See Sections II and II-B."], x: 60, y: 390)
    page.line("REFERENCES", x: 160, y: 500)
    page.line("[1] A. Doe. Another title. 2018.", x: 60, y: 520)
    var finder = ReferenceFinder(labels: [""])
    finder.add(page.text, page: 0)
    let found = finder.finish()
    #expect(gist(found.pages[0] ?? []) == ["section Sections II → 1 160", "section II-B → 1 370"])
    #expect(found.outline.map(\.title) == ["A Paper About Many Things"])
    let sections = found.outline.first?.children ?? []
    #expect(sections.map(\.title) == ["II. RELATED WORK", "REFERENCES"])
    #expect(sections.first?.children.map(\.title) == ["A. Earlier methods", "B. Ours"])
  }

  @Test(
    "lines in text size that are no headings",
    arguments: [
      "V. I. ARNOLD", "A. Smith", "IV. The lower case", "I. GOODFELLOW, J. POUGET,", "NOTHING",
      "A.",
    ])
  func noHeadings(_ text: String) {
    let signs = text.unicodeScalars.map(\.value).filter { $0 != 0x20 }
    #expect(NumberedHeading(signs) != .section)
  }

  @Test("captions beside each other, with a blank only, or with a name in bold")
  func captions() {
    var page = SyntheticPage()
    page.lines(prose(5, width: 60), x: 60, y: 60)
    page.line("Fig. 5. A curve", x: 60, y: 200, size: 8)
    page.line("Fig. 6. A matrix", x: 330, y: 200, size: 8)
    page.lines(prose(3, width: 60), x: 60, y: 230)
    page.line("図1 画像の例", x: 60, y: 300)
    page.lines(prose(3, width: 60), x: 60, y: 330)
    page.line("Fig.3. A bar", x: 60, y: 390, size: 8)
    page.lines(
      prose(2, width: 60) + ["See Figs. 5, 6 and 3, and 図1に示す、2ページ."], x: 60, y: 440)
    var finder = ReferenceFinder(labels: ["", ""])
    finder.add(page.text, page: 0)
    let found = finder.finish().pages[0] ?? []
    #expect(
      gist(found) == [
        "figure Figs. 5 → 1 200", "figure 6 → 1 200", "figure 3 → 1 390", "figure 図1 → 1 300",
        "page 2ページ → 2 0",
      ])
    let columns = found.prefix(2).compactMap { reference -> Double? in
      if case .destination(let place) = reference.target { place.x } else { nil }
    }
    #expect(columns == [60, 330])
  }

  @Test("an algorithm with a title, and a sentence that begins with a section")
  func titledAlgorithm() {
    var page = SyntheticPage()
    page.line("2 Methods of the study", x: 60, y: 40, size: 14, isBold: true)
    page.lines(prose(4, width: 60), x: 60, y: 70)
    page.line("Algorithm 3 Worker Assignment", x: 60, y: 150)
    page.lines(prose(4, width: 60), x: 60, y: 180)
    page.line("Then Algorithm 3 is run.", x: 60, y: 300)
    page.line("Section 2 extends this.", x: 60, y: 340)
    var finder = ReferenceFinder(labels: ["1"])
    finder.add(page.text, page: 0)
    #expect(
      gist(finder.finish().pages[0] ?? [])
        == ["listing Algorithm 3 → 1 150", "section Section 2 → 1 40"])
  }

  @Test("lines whose numbers count the sections are headings, items of a list are not")
  func plainHeadings() {
    func found(_ length: Int, from first: Int = 1) -> [String] {
      var page = SyntheticPage()
      var y: Float = 60
      for (number, title) in ["The beginning", "A method", "The results"].enumerated() {
        page.line("\(number + first). \(title)", x: 60, y: y)
        page.lines(prose(length, width: 80), x: 60, y: y + 30)
        y += Float(length) * 12 + 60
      }
      page.line("Our method is that of Section 2 above.", x: 60, y: y)
      var finder = ReferenceFinder(labels: [])
      finder.add(page.text, page: 0)
      return gist(finder.finish().pages[0] ?? [])
    }
    #expect(found(8) == ["section Section 2 → 1 216"])
    #expect(found(8, from: 2) == ["section Section 2 → 1 60"])
    #expect(found(1) == [])
  }

  @Test("a range of sections at the beginning of a paragraph is no heading")
  func rangeOfSections() {
    let found = references(
      ["", "Sections 2–3 describe a proof of all steps and of none of them."],
      ["[1] A. Doe. A title. 2018."])
    #expect(gist(found.pages[0] ?? []) == ["section Sections 2 → 2 200"])
  }

  @Test("listings are among the figures where no caption says so")
  func listingsAmongFigures() {
    let found = references(["See Listing 1 and Code 1."], ["[1] A. Doe. A title. 2018."])
    #expect(gist(found.pages[0] ?? []) == ["listing Listing 1 → 2 60"])
    let chapter = references(
      ["See Listing 1 and Code 1.", "Listing A.1: The options."], ["[1] A. Doe. A title. 2018."])
    #expect(gist(chapter.pages[0] ?? []) == ["listing Listing 1 → 2 60"])
  }

  @Test("a page is that of the first long part that has its number")
  func repeatedLabels() {
    var page = SyntheticPage()
    page.lines(prose(5, width: 60) + ["See page 2 and page ii."], x: 60, y: 60)
    var finder = ReferenceFinder(labels: [
      "ii", "1", "2", "i", "ii", "1", "2", "3", "4", "1", "2", "3", "4", "5",
    ])
    finder.add(page.text, page: 2)
    #expect(gist(finder.finish().pages[2] ?? []) == ["page page 2 → 7 0", "page page ii → 5 0"])
  }

  /// The text of a page as one paragraph.
  private func paragraph(_ page: SyntheticPage) -> Flow.Paragraph {
    let scalars = page.text.scalars.map { $0 == 0x0A ? 0x20 : $0 }
    return Flow.Paragraph(
      kind: .paragraph, scalars: scalars,
      origins: scalars.indices.map { Flow.Origin(page: 0, index: Int32($0)) }, hyphens: [],
      spans: [], page: 0,
      box: page.text.boxes.dropFirst().reduce(page.text.boxes[0]) { $0.union($1) })
  }

  @Test("theorems and algorithms begin within a paragraph where their names are set off")
  func innerHeads() {
    var page = SyntheticPage()
    page.line("It follows from these steps at once.", x: 60, y: 60)
    page.line("Lemma 12.", x: 60, y: 72, isBold: true)
    page.line("Let D be a diagram. It follows from", x: 110, y: 72)
    page.line("Lemma 4. And so on", x: 60, y: 84)
    var finder = ReferenceFinder(labels: [""])
    finder.texts[0] = page.text
    finder.defineInner(paragraph(page))
    let lemma = ReferenceWord.named(by: scalars("lemma")[...])?.sort ?? 0
    #expect(finder.likely.keys.map(\.number) == [PartNumber(12)])
    #expect(finder.place(of: .theorem, lemma, PartNumber(12), from: 0)?.y == 72)
  }

  @Test("the number of a formula is set apart, whatever of the formula follows it")
  func numbersSetApart() {
    var page = SyntheticPage()
    page.line("roughness = 2", x: 60, y: 60)
    page.line("(2)", x: 280, y: 60)
    page.line("w", x: 100, y: 72)
    var finder = ReferenceFinder(labels: [""])
    finder.texts[0] = page.text
    _ = finder.define(paragraph(page), at: Destination(page: 0, x: 60, y: 60))
    #expect(finder.likely.keys.map(\.number) == [PartNumber(2)])
  }

  @Test("a lemma whose name is a heading is one")
  func headingOfLemma() {
    var page = SyntheticPage()
    page.line("Lemma 3.3", x: 60, y: 60, size: 14, isBold: true)
    page.lines(prose(8, width: 60) + ["This follows from Lemma 3.3 at once."], x: 60, y: 90)
    var finder = ReferenceFinder(labels: [""])
    finder.add(page.text, page: 0)
    #expect(gist(finder.finish().pages[0] ?? []) == ["theorem Lemma 3.3 → 1 60"])
  }

  @Test("a list of works in parts with headings of their own is one")
  func partedBibliography() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60) + ["See both [1, 2]."], x: 60, y: 60)
    page.line("References", x: 60, y: 150, size: 14, isBold: true)
    page.line("[1] A. Doe. Another title. Press, 2018.", x: 60, y: 180)
    page.line("Websites", x: 60, y: 210, size: 14, isBold: true)
    page.line("[2] The page of the press. Available: https://press.org/a.", x: 60, y: 240)
    page.line("Appendix", x: 60, y: 280, size: 14, isBold: true)
    page.lines(prose(4, width: 60), x: 60, y: 310)
    var finder = ReferenceFinder(labels: [""])
    finder.add(page.text, page: 0)
    let found = finder.finish()
    #expect(found.entries.map(\.label) == ["1", "2"])
    #expect(found.entries.last?.text.hasSuffix("/a.") == true)
    #expect((found.pages[0] ?? []).prefix(2).map(\.kind) == [.cite, .cite])
  }

  @Test("works without numbers are numbered where the text cites by numbers")
  func lostNumbers() {
    let works = (1...4).map { "Name\($0 % 2 == 0 ? "a" : "b"), A. A title. Press, 201\($0)." }
    let cited = references(["It was shown [1], [2] and [4]."], works)
    #expect(
      gist(cited.pages[0] ?? []) == ["cite [1] → 2 370", "cite [2] → 2 400", "cite [4] → 2 460"])
    #expect(references(["It was shown [1], [2] and [9]."], works).pages[0] == nil)
  }

  @Test("titles in a list of figures cite works")
  func citedInContents() {
    var list = SyntheticPage()
    for (row, title) in ["A house", "A table from [2]", "Two trees", "A road"].enumerated() {
      list.line("\(row + 1) \(title) . . . . . . . . . . .", x: 60, y: 80 + Float(row) * 20)
      list.line("\(row + 2)", x: 500, y: 80 + Float(row) * 20)
    }
    var works = SyntheticPage()
    works.lines(prose(6, width: 60), x: 60, y: 60)
    works.line("References", x: 60, y: 150, size: 14, isBold: true)
    works.line("[1] A. Doe. Another title. Press, 2018.", x: 60, y: 180)
    works.line("[2] B. Smith. A title. Press, 2019.", x: 60, y: 210)
    var finder = ReferenceFinder(labels: [String](repeating: "", count: 6))
    finder.add(list.text, page: 0)
    finder.add(works.text, page: 1)
    #expect(gist(finder.finish().pages[0] ?? []).first == "cite [2] → 2 210")
  }

  @Test("citations keep the words around them")
  func contexts() {
    let found = references(
      ["It was shown long before this work that all of it holds [1]."],
      ["[1] A. Doe. Another title. 2018.", "[2] B. Smith. A title. 2019."])
    let mention = found.citations.values.joined().first
    // The paragraph goes on over the page.
    #expect(
      mention?.context.hasPrefix("It was shown long before this work that all of it holds [1].")
        == true)
  }

  @Test("headings make an outline, and a table of contents a better one")
  func outline() {
    let found = references(["See [1]."], ["[1] A. Doe. Another title. 2018."])
    #expect(found.outline.map(\.title).contains("2 Methods of the study"))
    func row(_ text: String, _ level: Int, page: Int) -> Reference {
      Reference(
        kind: .section, text: text, page: 0,
        box: Box(x0: 60 + 20 * Float(level), y0: 0, x1: 500, y1: 10),
        target: .destination(Destination(page: page, y: 80)))
    }
    let rows = [
      row("Preface", 0, page: 1), row("1 Aims", 0, page: 2), row("1.1 Their use", 1, page: 2),
      row("1.2 Their limits", 1, page: 3), row("2 Means", 0, page: 5), row("Index", 0, page: 9),
    ]
    let items = ContentsOutline.items(from: [rows])
    #expect(items?.map(\.title) == ["Preface", "1 Aims", "2 Means", "Index"])
    #expect(items?[1].children.map(\.title) == ["1.1 Their use", "1.2 Their limits"])
    // Four rows, or rows of figures, are no table of contents.
    #expect(ContentsOutline.items(from: [Array(rows.prefix(4))]) == nil)
    let figures = (1...6).map { row("Figure \($0) A plot", 0, page: $0) }
    #expect(ContentsOutline.items(from: [figures]) == nil)
  }

  @Test("a text without definitions has no references")
  func nothing() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60) + ["See Figure 9, [3] and Smith (2019)."], x: 60, y: 80)
    var finder = ReferenceFinder(labels: [""])
    finder.add(page.text, page: 0)
    #expect(finder.finish().pages.isEmpty)
  }

  @Test("rows of a table of contents lead to the headings, else to the pages they name")
  func contents() {
    var contents = SyntheticPage()
    contents.line("Contents", x: 60, y: 60, size: 14, isBold: true)
    for (row, text) in [
      "1 First part .................. 2", "2 Second part ................. 3",
      "Index ................. 3",
    ].enumerated() {
      contents.line(text, x: 60, y: 100 + Float(row) * 14)
    }
    var finder = ReferenceFinder(labels: ["", "", ""])
    finder.add(contents.text, page: 0)
    for (page, title) in [(1, "1 First part"), (2, "2 Second part")] {
      var other = SyntheticPage()
      other.line(title, x: 60, y: 60, size: 14, isBold: true)
      other.lines(prose(9, width: 60), x: 60, y: 100)
      finder.add(other.text, page: page)
    }
    #expect(
      gist(finder.finish().pages[0] ?? []) == [
        "section 1 First part → 2 60", "section 2 Second part → 3 60", "page Index → 3 0",
      ])
  }

  @Test("printed page numbers count where the document has no labels")
  func printedNumbers() {
    var finder = ReferenceFinder(labels: [String](repeating: "", count: 16))
    for page in 0..<16 {
      var one = SyntheticPage()
      // The same words on each page would be a running head.
      let words = String(repeating: "ab", count: page + 1)
      one.lines(prose(9, width: 60).map { words + $0 }, x: 60, y: 100)
      if page == 2 { one.line("It was shown on page 5.", x: 60, y: 240) }
      if page > 2 { one.line("\(page - 2)", x: 300, y: 780) }
      var text = one.text
      text.size = one.size
      finder.add(text, page: page)
    }
    #expect(gist(finder.finish().pages[2] ?? []) == ["page page 5 → 8 0"])
  }

  @Test("a section is the one of the contents, unless one with its number is beside the mention")
  func appendedSections() {
    var finder = ReferenceFinder(
      labels: [String](repeating: "", count: 6),
      outline: [
        OutlineItem(title: "2 Methods", target: .destination(Destination(page: 4, y: 10)))
      ])
    for page in 0..<6 {
      var one = SyntheticPage()
      if page == 1 { one.line("2 Licence terms", x: 60, y: 40, size: 14, isBold: true) }
      if page == 4 { one.line("2 Methods", x: 60, y: 60, size: 14, isBold: true) }
      one.lines(prose(9, width: 60), x: 60, y: 100)
      if page == 2 || page == 5 { one.line("All of it is in Section 2.", x: 60, y: 240) }
      finder.add(one.text, page: page)
    }
    let found = finder.finish()
    #expect(gist(found.pages[2] ?? []) == ["section Section 2 → 2 40"])
    #expect(gist(found.pages[5] ?? []) == ["section Section 2 → 5 60"])
  }

  @Test("the sections of an appended licence are its own")
  func licence() {
    var finder = ReferenceFinder(
      labels: ["", ""],
      outline: [
        OutlineItem(title: "2 Methods", target: .destination(Destination(page: 0, y: 60)))
      ])
    for (page, title) in ["2 Methods", "GNU General Public License"].enumerated() {
      var one = SyntheticPage()
      one.line(title, x: 60, y: 60, size: 14, isBold: true)
      one.lines(prose(9, width: 60), x: 60, y: 100)
      one.line("All that is said in Section 2 holds.", x: 60, y: 240)
      finder.add(one.text, page: page)
    }
    let found = finder.finish()
    #expect(gist(found.pages[0] ?? []) == ["section Section 2 → 1 60"])
    #expect(found.pages[1] == nil)
  }

  @Test("a part numbered again in another chapter is the one beside its mention")
  func repeatedNumbers() {
    var finder = ReferenceFinder(labels: [String](repeating: "", count: 40))
    for page in 0..<40 {
      var one = SyntheticPage()
      one.lines(prose(9, width: 60), x: 60, y: 60)
      if page == 2 || page == 36 {
        one.line("Algorithm 1", x: 60, y: 200, size: 12, isBold: true)
        one.lines(prose(3, width: 60), x: 60, y: 230)
      }
      if page == 3 || page == 37 { one.line("This is faster than Algorithm 1.", x: 60, y: 240) }
      finder.add(one.text, page: page)
    }
    let found = finder.finish()
    #expect(gist(found.pages[3] ?? []) == ["listing Algorithm 1 → 3 200"])
    #expect(gist(found.pages[37] ?? []) == ["listing Algorithm 1 → 37 200"])
  }

  @Test("a numbered item is no section that the contents have by number")
  func listedSections() {
    var finder = ReferenceFinder(labels: [String](repeating: "", count: 4))
    for page in 0..<4 {
      var one = SyntheticPage()
      if page == 0 {
        for (row, title) in ["1 Aims", "2 Means", "3 Ends"].enumerated() {
          one.line(
            "\(title) " + String(repeating: ". ", count: 30) + "\(row + 2)", x: 60,
            y: 60 + Float(row) * 20)
        }
      } else {
        one.line(["", "Aims", "Means", "Ends"][page], x: 60, y: 40, size: 18, isBold: true)
      }
      one.lines(prose(9, width: 60), x: 60, y: 160)
      if page == 1 { one.line("2. Integrity of the Source", x: 60, y: 320, size: 14, isBold: true) }
      if page == 3 { one.line("All of it is in Section 2.", x: 60, y: 340) }
      finder.add(one.text, page: page)
    }
    let target = finder.finish().pages[3]?.first?.target
    guard case .destination(let place)? = target else {
      Issue.record("\(String(describing: target))")
      return
    }
    #expect(place.page == 2)
  }

  @Test("rows of a table that end with numbers are no contents")
  func tableRows() {
    var page = SyntheticPage()
    page.lines(prose(20, width: 60), x: 60, y: 60)
    for row in 0..<3 {
      page.line("ext\(row) defaults", x: 60, y: 400 + Float(row) * 14)
      page.line("\(row + 1)", x: 400, y: 400 + Float(row) * 14)
    }
    #expect(ContentsRow.all(in: page.text).isEmpty)
  }

  @Test("links of the document win over references at the same place")
  func ownLinks() {
    let box = Box(x0: 10, y0: 10, x1: 40, y1: 20)
    let target = LinkTarget.destination(Destination(page: 1))
    let found = [
      Reference(kind: .cite, text: "[1]", page: 0, box: box, target: target),
      Reference(
        kind: .cite, text: "[2]", page: 0, box: Box(x0: 50, y0: 10, x1: 60, y1: 20), target: target),
    ]
    let own = [Link(box: box.widened(by: 1), target: .named("cite.a"))]
    #expect(found.without(own).map(\.text) == ["[2]"])
  }

  @Test("a bibliography of very many entries, and pages of brackets only")
  func hostile() {
    var finder = ReferenceFinder(labels: [])
    for page in 0..<12 {
      var one = SyntheticPage()
      if page == 2 { one.line("References", x: 60, y: 20, size: 14, isBold: true) }
      for row in 0..<60 {
        let number = page * 60 + row
        let text = page < 2 ? "[1] [2, [3 ] [[4]] (((" : "[\(number)] A. Doe. A title. 2018."
        one.line(text, x: 60, y: 40 + Float(row) * 12)
      }
      finder.add(one.text, page: page)
    }
    #expect(finder.finish().entries.count > 500)
  }
}
