import DocumentModel
import Messages

extension State {
  /// Gives the document on the screen a theme; in the browser it becomes the theme for all.
  mutating func wear(_ name: String) -> [Effect] {
    guard name == Self.followsTerminal || themes.named(name) != nil else {
      say(
        "Unknown theme “\(name)”: \(themeNames.joined(separator: ", "))", isError: true)
      return []
    }
    guard let document, let index = documents.index(of: document.id), !document.isGlance else {
      return chooseTheme(name)
    }
    documents[index].reading.theme = name == Self.followsTerminal ? "" : name
    say(name == Self.followsTerminal ? "Theme: as all documents" : "Theme: \(name)")
    return saveReading()
  }

  /// The names of themes, and the one that follows the terminal.
  var themeNames: [String] { themes.all.map(\.name) + [Self.followsTerminal] }

  /// Reopens the text on the screen in another encoding; `auto` guesses it.
  mutating func read(in encoding: String) -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document), documents[index].phase == .open,
      documents[index].summary.flow != nil
    else {
      say("Only a text can be read in another encoding")
      return []
    }
    documents[index].encoding = encoding == "auto" ? "" : encoding
    documents[index].awaitsEncoding = true
    return documents.reopen(index)
  }

  /// Begins to read all pages for headings.
  mutating func findHeadings() -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document) else { return [] }
    documents[index].pagesRead = max(1, documents[index].pagesRead)
    if panel?.source != .outline { toggle(.outline) }
    return [.findReferences(documents[index].id, generation: documents[index].generation)]
  }
}
