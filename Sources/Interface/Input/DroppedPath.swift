/// File names as terminals paste them when a file is dropped: quoted, escaped or as a `file:` address.
package enum DroppedPath {
  package static func path(in text: String) -> String? {
    var rest = Substring(text)
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    if let quote = rest.first, quote == "'" || quote == "\"", rest.last == quote, rest.count > 2 {
      rest = rest.dropFirst().dropLast()
    }
    if rest.hasPrefix("file://") {
      let path = decoded(rest.dropFirst(7))
      return path.hasPrefix("/") ? path : nil
    }
    let path = unescaped(rest)
    return path.hasPrefix("/") && !path.contains(where: \.isNewline) ? path : nil
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

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
