package import Canvas

/// The mouse's buttons: where they were pressed, and how often in quick succession.
package struct Pointer: Sendable {
  /// Presses of the button at one place in quick succession.
  package var clicks = 0
  /// The number of the last press: reminders of earlier ones are ignored.
  package var serial = 0
  /// Where the mouse button was pressed.
  package var pressed: Mouse?
  /// Where it was pressed before that.
  package var pressedBefore: Mouse?

  package init() {}
}
