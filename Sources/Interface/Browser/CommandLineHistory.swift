import Canvas
import DocumentModel

/// The commands run at the `!` prompt, and the one that it shows.
package struct CommandLineHistory: Sendable {
  /// The latest last.
  private(set) var lines: [String]
  /// The index of the recalled one; that after the last is the line to be typed.
  private var index = 0

  private static let most = 50

  init(_ lines: [String] = []) { self.lines = lines.suffix(Self.most) }

  mutating func begin() { index = lines.count }

  mutating func add(_ line: String) {
    lines.removeAll { $0 == line }
    lines = (lines + [line]).suffix(Self.most)
  }

  /// Returns the command that a key recalls, empty after the last; nil for other keys.
  mutating func recall(_ key: Key) -> String? {
    switch (key.code, key.modifiers) {
    case (.up, _), (.character("p"), .control): index = max(0, index - 1)
    case (.down, _), (.character("n"), .control): index = min(index + 1, lines.count)
    default: return nil
    }
    return lines[safe: index] ?? ""
  }
}
