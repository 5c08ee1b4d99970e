/// Builds output for the terminal, inside tmux or without it.
struct Sequences {
  private(set) var bytes: [UInt8] = []
  let pane: TmuxPane?

  init(_ pane: TmuxPane?) {
    self.pane = pane
  }

  mutating func add(_ block: [UInt8]) {
    bytes += pane == nil ? block : TmuxPane.wrap(block)
  }

  /// Adds output for a cell; cursor and colours are saved and restored (DECSC, DECRC).
  mutating func add(_ block: [UInt8], x: Int, y: Int) {
    let row = y + 1 + (pane?.top ?? 0)
    let column = x + 1 + (pane?.left ?? 0)
    add(Array("\u{1b}7\u{1b}[\(row);\(column)H".utf8) + block + [0x1B, 0x38])
  }
}
