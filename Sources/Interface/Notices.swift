/// A sentence on the status line.
package struct Notice: Sendable, Hashable {
  package var text: String
  package var isError: Bool
  /// The number of further errors while this one was shown.
  package var more = 0
}

/// The sentence on the status line, and the errors of this run.
package struct Notices: Sendable {
  package private(set) var shown: Notice?
  private var held: Notice?
  /// Newest last.
  package private(set) var errors: [String] = []
  private static let mostErrors = 200

  /// Shows a sentence until it is dismissed; one error does not hide another.
  mutating func say(_ text: String, isError: Bool = false) {
    if isError {
      errors.append(text)
      if errors.count > Self.mostErrors { errors.removeFirst() }
    }
    guard isError, shown?.isError == true, shown?.text != text else {
      shown = Notice(text: text, isError: isError)
      return
    }
    shown?.more += 1
  }

  mutating func dismiss() { shown = nil }

  /// Sets the sentence shown aside, unless it is an error.
  mutating func hold() {
    guard shown?.isError == false else { return }
    (held, shown) = (shown, nil)
  }

  /// Shows the sentence that was set aside, if no other is shown.
  mutating func showHeld() {
    guard shown == nil, held != nil else { return }
    (shown, held) = (held, nil)
  }

  /// Shows again what was shown before a command that said nothing.
  mutating func restore(_ earlier: Notice?) { shown = earlier }
}
