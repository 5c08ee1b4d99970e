import Messages
import Widgets

extension State {
  /// A pasted or dropped path opens; other text goes where letters go.
  mutating func take(pasted text: String) -> [Effect] {
    if let effects = pass(text, to: \.paste) { return effects }
    let paths = DroppedPath.paths(in: text)
    guard !paths.isEmpty else {
      say("The pasted text is not a path; pasting a path opens the document")
      return []
    }
    return dropped(paths)
  }
}
