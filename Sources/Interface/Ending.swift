/// The end of the program: whether it has come, what it waits for and what it says.
package struct Ending: Sendable {
  package var hasCome = false
  /// The program ends as soon as nothing is done with files any more.
  package var waitsForFiles = false
  /// The terminal is gone or the program was told to end; requested page edits are still written.
  package var isHungUp = false
  /// Why the program ends without having shown anything.
  package var farewell: String?
  /// Unsaved page edits, reported on standard error at exit.
  package var undoneEdits: [String] = []

  package init() {}
}
