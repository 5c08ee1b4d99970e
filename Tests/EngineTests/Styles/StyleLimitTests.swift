import Testing

@testable import Engine

/// Style elements that are too long to be applied.
@Suite struct StyleLimitTests {
  private static func applied(_ text: String) -> String {
    String(decoding: StyleLimit.applied(to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func onlyTheRulesOfLongElementsAreLeftOut() {
    let rules = String(repeating: "p{} ", count: StyleLimit.mostRules / 4 + 1)
    #expect(
      Self.applied("<style/><STYLE>\(rules)</STYLE>a<style>b{}</style>c")
        == "<style/><STYLE></STYLE>a<style>b{}</style>c")
  }

  /// Each of them would look for its end through all of the others.
  @Test func elementsWithoutAnEndAreKept() {
    let open = String(repeating: "<style>", count: 400_000)
    #expect(Self.applied(open) == open)
  }
}
