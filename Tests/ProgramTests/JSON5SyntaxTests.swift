import Testing

@testable import Services

@Suite struct JSON5SyntaxTests {
  @Test(arguments: [
    "{}", "[1, 'a', \"b\\\"\", +.5, -Infinity, null,]", "// c\n{ a: 1, $b: { 'c': [], }, /* , */ }",
    "\u{FEFF}{ é: true }", "{ a: 'x\\\ny' }",
  ]) func validJSON5IsAccepted(_ text: String) {
    #expect(JSON5Syntax.mistake(in: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("{\n a: 1\n b: 2 }", 3, "a comma is missing before “b”"),
    ("{\n a 1 }", 2, "a colon is missing before “1”"), ("{\n a: x }", 2, "“x” needs quotes"),
    ("{ a: \"x\n }", 1, "missing closing quote"),
    ("{\n\n", 3, "something is missing before the end"),
    ("[1,,2]", 1, "“,” is out of place"), ("{} \n x", 2, "something follows the end"),
    ("", 1, "something is missing before the end"), ("{ /* ", 1, "a comment has no end"),
    ("{ 1: 2 }", 1, "“1” is not a name"), ("{ a: 'x\\", 1, "missing closing quote"),
    ("{ \"scroll-down\":", 1, "something is missing before the end"),
    ("{ a: [1,", 1, "something is missing before the end"),
    ("{ a: [1", 1, "“]” is missing before the end"),
    ("{\n a: 1\n", 3, "“}” is missing before the end"),
  ]) func mistakesHaveALine(_ text: String, _ line: Int, _ reason: String) {
    let mistake = JSON5Syntax.mistake(in: Array(text.utf8))
    #expect(mistake == JSON5Syntax.Mistake(line: line, reason: reason))
  }

  @Test func deepNestingIsRefused() {
    let text = [UInt8](repeating: 0x5B, count: 1_000_000)
    #expect(JSON5Syntax.mistake(in: text)?.reason == "nested too deeply")
  }
}
