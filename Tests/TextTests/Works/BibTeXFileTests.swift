import DocumentModel
import Testing

@testable import Text

@Suite struct BibTeXFileTests {
  private func entries(_ text: String) -> [BibTeXFile.Entry] {
    BibTeXFile(Array(text.utf8)).entries
  }

  @Test func bracesQuotesAndStringsAreParsed() throws {
    let found = entries(
      """
      % a comment
      @string{jose = "Journal of {Open} Notes"}
      @comment{ignored}
      @article{king:1843,
        author = {King, Ada and {The Engine Group} and M{\\"u}ller, J{\\'o}zef},
        title = "Notes on " # {the {Engine}},
        journal = jose, month = jan, year = 1843, pages = {1--9},
        doi = {https://doi.org/10.1000/a_b},
        file = {:papers/my paper.pdf:PDF}
      }
      """)
    let entry = try #require(found.first)
    let record = entry.record
    #expect(found.count == 1 && record[.key] == "king:1843")
    #expect(record[.title] == "Notes on the Engine" && record[.venue] == "Journal of Open Notes")
    #expect(record[.year] == "1843" && record[.pages] == "1–9" && record[.doi] == "10.1000/a_b")
    #expect(record.authors.map(\.inverted) == ["King, Ada", "The Engine Group", "Müller, Józef"])
    #expect(entry.names(file: "my paper.pdf") && !entry.names(file: "paper.pdf"))
  }

  @Test(arguments: [
    ("{\\\"o}\\'{e}\\v{c}\\c c", "öéčç"), ("Stra\\ss e \\o", "Straße ø"), ("a~b -- c", "a b – c"),
    ("\\textbf{bold} \\& 5\\%", "bold & 5%"), ("\\'{\\i}", "í"), ("\\", ""), ("\\\"", ""),
  ]) func latexIsDecoded(_ text: String, _ plain: String) {
    #expect(LaTeXText.decoded(text) == plain)
  }

  @Test(arguments: [
    "@", "@article", "@article{", "@article{a", "@article{a,", "@article{a,b", "@article{a,b=",
    "@article{a,b={", "@article{a,b={\\", "@article{a,b=\"", "@string{", "@article{a,b=c#",
    "@article{a,b={}}}}}}}@@@{{{",
  ]) func brokenFilesAreHandled(_ text: String) {
    #expect(entries(text).count <= 1)
    #expect(entries(String(repeating: text, count: 500)).count <= 500)
  }

  @Test func citationKeysAreMade() throws {
    var record = BibliographicRecord()
    record.add(.title, "The Analytical Engine", from: .firstPage)
    record.add(.year, "1843", from: .firstPage)
    record.add(authors: [PersonName(surname: "de la Müller", given: "A")], from: .firstPage)
    #expect(CitationKey.usual.key(of: record) == "delamuller1843")
    let own = try #require(CitationKey(checked: "{Author}_{year}:{title}"))
    #expect(own.key(of: record) == "Delamuller_1843:analytical")
    #expect(CitationKey.usual.key(of: BibliographicRecord(), fallback: "My file") == "myfile")
    record.add(.key, "mine", from: .sidecar)
    #expect(own.key(of: record) == "mine")
    for wrong in ["", "plain", "{other}", "{author} {year}", "{author"] {
      #expect(CitationKey(checked: wrong) == nil, "\(wrong)")
    }
  }
}
