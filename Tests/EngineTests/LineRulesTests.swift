import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Properties of CSS that say how lines are broken and run.
  @Suite struct LineRulesTests {
    private static func text(_ body: String, style: String = "") throws -> PageText {
      try EngineBench(BookSource([body], style: style).data, name: "a.epub").text()
    }

    @Test func softHyphensAreNoCharacters() throws {
      let text = try Self.text(
        "<p>the art&#xAD;ist&#xAD;ic</p><table><tr><td>a&#xAD;b</td><td>c</td></tr></table>")
      #expect(
        text.scalars.prefix(12).map { Character(Unicode.Scalar($0) ?? "?") }
          == Array("the artistic"))
      #expect(text.softHyphens == [7, 10])
    }

    @Test func aSoftHyphenAloneIsNoParagraph() throws {
      #expect(try Self.text("<p>&#xAD;</p><p>a</p>").blocks?.count == 1)
    }

    @Test func wordsAndLinesFollowTheStyle() throws {
      let style = """
        html { -epub-writing-mode: vertical-rl } #b { hyphens: none; writing-mode: horizontal-tb }
        #c { -webkit-hyphens: auto; -epub-line-break: loose; word-break: break-all }
        #d { -epub-hyphens: manual; -epub-word-break: keep-all; writing-mode: vertical-lr }
        """
      let body = #"<p>a</p><p id="b">b</p><p id="c">c</p><p id="d">d</p>"#
      let rules = try #require(try Self.text(body, style: style).blocks).map(\.rules)
      #expect(rules.map(\.hyphens) == [.asPreferred, .none, .auto, .manual])
      #expect(rules.map(\.strictness) == [.strict, .strict, .loose, .strict])
      #expect(rules.map(\.words) == [.normal, .normal, .breakAll, .keepAll])
      #expect(
        rules.map(\.writing) == [
          .verticalFromRight, .horizontal, .verticalFromRight, .verticalFromLeft,
        ])
    }

    @Test func combinedCharactersAreKnown() throws {
      let style = """
        .a { -epub-text-combine-horizontal: all } .b { -epub-text-combine: horizontal }
        .c { text-combine-upright: none }
        """
      let body =
        #"<p>字<i class="a">10</i><i class="b">11</i><i class="c">12</i><i class="a">too long</i></p>"#
      #expect(try Self.text(body, style: style).combined == [1..<3, 3..<5])
    }

    @Test(arguments: [
      (#"<dc:creator dir="rtl">Ann</dc:creator>"#, true),
      (#"<dc:creator dir="rtl">Ann</dc:creator><dc:creator>Bob</dc:creator>"#, false),
      (#"<dc:creator>Ann</dc:creator>"#, false),
    ])
    func authorsMayBeReadFromTheRight(_ metadata: String, _ isRightToLeft: Bool) throws {
      var book = BookSource(["<p>a</p>"])
      book.metadata = metadata
      let bench = try EngineBench(book.data, name: "a.epub")
      guard case .metadata(let found) = try bench.ask(.metadata) else {
        throw EngineFailure.notFound
      }
      #expect(found.isAuthorRightToLeft == isRightToLeft)
    }

    @Test func patternsWithAViewBoxAreDrawn() throws {
      _ = areRareFormatsLoaded
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90000 60000"><defs>
        <pattern id="p" viewBox="0,0,10,10" width="10%" height="10%">
        <rect width="10" height="10" fill="#ff0000"/></pattern></defs>
        <rect class="x" width="90000" height="60000"/></svg>
        """
      let book = BookSource(["<p>a</p>\(drawing)"], style: ".x { fill: url(#p) }")
      let bench = try EngineBench(book.data, name: "a.epub")
      let region = try #require(try bench.text().regions.first)
      let part = PixelRect(
        x: 0, y: Int(region.box.y0), width: Int(region.box.width), height: Int(region.box.height))
      let drawn = try bench.draw(PageDrawing(page: 0, width: 480, height: 100_000, part: part))
      #expect(drawn[2, 2] == 0xFF0000)
    }
  }
}
