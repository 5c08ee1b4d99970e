extension Template.Values {
  /// Returns a placeholder's value for Markdown; nil if there is no such placeholder.
  func markdown(_ name: String) -> String? {
    switch name {
    case "link": link
    case "title", "author", "citation", "date", "name":
      plain(name).map { Self.escaped($0) }
    // A key of the usual signs is written as pandoc reads it, in `[@{{citekey}}]`.
    case "citekey":
      plain(name).map { key in
        let isUsual = key.utf8.allSatisfy { Self.keySigns.contains($0) }
        return isUsual ? key : Self.escaped(key)
      }
    default: nil
    }
  }

  /// Returns a placeholder's value as plain text on one line; nil if there is no such placeholder.
  func plain(_ name: String) -> String? {
    switch name {
    case "title": Self.line(title.isEmpty ? documentName : title)
    case "author": Self.line(author)
    case "citation": Self.line(citation)
    case "citekey": Self.line(citationKey)
    case "date": Self.line(date)
    case "name": Self.line(documentName)
    default: nil
    }
  }

  /// The document's file name without its extension.
  private var documentName: String {
    let name = PathParts.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A link destination in Markdown.
  private var link: String {
    let link = PathBytes.escaped(path)
    let isPlain = { PathBytes.isUnreserved($0) || "/=&".utf8.contains($0) }
    return fragment.isEmpty || !fragment.utf8.allSatisfy(isPlain) ? link : link + "#" + fragment
  }

  /// Returns one line of at most 500 characters: controls and direction marks become blanks, and runs of blanks one blank.
  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBlank =
        scalar.properties.isWhitespace || scalar.value < 0x20
        || (0x7F..<0xA0).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        || PathBytes.isByte(scalar)
      if !isBlank {
        line.append(scalar)
      } else if let last = line.last, last != " " {
        line.append(" ")
      }
      if line.count == 500 { break }
    }
    if line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Escapes text for Markdown (GitHub Flavored Markdown, 6.1). `opensLine`: the text begins a line, or the quoted part of one.
  private static let keySigns = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-:.".utf8)

  static func escaped(_ line: String, opensLine: Bool = true) -> String {
    var escaped = ""
    for (index, character) in line.enumerated() {
      let isMark = "\\`*_[]<>|~&$".contains(character)
      // At the start of a line these begin headings, lists and rules.
      let isOpening = opensLine && index == 0 && "#+-=:".contains(character)
      if isMark || isOpening { escaped += "\\" }
      escaped.append(character)
    }
    // A number followed by one of these signs begins a list.
    let digits = escaped.prefix { $0.isASCII && $0.isNumber }
    if opensLine, !digits.isEmpty, let sign = escaped.dropFirst(digits.count).first,
      ".)".contains(sign)
    {
      return digits + "\\" + escaped.dropFirst(digits.count)
    }
    return escaped
  }
}
