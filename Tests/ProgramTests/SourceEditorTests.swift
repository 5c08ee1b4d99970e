import Testing

@testable import Services

@Suite struct SourceEditorTests {
  private func words(_ command: String, _ path: String = "/a b.tex") throws -> [String] {
    try SourceEditor.words(command, path, line: 7, column: 0)
  }

  @Test func theCommandIsSplitOnce() throws {
    #expect(try words("vim +%{line} %{input}") == ["vim", "+7", "/a b.tex"])
    #expect(try words("ed  %{line}:%{column} '' 100%%") == ["ed", "7:1", "", "100%"])
    let command = "nvim --headless -c \"VimtexInverseSearch %{line} '%{input}'\""
    #expect(
      try words(command) == ["nvim", "--headless", "-c", "VimtexInverseSearch 7 '/a b.tex'"])
  }

  /// A path comes from a file that anybody may have written.
  @Test func pathsCannotInjectCommands() throws {
    let path = "/a'|!rm x.tex"
    #expect(try words("ed %{input}", path) == ["ed", path])
    #expect(throws: SourceEditor.Mistake.self) { try words("vim -c 'e %{input}'", path) }
    #expect(try words("ed %{input}", "/%{line}") == ["ed", "/%{line}"])
  }

  @Test func invalidEditorCommandsAreMistakes() {
    #expect(throws: SourceEditor.Mistake.self) { try words("") }
    #expect(throws: SourceEditor.Mistake.self) { try words("ed 'a") }
  }
}
