import DocumentModel

extension State {
  mutating func askOpener() -> [Effect] {
    guard let path = taggedPaths.first else { return [] }
    browser.openers = []
    toggle(.openers)
    return [.browse(.loadOpeners(path: path))]
  }

  /// Shows a document in its folder: what is read, or what is listed from elsewhere.
  mutating func reveal() -> [Effect] {
    guard isBrowsing else { return backToBrowser() }
    guard let path = taggedPaths.first, let parent = BrowserPlace.folder(path).parent else {
      return []
    }
    return browse(.folder(parent), standingOn: RowKey(BrowserPlace.folder(path).name))
  }

  mutating func copyPath() -> [Effect] {
    let paths = taggedPaths
    say("Copied \(paths.count == 1 ? paths[0] : "\(paths.count) paths")")
    return [.copy(paths.joined(separator: "\n"))]
  }

  /// A link that opens the document at its page: `file://…#page=12` (RFC 8118).
  mutating func copyDocumentLink() -> [Effect] {
    let links = taggedPaths.map { path in
      let address = "file://" + FileAddress.escaped(path)
      guard !isBrowsing || browser.glance != nil, let pane else { return address }
      return address + "#page=\(pane.page + 1)"
    }
    say("Copied \(links.count == 1 ? links[0] : "\(links.count) links")")
    return [.copy(links.joined(separator: "\n"))]
  }

  mutating func copyDocumentCitation() -> [Effect] {
    let words: [String]
    if isBrowsing, let tab = browser.current {
      words = tab.chosen.map { entry in
        let known = tab.documents[entry.key]
        return FileAddress.citation(
          author: known?.author ?? "", title: known?.title ?? "", name: entry.name)
      }
    } else {
      words = [
        FileAddress.citation(
          author: document?.summary.author ?? "", title: document?.summary.title ?? "",
          name: document?.fileName ?? "")
      ]
    }
    say("Copied \(words.count == 1 ? words[0] : "\(words.count) citations")")
    return [.copy(words.joined(separator: "\n"))]
  }

  /// The old name and the new one, parted by a blank; names with blanks stand in quotes.
  mutating func renameTag(_ text: String) -> [Effect] {
    let text = text.replacingQuotes
    let known = Set((browser.sidebar.items[.tags] ?? []).map(\.title))
    // The longest tag there is that the text begins with.
    let old = known.filter { text.hasPrefix($0 + " ") }.max { $0.count < $1.count }
    guard let old else {
      say("Name a tag and what it is to be called: :rename-tag OLD NEW", isError: true)
      return []
    }
    let new = String(text.dropFirst(old.count)).trimmed
    guard !new.isEmpty, new != old else { return [] }
    return [.browse(.renameTag(old, to: new))]
  }
}

extension String {
  /// Without the quotes that shells would want around names with blanks.
  var replacingQuotes: String { filter { $0 != "'" && $0 != "\"" } }
}

/// Files as addresses and citations.
enum FileAddress {
  /// A path with what addresses may not have in percent signs (RFC 3986), the file system's own bytes.
  static func escaped(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF")
    return PathBytes.bytes(path).reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
  }

  static func citation(author: String, title: String, name: String) -> String {
    [author, title.isEmpty ? name : title].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
