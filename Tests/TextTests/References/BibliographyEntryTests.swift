import DocumentModel
import TestSupport
import Testing

@testable import Text

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

@Suite("Entries of a bibliography")
struct BibliographyEntryTests {
  private func entry(_ text: String) -> BibliographyEntry {
    BibliographyEntry(label: "", scalars: scalars(text), place: Destination(page: 0))
  }

  @Test(
    "authors and the year of publication",
    arguments: [
      ("Müller, J., & Meier, K. (2019). On 1984. Press.", "muller", 2, "2019"),
      ("John A. Nelder and Roger Mead. A simplex method, 7(4):308–313, 1965.", "john", 2, "1965"),
      ("[3] J. Smith, A. Doe, and B. Roe. Title. arXiv:2004.08744, 2020b.", "j", 3, "2020b"),
      ("Ismay, Chester., & Kim, A. Y. (2019). Statistical inference.", "ismay", 2, "2019"),
      ("12. K. Hinsen. “Dealing With Collapse.” In: CSE 21.3 (May 2019), p. 1.", "k", 1, "2019"),
    ])
  func fields(_ text: String, _ first: String, _ count: Int, _ year: String) {
    let entry = entry(text)
    #expect(entry.names.first.map(string) == first)
    #expect(entry.authorCount == count)
    #expect(entry.years.first.map(string) == year)
  }

  @Test(
    "authors, title, DOI and key",
    arguments: [
      (
        "Müller, J., & Meier, K. (2019). A title: part two. Press. https://doi.org/10.1000/182",
        ["Müller, J.", "Meier, K."], "A title: part two", "10.1000/182", "muller2019"
      ),
      (
        "[3] John A. Nelder, Bo Li, and Roger Mead. A simplex method. The Journal, 1965.",
        ["John A. Nelder", "Bo Li", "Roger Mead"], "A simplex method", nil, "nelder1965"
      ),
      (
        "12. K. Hinsen. “Dealing With Collapse.” In: CSE 21.3 (May 2019), p. 1.", ["K. Hinsen"],
        "Dealing With Collapse", nil, "hinsen2019"
      ),
    ] as [(String, [String], String, String?, String)])
  func parts(
    _ text: String, _ authors: [String], _ title: String, _ doi: String?, _ key: String
  ) {
    let entry = entry(text)
    #expect(entry.authors == authors)
    #expect(entry.title == title)
    #expect(entry.doi == doi)
    #expect(entry.citationKey == key)
    #expect(entry.bibTeX(key: key).hasPrefix("@misc{\(key),\n  author = {\(authors[0])"))
  }

  @Test(
    "authors and title in the forms of many styles",
    arguments: [
      // APA
      (
        "Ford, Jr., W. K., & Le, Q. V. (n.d.). Megaparsec (2nd ed.). https://example.org",
        "Ford, Jr., W. K.|Le, Q. V.", "Megaparsec"
      ),
      ("Williams, D. (2021, December). Fact sheet. NASA.", "Williams, D.", "Fact sheet"),
      (
        "Abdalla, S., team, J. development, dussin, … Tran, T. (2016). Notebooks (Vol. 7). Press.",
        "Abdalla, S.|team, J. development|dussin|Tran, T.", "Notebooks"
      ),
      (
        "Open Source, McFarland, M., & Andrade, E. S. de. (2022). Planet: October [Data set]. Zenodo.",
        "Open Source|McFarland, M.|Andrade, E. S. de", "Planet: October"
      ),
      (
        "Nelder, John. (2010). Structures. In Bo Li (Ed.), Proceedings.", "Nelder, John",
        "Structures"
      ),
      ("The smallest black hole. (2008). In Scientific American.", "", "The smallest black hole"),
      (
        "Rubin, V. (1978). Rotation of galaxies. IV. Dynamical properties. ApJ, 225.", "Rubin, V.",
        "Rotation of galaxies. IV. Dynamical properties"
      ),
      (
        "The Manim Developers. (2022). Manim (Version v0.17). Github.", "The Manim Developers",
        "Manim"
      ),
      // Chicago, MLA, DIN
      (
        "Smith, John, and Kate Jones. 2019. “A title.” Journal 12.", "Smith, John|Kate Jones",
        "A title"
      ),
      (
        "Müller, Jens; Meier, Karl: Ein Titel. Verlag, 2019.", "Müller, Jens|Meier, Karl",
        "Ein Titel"
      ),
      // Springer, Nature, Vancouver, ACS
      (
        "Smith, J., Li, K.: A title: part two. In: Proc. Springer (2019)", "Smith, J.|Li, K.",
        "A title: part two"
      ),
      (
        "Smith, J. & Jones, K. Title of work. Nature 12, 1–5 (2019).", "Smith, J.|Jones, K.",
        "Title of work"
      ),
      (
        "Smith JK, Jones K. Title of work. Lancet. 2019;12:1-5.", "Smith JK|Jones K.",
        "Title of work"
      ),
      ("Smith J (2019) Title of work. Lancet 12:1–5", "Smith J", "Title of work"),
      (
        "Smith, J.; Jones, K. Title of work. J. Am. Chem. Soc. 2019, 12.", "Smith, J.|Jones, K.",
        "Title of work"
      ),
      // Elsevier, AMS, REVTeX, ACM in capitals
      (
        "J. Smith, M. Naimul Hoque and Klaus Li, Numbers, signs, and words, J. Comput. Phys. 3 (2019) 1–5.",
        "J. Smith|M. Naimul Hoque|Klaus Li", "Numbers, signs, and words"
      ),
      (
        "B. Liskov et al., Replication in a file system, Proc. ACM, 1991.", "B. Liskov",
        "Replication in a file system"
      ),
      ("J. Smith and K. Li, Phys. Rev. Lett. 12, 345 (2019).", "J. Smith|K. Li", ""),
      (
        "EPPINGER, J. L., AND OKI, B., Eds. Camelot. Kaufmann, 1991.", "EPPINGER, J. L.|OKI, B.",
        "Camelot"
      ),
      // Names one after the other in two orders, and in full
      (
        "Pote, D.H., T.C. Daniel, and A.N. Li. 1996. Soil phosphorus. J. Soil 3.",
        "Pote, D.H.|T.C. Daniel|A.N. Li", "Soil phosphorus"
      ),
      (
        "Iain Dunning, Joey Li, and Miles Lubin. JuMP: A language. SIAM, 2017.",
        "Iain Dunning|Joey Li|Miles Lubin", "JuMP: A language"
      ),
      (
        "Tangi Migot, Bo Li, and contributors. Core.jl: A package, 2023.", "Tangi Migot|Bo Li",
        "Core.jl: A package"
      ),
      ("Hunt, T. Are you a bird? On birds. Press, 2017.", "Hunt, T.", "Are you a bird?"),
      // GB/T 7714 and Japanese
      ("［6］ 翟士民，刘荣，等. 绳驱动设计［J］. 机械，2015，2：119.", "翟士民|刘荣", "绳驱动设计"),
      (
        "JONES B A，MCMAHAN W，WALKER I. Analysis of a manipulator［C］// IFAC.",
        "JONES B A|MCMAHAN W|WALKER I.", "Analysis of a manipulator"
      ),
      (
        "Donald E. Knuth. In search of lost code. 1990.", "Donald E. Knuth",
        "In search of lost code"
      ),
      ("山田太郎, 深層学習による画像認識の研究, 情報処理学会論文誌, 2019", "山田太郎", "深層学習による画像認識の研究"),
      ("奥村晴彦，「新ドキュメントクラス」，2016", "奥村晴彦", "新ドキュメントクラス"),
    ])
  func styles(_ text: String, _ authors: String, _ title: String) {
    let entry = entry(text)
    #expect(entry.authors.joined(separator: "|") == authors)
    #expect(entry.title == title)
  }

  @Test("no form of names makes an entry fail", arguments: 0..<200)
  func anyText(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let parts = [
      "A", "A.", "Smith", ",", "&", " and ", ";", ":", "(", ")", "[J]", "2019", "et al.", "van",
      " ", "…", ".",
      "「", "王", "，", "Jr.", "-", "“", "https: //", "é",
    ]
    let text = (0..<60).map { _ in parts.randomElement(using: &random) ?? "" }.joined(
      separator: seed % 2 == 0 ? " " : "")
    let entry = entry(text)
    #expect(entry.authors.allSatisfy { !$0.isEmpty && text.contains($0.prefix(1)) })
    #expect(entry.title.isEmpty || text.contains(entry.title))
  }

  @Test("a label with a long blank after it")
  func longBlank() {
    let entry = entry("[1]" + String(repeating: " ", count: 500) + "x")
    #expect(entry.authors == [] && entry.title == "x")
  }

  @Test("a URL whose line ends after the scheme")
  func schemeAtLineEnd() {
    let entry = entry("Smith, J. (2019). A title. https: //doi.org/10.1000/182")
    #expect(entry.doi == "10.1000/182")
  }

  @Test(
    "words in place of a year count where no year is before them",
    arguments: [
      ("Smith J. (2004) Title. Journal (in press)", "2004", "2004"),
      ("Smith, J. (in press). A title of 2004. Press.", "in press", "2004"),
      ("Smith, J. Growth (in pressurised tanks), 2004.", "2004", "2004"),
      ("Smith, J. (forthcoming). A title.", "forthcoming", ""),
    ])
  func undated(_ text: String, _ first: String, _ year: String) {
    #expect(entry(text).years.first.map(string) == first)
    #expect(entry(text).year == year)
  }

  @Test(
    "a dash repeats authors, but may begin the items of a list",
    arguments: [
      ("——— (2017). Two.", true), ("– (2018). Two.", true), ("— 2018. Two.", true),
      ("—. Two. 2018.", true), ("⸺ Two. 2018.", true), ("– Müller, A. (2017). Two.", false),
      ("— Müller, A. (2017). Two.", false),
    ])
  func dashes(_ text: String, _ expected: Bool) {
    #expect(EntryLabel.repeatsAuthors(scalars(text)) == expected)
  }

  @Test("the acronym of an institution finds the works whose authors a dash repeats")
  func repeatedAcronym() {
    var section = Bibliography.Section()
    for text in ["World Health Organization. (2020). One.", "——— (2021). Two."] {
      section.add(scalars(text), [], at: Destination(page: 0))
    }
    #expect(section.byName[scalars("who")] == [0, 1])
    #expect(section.entries[1].names == section.entries[0].names)
  }

  @Test("labels in brackets, with a full stop, or raised")
  func labels() {
    #expect(EntryLabel.read(scalars("[12] A")).map { string($0.label) } == "12")
    #expect(EntryLabel.read(scalars("[ABC+19] A")).map { string($0.label) } == "abc+19")
    #expect(EntryLabel.read(scalars("3. A")).map { string($0.label) } == "3")
    #expect(EntryLabel.read(scalars("¹² A")).map { string($0.label) } == "12")
    #expect(EntryLabel.read(scalars("A. Smith")) == nil)
    #expect(EntryLabel.read(scalars("[Online]. Available: https://a.org")) == nil)
    #expect(EntryLabel.read(scalars("[Accessed: Jan. 25, 2023].")) == nil)
  }
}
