import DocumentModel

extension State {
  /// Gives the document on the screen a theme; without one it becomes the theme for all.
  mutating func wear(_ name: String) -> [Effect] {
    guard themes.named(name) != nil else {
      say(
        "There is no theme “\(name)”: \(themes.all.map(\.name).joined(separator: ", "))",
        isError: true)
      return []
    }
    guard let pane, let index = index(of: pane.document) else {
      themes.base = themes.named(name) ?? themes.base
      return []
    }
    documents[index].reading.theme = name
    say("Theme: \(name)")
    return saveReading()
  }

  /// Begins to read all pages for headings.
  mutating func findHeadings() -> [Effect] {
    guard let pane, let index = index(of: pane.document) else { return [] }
    documents[index].guess = .reading(0)
    if panel?.kind != .outline { toggle(.outline) }
    let document = documents[index]
    return [
      .findHeadings(
        document.id, generation: document.generation, pageCount: document.pageCount)
    ]
  }
}
