import Interface

/// Which type a name's extension promises, as the browser's rows refer to it.
struct EntryTypes: Sendable {
  let all: [EntryType]
  private let byExtension: [String: UInt16]

  init() {
    var all = [EntryType.unknown]
    var byExtension: [String: UInt16] = [:]
    let table: [(EntryType, [String])] = [
      (EntryType(name: "PDF document", glyph: "▤", isDocument: true), ["pdf"]),
      (EntryType(name: "Markdown document", glyph: "≡", isDocument: true), ["md", "markdown"]),
      (EntryType(name: "Plain text", glyph: "≡", isDocument: true), ["txt", "text", "log"]),
    ]
    for (type, extensions) in table {
      for name in extensions { byExtension[name] = UInt16(all.count) }
      all.append(type)
    }
    self.all = all
    self.byExtension = byExtension
  }

  /// Whether a file's name promises a document that can be opened.
  func isDocument(_ path: String) -> Bool { all[Int(type(of: path))].isDocument }

  /// The type of a file by its name; 0 where that says nothing.
  func type(of name: String) -> UInt16 {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex else {
      return 0
    }
    let ending = name[name.utf8.index(after: dot)...]
    return byExtension[String(ending)] ?? byExtension[ending.lowercased()] ?? 0
  }
}
