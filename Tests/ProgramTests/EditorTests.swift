import Testing

@testable import Services

@Suite struct EditorTests {
  /// The line argument of each editor, as in its manual; an unknown editor gets the file alone.
  @Test(arguments: [
    ("vim", ["+7", "/a b.md"]), ("/usr/bin/nano -w", ["+7", "/a b.md"]),
    ("hx", ["/a b.md:7"]), ("code --wait", ["--goto", "/a b.md:7"]), ("my-editor", ["/a b.md"]),
  ]) func lineNumbersArePassedInTheEditorsSyntax(_ command: String, _ rest: [String]) {
    #expect(
      Editor.words(command, "/a b.md", line: 7)
        == ["/bin/sh", "-c", command + " \"$@\"", "sh"] + rest)
  }

  @Test func lineOneIsNotPassed() {
    #expect(Editor.words("vim", "/a", line: 1).suffix(2) == ["sh", "/a"])
    #expect(Editor.words("vim", "/a").suffix(2) == ["sh", "/a"])
  }
}
