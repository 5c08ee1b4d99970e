import DocumentModel
import Testing

@Suite struct DocumentTitleTests {
  @Test(arguments: [
    "doi:10.1016/j.jhydrol.2005.01.002", "https://doi.org/10.1000/182", "", "  ", "Untitled",
    "untitled.dvi", "Untitled-1", "untitled 2", "(Unbenannt)", "Sans titre",
    "Microsoft Word - Thesis_final.doc", "microsoft powerpoint - slides", "Document1", "thesis.tex",
    "PowerPoint Presentation", "Slide 1", "無題", "report.DOCX", "file:///tmp/x.html", "---", "null",
    "Scanned Document", "Scan_2024-01", "Proceedings Template - WORD",
    "(anonymous)", "12345678", "10.1145/123.456", "Adobe Photoshop PDF",
    "arXiv:2101.00001v2  [cs.DC]  1 Jan 2021",
  ]) func generatedTitlesAreIgnored(_ title: String) {
    #expect(DocumentTitle.telling(title) == "")
  }

  @Test(arguments: [
    "On Conflicts", "Document Engineering", "1984", "A.I.", "Untitled: a Life", "Word", "ASP.NET",
    "The Layout of Pages", "C# 9.0", "Über uns", "情報検索", "Node.js", "2001", "Scanning Documents",
    "10.5/2: a Score", "1 000", "10/10", "1914–1918",
  ]) func meaningfulTitlesAreKept(_ title: String) {
    #expect(DocumentTitle.telling(title) == title)
  }

  @Test func titlesAreTrimmed() {
    #expect(DocumentTitle.telling("\t On Conflicts \n") == "On Conflicts")
  }
}
