import DocumentModel
import Messages

extension Browser {
  mutating func copyPath(document: Document?, _ notices: inout Notices) -> [Effect] {
    let paths = taggedPaths(document: document)
    notices.say("Copied \(paths.count == 1 ? paths[0] : "\(paths.count) paths")")
    return [.copy(paths.map(PathBytes.pasted).joined(separator: "\n"))]
  }

  /// A link that opens the document at its page: `file://…#page=12` (RFC 8118).
  mutating func copyDocumentLink(document: Document?, pane: Pane?, _ notices: inout Notices)
    -> [Effect]
  {
    let links = taggedPaths(document: document).map { path in
      let address = "file://" + PathBytes.escaped(path)
      guard !isShown || glance != nil, let pane else { return address }
      return address + "#page=\(pane.page + 1)"
    }
    notices.say("Copied \(links.count == 1 ? links[0] : "\(links.count) links")")
    return [.copy(links.joined(separator: "\n"))]
  }

  mutating func copyDocumentCitation(document: Document?, _ notices: inout Notices) -> [Effect] {
    let words: [String]
    if isShown, let tab = current {
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
    notices.say("Copied \(words.count == 1 ? words[0] : "\(words.count) citations")")
    return [.copy(words.joined(separator: "\n"))]
  }
}
