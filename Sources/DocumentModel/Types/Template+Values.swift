extension Template.Values {
  /// What stands for a placeholder in Markdown; nil where there is no such one.
  func markdown(_ name: String) -> String? {
    switch name {
    case "link": link
    case "title", "author", "citation", "date", "name": plain(name).map(Self.escaped)
    default: nil
    }
  }

  /// What stands for a placeholder as plain words on one line; nil where there is no such one.
  func plain(_ name: String) -> String? {
    switch name {
    case "title": Self.line(title.isEmpty ? documentName : title)
    case "author": Self.line(author)
    case "citation": Self.line(citation)
    case "date": Self.line(date)
    case "name": Self.line(documentName)
    default: nil
    }
  }

  /// The document's file name without its extension.
  private var documentName: String {
    let name = PathBytes.name(path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A destination in Markdown: the path's bytes, all but the plainest as `%` and two digits (RFC 3986, 2.1).
  private var link: String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var link = ""
    for byte in PathBytes.bytes(path) {
      if plain.contains(byte) {
        link.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        link += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    let isPlain = { (byte: UInt8) in plain.contains(byte) || byte == 0x3D || byte == 0x26 }
    return fragment.isEmpty || !fragment.utf8.allSatisfy(isPlain) ? link : link + "#" + fragment
  }

  /// One line of at most 500 characters: controls and what turns the direction of writing become blanks, several of them one.
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

  /// Words that Markdown leaves as they are (GitHub Flavored Markdown, 6.1).
  private static func escaped(_ line: String) -> String {
    var escaped = ""
    for (index, character) in line.enumerated() {
      let isMark = "\\`*_[]<>|~&$".contains(character)
      // At the beginning these make headings, lists and rules.
      let isOpening = index == 0 && "#+-=:".contains(character)
      if isMark || isOpening { escaped += "\\" }
      escaped.append(character)
    }
    // So does a number with a sign after it.
    let digits = escaped.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, let sign = escaped.dropFirst(digits.count).first, ".)".contains(sign) {
      return digits + "\\" + escaped.dropFirst(digits.count)
    }
    return escaped
  }
}
