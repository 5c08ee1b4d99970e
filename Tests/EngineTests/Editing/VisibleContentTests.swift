import Testing

@testable import Engine

/// Content streams without their invisible text.
@Suite struct VisibleContentTests {
  private static func visible(_ content: String) -> String? {
    VisibleContent(of: Array(content.utf8)).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("BT (seen) Tj ET", "BT (seen) Tj ET"),
    ("BT 3 Tr (a) Tj [(b) 3 (c)] TJ ET", "BT 3 Tr   ET"),
    ("q 3 Tr BT (a) Tj ET Q BT (b) Tj ET", "q 3 Tr BT  ET Q BT (b) Tj ET"),
    ("3 Tr (a) ' 1 2 (b) \" 0 Tr (c) '", "3 Tr  T* 1 Tw 2 Tc T* 0 Tr (c) '"),
    ("BI /W 1 ID (Tj \u{1} EI 3 Tr (\\)) Tj", "BI /W 1 ID (Tj \u{1} EI 3 Tr "),
    ("7 Tr (clip) Tj", "7 Tr (clip) Tj"),
    ("3.0 Tr (a) Tj 0 -9 Td(b)'", "3.0 Tr  0 -9 Td T*"),
    ("3 Tr (a) Tj 0 Tr 0 -9 Td (b) Tj", "3 Tr  0 Tr 0 -9 Td (b) Tj"),
  ])
  func onlyInvisibleTextIsRemoved(_ content: String, _ expected: String) {
    #expect(Self.visible(content) == expected)
  }

  @Test func glyphsOfType3FontsAreAlwaysVisible() throws {
    let content = "3 Tr /A 9 Tf (a) Tj q /B 9 Tf 0 -9 Td (b) Tj Q (c) Tj"
    let visible = try #require(VisibleContent(of: Array(content.utf8), type3Fonts: ["B"]))
    #expect(
      String(decoding: visible.bytes, as: UTF8.self)
        == "3 Tr /A 9 Tf  q /B 9 Tf 0 -9 Td (b) Tj Q ")
  }

  // In the last stream, visible text follows the removed text on the same line and would move.
  @Test(arguments: [
    "(open Tj", "BI /W 1 ID never", "<< 3 Tr", "3 Tr (a) Tj 0 Tr (b) Tj",
  ])
  func unparsableContentIsLeftAlone(_ content: String) {
    #expect(Self.visible(content) == nil)
  }

  @Test func paintedFormsAreListed() throws {
    let content = try #require(VisibleContent(of: Array("/A Do 3 Tr /B Do /A Do".utf8)))
    #expect(content.painted == ["A": 0, "B": 3])
  }
}
