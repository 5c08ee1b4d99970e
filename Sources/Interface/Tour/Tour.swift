/// Ten keys, one after the other, tried on a sample document.
package struct Tour: Sendable, Hashable {
  /// What is shown, and the commands that show it was understood.
  struct Step: Sendable {
    /// `{command}` stands for the key that runs it.
    var words: String
    var commands: Set<String>
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
        "{scroll-down} and {scroll-up} move in it, Enter goes there, {outline} closes it. Then {find} looks for a word.",
      commands: ["find"]),
    Step(
      words: "Type a word and Enter. Then {next-hit} goes on to the next place.",
      commands: ["next-hit"]),
    Step(words: "{back} goes back to where you were.", commands: ["back"]),
    Step(
      words:
        "{next-look} shows the page as a picture, then both beside each other, then text again.",
      commands: ["next-look"]),
    Step(words: "Where text is shown {select} sets a caret.", commands: ["select"]),
    Step(
      words:
        "{select} again selects, h j k l and w move. {mark-again} marks what is selected, {copy} copies it.",
      commands: ["mark-again", "highlight", "copy", "underline", "note-here"]),
    Step(words: "{help} shows all keys; Esc closes it.", commands: ["help"]),
    Step(
      words: "{leave} leaves the document; Recto remembers the place.", commands: ["leave", "quit"]),
  ]
}
