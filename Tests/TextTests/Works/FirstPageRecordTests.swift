import DocumentModel
import Testing

@testable import Text

@Suite struct FirstPageRecordTests {
  /// A paper with lines between its title and its abstract, and at its foot.
  private func record(
    _ front: [(text: String, size: Float)], foot: [String] = [], head: String = "",
    body: [String] = [], title: String = "On the Analytical Engine"
  ) -> BibliographicRecord {
    var page = SyntheticPage()
    if !head.isEmpty { page.line(head, x: 60, y: 40, size: 8) }
    page.line("On the Analytical Engine", x: 60, y: 100, size: 18)
    var y: Float = 130
    for line in front {
      page.line(line.text, x: 60, y: y, size: line.size)
      y += 30
    }
    page.line("Abstract", x: 60, y: 380, size: 11)
    let text = ["The engine weaves patterns of algebra as the loom weaves flowers and leaves."]
    let end = page.lines(Array(repeating: text[0], count: 8) + body, x: 60, y: 400)
    #expect(end < 740)
    page.lines(foot, x: 60, y: 750, size: 8)
    return FirstPageRecord.read(page.text, title: title)
  }

  private func names(_ lines: String...) -> [String] {
    record(lines.map { ($0, 12) }).authors.map(\.inverted)
  }

  @Test func marksCommasAndConjunctionsSeparateNames() {
    #expect(
      names("Ada King¹,², Grace M. Hopper∗ and Sven van der Burg†")
        == ["King, Ada", "Hopper, Grace M.", "van der Burg, Sven"])
    #expect(names("ADA KING & GRACE HOPPER") == ["King, Ada", "Hopper, Grace"])
    #expect(names("Di Cosmo, Roberto¹ and King, Ada²") == ["Di Cosmo, Roberto", "King, Ada"])
  }

  /// Wrong is worse than missing.
  @Test(arguments: [
    "University of Cambridge", "Department of Physics, New York, USA", "Palo Alto, California",
    "21 November 2026", "Technical Report", "ada@example.org", "Smith, John",
  ]) func affiliationsAreNotAuthors(_ line: String) { #expect(names(line) == []) }

  @Test func institutionsAfterANameAreSkipped() {
    #expect(names("Mike Burrows, Google Inc.") == ["Burrows, Mike"])
    #expect(names("Ada King ada@example.org", "London Mathematical Society") == ["King, Ada"])
    #expect(
      record([("Ada King", 12), ("Menlo Park", 9), ("Grace Hopper", 12)]).authors.map(\.surname)
        == ["King", "Hopper"])
  }

  @Test func namesAmongAddressesAreFound() {
    #expect(
      names("Project Engine¹, Ada King², Grace Hopper³, and Sven Burg⁴")
        == ["Project Engine", "King, Ada", "Hopper, Grace", "Burg, Sven"])
    #expect(
      names("Ada King, Grace Hopper", "Engine Research, 301 Howard St. #830, SF, CA 94105")
        == ["King, Ada", "Hopper, Grace"])
    #expect(names("Ada King,⟨?⟩ Grace Hopper") == ["King, Ada", "Hopper, Grace"])
    #expect(names("Ada King, Sven Burg, and Shun-Tak Leung").last == "Leung, Shun-Tak")
    #expect(
      names("ADA KING", "Carnegie University", "and", "S. BING YAO")
        == ["King, Ada", "Yao, S. Bing"])
    #expect(names("Ada King and Grace Hopper", "AMPLab, EECS").last == "Hopper, Grace")
  }

  @Test func theFooterIdentifiesTheDocument() {
    let found = record(
      [("Ashlee N. Ford Versypt¹ and Duncan H. Mullins²", 12)],
      foot: [
        "Ford Versypt, & Mullins. (2025). On the Analytical Engine. Journal of Open Notes, 8(87), 1",
        "143. https://doi.org/10.21105/jose.00143.",
      ])
    #expect(found.authors.map(\.surname) == ["Ford Versypt", "Mullins"])
    #expect(found[.doi] == "10.21105/jose.00143" && found[.year] == "2025")
    #expect(found[.venue] == "Journal of Open Notes" && found[.volume] == "8")
    #expect(found[.issue] == "87" && found[.pages] == "143")
  }

  @Test func runningHeadsNameTheVenue() {
    let found = record([], head: "Proceedings of Learning Research 133:3–26, 2021")
    #expect(found[.venue] == "Proceedings of Learning Research" && found[.pages] == "3–26")
    #expect(found[.year] == "2021" && found[.volume] == "133")
  }

  @Test func onlyTheDocumentsOwnDOIIsRead() {
    #expect(record([("DOI: 10.1000/own.1", 8)])[.doi] == "10.1000/own.1")
    #expect(record([], foot: ["https://doi.org/10.1000/own.2"])[.doi] == "10.1000/own.2")
    #expect(record([], foot: ["3 Smith. https://doi.org/10.1000/cited"])[.doi].isEmpty)
    #expect(
      record([], body: ["as shown by others, see https://doi.org/10.1000/cited for it"])[.doi]
        .isEmpty)
    #expect(record([], body: ["References", "https://doi.org/10.1000/cited"])[.doi].isEmpty)
    #expect(record([("https://doi.org/10.1145/nnnnnnn.nnnnnnn", 8)])[.doi].isEmpty)
    #expect(record([("https://doi.org/10.4230/LIPIcs...", 8)])[.doi].isEmpty)
    #expect(
      record([("DOI: 10.1000/one", 8), ("DOI: 10.1000/two", 8)])[.doi].isEmpty, "it may be either")
  }

  @Test func arxivStampsGiveTheYear() {
    let found = record([], head: "arXiv:1504.06236v2 [cs.SI] 1 May 2015")
    #expect(found[.arxiv] == "1504.06236v2" && found[.year] == "2015")
  }

  @Test func otherIdentifierAndDateFormsAreRead() {
    #expect(record([("ArXiv ePrint: 0807.3577", 8)])[.arxiv] == "0807.3577")
    let lines = [
      "as we have shown for all of these things in our earlier paper", "arXiv:1706.03762.",
    ]
    #expect(record([], body: lines)[.arxiv].isEmpty)
    #expect(record([("Ada King", 12), ("March 2021", 12)])[.year] == "2021")
    let head = "Journal of Cosmology and Astroparticle Physics"
    #expect(record([], head: head)[.venue] == head)
    var metadata = Metadata()
    metadata.title = "doi:10.1000/a.b"
    #expect(DocumentRecord.record(metadata: metadata, page: nil)[.doi] == "10.1000/a.b")
  }

  @Test func theAuthorOfTheMetadataIsNoInstitution() {
    var metadata = Metadata()
    metadata.author = "© Ada King, University of London, College of Science"
    let record = DocumentRecord.record(metadata: metadata, page: nil)
    #expect(record.authors == [PersonName("Ada King")])
  }

  @Test func aYearAloneTellsNothing() {
    var record = BibliographicRecord()
    record.add(.year, "2012", from: .firstPage)
    #expect(record.isEmpty)
    record.add(.arxiv, "1706.03762", from: .firstPage)
    #expect(!record.isEmpty)
  }

  @Test func aCompleteSidecarIsNotMixed() {
    var sidecar = BibliographicRecord()
    sidecar.add(.title, "A title", from: .sidecar)
    sidecar.add(.year, "2020", from: .sidecar)
    sidecar.add(authors: [PersonName("Ada King")], from: .sidecar)
    var metadata = Metadata()
    metadata.title = "doi:10.1000/a.b"
    func doi() -> String {
      DocumentRecord.record(sidecar: sidecar, metadata: metadata, page: nil)[.doi]
    }
    #expect(doi() == "10.1000/a.b")
    sidecar.add(.venue, "A journal", from: .sidecar)
    #expect(doi().isEmpty)
    #expect(
      BibTeX.entry(BibTeXFile(Array("@book{k,title={A}}".utf8)).entries[0].record, key: "k")
        .hasPrefix("@book{"))
  }

  @Test func metadataOfOtherDocumentsRankBelowThePage() {
    var page = SyntheticPage()
    page.line("On the Analytical Engine", x: 60, y: 100, size: 18)
    page.line("Ada King", x: 60, y: 130, size: 12)
    page.lines(Array(repeating: "plain words of the text that is long", count: 9), x: 60, y: 300)
    var metadata = Metadata()
    metadata.publication.fields = [.title: "Template of the Journal", .doi: "10.1/x"]
    metadata.publication.creators = ["John Typesetter"]
    let record = DocumentRecord.record(metadata: metadata, page: page.text)
    #expect(record[.title] == "On the Analytical Engine" && record[.doi] == "10.1/x")
    #expect(record.authors.map(\.surname) == ["King"])
  }

  @Test func hostilePagesAreBounded() {
    var page = SyntheticPage()
    page.line("T", x: 60, y: 20, size: 30)
    for index in 0..<3_000 {
      page.line("A B, C D¹ and {{}}(((", x: Float(index % 7), y: Float(index), size: 5)
    }
    #expect(FirstPageRecord.read(page.text, title: "T").authors.count <= PersonName.mostNames)
    #expect(FirstPageRecord.read(PageText()).isEmpty)
  }
}
