import DocumentModel
import Messages

extension State {
  /// Shows the document under the cursor in full size without opening it.
  mutating func glance() -> [Effect] {
    guard browser.glance == nil else { return endGlance() }
    guard let tab = browser.current, let entry = tab.current else { return [] }
    guard browser.isGlanceable(entry) else {
      say(
        entry.kind == .folder || browser.isArchive(entry)
          ? "\(entry.name) is a folder: Enter goes into it"
          : "\(entry.name) is nothing Recto can show")
      return []
    }
    return beginGlance(at: tab.path(of: entry))
  }

  /// Previews a document; the reader's documents are set aside.
  mutating func beginGlance(at path: String) -> [Effect] {
    let document = documents.add(path: path, start: .remembered, isGlance: true)
    browser.glance = Glance(document: document.id, path: path, panes: panes)
    panes = Panes(Pane(document: document.id))
    return opening(document)
  }

  /// Returns to the list, with the cursor on the previewed document.
  mutating func endGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    browser.glance = nil
    panes = glance.panes
    remove(glance.document)
    selection = nil
    peek = nil
    hints = nil
    if prompt?.passwordDocument == glance.document { prompt = nil }
    // Enter may have asked for the file of a shared library.
    return [.close(glance.document)] + (librarySearch.stopLocating(&notices) ?? [])
  }

  /// Previews the next or previous document of the list.
  mutating func glance(step: Int) -> [Effect] {
    if librarySearch.finder?.isShown == true { return glanceAtFound(step: step) }
    guard let tab = browser.current, browser.glance != nil else { return [] }
    var row = tab.cursor + step.signum()
    while let entry = tab.entry(row), !browser.isGlanceable(entry) { row += step.signum() }
    guard let entry = tab.entry(row) else {
      say(step > 0 ? "This is the last document here" : "This is the first document here")
      return []
    }
    let effects = endGlance()
    browser.tabs[browser.tab].moveCursor(to: row)
    return effects + beginGlance(at: tab.path(of: entry))
  }

  /// Opens the previewed document for reading at its current position.
  mutating func readGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    if librarySearch.finder?.isShown == true {
      guard let finder = librarySearch.finder, let found = finder.found.document else {
        return endGlance()
      }
      return openFound(found, at: finder.found.hit)
    }
    let place = place(of: panes.focus)
    var effects = endGlance()
    effects += read([glance.path])
    if panes.focus < panes.count, let place, place.page > 0 || place.offset > 0 {
      panes[panes.focus].start = place
    }
    return effects
  }
}
