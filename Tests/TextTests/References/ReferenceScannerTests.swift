import DocumentModel
import Testing

@testable import Text

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

@Suite("Words that refer to something")
struct ReferenceScannerTests {
  /// Returns each mention as its kind and number, or as its names and year.
  private func found(_ text: String) -> [String] {
    let list = scalars(text)
    return ReferenceScanner.mentions(in: list).filter {
      ($0.doubt == nil || $0.doubt == .named) && !$0.isUndated
    }.map { mention in
      switch mention.target {
      case .part(let kind, let sort, let number):
        "\(kind)\(sort == 0 ? "" : String(sort)) \(string(number.scalars))"
      case .entry(let label): "[\(string(label))]"
      case .work(let work):
        work.names.map(string).joined(separator: "+") + (work.hasOthers ? "+…" : "") + " "
          + string(work.year)
      case .raised(let label): "^" + string(label)
      case .uri(let address): address
      case .titled, .again: ""
      }
    }
  }

  @Test(
    "numbered parts in lists, ranges and several languages",
    arguments: [
      ("see Fig. 3 and Figs. 4 and 5", ["figure 3", "figure 4", "figure 5"]),
      ("Tables 1–3 show", ["table 1", "table 3"]),
      ("Eqs. (4)–(6), Equation 7", ["equation 4", "equation 6", "equation 7"]),
      ("Figure 2b, Figure S3 and Fig.4.12.", ["figure 2B", "figure S3", "figure 4.12"]),
      ("in Sections 2, 3 and 4.1", ["section 2", "section 3", "section 4.1"]),
      ("Appendix A, § 5, Chapter IV", ["section1 A", "section 5", "section IV"]),
      ("by Lemma 2.1 and Theorem 3", ["theorem2 2.1", "theorem1 3"]),
      ("Abb. 3, Tabelle 2, Abschnitt 4", ["figure 3", "table 2", "section 4"]),
      ("рис. 2, табл. 1", ["figure 2", "table 1"]), ("図3と表2", ["figure 3", "table 2"]),
      ("第3章では", ["section 3"]), ("詳細は3.3 節と付録Bに", ["section 3.3", "section1 B"]), ("全3章", []),
      ("in Sections IV-B and V-C2", ["section IV-B", "section V-C2"]),
      ("2ページを参照、全12ページ、3ページの本", ["page 2"]), ("见第2页", ["page 2"]),
      ("véase la página 2", ["page 2"]), ("см. с. 2", ["page 2"]), ("речь с. 2", []),
      ("Table S1-S4, Table 4-2", ["table S1", "table S4", "table 4-2"]),
      ("Figure 6c and 6d", ["figure 6C", "figure 6D"]), ("Figure 6c and 7 days", ["figure 6C"]),
      ("(after CLC 2018, Figure 6d)", ["clc 2018", "figure 6D"]), ("Ch. 2 and CH4", ["section 2"]),
      ("see page 3 and p. 5", ["page 3", "page 5"]), ("Smith, p. 5", []),
      ("Tabella 2, Sezione 3", ["table 2", "section 3"]),
      ("see page 12", ["page 12"]), ("a web page I cooked", []),
      ("Page 3 of 9", []),
      ("Chapter 4 of Statistical Models", []), ("no capítulo. A ABNT", []),
      ("in Table 5, 41% of them", ["table 5"]), ("Tabellen 5 und 6", ["table 5", "table 6"]),
      ("we vary (4) the data, (5) the loss and more", ["equation 4"]),
      ("Spencer, supra note 12, at 3", ["note 12"]), ("a note 3 of his", []),
      ("Kant (wie Anm. 12), S. 3", ["note 12"]),
      ("Kant (wie Anm. 12), S. 3", ["note 12"]),
      ("Spencer (n 12) 45, but (n = 12)", ["note 12"]),
      ("Code 2 shows", ["listing3 2"]), ("For step (4), we use (5).", ["equation 5"]),
      ("software guard extensions (SGX, §3) and", ["section 3"]),
      ("as the standard says (FHS, section 4.9)", []),
      ("in Table VII and VIII with", ["table VII", "table VIII"]),
      ("of Figure 2 and 3, the", ["figure 2", "figure 3"]),
      ("of Figure 2 and 3 weeks", ["figure 2"]),
      ("Figures A.1, A.2 and A.3", ["figure A.1", "figure A.2", "figure A.3"]),
      (
        "Tables A.1 and B.1, Figs. A.1–A.3", ["table A.1", "table B.1", "figure A.1", "figure A.3"]
      ),
      ("Figs. 1(a) and 2(b)", ["figure 1", "figure 2"]),
      ("tables 6.1, 6.3 and 6.4", ["table 6.1", "table 6.3", "table 6.4"]),
      ("from (6.13)(6.14) we", ["equation 6.13", "equation 6.14"]),
      ("Abschn. 2.1, Gln. (1) und (2)", ["section 2.1", "equation 1", "equation 2"]),
      ("voir la page 2; el apartado 2.1, gráfico 1", ["page 2", "section 2.1", "figure 1"]),
      (
        "гл. 2, разд. 2.1, п. 2.1, ур. (1)",
        ["section 2", "section 2.1", "section 2.1", "equation 1"]
      ),
      ("see note 1 above, Fn. 2, note 4 below", ["note 1", "note 2", "note 4"]),
      ("(Supporting Information Section 3.1)", []),
      ("the figure is 3 cm wide", []), ("Table of contents", []), ("Figure out what", []),
    ])
  func parts(_ text: String, _ expected: [String]) {
    #expect(found(text) == expected)
  }

  @Test(
    "headings of lists of works",
    arguments: ["References", "Список источников", "DAFTAR PUSTAKA", "참고문헌"])
  func bibliographies(_ heading: String) {
    #expect(ReferenceWord.opensBibliography(scalars(heading)))
  }

  @Test(
    "citations by label",
    arguments: [
      ("as shown [12].", ["[12]"]), ("in [3–7, 9]", ["[3]", "[7]", "[9]"]),
      ("see [ABC+19, p. 3]", ["[abc+19]"]), ("[see 4]", ["[4]"]),
      ("[12, Section 3]", ["[12]"]), ("on [0.5, 1]", []), ("the set [a, b]", []),
      ("the range [2, 7]", []), ("from [1,4] and [3,6]", []), ("[1] and [3]", ["[1]", "[3]"]),
      ("x = [4]", []), ("values [1, 2, 1]", []), ("F[6]", []),
      ("a range [1, k] can", []), ("the half [d + 1, y] is", []), ("a state [10,12,5]", []),
      ("seen [10, 12, 5]", ["[10]", "[12]", "[5]"]), ("V[2,5] = 2", []), ("are [4,6], [7,8]", []),
      ("param[2][3]", []), ("code YR[ 1 : 2 ]", []), ("YS[1]", []), ("YS [ 1 ]", []),
      ("[ 2 2 F1 0 1 ]", []),
      ("as in [12: p. 3]", ["[12]"]),
      ("[4,2,6,5,1,3,7]", []), ("transformed values [8].", ["[8]"]),
      ("types [14, 27, 2, 22, 10].", ["[14]", "[27]", "[2]", "[22]", "[10]"]),
      ("sorted [3, 1, 4, 2, 5]", []), ("the values [14, 27, 2, 22, 10]", []),
      ("papers [9][10] and", ["[9]", "[10]"]),
      ("cells [0][1][2][3][4]", []), ("as others did ([4]).", ["[4]"]), ("f([4])", []),
      ("this industry[¹]. It", ["[1]"]), ("others[³⁻⁵,¹²] say", ["[3]", "[5]", "[12]"]),
      ("Dask ( [54]), which", ["[54]"]), ("[CDMI⁺13, WZ13]", ["[cdmi+13]", "[wz13]"]),
      ("an interpolant is [23, 15].", ["[23]", "[15]"]), ("the range is [15, 23].", []),
      ("pt(3) [2] − i", []), ("as in [Xen] and [the set]", ["[xen]"]), ("[October 17, 2017]", []),
      ("[e.g., 5, 7]", ["[5]", "[7]"]), ("[see 1, 2]", ["[1]", "[2]"]),
      ("[2, pp. 15–17; 3, p. 4]", ["[2]", "[3]"]), ("研究［6］和【2】", ["[6]", "[2]"]),
      ("[DOE-2019] [W3C-XML] [ISO 9001]", ["[doe-2019]", "[w3c-xml]", "[iso9001]"]),
      ("[I-D.ietf-tls-esni; RFC2119]", ["[i-d.ietf-tls-esni]", "[rfc2119]"]),
      ("[S1-S4] and [R1, R2-R4]", ["[s1]", "[s4]", "[r1]", "[r2]", "[r4]"]),
      ("Refs. 1-3, 5 and 7-9", ["[1]", "[3]", "[5]", "[7]", "[9]"]),
      ("see ref. 2, refs 3,4 and Refs. 1 and 2", ["[2]", "[3]", "[4]", "[1]", "[2]"]),
      ("in reference 2 and references 3 and 4", ["[2]", "[3]", "[4]"]),
      ("[12, 15] and [3–7, 9]", ["[12]", "[15]", "[3]", "[7]", "[9]"]),
    ])
  func labels(_ text: String, _ expected: [String]) {
    #expect(found(text) == expected)
  }

  @Test(
    "citations by author and year",
    arguments: [
      ("(Müller & Meier, 2019)", ["muller+meier 2019"]),
      ("by Smith and Doe [2011].", ["smith+doe 2011"]),
      ("in Smith [2011a,b]", ["smith 2011a", "smith 2011b"]),
      ("Smith et al. (2020a,b) found", ["smith+… 2020a", "smith+… 2020b"]),
      ("(see van der Berg, 1999; Li, 2001, 2004)", ["berg 1999", "li 2001", "li 2004"]),
      ("2020 (Harris, 2020), 2021 (Harris, 2021)", ["harris 2020", "harris 2021"]),
      ("McCourt’s (2015) book", ["mc+court 2015"]), ("in May 2019 we", ["may 2019"]),
      ("(SILVA; SOUZA, 2018)", ["silva+souza 2018"]),
      ("(Li, 2017; Ma, 2018)", ["li 2017", "ma 2018"]),
      ("(Smith, 2019a, b; 2020)", ["smith 2019a", "smith 2019b", "smith 2020"]),
      ("(World Health Organization [WHO], 2020)", ["world+health+organization 2020", "[who]"]),
      ("(Zhang, in press) and Zhang (n.d.)", ["zhang in press", "zhang n.d."]),
      ("P&C Su et al. (2020)", ["su+… 2020"]), ("(R Core Team, 2023)", ["r+core+team 2023"]),
      ("de Boer & van ‘t Hoff (2016)", ["boer+hoff 2016"]),
      ("(hivemind, 2020)", ["hivemind 2020"]), ("only 2000 were", []),
      ("as Smith in pressure vessels", []), ("Smith in press.", ["smith in press"]),
    ])
  func works(_ text: String, _ expected: [String]) {
    #expect(found(text) == expected)
  }

  @Test("parts of other works are no references to this one")
  func otherWorks() {
    #expect(found("Table 2 of [6]") == ["[6]"])
    #expect(found("Figure 3 in Smith (2010)") == ["smith 2010"])
    #expect(found("Figure 3 of the original paper") == [])
    #expect(found("Figures 2 and 3 of the original publication") == [])
    #expect(found("of the original Figure 4") == [])
    #expect(found("the authors’ Figures 2 and 3, and their Figure 6") == [])
    #expect(found("Chapters 9 and 10 of the reference") == [])
    #expect(found("listed in FHS, section 4.9; RFC 2119, Section 3") == [])
    #expect(found("查阅其手册[¹]第 6 章") == ["[1]"])
    #expect(found("section 14 of the TIFF specification") == [])
    #expect(found("Section 3 of Chapter 2") == ["section 3", "section 2"])
    #expect(found("in its manual [1] Section 6") == ["[1]"])
    #expect(found("Brockwell (1991) Time Series. Springer (page 557)") == ["brockwell 1991"])
    #expect(found("Chambers (2016) Extending R. (Chapters 9 and 10.)") == ["chambers 2016"])
    #expect(
      found("after Li (2020). It holds (Section 3), as the plot on page 5 shows")
        == ["li 2020", "section 3", "page 5"])
  }

  @Test(
    "numbers that may be intervals, or amounts in parentheses, are doubted",
    arguments: [
      ("studies [5, 6], [7, 8] and others", "[5] [6] [7] [8]"),
      ("from [1,4] and [3,6]", "[1] [4] [3] [6]"),
      ("are [4,6], [7,8]", ""), ("worldwide (1), in (2,3) and (4–6).", "(1) 2 3 4 6"),
      ("In 45 (12), n = 5 (3), in 95% CI (2–4), Eq. (3)", ""),
      ("endpoint (1) mortality and (2) shock", ""), ("COVID-19 (4), of years (2019), (0.5)", "(4)"),
    ])
  func doubts(_ text: String, _ expected: String) {
    let list = scalars(text)
    let found = ReferenceScanner.mentions(in: list).compactMap { mention -> String? in
      guard let doubt = mention.doubt, doubt != .named, case .entry(let label) = mention.target
      else { return nil }
      return doubt == .interval ? "[\(string(label))]" : string(Array(list[mention.range]))
    }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test("a range of works has the box of each end, and no other mention gets its first number")
  func citedRange() {
    let text = scalars("in Figs. 2-4. See Refs. 1-3.")
    let found = ReferenceScanner.mentions(in: text)
    #expect(found.map { string(text[$0.range]) } == ["Figs. 2-4", "Refs. 1", "3"])
    #expect(found.map(\.first) == [PartNumber(2), nil, nil])
  }

  @Test("more raised digits than a number has are passed at once")
  func raisedRun() {
    let text = scalars(String(repeating: "⁴", count: 5_000) + ",⁵")
    let read = RaisedNumbers.read(text, at: 0)
    #expect(read.found.isEmpty && read.end == 5_000)
  }

  @Test("raised lists and ranges are marks, powers are not")
  func raisedNumbers() {
    func found(_ text: String) -> [String] {
      ReferenceScanner.mentions(in: scalars(text)).map { mention in
        guard case .raised(let label) = mention.target else { return "" }
        return string(label)
      }
    }
    #expect(found("three.⁴⁻⁶ and four⁵;⁷") == ["4", "6", "5", "7"])
    #expect(found("follows¹⁽ᵖ. ¹²⁾") == ["1"])
    #expect(found("10¹⁻³, x²⁻³, 5 cm²⁻³, s⁻¹, one²") == [])
  }

  @Test("numbers in parentheses are equations unless they number the parts of a sentence")
  func bareNumbers() {
    #expect(found("From (5) we get") == ["equation 5"])
    #expect(found("we (1) read and (2) write") == [])
    #expect(found("(1) FID, which (2) FIDD and, (3) SIDD extend") == [])
    #expect(found("at 01100 (12) bits") == [])
  }

  @Test("the boxes of several numbers are without the brackets")
  func ranges() {
    let text = scalars("in [3, 9].")
    let ranges = ReferenceScanner.mentions(in: text).map { string(text[$0.range]) }
    #expect(ranges == ["3", "9"])
  }

  @Test("texts that would make a search with backtracking take for ever")
  func hostile() {
    for part in ["[", "[1,", "Fig. ", "(2019", "A, ", "第", "Figs. 1, ", "Aa "] {
      let text = scalars(String(repeating: part, count: 20_000) + "2019]")
      #expect(ReferenceScanner.mentions(in: text).count <= 20_001)
    }
  }
}

@Suite("Labels of footnotes")
struct NoteLabelTests {
  @Test(
    "figures, signs, and signs with figures",
    arguments: [
      ("¹² Text", "12", 2), ("*5 Text", "*5", 2), ("* Text", "*", 1), ("†Text", "†", 1),
      (", 2", "", 1),
    ])
  func labels(_ text: String, _ label: String, _ end: Int) {
    let read = NoteLabel.read(scalars(text)[...], at: 0)
    #expect(string(read.label) == label && read.end == end)
  }
}

@Suite("Powers and notes")
struct PowerBaseTests {
  @Test(
    "variables, units and functions have powers, words have notes",
    arguments: [
      ("E = mc", true), ("x", true), ("5 cm", true), ("cosh", true), ("see Figs. a", true),
      ("as it is", false), ("word", false), ("(Smith", false), ("of", false),
    ])
  func powers(_ text: String, _ expected: Bool) {
    #expect(PowerBase.ends(scalars(text)[...]) == expected)
  }
}

@Suite("Printed addresses")
struct PrintedAddressTests {
  private func found(_ text: String, joints: Set<Int> = []) -> [String] {
    PrintedAddress.all(in: scalars(text)) { joints.contains($0) }.map {
      if case .uri(let address) = $0.target { address } else { "" }
    }
  }

  @Test(
    "web addresses, DOIs, arXiv numbers, ISBNs and mail",
    arguments: [
      ("see https://example.org/a_(b)/c.", ["https://example.org/a_(b)/c"]),
      ("(www.example.org)", ["http://www.example.org"]),
      ("doi:10.1000/182.", ["https://doi.org/10.1000/182"]),
      ("10.1016/j.jhydrol.2005.01.006", ["https://doi.org/10.1016/j.jhydrol.2005.01.006"]),
      ("arXiv:1706.03762v5 [cs]", ["https://arxiv.org/abs/1706.03762v5"]),
      ("arXiv:hep-th/9901001", ["https://arxiv.org/abs/hep-th/9901001"]),
      ("ISBN 978-3-16-148410-0", ["https://openlibrary.org/isbn/9783161484100"]),
      ("ISBN 978-3-16-148410-1", []), ("a.b@example.org, c", ["mailto:a.b@example.org"]),
      ("(see https://example.org/c.uk)2017-11-04", ["https://example.org/c.uk"]),
      ("https://example.org/a\u{200C} b", ["https://example.org/a"]),
      ("version 10.2/3", []), ("@home", []), ("http://", []), ("http://home", []),
      ("http://localhost/a", ["http://localhost/a"]), ("https://a.org/b—c", []),
    ])
  func addresses(_ text: String, _ expected: [String]) {
    #expect(found(text) == expected)
  }

  @Test("a URL continues after a line's end, but a year begins a new sentence")
  func joints() {
    #expect(found("https://a.org/b/ cd.html", joints: [16]) == ["https://a.org/b/cd.html"])
    #expect(found("https://a.org/b/ as follows", joints: [16]) == ["https://a.org/b/"])
    #expect(found("https://a.org/bhttps://b.org/c") == ["https://a.org/b", "https://b.org/c"])
    #expect(found("http://a.org/\u{223C}b/c\u{2212}d") == ["http://a.org/~b/c-d"])
    #expect(found("http://a.org/\u{FFFD}") == [] && found("http://a.org/\u{644}") == [])
    #expect(found("http://a.org/⟨?⟩⟨?⟩") == [] && found("http://a.org/b⟩") == ["http://a.org/b⟩"])
    #expect(found("to a-b\u{2212}c@a. org now", joints: [11]) == ["mailto:a-b-c@a.org"])
    #expect(found("to a@b.org. Then", joints: [11]) == ["mailto:a@b.org"])
    #expect(found("http://a.org\u{6F6}\u{60C}") == ["http://a.org"])
    #expect(found("http://a.org/.../b") == [] && found("http://a.org(") == ["http://a.org"])
    #expect(found("URLhttp://a.org/b") == ["http://a.org/b"])
    #expect(found(#"http://a.org/name-(.+)\.tar"#) == [])
    #expect(found("https://a.org/b/ cd") == ["https://a.org/b/"])
    #expect(found("https://a.org/b. 2018.", joints: [16]) == ["https://a.org/b"])
    #expect(found("https://a.org/b/.2018 and") == ["https://a.org/b/"])
    #expect(found("http://home. netscape.com/eng") == ["http://home.netscape.com/eng"])
    #expect(
      found("doi:10.1016/j.csl. 2020.101155", joints: [18])
        == ["https://doi.org/10.1016/j.csl.2020.101155"])
  }

  @Test("a DOI goes on before and after a year in parentheses, and has the signs of old ones")
  func longDOIs() {
    #expect(
      found("https://doi.org/10.1016/S1473-3099 (19)30002-4.", joints: [34])
        == ["https://doi.org/10.1016/S1473-3099(19)30002-4"])
    #expect(
      found("doi:10.1016/S1473-3099(19) 30001-2.", joints: [26])
        == ["https://doi.org/10.1016/S1473-3099(19)30001-2"])
    #expect(
      found("doi:10.1016/S1473-3099 (19) and", joints: [22]) == [
        "https://doi.org/10.1016/S1473-3099"
      ])
    #expect(
      found("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O is")
        == ["https://doi.org/10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"])
    #expect(found("<10.1000/182> is") == ["https://doi.org/10.1000/182"])
    #expect(found("max@uni-köln.de") == ["mailto:max@uni-köln.de"])
  }
}
