import DocumentModel

/// The text of an XBEL file, in which one entry is changed and all others stay byte for byte.
///
/// GLib drops unknown parts of entries, such as other desktops' metadata, so only the changed entry is written by GLib.
struct BookmarkText {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text with one entry changed: `edit` gets a list of that one alone, or an empty one, and may move or remove it.
  ///
  /// nil where this is no text in which that can be done.
  func editing(
    _ uri: String, _ edit: (BookmarkList) throws(RecentDocuments.Failure) -> Void
  ) throws(RecentDocuments.Failure) -> BookmarkText? {
    let entries = Self.entries(bytes)
    let own = entries.first { $0.uri == uri }
    let list = try BookmarkList(own.map { head(entries) + bytes[$0.range] + Self.foot } ?? [])
    try edit(list)
    let uris = list.uris
    let written = uris.isEmpty ? [] : try list.bytes()
    let new = Self.entries(written).first.map { written[$0.range] }
    if bytes.isEmpty { return BookmarkText(written) }
    var text = bytes
    if own == nil, let new {
      guard let end = Self.end(of: text) else { return nil }
      text.insert(contentsOf: Array("  ".utf8) + new + Array("\n".utf8), at: end)
    }
    // From the end, so that ranges stay valid. An entry replaced by a moved one is removed, too.
    for entry in entries.reversed() {
      if entry.range == own?.range, let new {
        text.replaceSubrange(entry.range, with: new)
      } else if entry.uri == uri || uris.contains(entry.uri) {
        text.removeSubrange(entry.range)
      }
    }
    return BookmarkText(text)
  }

  /// Returns the text before the entries, with the namespaces it declares.
  private func head(_ entries: [Entry]) -> [UInt8] {
    Array(bytes[..<(entries.first?.range.lowerBound ?? 0)])
  }

  private static let start = Array("<bookmark".utf8)
  private static let foot = Array("</xbel>".utf8)
  private static let close = Array("</bookmark>".utf8)

  private struct Entry {
    var uri: String
    var range: Range<Int>
  }

  /// The `bookmark` elements with their addresses.
  private static func entries(_ text: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var index = 0
    while let open = find(start, in: text, from: index) {
      index = open + start.count
      // Not `bookmark:groups`.
      guard index < text.count, isBlank(text[index]) else { continue }
      guard let tagEnd = text[index...].firstIndex(of: 0x3E) else { break }
      let isEmpty = text[tagEnd - 1] == 0x2F
      guard
        let end = isEmpty
          ? tagEnd + 1
          : find(close, in: text, from: tagEnd)
            .map({ $0 + close.count })
      else { break }
      if let uri = attribute("href", in: text[index..<tagEnd]) {
        entries.append(Entry(uri: uri, range: open..<end))
      }
      index = end
    }
    return entries
  }

  /// Returns where the last entry of a list may end: before `</xbel>`.
  private static func end(of text: [UInt8]) -> Int? {
    var last: Int?
    var index = 0
    while let found = find(foot, in: text, from: index) {
      last = found
      index = found + foot.count
    }
    return last
  }

  /// The value of an attribute in a tag, without its entities (XML 1.0, 4.6).
  private static func attribute(_ name: String, in tag: ArraySlice<UInt8>) -> String? {
    let wanted = Array((name + "=").utf8)
    let text = Array(tag)
    var index = 0
    while let found = find(wanted, in: text, from: index) {
      index = found + wanted.count
      guard found > 0, isBlank(text[found - 1]), index < text.count else { continue }
      let quote = text[index]
      guard quote == 0x22 || quote == 0x27,
        let end = text[(index + 1)...].firstIndex(of: quote)
      else { return nil }
      return unescaped(String(decoding: text[(index + 1)..<end], as: UTF8.self))
    }
    return nil
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      guard let end = part.firstIndex(of: ";") else { return result += "&" + part }
      let name = part[..<end]
      let isHex = name.hasPrefix("#x")
      let number =
        name.hasPrefix("#")
        ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
      let scalar = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
      result += scalar ?? entities[name] ?? "&\(name);"
      result += part[part.index(after: end)...]
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func find(_ wanted: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    text[start...].firstPlace(of: wanted)?.lowerBound
  }
}
