package import Canvas
import Messages

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

  /// Records a press and counts those at one place, up to `most`; the reminder ends the count.
  mutating func press(_ mouse: Mouse, most: Int = .max) -> [Effect] {
    let isSame = pressedBefore.map { $0.x == mouse.x && $0.y == mouse.y } ?? false
    clicks = isSame && clicks > 0 && clicks < most ? clicks + 1 : 1
    serial += 1
    (pressed, pressedBefore) = (mouse, mouse)
    return [.remind(.clicks(serial: serial), milliseconds: 400)]
  }

  /// Ends a press; returns whether it ended where it began.
  mutating func release(_ mouse: Mouse) -> Bool {
    defer { pressed = nil }
    return pressed?.x == mouse.x && pressed?.y == mouse.y
  }
}
