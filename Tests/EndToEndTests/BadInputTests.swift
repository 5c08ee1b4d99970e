import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Documents that are not as they should be: each is read as far as it goes, or refused in a sentence.
@Suite struct BadInputTests {
  private typealias Result = (status: Int32, output: String, errors: String)

  /// Catalogue, page tree, one page, its words, the outline's root and its items, information.
  private static func document(
    mediaBox: String = "0 0 612 792", outline: [String] = [], title: String = "(A title)"
  ) -> Data {
    let items = outline.isEmpty ? "" : "/Outlines 6 0 R"
    let words = "BT /F 12 Tf 72 700 Td (Words on a page.) Tj ET"
    var objects = [
      "<</Type/Catalog/Pages 2 0 R\(items)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[\(mediaBox)]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      "<</Length \(words.utf8.count)>>stream\n\(words)\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    objects += outline
    objects.append("<</Title\(title)>>")
    return SmallDocument.assembled(objects)
  }

  /// Runs a command on a document of the bytes.
  private func run(_ data: Data, _ command: String, _ options: String...) throws -> Result {
    let bench = try Workbench(pages: 1)
    try data.write(to: URL(fileURLWithPath: bench.document))
    return try bench.run([command, bench.document] + options)
  }

  @Test func aDocumentWithoutPagesIsRefused() throws {
    let data = SmallDocument.assembled([
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>", "<</Title(None)>>",
    ])
    let result = try run(data, "text")
    #expect(result.status == 2)
    #expect(result.errors.contains("book.pdf has no pages"))
  }

  @Test(arguments: ["0 0 0 0", "0 0 14400 14400", "0 0 1e30 1e30", "-1e9 0 1e9 1", "100 100 0 0"])
  func impossiblePageSizesAreHandled(_ mediaBox: String) throws {
    for mode in ["reflow", "layout", "raw"] {
      let result = try run(Self.document(mediaBox: mediaBox), "text", "--mode", mode)
      // A page of no size has no text.
      #expect(result.status <= 1, "\(mediaBox) \(mode): \(result.errors)")
    }
    let bench = try Workbench(pages: 1)
    try Self.document(mediaBox: mediaBox).write(to: URL(fileURLWithPath: bench.document))
    let session = try bench.read([bench.document])
    try session.wait(for: "the page") { $0.last?.contains("p. 1/1") == true }
    session.type("gljG")
    try session.wait(for: "the page in layout") { $0.last?.contains("layout") == true }
    session.type("p")
    try session.wait(for: "the page as a picture") {
      $0.last?.contains("layout") == false && $0.last?.contains("p. 1/1") == true
    }
    session.type("=++--rjT")
    try session.wait(for: "the grid") { $0.last?.contains("Pages of") == true }
    session.type("jq")
    try session.wait(for: "the page again") { $0.last?.contains("Pages of") == false }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func cyclicOutlinesEnd() throws {
    let root = "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>"
    let loops = [
      ["<</Title(One)/Parent 6 0 R/Next 7 0 R>>"],
      ["<</Title(One)/Parent 6 0 R/First 7 0 R/Last 7 0 R/Count 1>>"],
      [
        "<</Title(One)/Parent 6 0 R/Next 8 0 R>>",
        "<</Title(Two)/Parent 6 0 R/First 6 0 R/Next 7 0 R>>",
      ],
    ]
    for loop in loops {
      let result = try run(Self.document(outline: [root] + loop), "outline", "--json")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("One"))
      #expect(result.output.utf8.count < 10_000_000)
    }
  }

  @Test func destinationsPastTheEndAreHandled() throws {
    let data = Self.document(outline: [
      "<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>",
      "<</Title(Far)/Parent 6 0 R/Next 8 0 R/Dest[500/XYZ 0 1e30 0]>>",
      "<</Title(Nowhere)/Parent 6 0 R/Prev 7 0 R/Dest[99 0 R/XYZ 0 0 0]>>",
    ])
    #expect(try run(data, "outline").status == 0)
    let bench = try Workbench(pages: 1)
    try data.write(to: URL(fileURLWithPath: bench.document))
    let session = try bench.read([bench.document])
    try session.wait(for: "the page") { $0.contains { $0.contains("Words on a page.") } }
    session.type("ojj\r")
    try session.wait(for: "the outline") { $0.contains { $0.contains("Nowhere") } }
    session.type("q")
    try session.wait(for: "the page alone") { !$0.contains { $0.contains("Nowhere") } }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test(arguments: [
    #"(\033]0;owned\007 \033[2J\233 \177 \r\n)"#, "<FEFF001B005D0030003B0078202E2066>",
    "<FEFFD800>", "<FEFFDC00D800>", "<FFFE4100>", "<EFBBBFFF80C0AF>", "<80818283FF>",
  ])
  func controlsInTitlesAreRemoved(_ title: String) throws {
    let data = Self.document(title: title)
    for arguments in [["info"], ["info", "--json"]] {
      let result = try run(data, arguments[0], arguments.count > 1 ? arguments[1] : "--json")
      #expect(result.status == 0)
      for scalar in result.output.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
        #expect(
          !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
      }
    }
  }

  @Test func aHundredThousandPagesAreRead() throws {
    let bench = try Workbench(pages: 1)
    let pages = 100_000
    let words = "BT /F 12 Tf 72 700 Td (One of many) Tj ET"
    var kids = ""
    kids.reserveCapacity(pages * 9)
    for page in 0..<pages { kids += "\(page + 5) 0 R " }
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      "<</Length \(words.utf8.count)>>stream\n\(words)\nendstream",
    ]
    let page =
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 3 0 R>>>>>>"
    objects += [String](repeating: page, count: pages)
    objects.append("<</Title(Many)>>")
    try SmallDocument.assembled(objects).write(to: URL(fileURLWithPath: bench.document))
    #expect(
      try bench.run(["text", bench.document, "--pages", "99999"]).output.contains("One of many"))
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0[0].contains("One of many") }
    session.type("G")
    try session.wait(for: "the last page") { $0.last?.contains("100000/100000") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func truncatedDocumentsAreReadOrRefused() throws {
    let whole = SmallDocument.bytes(pages: 3)
    for share in stride(from: 1, through: 9, by: 1) {
      let result = try run(whole.prefix(whole.count * share / 10), "text")
      #expect([0, 2].contains(result.status))
      #expect(result.status == 0 || result.errors.contains("book.pdf"))
    }
  }

  @Test func pipesAndDevicesAreRefused() throws {
    let bench = try Workbench(pages: 1)
    let pipe = bench.folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try bench.run(["text", pipe]).errors.contains("not a regular file"))
    #expect(try bench.run(["text", "/dev/null"]).errors.contains("not a regular file"))
    #expect(try bench.run([bench.folder + "/vanished.pdf"]).status == 2)
  }

  /// The name of a file is anybody's; neither sentences nor data may carry it to the terminal as it is.
  @Test(arguments: ["\u{1b}[31mred", "\u{9b}31mred", "\u{7}\u{7f}"])
  func controlsInFileNamesAreRemoved(_ name: String) throws {
    let bench = try Workbench(pages: 1)
    let path = bench.folder + "/\(name).pdf"
    let missing = try bench.run(["text", path])
    try Data([1, 2, 3, 0, 5, 0, 7, 8, 9]).write(to: URL(fileURLWithPath: path))
    let refused = try bench.run(["info", path])
    try SmallDocument.bytes(pages: 1).write(to: URL(fileURLWithPath: path))
    let read = try bench.run(["info", path, "--json"])
    #expect([missing.status, refused.status, read.status] == [2, 2, 0])
    for text in [missing.errors, refused.errors, read.output] {
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      }
    }
  }
}
