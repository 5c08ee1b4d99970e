import Widgets
import Canvas

extension State {
  /// A key while something is asked.
  mutating func takeInPrompt(_ key: Key) -> [Effect] {
    guard let asked = prompt else { return [] }
    if case .search = asked.purpose { return takeInSearch(key) }
    if key.code == .escape || key == Key("c", .control) {
      prompt = nil
      return giveUp(asked)
    }
    guard asked.takesText, key.code != .enter else {
      prompt = nil
      return answer(asked, key)
    }
    _ = prompt?.line.take(key)
    return []
  }

  private mutating func answer(_ prompt: Prompt, _ key: Key) -> [Effect] {
    switch prompt.purpose {
    case .setMark:
      guard let name = State.letter(key) else { return [] }
      setMark(name)
      return saveReading()
    case .goToMark:
      if let name = State.letter(key) { goToMark(name) }
      return []
    case .openAddress(let address):
      if key.code == .enter { return [.openURI(address)] }
      guard key == Key("y") else { return [] }
      say("Copied \(address)")
      return [.copy(address)]
    case .openFile(let path, let start):
      return key.code == .enter ? open(path: path, start: start) : []
    case .password(let id):
      guard let index = index(of: id) else { return [] }
      documents[index].passwordTries += 1
      documents[index].phase = .opening
      let document = documents[index]
      return [
        .open(
          id, path: document.path, generation: document.generation, password: prompt.line.text)
      ]
    // It has an input of its own.
    case .search: return []
    case .saveAttachment(let id, let index):
      guard let document = document(id), !prompt.line.isEmpty else { return [] }
      return [
        .saveAttachment(
          id, generation: document.generation, index: index, path: prompt.line.text)
      ]
    }
  }

  private static func letter(_ key: Key) -> String? {
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty else { return nil }
    return String(Character(scalar))
  }

  private mutating func giveUp(_ prompt: Prompt) -> [Effect] {
    guard case .password(let id) = prompt.purpose, let index = index(of: id) else { return [] }
    let sentence = "\(documents[index].fileName) was not opened: no password was given"
    documents[index].phase = .failed(sentence)
    say(sentence)
    return documents.count == 1 ? end(sentence) : drop(id)
  }
}
