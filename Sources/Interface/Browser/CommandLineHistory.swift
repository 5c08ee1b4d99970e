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

  /// Returns the command some steps later, or earlier if negative; empty after the last.
  mutating func recall(_ step: Int) -> String {
    index = min(max(0, index + step), lines.count)
    return lines[safe: index] ?? ""
  }
}
