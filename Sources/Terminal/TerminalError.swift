/// Why there can be no screen.
package enum TerminalError: Error, Sendable, Hashable {
  case notATerminal
  /// `TERM` names a terminal without a terminfo entry.
  case unknownTerminal(String)
}
