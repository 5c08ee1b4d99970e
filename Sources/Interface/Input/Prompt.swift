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

extension Prompt {
  /// A key while something is asked.
  static func takeInPrompt(_ state: inout State, _ key: Key) -> [Effect] {
    guard let asked = state.prompt else { return [] }
    if let effects = asked.key(&state, key) { return effects }
    if key.code == .escape || key == Key("c", .control) {
      state.prompt = nil
      state.annotating.keepGivenUp(asked, &state.notices)
      return asked.cancelled(&state)
    }
    if state.prompt?.takeNoteKey(key, givenUp: state.annotating.givenUpText) == true { return [] }
    switch asked.answer {
    case .key(let accept):
      state.prompt = nil
      return accept(&state, key)
    case .text(let accept) where key.code == .enter:
      state.prompt = nil
      return accept(&state, asked.text)
    case .text:
      guard state.prompt?.line.take(key) == true, let line = state.prompt?.line else { return [] }
      return asked.changed(&state, line)
    }
  }

  /// Handles the mouse while something is asked: typed text belongs to the view it was started in, and a click in a document cancels
  /// a question for a single key.
  static func takeInPrompt(_ state: inout State, _ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .press(button: 1) where state.prompt?.takesText == false && state.document != nil:
      state.prompt = nil
      return nil
    case .press(button: 1), .drag(button: 1), .release(button: 1):
      state.pointer.pressed = nil
      return []
    default: return nil
    }
  }

  static func paste(_ state: inout State, intoPrompt text: String) -> [Effect]? {
    if state.prompt?.pasteIntoNote(text) == true { return [] }
    guard state.prompt?.takesText == true else { return nil }
    state.prompt?.line.insert(text)
    guard let prompt = state.prompt else { return [] }
    return prompt.changed(&state, prompt.line)
  }
}
