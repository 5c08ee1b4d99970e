import Canvas
import DocumentModel

/// The entries made at a prompt, and the one that is shown again.
package struct PromptHistory<Entry: Sendable & Equatable>: Sendable {
  /// The latest last.
  package private(set) var entries: [Entry]
  /// The index of the recalled one; that after the last is the entry to be typed.
  private var index: Int

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    index = entries.count
  }

  /// Whether no earlier entry is shown.
  var isAtEnd: Bool { index >= entries.count }

  /// Goes to the entry to be typed.
  mutating func begin() { index = entries.count }

  mutating func add(_ entry: Entry) {
    entries.removeAll { $0 == entry }
    entries.append(entry)
    begin()
  }

  /// Puts entries of former sessions before those of this one.
  mutating func add(earlier: [Entry]) {
    entries = earlier + entries
    index += earlier.count
  }

  /// Returns the entry so many steps later, negative for earlier; nil after the last.
  mutating func recall(_ step: Int) -> Entry? {
    index = min(max(0, index + step), entries.count)
    return entries[safe: index]
  }
}

extension Key {
  /// The steps through a prompt's history: -1 for the keys to an earlier entry, 1 for those to a later one; nil for other keys.
  var historyStep: Int? {
    switch (code, modifiers) {
    case (.up, _), (.character("p"), .control): -1
    case (.down, _), (.character("n"), .control): 1
    default: nil
    }
  }
}
