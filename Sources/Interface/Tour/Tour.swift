/// Ten keys, one after the other, tried on a sample document.
package struct Tour: Sendable, Hashable {
  /// A sentence, and the commands that complete the step.
  struct Step: Sendable {
    /// `{command}` is replaced by the key that runs it.
    var words: String
    var commands: Set<String>
    /// Where its keys work.
    var mode = Keymap.Mode.all
  }

  /// Index into `steps`.
  var number = 0

  package init() {}

  var step: Step { Self.steps[number] }

  static let steps: [Step] = [
    Step(
      words: "{window-down} goes forward by a window, {window-up} goes back.",
      commands: ["window-down", "half-down", "next-page"]),
    Step(words: "{outline} shows the outline.", commands: ["outline"]),
    Step(
      words:
        "{scroll-down} and {scroll-up} move in it, Enter jumps there and closes it. Then {find} searches for a word.",
      commands: ["find"], mode: .outline),
    Step(
      words: "Type a word, such as cage, and Enter. Then {next-hit} goes to the next match.",
      commands: ["next-hit"]),
    Step(
      words: "{last-page} goes to the end. {back} jumps back to where you were.",
      commands: ["back"]),
    Step(
      words:
        "{next-look} shows the page as a picture, then both side by side if there is room, then text again.",
      commands: ["next-look"]),
    Step(
      words: "{next-look} until only text is shown, then {select} places a caret.",
      commands: ["select"]),
    Step(
      words:
        "{select} again selects, h j k l and e move. Then {mark-again} highlights the words, or {copy} copies them.",
      commands: ["mark-again", "highlight", "copy", "underline", "note-here"], mode: .selecting),
    Step(words: "{help} shows all keys; Esc closes it.", commands: ["help"]),
    Step(
      words: "{leave} leaves the document; Recto remembers the place.", commands: ["leave", "quit"]),
  ]
}
