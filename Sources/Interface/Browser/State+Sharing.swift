import DocumentModel
import Messages

extension State {
  mutating func askOpener() -> [Effect] {
    guard let path = taggedPaths.first else { return [] }
    browser.openers = []
    toggle(.openers)
    return [.browse(.loadOpeners(path: path))]
  }

  /// Shows a document in its folder: the open one, or the selected entry of a collection.
  mutating func reveal() -> [Effect] {
    guard browser.isShown else { return backToBrowser() }
    guard let path = taggedPaths.first, let parent = BrowserPlace.folder(path).parent else {
      return []
    }
    return browse(.folder(parent), cursorOn: FilePath(BrowserPlace.folder(path).name))
  }

  mutating func copyPath() -> [Effect] {
    let paths = taggedPaths
    say("Copied \(paths.count == 1 ? paths[0] : "\(paths.count) paths")")
    return [.copy(paths.map(PathBytes.pasted).joined(separator: "\n"))]
  }

  /// A link that opens the document at its page: `file://…#page=12` (RFC 8118).
  mutating func copyDocumentLink() -> [Effect] {
    let links = taggedPaths.map { path in
      let address = "file://" + PathBytes.escaped(path)
      guard !browser.isShown || browser.glance != nil, let pane else { return address }
      return address + "#page=\(pane.page + 1)"
    }
    say("Copied \(links.count == 1 ? links[0] : "\(links.count) links")")
    return [.copy(links.joined(separator: "\n"))]
  }

  mutating func copyDocumentCitation() -> [Effect] {
    let words: [String]
    if browser.isShown, let tab = browser.current {
      words = tab.chosen.map { entry in
        let known = tab.documents[entry.key] ?? DocumentFacts()
        return Citation.words(
          author: known.author, title: known.title.isEmpty ? entry.name : known.title)
      }
    } else if let document {
      words = [Citation.words(author: document.summary.author, title: document.title)]
    } else {
      words = []
    }
    say("Copied \(words.count == 1 ? words[0] : "\(words.count) citations")")
    return [.copy(words.joined(separator: "\n"))]
  }
}
