import Canvas
import DocumentModel
import Messages
package import Widgets

/// Asks for a line of text, or for one key, at the bottom of the screen.
package struct Prompt: Sendable {
  /// The use of what is typed.
  enum Answer: Sendable {
    /// Enter ends a text; its lines are separated by line feeds.
    case text(@Sendable (inout State, String) -> [Effect])
    case key(@Sendable (inout State, Key) -> [Effect])
  }

  /// A popup above the status line while a key is awaited: keys, or a text.
  typealias Popup = @Sendable (State, inout Surface) -> Void

  package var label: String
  package var line: LineEditor
  var answer: Answer
  /// The lines above the one being typed; nil for single-line prompts.
  package var above: [String]?
  /// The text it began with, which needs no rescue when the prompt is cancelled.
  var original = ""
  /// Whether the typed text is hidden.
  package var isSecret = false
  /// The document whose password is awaited.
  var passwordDocument: DocumentID?
  /// The direction of the search being typed; nil for other prompts.
  var isBackwardSearch: Bool?
  /// Key hints, the most useful first.
  var hints: [String] = []
  /// Handles a key of its own; nil for keys of any prompt.
  var key: @Sendable (inout State, Key) -> [Effect]? = { _, _ in nil }
  /// Follows each change of the line.
  var changed: @Sendable (inout State, LineEditor) -> [Effect] = { _, _ in [] }
  var cancelled: @Sendable (inout State) -> [Effect] = { _ in [] }
  var popup: Popup = { _, _ in }

  /// Asks for a line of text, or several with `above`.
  init(
    _ label: String, text: String = "", above: [String]? = nil,
    accept: @escaping @Sendable (inout State, String) -> [Effect]
  ) {
    self.label = label
    self.above = above
    line = LineEditor(text)
    answer = .text(accept)
  }

  /// Asks for one key.
  init(key label: String, accept: @escaping @Sendable (inout State, Key) -> [Effect]) {
    self.label = label
    line = LineEditor()
    answer = .key(accept)
  }

  package var isSearch: Bool { isBackwardSearch != nil }

  /// Whether a line is typed, not a key pressed.
  package var takesText: Bool {
    if case .text = answer { true } else { false }
  }

  /// All typed lines.
  var text: String { ((above ?? []) + [line.text]).joined(separator: "\n") }
}
