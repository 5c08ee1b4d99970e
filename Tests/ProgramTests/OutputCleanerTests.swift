import Testing

@testable import Services

/// Output of programs as the card of a lookup shows it.
@Suite struct OutputCleanerTests {
  private static func lines(_ text: String) -> [String] {
    var cleaner = OutputCleaner()
    // Sequences may be divided anywhere.
    return text.utf8.flatMap { cleaner.lines(of: [$0]) } + [cleaner.rest()].compactMap(\.self)
  }

  @Test(arguments: [
    ("one\ntwo", ["one", "two"]),
    ("\u{1B}[1;31mred\u{1B}[0m\u{1B}(B end\n", ["red end"]),
    ("\u{1B}]0;title\u{7}a\u{1B}]8;;http://x\u{1B}\\b\u{1B}Pq#0\u{1B}\\\n", ["ab"]),
    ("_\u{8}ua\u{8}ad\u{8}ü\u{8}u\n", ["uau"]),
    ("a\tb\r\n", ["a       b"]),
    ("\u{9B}31mx\u{202E}y\n", [" 31mxy"]),
    ("\u{1B}[", []),
  ])
  func outputIsPlainText(_ output: String, _ expected: [String]) {
    #expect(Self.lines(output) == expected)
  }

  @Test func overlongLinesAreSplit() {
    let lines = Self.lines(String(repeating: "x", count: 10_000))
    #expect(lines.map(\.count) == [4_096, 4_096, 1_808])
  }
}
