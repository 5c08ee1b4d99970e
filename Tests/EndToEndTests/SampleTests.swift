import Foundation
import PseudoTerminal
import Testing

/// The documents that come with Recto hold what they are there to show, and Recto finds it.
@Suite struct SampleTests {
  static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/Resources/samples/"

  private func run(_ arguments: String...) throws -> String {
    let result = try Workbench().run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func list(_ arguments: String...) throws -> [[String: Any]] {
    let output = try Workbench().run(arguments).output
    return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
  }

  @Test func theGuideHasThreeLevelsAndLabels() throws {
    let parts = try list("outline", Self.folder + "guide.pdf", "--json")
    func children(_ item: [String: Any]) -> [[String: Any]] {
      item["children"] as? [[String: Any]] ?? []
    }
    #expect(parts.first?["label"] as? String == "ii")
    #expect(parts.first?["page"] as? Int == 2)
    let reading = try #require(
      parts.first { ($0["title"] as? String)?.hasPrefix("Part One") == true })
    #expect(reading["label"] as? String == "1")
    let chapter = try #require(children(reading).first)
    #expect(
      children(chapter).map { $0["title"] as? String } == [
        "1.1  Moving", "1.2  Jumping, and coming back",
      ])
    #expect(children(chapter).allSatisfy { $0["y"] is Double })
  }

  @Test func theGuideLinksInsideAndOutside() throws {
    let output = try run("links", Self.folder + "guide.pdf")
    #expect(output.contains("https://poppler.freedesktop.org/"))
    #expect(output.contains("page 3"))
    // Pages have the names that the outline has for them; programs are given both.
    #expect(output.hasPrefix("ii: page 1  “Part One: Reading”\n"))
    let first = try #require(try list("links", Self.folder + "guide.pdf", "--json").first)
    #expect(first["page"] as? Int == 2 && first["label"] as? String == "ii")
    #expect(first["target"] as? Int == 3 && first["targetLabel"] as? String == "1")
  }

  /// A URI opens its file; commands that work by page use its page.
  @Test func urisOpenDocuments() throws {
    let guide = Self.folder + "guide.pdf"
    let page = try run("text", guide, "--pages", "7")
    #expect(page.contains("The keys one needs"))
    #expect(try run("text", guide + "#page=7") == page)
    #expect(try run("text", "recto://" + guide + "#page=7") == page)
    #expect(try run("text", guide + "#page=7", "--pages", "5") != page)
    #expect(try run("text", guide + "#nameddest=keys-table") == page)
    #expect(try run("links", guide + "#page=5") == "3: page 7  “The house”\n")
    #expect(try run("info", guide + "#page=7").contains("16"))
    #expect(try run("search", "house", guide + "#page=5").hasPrefix("3: "))
    let none = try Workbench().run(["text", guide + "#page=99"])
    #expect(none.status == 2 && none.errors.contains("no page “99”"))
  }

  @Test func unexpectedArgumentsAreReported() throws {
    let doctor = try Workbench().run(["doctor", "/nope.pdf"])
    #expect(doctor.status == 2 && doctor.errors.contains("takes only --json"))
  }

  /// The boxes of the figure are read in order.
  @Test func theFiguresTextFollowsItsBoxes() throws {
    let lines = try run("text", Self.folder + "guide.pdf", "--pages", "10")
      .split(separator: "\n").map(String.init)
    let figure = try #require(lines.first { $0.hasPrefix("[Figure: ") })
    let own = try #require(figure.range(of: "knows no PDF"))
    let other = try #require(figure.range(of: "recto-worker"))
    #expect(own.lowerBound < other.lowerBound)
    #expect(figure.contains("sees no other file, no network, no screen"))
  }

  @Test func theSampleHasAWideAndARotatedPage() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "guide.pdf"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("/Rotate 90"))
    let turned = try run("text", Self.folder + "guide.pdf", "--pages", "7", "--mode", "layout")
    #expect(turned.contains("The keys one needs"))
    #expect(
      turned.split(separator: "\n").contains {
        $0.contains("gg, G") && $0.contains("first page, end")
      })
    let wide = try run("text", Self.folder + "guide.pdf", "--pages", "10", "--mode", "layout")
    #expect(
      wide.split(separator: "\n").contains {
        $0.contains("knows no PDF") && $0.contains("sees no other file")
      })
  }

  @Test func hyphenatedWordsAreJoined() throws {
    let text = try run("text", Self.folder + "paper.pdf")
    let paragraphs = text.components(separatedBy: "\n\n")
    #expect(
      paragraphs.contains {
        $0.hasPrefix("A person who opens a printed paper")
          && $0.contains("a title, two columns and a handful of paragraphs.")
          && $0.hasSuffix("two pieces of which neither is in any dictionary.")
      })
    #expect(text.contains("as in “well-known”, and it must stay"))
  }

  @Test func japaneseParagraphsAreJoined() throws {
    let text = try run("text", Self.folder + "japanese.pdf")
    #expect(text.contains("\n\n読み終えた本を棚に戻し、次の本を開く。明日また続きを読むために。それだけのことを、静かに、速く、確かに行う道具でありたい。\n"))
    #expect(text.contains("たとえば Portable Document Format のような語が二行にまたがるときである。"))
  }

  @Test func aNamedDestinationOpens() throws {
    let bench = try Workbench()
    let session = try bench.read([Self.folder + "guide.pdf#nameddest=colours"])
    try session.wait(for: "the chapter on colours, its label known") { rows in
      rows.contains { $0.contains("Themes are data too") } && rows.last?.contains("/16)") == true
    }
    session.type(":ii\r")
    try session.wait(for: "the contents") { $0.last?.contains("p. ii (2/16)") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
