import Canvas
import Testing
import Widgets

@Suite struct LineEditorTests {
  /// The line after some keys, with the cursor as a bar.
  private func line(_ text: String, _ keys: Key...) -> String {
    var line = LineEditor(text)
    for key in keys { _ = line.take(key) }
    return line.before + "|" + line.after
  }

  @Test func keysEditAsInAShell() {
    #expect(line("ab", Key(.left), Key("x")) == "ax|b")
    #expect(line("one two", Key("a", .control), Key("k", .control)) == "|")
    #expect(line("one two", Key(.left, .control), Key("u", .control)) == "|two")
    #expect(line("one two/three", Key("w", .control)) == "one two/|")
    #expect(line("one two", Key(.home), Key("f", .alt), Key(.delete)) == "one|two")
    #expect(line("", Key(.backspace), Key(.delete), Key(.left), Key(.right)) == "|")
  }

  @Test func combiningMarksStayWithTheirLetters() {
    #expect(line("e", Key("\u{301}"), Key("x"), Key(.left), Key(.left)) == "|e\u{301}x")
  }

  @Test func theCursorStaysVisible() {
    let shown = LineEditor("abcdefgh").shown(in: 4)
    #expect(shown.text == "fgh")
    #expect(shown.cursor == 3)
  }

  @Test func controlsBecomeBlanks() {
    var line = LineEditor()
    line.insert("a\n\u{1b}b")
    #expect(line.text == "a  b")
  }

  @Test func typingReplacesASuggestion() {
    var line = LineEditor(selected: "old name")
    #expect(line.isSelected && line.text == "old name")
    #expect(line.take(Key("n")) && line.text == "n" && !line.isSelected)
    line = LineEditor(selected: "old name")
    line.insert("pasted")
    #expect(line.text == "pasted")
    line = LineEditor(selected: "old name")
    #expect(line.take(Key(.backspace)) && line.isEmpty)
    line = LineEditor(selected: "old name")
    #expect(line.take(Key(.left)) && line.take(Key("s")) && line.text == "old namse")
    #expect(!LineEditor(selected: "").isSelected)
  }
}
