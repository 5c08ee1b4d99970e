import DocumentModel
import Messages

extension State {
  /// Previews the hit under the cursor without opening its document.
  mutating func glanceAtFound() -> [Effect] {
    guard let finder = librarySearch.finder, let found = finder.found.document else { return [] }
    if case .more? = finder.found.line { return librarySearch.loadHits() }
    return preview(found, at: finder.found.hit, nil)
  }

  /// Previews a document at a hit; one of a shared library is located first.
  mutating func preview(
    _ found: DocumentHits, at hit: LibraryHit?, _ located: LocatedDocument?
  ) -> [Effect] {
    if found.isShared, located == nil { return locate(found, at: hit, isPreview: true) }
    let path = located?.path ?? found.path
    if let located { librarySearch.finder?.located[found.place] = located }
    let effects = endGlance() + beginGlance(at: path)
    if let id = pane?.document { arrive(in: id, found, hit, nil, located) }
    return effects
  }

  /// Moves the preview to the next or the previous hit; reuses the view if it is in the same document.
  mutating func glanceAtFound(step: Int) -> [Effect] {
    guard let finder = librarySearch.finder, let glance = browser.glance else { return [] }
    var list = finder.found
    let start = list.cursor
    list.move(step.signum())
    if case .more? = list.line { list.move(step.signum()) }
    guard list.cursor != start, list.hit != nil || list.document?.hits.isEmpty == true,
      let found = list.document
    else {
      say(step > 0 ? "This is the last listed result" : "This is the first result")
      return []
    }
    self.librarySearch.finder?.found = list
    // A text that was made of a document has other pages.
    let isText = if case .text? = finder.located[found.place] { true } else { false }
    guard !isText, FilePath(librarySearch.path(of: found)) == FilePath(glance.path),
      let hit = list.hit
    else {
      return endGlance() + glanceAtFound()
    }
    land(panes.focus, page: hit.page, hit.start < 0 ? .top : .glyph(hit.start))
    let place = Place(page: hit.page, offset: max(0, hit.start))
    if hit.start >= 0, let index = search?.hit(from: place) { search?.current = index }
    return []
  }
}
