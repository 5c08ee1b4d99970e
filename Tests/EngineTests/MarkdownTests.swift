import DocumentModel
import Engine
import Foundation
import Testing
import Wire

extension EngineTests {
  @Suite struct MarkdownTests {
    private static func open(_ text: String) throws -> EngineBench {
      try EngineBench(Data(text.utf8), name: "a.md")
    }

    /// Each block as a word for its kind and its text; cells parted by bars.
    private static func shown(_ text: String) throws -> [String] {
      let page = try open(text).text()
      return (page.blocks ?? []).map { block in
        let scalars = page.scalars[block.range].map { $0 == 0x0A ? 0x7C : $0 }
        return "\(block.kind) "
          + String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
      }
    }

    @Test func blocksKeepTheirKinds() throws {
      #expect(
        try Self.shown(
          "# One\n\ntext of\ntwo lines\n\n- a\n- b\n\n> q\n\n---\n\n```c\nint x;\n\n  y\n```\n")
          == [
            "heading One", "paragraph text of two lines", "listItem • a", "listItem • b",
            "paragraph q", "rule * * *", "code int x;", "code ", "code   y",
          ])
    }

    @Test(arguments: ["# Hi\0", "# Grüße\0\n\nein \0 Satz", "# 你好\0，世界"])
    func zerosAreUnknownCharacters(_ text: String) throws {
      let shown = try Self.shown(text)
      #expect(shown.first?.hasPrefix("heading ") == true)
      #expect(shown.joined().contains("\u{FFFD}"))
    }

    @Test func listsNestAndCount() throws {
      let page = try Self.open("3. c\n4. d\n   - [ ] e\n   - [x] f\n\n     more\n").text()
      let blocks = try #require(page.blocks)
      #expect(
        try Self.shown("3. c\n4. d\n   - [ ] e\n   - [x] f\n\n     more\n")
          == ["listItem 3. c", "listItem 4. d", "listItem ☐ e", "listItem ☑ f", "paragraph more"])
      #expect(blocks.map(\.level) == [0, 0, 1, 1, 0])
      #expect(blocks.map(\.marker) == [3, 3, 2, 2, 0])
      #expect(blocks.map(\.indent) == [0, 0, 3, 3, 5])
    }

    @Test func tightListsHaveNoEmptyLines() throws {
      let tight = try Self.open("a\n\n- x\n- y\n\nb\n").text()
      #expect(tight.blocks?.map(\.isApart) == [false, true, false, true])
      let loose = try Self.open("- x\n\n- y\n").text()
      #expect(loose.blocks?.map(\.isApart) == [false, true])
    }

    @Test func quotationsNest() throws {
      let page = try Self.open("> a\n>\n> > b\n\nc\n").text()
      #expect(page.blocks?.map(\.quotes) == [1, 2, 0])
    }

    @Test func tablesHaveHeadRowsAndAlignments() throws {
      let source = "| a | b |\n|:-:|--:|\n| 1 | `x|y`\n| 2 | z |\n"
      let page = try Self.open(source).text()
      #expect(page.blocks?.first?.alignments == [.center, .right])
      #expect(
        try Self.shown("| a | b |\n|:-:|--:|\n| 1 | x |\n| 2 |\n")
          == ["tableHead a|b", "tableRow 1|x", "tableRow 2|"])
    }

    private static func looks(_ source: String, of word: String) throws -> TextStyle? {
      let page = try open(source).text()
      let wanted = Array(word.unicodeScalars.map(\.value))
      let start = page.scalars.indices.first { page.scalars[$0...].starts(with: wanted) }
      return page.runs.last { $0.start <= start ?? -1 }.map { page.styles[$0.style] }
    }

    @Test func inlineMarkupSetsStyles() throws {
      let source = "x **bold** *ital* `code` ~~gone~~ ***both*** plain"
      #expect(try Self.looks(source, of: "bold")?.isBold == true)
      #expect(try Self.looks(source, of: "ital")?.isItalic == true)
      #expect(try Self.looks(source, of: "code")?.isMonospace == true)
      #expect(try Self.looks(source, of: "gone")?.isStruck == true)
      #expect(try Self.looks(source, of: "both").map { $0.isBold && $0.isItalic } == true)
      #expect(try Self.looks(source, of: "plain") == TextStyle())
    }

    @Test func headingsAreTheOutline() throws {
      let bench = try Self.open("# A\n\n### B `x`\n\n## C *y*\n\nSet\n===\n")
      let items = try bench.outline()
      #expect(items.map(\.title) == ["A", "Set"])
      #expect(items[0].children.map(\.title) == ["B x", "C y"])
      #expect(bench.summary.hasOutline)
      #expect(bench.summary.title == "A")
      #expect(try Self.open("text").outline().isEmpty)
    }

    @Test(
      arguments: [
        ("https://e.org/a?b#c", .uri("https://e.org/a?b#c")),
        ("mailto:a@b.c", .uri("mailto:a@b.c")),
        ("other.md", .file("other.md", page: nil, name: nil)),
        ("dir/My%20File.pdf#page=3", .file("dir/My File.pdf", page: 2, name: nil)),
        ("../b.md#sec-2", .file("../b.md", page: nil, name: "sec-2")),
        ("file:///etc/motd", .file("/etc/motd", page: nil, name: nil)),
        ("#nowhere", .named("nowhere")), ("%FF%FE.md", .file("%FF%FE.md", page: nil, name: nil)),
      ] as [(String, LinkTarget)])
    func linkTargetsAreParsed(_ address: String, _ target: LinkTarget) throws {
      #expect(try Self.open("a [b](<\(address)>) c").links().map(\.target) == [target])
    }

    /// Links within the text go to the heading GitHub would go to.
    @Test func headingAnchorsMatchGitHub() throws {
      let source =
        "# Größe & *Maß*: v1.2\n\n# Twice\n\n# Twice\n\n[a](#größe--maß-v12) [b](#twice-1) [c][ref]\n\n[ref]: #TWICE\n"
      let bench = try Self.open(source)
      let outline = try bench.outline().map(\.target)
      let links = try bench.links().map(\.target)
      #expect(links == [outline[0], outline[2], outline[1]])
      guard case .destination(let place) = try bench.ask(.destination(name: "twice")) else {
        throw EngineFailure.notFound
      }
      #expect(place.map(LinkTarget.destination) == outline[1])
      #expect(try bench.ask(.destination(name: "none")) == .destination(nil))
    }

    /// A link's area covers its words and nothing else.
    @Test func linksCoverTheirWords() throws {
      let bench = try Self.open("one [two words](u) three <https://x.y> ![pic](p.png)\n")
      let text = try bench.text()
      #expect(
        try bench.links().map { text.words(in: $0.box) } == ["two words", "https://x.y", "pic"])
    }

    @Test func footnotesAreLinkedAndMarked() throws {
      let bench = try Self.open("a[^n] b\n\n[^n]: The note.\n")
      #expect(
        try Self.shown("a[^n] b\n\n[^n]: The note.\n") == [
          "paragraph a[1] b", "footnote [1] The note.",
        ])
      guard case .destination = try bench.links().first?.target else {
        throw EngineFailure.notFound
      }
    }

    @Test func frontMatterIsMetadataAndNotText() throws {
      let source =
        "---\ntitle: \"A: title\"\nauthor: [Ann, Bob]\ntags:\n  - x\n  - 'y z'\ndate: 2000-02-29\n---\n\n# Head\n\ntext\n"
      let bench = try Self.open(source)
      let metadata = try bench.metadata()
      #expect(metadata.title == "A: title")
      #expect(metadata.author == "Ann, Bob")
      #expect(metadata.keywords == "x, y z")
      #expect(metadata.created == 951_782_400)
      #expect(bench.summary.author == "Ann, Bob")
      #expect(try Self.shown(source) == ["heading Head", "paragraph text"])
      #expect(try bench.pages().map(\.line) == [10])
      // Two rules are no front matter.
      #expect(try Self.shown("---\n\ntext\n\n---\n").first == "rule * * *")
    }

    @Test func htmlTagsAreRemovedAndTheirTextKept() throws {
      let source =
        "<div id=\"top\">\n<h1>A &amp; B</h1><!-- no -->\n<img alt='logo' src=x>\n<script>no()</script>\n</div>\n\na <b>b</b><br>c <a name=\"mid\"></a>[t](#mid)\n"
      #expect(
        try Self.shown(source) == [
          "paragraph A & B", "paragraph logo", "paragraph a b", "paragraph c t",
        ])
      let bench = try Self.open(source)
      guard case .destination = try bench.links().first?.target else {
        throw EngineFailure.notFound
      }
      guard case .destination(.some) = try bench.ask(.destination(name: "top")) else {
        throw EngineFailure.notFound
      }
    }

    /// The line of the source is known of every block: 12G goes there.
    @Test func blocksHaveSourceLines() throws {
      let source = (1...3_000).map { "paragraph \($0)\n\n" }.joined()
      let bench = try Self.open(source)
      #expect(bench.summary.pageCount > 3)
      let infos = try bench.pages()
      for page in infos.indices {
        let text = try bench.text(page: page)
        let block = try #require(text.blocks?.last)
        let number = (infos[page].line + block.line + 1) / 2
        let words = text.scalars[block.range].compactMap(Unicode.Scalar.init)
        #expect(String(String.UnicodeScalarView(words)) == "paragraph \(number)")
      }
    }

    /// Input that would take hours or too much memory is shown as plain text.
    @Test func hostileMarkdownIsShownAsPlainText() throws {
      func kinds(_ text: String) throws -> (FlowingText.Kind?, FlowingText.Shortfall?) {
        let flow = try Self.open(text).summary.flow
        return (flow?.kind, flow?.shortfall)
      }
      #expect(try kinds(String(repeating: ">", count: 100_000) + "x") == (.plainText, .tooDeep))
      #expect(try kinds(String(repeating: "- ", count: 100_000) + "x") == (.plainText, .tooDeep))
      #expect(try kinds(String(repeating: "1. ", count: 5_000) + "x") == (.plainText, .tooDeep))
      #expect(try kinds(String(repeating: "words\n", count: 1_000_000)) == (.plainText, .tooLarge))
      #expect(try kinds("> " + String(repeating: "-", count: 500)) == (.markdown, nil))
      let brackets = try Self.open(String(repeating: "[", count: 20_000) + "x")
      #expect(brackets.summary.flow?.kind == .markdown)
      #expect(try brackets.text().scalars.count > 15_000)
    }

    @Test func controlCharactersAreRemoved() throws {
      let page = try Self.open("# a\u{1B}[31mb\u{7}\n\n`\u{1B}]0;x\u{7}` \u{202E}abc &#27;[1m\n")
        .text()
      #expect(page.scalars.allSatisfy { $0 == 0x0A || $0 >= 0x20 && !(0x7F..<0xA0).contains($0) })
      #expect(!page.scalars.contains(0x202E))
    }
  }
}
