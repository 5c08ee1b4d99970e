import DocumentModel
import Testing

@Suite struct TemplateTests {
  private let template = Template(
    name: "Reading note", text: "# {{title}}\n\n[{{name}}]({{link}})\n\n{{cursor}}\n{{unknown}} {{",
    fileName: "{{title}} (note).md")

  @Test func placeholdersAreFilled() {
    let filled = template.filled(
      Template.Values(title: "A book", path: "/b/My book.pdf", fragment: "page=4"))
    #expect(filled.text == "# A book\n\n[My book](/b/My%20book.pdf#page=4)\n\n\n{{unknown}} {{")
    #expect(filled.cursorLine == 5)
    #expect(template.needsDocument)
    #expect(Template(name: "", text: "one\ntwo\n", fileName: "").filled(.init()).cursorLine == 2)
    #expect(
      Template(name: "", text: "", fileName: "").filled(.init()) == .init(text: "", cursorLine: 1))
  }

  @Test(arguments: [
    ("*bold* [x](http://evil) `c` <b>", "\\*bold\\* \\[x\\](http://evil) \\`c\\` \\<b\\>"),
    ("# no heading\nsecond", "\\# no heading second"), ("1. Introduction", "1\\. Introduction"),
    ("- item", "\\- item"), ("a - b # c", "a - b # c"), ("{{date}} & $x$", "{{date}} \\& \\$x\\$"),
    ("\u{1B}[31m\u{202E}x\u{0}", "\\[31m x"), ("{{cursor}}", "{{cursor}}"), ("2024", "2024"),
  ]) func titlesAreEscapedInMarkdown(_ title: String, _ text: String) {
    let template = Template(name: "", text: "{{title}}", fileName: "")
    #expect(template.filled(.init(title: title)).text == text)
  }

  @Test func linksHoldAnyPath() {
    let template = Template(name: "", text: "{{link}}", fileName: "")
    let path = "/a b/(x)\n\u{10FFE9}é.pdf"
    #expect(template.filled(.init(path: path)).text == "/a%20b/%28x%29%0A%E9%C3%A9.pdf")
    #expect(template.filled(.init(path: "a.pdf", fragment: ") evil")).text == "a.pdf")
  }

  @Test(arguments: [
    ("A/B: C?", "A B C (note).md"), ("../../etc/passwd", "etc passwd (note).md"),
    ("", "Book (note).md"), ("-rf .", "rf . (note).md"),
    ("\u{202E}\u{1B}[2Jx\u{7}", "[2Jx (note).md"),
  ]) func newFilesGetSafeNames(_ title: String, _ name: String) {
    let values = Template.Values(title: title, path: "/b/Book.pdf")
    #expect(template.newFileName(values) { _ in false } == name)
  }

  @Test func newNamesAreUniqueAndBounded() {
    let values = Template.Values(title: String(repeating: "日本語", count: 200))
    var taken: Set<String> = []
    for _ in 0..<12 {
      let name = template.newFileName(values) { taken.contains($0) }
      #expect(name.utf8.count <= 255 && name.hasSuffix(".md"))
      #expect(taken.insert(name).inserted)
    }
    #expect(SafeFileName("Note.md").unused { $0 == "Note.md" } == "Note 2.md")
    #expect(SafeFileName("...").unused { _ in false } == "Untitled")
    // A combining mark after a dot or a slash forms one character with it.
    let unhidden = SafeFileName(".\u{301}a/\u{301}b").unused { _ in false }
    #expect(unhidden.utf8.first != 0x2E && !unhidden.utf8.contains(0x2F))
    #expect(SafeFileName("a. very long sentence").unused { _ in false } == "a. very long sentence")
  }
}
