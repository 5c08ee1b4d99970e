/// A tmux pane through which sequences reach the outer terminal (`allow-passthrough`).
package struct TmuxPane: Sendable, Hashable {
  /// The cells of the terminal left of and above the pane, including tmux's status line.
  package var left: Int
  package var top: Int

  package init(left: Int, top: Int) {
    self.left = left
    self.top = top
  }

  /// Returns `ESC P tmux; … ESC \` with every Escape doubled.
  package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    var result = Array("\u{1b}Ptmux;".utf8)
    result.reserveCapacity(bytes.count + bytes.count / 16 + 16)
    for byte in bytes {
      if byte == 0x1B { result.append(0x1B) }
      result.append(byte)
    }
    return result + [0x1B, 0x5C]
  }
}
