import Widgets
import Canvas
import DocumentModel
import Messages

extension State {
  /// A key while something is asked.
  mutating func takeInPrompt(_ key: Key) -> [Effect] {
    guard let asked = prompt else { return [] }
    if let effects = asked.key(&self, key) { return effects }
    if key.code == .escape || key == Key("c", .control) {
      prompt = nil
      keepGivenUp(asked)
      return asked.cancelled(&self)
    }
    if takeNoteKey(key) { return [] }
    switch asked.answer {
    case .key(let accept):
      prompt = nil
      return accept(&self, key)
    case .text(let accept) where key.code == .enter:
      prompt = nil
      return accept(&self, asked.text)
    case .text:
      guard prompt?.line.take(key) == true, let line = prompt?.line else { return [] }
      return asked.changed(&self, line)
    }
  }

  /// Handles the mouse while something is asked: typed text belongs to the view it was started in, and a click in a document cancels
  /// a question for a single key.
  mutating func takeInPrompt(_ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .press(button: 1) where prompt?.takesText == false && document != nil:
      prompt = nil
      return nil
    case .press(button: 1), .drag(button: 1), .release(button: 1):
      pointer.pressed = nil
      return []
    default: return nil
    }
  }

  mutating func paste(intoPrompt text: String) -> [Effect]? {
    if pasteIntoNote(text) { return [] }
    guard prompt?.takesText == true else { return nil }
    prompt?.line.insert(text)
    guard let prompt else { return [] }
    return prompt.changed(&self, prompt.line)
  }

  /// The letter of a key, for prompts that await one.
  static func letter(_ key: Key) -> String? {
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty else { return nil }
    return String(Character(scalar))
  }
}
