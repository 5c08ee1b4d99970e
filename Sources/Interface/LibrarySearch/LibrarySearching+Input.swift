import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension LibrarySearching {
  /// Starts a search after typing; a typed query replaces a search for related documents.
  mutating func typedInFinder(_ before: LineEditor, _ notices: inout Notices)
    -> [Effect]
  {
    guard let finder = self.finder, finder.line.text != before.text else { return [] }
    self.finder?.related = nil
    history.begin()
    return queryChanged(&notices)
  }

  mutating func paste(intoFinder text: String, _ notices: inout Notices) -> [Effect] {
    guard let before = finder?.line else { return [] }
    finder?.line.insert(text)
    return typedInFinder(before, &notices)
  }

  mutating func recallQuery(_ step: Int, _ notices: inout Notices) -> [Effect] {
    finder?.related = nil
    var query = history.recall(step)
    // The one that was run last is still in the prompt.
    if step < 0, query == finder?.line.text {
      query = history.recall(step)
    }
    finder?.line = LineEditor(query ?? "")
    return queryChanged(&notices)
  }

  /// The list's height in lines.
  func foundHeight(size: Size) -> Int { max(1, size.height - 3 - foundFoot(size: size).count) }

  /// The sentences under the list: the parts of shared libraries that were not searched.
  func foundFoot(size: Size) -> [String] {
    guard let found = finder?.found, !found.documents.isEmpty else { return [] }
    return found.troubles.suffix(size.height < 10 ? 1 : 3)
  }

  /// Scrolls the list so that the cursor is visible; called after each input.
  mutating func revealFound(size: Size) {
    guard finder?.isShown == true else { return }
    let height = foundHeight(size: size)
    finder?.found.reveal(height: height)
  }

  /// Moves the focus to the list.
  mutating func goToFound() -> [Effect] {
    if finder?.found.lines.isEmpty == false { finder?.focus = .list }
    return []
  }

  mutating func moveFound(_ step: Int) { finder?.found.move(step) }

  /// Moves the cursor to a line, counted from 0, or the next line it can be
  /// on; nil stands for the last line.
  mutating func goToFound(line: Int?) {
    guard let count = finder?.found.lines.count else { return }
    finder?.found.select(line ?? count - 1)
  }

  /// Moves the focus to the prompt; with `adding`, prepares the
  /// query for more words that narrow it.
  mutating func editQuery(adding: Bool) {
    self.finder?.focus = .prompt
    guard adding, let finder = self.finder, !finder.line.isEmpty else { return }
    self.finder?.line = LineEditor(QueryText(finder.line.text).closed + " ")
  }
}
