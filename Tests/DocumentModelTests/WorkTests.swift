import DocumentModel
import Testing

@Suite struct PersonNameTests {
  @Test(arguments: [
    ("Ada King", "King", "Ada"), ("Sven A. van der Burg", "van der Burg", "Sven A."),
    ("Guido Van Rossum", "Van Rossum", "Guido"), ("King, Ada", "King", "Ada"),
    ("José Ortega y Gasset", "Ortega y Gasset", "José"), ("Smith J.", "Smith", "J."),
    ("M Pacer", "Pacer", "M"), ("John Smith, Jr.", "Smith Jr.", "John"), ("Plato", "Plato", ""),
  ]) func surnamesAndGivenNamesAreSplit(_ text: String, _ surname: String, _ given: String) {
    #expect(PersonName(text) == PersonName(surname: surname, given: given))
  }

  @Test(arguments: [
    ("Ada King, Grace Hopper and Jean Bartik", ["King", "Hopper", "Bartik"]),
    ("King, Ada; Hopper, Grace", ["King", "Hopper"]), ("Di Cosmo, Roberto", ["Di Cosmo"]),
    ("King, Ada and Hopper, Grace", ["King", "Hopper"]), ("", []),
  ]) func authorListsAreSplit(_ text: String, _ surnames: [String]) {
    #expect(PersonName.list(text).map(\.surname) == surnames)
  }
}

@Suite struct BibliographicRecordTests {
  static var paper: BibliographicRecord {
    var record = BibliographicRecord()
    record.add(.title, "Engines & 100% {Notes}", from: .firstPage)
    record.add(.year, "1843", from: .firstPage)
    record.add(.venue, "Memoirs", from: .firstPage)
    record.add(.volume, "3", from: .firstPage)
    record.add(.doi, "10.1000/a_b", from: .xmp)
    record.add(authors: [PersonName(surname: "King", given: "Ada")], from: .firstPage)
    return record
  }

  @Test func theFirstSourceOfAFieldIsKept() {
    var record = BibliographicRecord()
    record.add(.title, "  ", from: .sidecar)
    record.add(.title, "One\u{1B}[31m", from: .sidecar)
    record.merge(Self.paper)
    #expect(record[.title] == "One [31m" && record.source(of: .title) == .sidecar)
    #expect(record.source(of: .doi) == .xmp && record.authors.count == 1)
  }

  /// Numbers of another venue would cite a work that does not exist.
  @Test func volumesAreMergedOnlyForTheSameVenue() {
    var record = BibliographicRecord()
    record.add(.venue, "Preprints", from: .sidecar)
    record.merge(Self.paper)
    #expect(record[.volume].isEmpty && record[.venue] == "Preprints")
  }

  @Test func bibTeXIsEscaped() {
    #expect(
      BibTeX.entry(Self.paper, key: "king,1843}") == """
        @article{king1843,
          author = {King, Ada},
          title = {{Engines \\& 100\\% Notes}},
          journal = {Memoirs},
          year = {1843},
          volume = {3},
          doi = {10.1000/a_b},
        }

        """)
  }

  @Test func citationsAreWrittenAsTextAndMarkdown() {
    #expect(
      Citation.line(Self.paper)
        == "Ada King: Engines & 100% {Notes}. Memoirs 3, 1843. https://doi.org/10.1000/a_b")
    #expect(
      Citation.markdown(Self.paper)
        == "Ada King: *Engines \\& 100% {Notes}*. Memoirs 3, 1843. [doi:10.1000/a\\_b](https://doi.org/10.1000/a_b)"
    )
  }

  @Test(arguments: [
    ("https://doi.org/10.1/a", "10.1/a"), ("doi:10.1/a", "10.1/a"), ("DOI: 10.1/a", "10.1/a"),
    ("http://dx.doi.org/10.1/a", "10.1/a"), ("10.1/a b", ""), ("https://example.org/10.1/a", ""),
  ]) func doisAreNormalised(_ text: String, _ doi: String) { #expect(DOI.bare(text) == doi) }

  @Test func papisYAMLIsRead() {
    var yaml = YAMLSubset()
    let text = """
      author: King, Ada and Hopper, Grace
      author_list:
      - family: King
        given: Ada
      files:
      - a.pdf
      title: 'A title that goes on: here
        in the next line, with ''quotes'''
      year: 1843
      """
    for line in text.split(separator: "\n") { yaml.take(String(line)) }
    yaml.finish()
    #expect(yaml.words("title") == "A title that goes on: here in the next line, with 'quotes'")
    #expect(yaml.words("year") == "1843" && yaml.values["files"] == ["a.pdf"])
    #expect(yaml.words("author") == "King, Ada and Hopper, Grace")
  }
}
