/// Ten keys, one after the other, tried on a sample document.
package struct Tour: Sendable, Hashable {
  /// What is shown, and the commands that show it was understood.
  struct Step: Sendable {
    /// `{command}` stands for the key that runs it.
    var words: String
    var commands: Set<String>
    /// Where its keys are pressed.
    var mode = Keymap.Mode.all
  }

  /// Index into `steps`.
  var number = 0

  package init() {}

  var step: Step { Self.steps[number] }

  static let steps: [Step] = [
    Step(
      words: "{window-down} reads on by a window, {window-up} goes back.",
      commands: ["window-down", "half-down", "next-page"]),
    Step(words: "{outline} shows the outline.", commands: ["outline"]),
    Step(
      words:
        "{scroll-down} and {scroll-up} move in it, Enter goes there and closes it. Then {find} looks for a word.",
      commands: ["find"], mode: .outline),
    Step(
      words: "Type a word, as cage, and Enter. Then {next-hit} goes on to the next place.",
      commands: ["next-hit"]),
    Step(
      words: "{last-page} goes to the end. {back} goes back to where you were.",
      commands: ["back"]),
    Step(
      words:
        "{next-look} shows the page as a picture, then, where there is room, both beside each other, then text again.",
      commands: ["next-look"]),
    Step(
      words: "{next-look} until there is text alone, then {select} sets a caret.",
      commands: ["select"]),
    Step(
      words:
        "{select} again selects, h j k l and e move. Then {mark-again} marks the words, or {copy} copies them.",
      commands: ["mark-again", "highlight", "copy", "underline", "note-here"], mode: .selecting),
    Step(words: "{help} shows all keys; Esc closes it.", commands: ["help"]),
    Step(
      words: "{leave} leaves the document; Recto remembers the place.", commands: ["leave", "quit"]),
  ]
}
