/// Why there can be no screen.
package enum TerminalError: Error, Sendable, Hashable {
  case notATerminal
  /// `TERM` names a terminal that is not known here.
  case unknownTerminal(String)
}
