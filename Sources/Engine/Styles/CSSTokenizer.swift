/// A token of CSS Syntax Level 3, with escapes resolved.
///
/// Names of functions, at-rules and units are in lower case; identifiers are as written.
enum CSSToken: Hashable {
  case ident(String)
  case function(String)
  case at(String)
  case hash(String)
  case string(String)
  case url(String)
  case number(Double)
  case percentage(Double)
  case dimension(Double, String)
  case open(Unicode.Scalar)
  case close(Unicode.Scalar)
  case sign(Unicode.Scalar)
  case space, colon, semicolon, comma
  /// A string or an address that is broken.
  case bad
  case end

  /// The identifier in lower case, nil for other tokens.
  var keyword: String? {
    if case .ident(let name) = self { name.lowercased() } else { nil }
  }

  /// The bracket that closes this one, nil for other tokens.
  var closer: Unicode.Scalar? {
    switch self {
    case .function, .open("("): ")"
    case .open("["): "]"
    case .open("{"): "}"
    default: nil
    }
  }
}

/// Splits a style sheet in UTF-8 into tokens; never fails, and always ends with `.end`.
struct CSSTokenizer {
  private let bytes: [UInt8]
  private var at = 0

  /// Numbers are clamped to this, so that they fit in an `Int`.
  private static let largest = 1e9
  private static let longestNumber = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func next() -> CSSToken {
    skipComments()
    guard at < bytes.count else { return .end }
    let scalar = Unicode.Scalar(bytes[at])
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{C}":
      skipSpace()
      return .space
    case "\"", "'":
      return string()
    case "(", "[", "{":
      at += 1
      return .open(scalar)
    case ")", "]", "}":
      at += 1
      return .close(scalar)
    case ":", ";", ",":
      at += 1
      return scalar == ":" ? .colon : scalar == ";" ? .semicolon : .comma
    case "#" where isName(at + 1) || isEscape(at + 1):
      at += 1
      return .hash(name())
    case "@" where startsName(at + 1):
      at += 1
      return .at(name().lowercased())
    case "<" where follows("<!--"), "-" where follows("-->"):
      at += scalar == "<" ? 4 : 3
      return .space
    default:
      if startsNumber() { return number() }
      if startsName(at) { return word() }
      at += 1
      return .sign(scalar)
    }
  }

  // MARK: classes of bytes

  private func byte(_ index: Int) -> Unicode.Scalar? {
    index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
  }

  private func isDigit(_ index: Int) -> Bool {
    byte(index).map { ("0"..."9").contains($0) } ?? false
  }

  private func isNameStart(_ index: Int) -> Bool {
    guard let scalar = byte(index) else { return false }
    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
      || scalar.value >= 0x80
  }

  private func isName(_ index: Int) -> Bool {
    isNameStart(index) || isDigit(index) || byte(index) == "-"
  }

  private func isEscape(_ index: Int) -> Bool {
    byte(index) == "\\" && !isNewline(index + 1)
  }

  private func isNewline(_ index: Int) -> Bool {
    switch byte(index) {
    case "\n", "\r", "\u{C}": true
    default: false
    }
  }

  private func isSpace(_ index: Int) -> Bool {
    isNewline(index) || byte(index) == " " || byte(index) == "\t"
  }

  private func startsName(_ index: Int) -> Bool {
    guard byte(index) == "-" else { return isNameStart(index) || isEscape(index) }
    return isNameStart(index + 1) || byte(index + 1) == "-" || isEscape(index + 1)
  }

  private func startsNumber() -> Bool {
    var index = at
    if byte(index) == "+" || byte(index) == "-" { index += 1 }
    return isDigit(index) || byte(index) == "." && isDigit(index + 1)
  }

  private func follows(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      at + wanted.count <= bytes.count && bytes[at..<(at + wanted.count)].elementsEqual(wanted)
    }
  }

  // MARK: tokens

  private mutating func skipSpace() {
    while isSpace(at) { at += 1 }
  }

  private mutating func skipComments() {
    while byte(at) == "/", byte(at + 1) == "*" {
      at += 2
      while at < bytes.count, !(byte(at) == "*" && byte(at + 1) == "/") { at += 1 }
      at = min(bytes.count, at + 2)
    }
  }

  private mutating func string() -> CSSToken {
    let quote = bytes[at]
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != quote {
      // The newline is left to the next token, so that only this declaration is lost.
      if isNewline(at) { return .bad }
      if byte(at) == "\\" {
        escape(into: &text)
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    at = min(bytes.count, at + 1)
    return .string(String(decoding: text, as: UTF8.self))
  }

  /// Consumes a backslash and what it escapes; a newline in a string is dropped.
  private mutating func escape(into text: inout [UInt8]) {
    at += 1
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, let digit = byte(at)?.hexadecimalDigit {
      value = value << 4 | digit
      digits += 1
      at += 1
    }
    if digits > 0 {
      let scalar = value == 0 ? nil : Unicode.Scalar(value)
      text += UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
      skipNewlineOrSpace()
    } else if isNewline(at) {
      skipNewlineOrSpace()
    } else if at < bytes.count {
      text.append(bytes[at])
      at += 1
    }
  }

  private mutating func skipNewlineOrSpace() {
    if byte(at) == "\r", byte(at + 1) == "\n" {
      at += 2
    } else if isSpace(at) {
      at += 1
    }
  }

  private mutating func name() -> String {
    let start = at
    while isName(at) { at += 1 }
    guard isEscape(at) else { return String(decoding: bytes[start..<at], as: UTF8.self) }
    var text = Array(bytes[start..<at])
    while true {
      if isName(at) {
        text.append(bytes[at])
        at += 1
      } else if isEscape(at) {
        escape(into: &text)
      } else {
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  private mutating func word() -> CSSToken {
    let name = name()
    guard byte(at) == "(" else { return .ident(name) }
    at += 1
    let function = name.lowercased()
    guard function == "url" else { return .function(function) }
    let start = at
    skipSpace()
    if byte(at) == "\"" || byte(at) == "'" {
      at = start
      return .function(function)
    }
    return url()
  }

  /// The rest of an address without quotes.
  private mutating func url() -> CSSToken {
    var text: [UInt8] = []
    while let scalar = byte(at), scalar != ")" {
      if isSpace(at) {
        skipSpace()
        guard at == bytes.count || byte(at) == ")" else { return badURL() }
      } else if isEscape(at) {
        escape(into: &text)
      } else if "\"'(\\".unicodeScalars.contains(scalar) || scalar.value < 0x20 {
        return badURL()
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    at = min(bytes.count, at + 1)
    return .url(String(decoding: text, as: UTF8.self))
  }

  private mutating func badURL() -> CSSToken {
    while let scalar = byte(at), scalar != ")" { at += isEscape(at) && scalar == "\\" ? 2 : 1 }
    at = min(bytes.count, at + 1)
    return .bad
  }

  private mutating func number() -> CSSToken {
    let start = at
    if byte(at) == "+" || byte(at) == "-" { at += 1 }
    while isDigit(at) { at += 1 }
    if byte(at) == ".", isDigit(at + 1) {
      at += 1
      while isDigit(at) { at += 1 }
    }
    if byte(at) == "e" || byte(at) == "E" {
      let sign = byte(at + 1) == "+" || byte(at + 1) == "-" ? 1 : 0
      if isDigit(at + 1 + sign) {
        at += 1 + sign
        while isDigit(at) { at += 1 }
      }
    }
    let text = String(decoding: bytes[start..<at].prefix(Self.longestNumber), as: UTF8.self)
    let value = max(-Self.largest, min(Self.largest, Double(text) ?? 0))
    if byte(at) == "%" {
      at += 1
      return .percentage(value)
    }
    return startsName(at) ? .dimension(value, name().lowercased()) : .number(value)
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x57
    case "A"..."F": value - 0x37
    default: nil
    }
  }
}
