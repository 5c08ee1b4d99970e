import DocumentModel

/// File names as terminals paste them when a file is dropped: quoted, escaped or as a `file:` address.
package enum DroppedPath {
  /// Each of several paths: on lines of their own, or quoted or escaped with blanks between.
  package static func paths(in text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    if lines.count > 1 { return lines.compactMap { path(in: $0) } }
    let parting = [" /", "' '", " file:"]
    if let whole = path(in: text), !parting.contains(where: text.contains) { return [whole] }
    let parts = words(in: text).compactMap { path(in: $0) }
    return parts.isEmpty ? [path(in: text)].compactMap(\.self) : parts
  }

  /// A line cut at blanks that are neither quoted nor escaped, as shells cut it.
  private static func words(in text: String) -> [String] {
    var words: [String] = [""]
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil, character == " " {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
    }
    return words.filter { !$0.isEmpty }
  }

  package static func path(in text: String) -> String? {
    var rest = Substring(text)
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    if let quote = rest.first, quote == "'" || quote == "\"", rest.last == quote, rest.count > 2 {
      rest = rest.dropFirst().dropLast()
    }
    if let path = path(ofAddress: rest) { return path }
    let path = unescaped(rest)
    return PathParts.isAbsolute(path) && !path.contains(where: \.isNewline) ? path : nil
  }

  /// Returns the path of `file:///path`, `file://localhost/path` and `file:/path` (RFC 8089); nil for other hosts and other
  /// texts.
  static func path(ofAddress text: Substring) -> String? {
    guard text.prefix(5).lowercased() == "file:" else { return nil }
    var rest = text.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != 0x2F }
      guard host.isEmpty || Substring(host).lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.first == 0x2F else { return nil }
    return PathBytes.text(PathBytes.unescaped(rest))
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
