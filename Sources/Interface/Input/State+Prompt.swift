import Widgets
import Canvas
import DocumentModel

extension State {
  /// A key while something is asked.
  mutating func takeInPrompt(_ key: Key) -> [Effect] {
    guard let asked = prompt else { return [] }
    if case .search = asked.purpose { return takeInSearch(key) }
    if key.code == .escape || key == Key("c", .control) {
      prompt = nil
      if asked.purpose == .filter { return setFilter(LineEditor()) }
      keepGivenUp(asked)
      return giveUp(asked)
    }
    if takeNoteKey(key) { return [] }
    if let effects = takeWritingKey(key) { return effects }
    guard asked.takesText, key.code != .enter else {
      prompt = nil
      return answer(asked, key)
    }
    if asked.purpose == .filter, key.code == .down || key.code == .up {
      moveRow(key.code == .down ? 1 : -1)
      return []
    }
    guard prompt?.line.take(key) == true, asked.purpose == .filter, let line = prompt?.line else {
      return []
    }
    return setFilter(line)
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
    return prompt?.isSearch == true ? searchTyped() : []
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
    case .filter:
      if let tab = browser.current, tab.rows.count == 1, let entry = tab.entry(0) {
        say("\(entry.name) is the only match: Enter opens it")
      }
      return []
    case .markPattern:
      if !prompt.line.isEmpty { mark(matching: prompt.line.text) }
      return []
    case .rename(let path):
      return prompt.line.isEmpty ? [] : [.browse(.files(.rename(path, to: prompt.line.text)))]
    case .renameFavourite(let path):
      let name = prompt.line.text.trimmed
      return name.isEmpty ? [] : [.browse(.renameFavourite(path, to: name))]
    case .renameTag(let old):
      return renameTag(old, to: prompt.line.text.trimmed)
    case .saveSearch(let search): return save(search, as: prompt.line.text.trimmed)
    case .renameSearch(let old): return rename(old, toSearch: prompt.line.text.trimmed)
    case .commandLine: return runCommandLine(prompt.line.text)
    case .newFolder(let folder):
      guard !prompt.line.text.utf8.contains(0x2F), ![".", ".."].contains(prompt.line.text) else {
        say("“\(prompt.line.text)” is not a valid folder name", isError: true)
        return []
      }
      return prompt.line.isEmpty
        ? [] : [.browse(.files(.newFolder(in: folder, name: prompt.line.text)))]
    case .annotation(let writing):
      return finish(writing, text: (writing.above + [prompt.line.text]).joined(separator: "\n"))
    case .annotationColor(let document, let id):
      guard let letter = State.letter(key),
        let kind = self.document(document)?.annotations[id]?.kindOfShade,
        let color = annotationColor(letter, for: kind)
      else { return [] }
      return recolor(id, in: document, color)
    case .annotationKind(let document, let id):
      return State.letter(key).map { makeKind(id, in: document, key: $0) } ?? []
    case .extractPages(let id, let generation, let pages):
      return extract(pages, of: id, generation, to: prompt.line.text.trimmed)
    case .editedCopy(let id, let request):
      return editCopy(request, of: id, path: prompt.line.text.trimmed)
    case .annotatedCopy(let id, let step):
      return annotateCopy(of: id, step, path: prompt.line.text.trimmed)
    case .addEntry(let id, let page, let number):
      return addEntry(prompt.line.text.trimmed, page: page, after: number, in: id)
    case .renameEntry(let id, let number):
      return renameEntry(number, to: prompt.line.text.trimmed, in: id)
    case .note(let subject, let above): return note(subject, above + [prompt.line.text])
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
    return giveUp(id, sentence)
  }
}
