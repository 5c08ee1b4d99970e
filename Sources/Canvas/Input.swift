/// A key with its modifiers.
package struct Key: Sendable, Hashable {
  package enum Code: Sendable, Hashable {
    /// A character as typed (`G` is `G` without the shift modifier).
    case character(Unicode.Scalar)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    /// Only with keys that are not characters (`shift+Tab`).
    package static let shift = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package init(_ character: Unicode.Scalar, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }
}

/// A mouse event over a cell; `x` and `y` count from 0.
package struct Mouse: Sendable, Hashable {
  /// A position in a cell, from its upper left corner: 0 to 1 of its width and height.
  package struct Within: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package enum Action: Sendable, Hashable {
    case press(button: Int), release(button: Int), drag(button: Int), move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package var action: Action
  package var x: Int
  package var y: Int
  /// The position within the cell; nil if the terminal reports cells only.
  package var within: Within?
  package var modifiers: Key.Modifiers

  package init(
    _ action: Action, x: Int, y: Int, within: Within? = nil, modifiers: Key.Modifiers = []
  ) {
    self.action = action
    self.x = x
    self.y = y
    self.within = within
    self.modifiers = modifiers
  }
}

/// An input from the user or the terminal.
package enum Input: Sendable, Hashable {
  case key(Key)
  case mouse(Mouse)
  /// Text pasted in brackets, or file names dropped on the window; control characters except line ends and tabs are removed.
  case paste(String)
  case focus(Bool)
  case resize(Size)
  /// Whether the terminal's background is dark (OSC 11).
  case background(isDark: Bool)
  /// The terminal was closed (end of file, hang-up).
  case closed
}
