package import Canvas

/// The keys of commands, and those typed so far that are not a command yet.
package struct KeyInput: Sendable {
  package var keymap: Keymap
  /// The number typed before a command.
  package var count: Int?
  package var pending: [Key] = []
  /// The number of the last key: reminders of earlier ones are ignored.
  package var serial = 0
  /// Whether the popup lists the keys that may follow.
  package var showsContinuations = false
  /// Typed while a document was being opened, to be taken when it is there.
  package var ahead: [Key] = []

  init(_ keymap: Keymap) {
    self.keymap = keymap
  }
}
