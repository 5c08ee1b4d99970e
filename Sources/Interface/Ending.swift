/// The state of quitting: whether the program ends, what it waits for and what it prints.
package struct Ending: Sendable {
  package var hasCome = false
  /// Whether the program ends as soon as no file operation is in progress.
  package var waitsForFiles = false
  /// Whether the terminal is gone or the program was asked to end; requested page edits are still written.
  package var isHungUp = false
  /// The reason to print if the program ends before it has shown anything.
  package var farewell: String?
  /// The unsaved page edits, which are reported on standard error at exit.
  package var undoneEdits: [String] = []

  package init() {}
}
