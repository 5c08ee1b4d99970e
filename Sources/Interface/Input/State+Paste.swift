import Widgets

extension State {
  /// A pasted or dropped path opens; other text goes where letters go.
  mutating func take(pasted text: String) -> [Effect] {
    if isQuestionDue { return [] }
    if pasteIntoNote(text) { return [] }
    if prompt?.takesText == true {
      prompt?.line.insert(text)
      return prompt?.isSearch == true ? searchTyped() : []
    }
    if panel?.isFiltering == true {
      if !pastePath(text) { panel?.filter.insert(text) }
      return filterChanged()
    }
    if isFinding, librarySearch.finder?.focus == .prompt { return paste(intoFinder: text) }
    let paths = DroppedPath.paths(in: text)
    guard !paths.isEmpty else {
      say("The pasted text is not a path; pasting a path opens the document")
      return []
    }
    return dropped(paths)
  }
}
