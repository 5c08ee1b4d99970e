import DocumentModel
import Testing

@Suite struct TemplateBlockTests {
  private func filled(
    _ text: String, _ scope: Template.Scope, _ escaping: Template.Escaping = .none
  ) throws -> String {
    try Template(name: "", text: text, fileName: "").filled(scope, escaping)
  }

  private let scope = Template.Scope(
    words: ["title": "A & B", "empty": ""], literals: ["link": "a_b.pdf#page=1"],
    lists: [
      "rows": [
        Template.Scope(words: ["name": "one", "title": "inner"]),
        Template.Scope(words: ["name": "two\n# three"]),
      ], "none": [],
    ])

  @Test func listsRepeatAndInnerValuesWin() throws {
    let text = "{{title}}\n{{#rows}}\n- {{name}} {{title}}\n{{/rows}}\nend {{other}}\n"
    #expect(
      try filled(text, scope) == "A & B\n- one inner\n- two\n  # three A & B\nend {{other}}\n")
  }

  @Test func conditionalBlocksDependOnTheirValue() throws {
    let text =
      "{{#title}}t{{/title}}{{^title}}f{{/title}}{{#empty}}t{{/empty}}{{^empty}}f{{/empty}}"
    #expect(try filled(text + "{{^none}}n{{/none}}{{^rows}}r{{/rows}}", scope) == "tfn")
  }

  @Test func valuesAreEscapedForTheTargetFormat() throws {
    let words = Template.Scope(
      words: ["w": "# *a* <b>"], literals: ["link": "a_b.pdf#page=1"])
    #expect(try filled("{{w}}", words, .markdown) == "\\# \\*a\\* \\<b\\>")
    #expect(try filled("## {{w}}", words, .markdown) == "## # \\*a\\* \\<b\\>")
    #expect(try filled("> {{w}}", words, .markdown) == "> \\# \\*a\\* \\<b\\>")
    #expect(try filled("{{w}}", words, .html) == "# *a* &lt;b&gt;")
    #expect(try filled("{{w}}", words, .org) == "\u{200B}# *a* <b>")
    #expect(try filled("[x]({{link}})", words, .markdown) == "[x](a_b.pdf#page=1)")
    #expect(Template.Escaping(ofFileNamed: "/x/Mine.MD") == .markdown)
    #expect(Template.Escaping(ofFileNamed: "mine.mkdn") == .markdown)
    #expect(Template.Escaping(ofFileNamed: "plain") == .none)
  }

  @Test func quotationsContinueOverLines() throws {
    let scope = Template.Scope(words: ["q": "a\nb"])
    #expect(try filled("> {{q}}\n", scope) == "> a\n> b\n")
    #expect(try filled("x {{q}}\n", scope) == "x a\nb\n")
  }

  @Test func unbalancedBlocksAreErrors() {
    #expect(throws: Template.BlockMistake.unclosed("rows")) {
      try filled("{{#rows}} x", scope)
    }
    #expect(throws: Template.BlockMistake.unopened("rows")) {
      try filled("{{#title}}{{/rows}}", scope)
    }
  }

  /// Lists in lists in lists would be written without an end, and parsed until there is no stack left.
  @Test(arguments: [9, 100_000]) func theDepthOfNestedBlocksIsLimited(_ depth: Int) {
    let text =
      String(repeating: "{{#rows}}", count: depth) + String(repeating: "{{/rows}}", count: depth)
    #expect(throws: Template.BlockMistake.tooDeep) { try filled(text, scope) }
  }
}
