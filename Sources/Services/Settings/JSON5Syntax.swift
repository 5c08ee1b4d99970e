/// Finds the first place at which a text is not valid JSON5 (json5.org, version 1.0.0): the decoder reports only that it is invalid.
package struct JSON5Syntax {
  /// The line and description of an error.
  package struct Mistake: Error, Equatable {
    /// From 1.
    package var line: Int
    package var reason: String
  }

  private let text: [UInt8]
  private var index = 0
  private var depth = 0
  /// The names and numbers on the path to the current place.
  private var path: [String] = []
  private var places = Places()
  private var counted = (index: 0, line: 1)

  /// The lines of entries, by their path; list entries by number.
  package struct Places {
    /// Lines, from 1.
    package var lines: [[String]: Int] = [:]
    /// Paths that occur twice, with the line.
    var doubles: [(path: [String], line: Int)] = []
  }

  private static let mostDepth = 200
  /// Lines are not recorded for files with more entries.
  private static let mostPlaces = 20_000

  /// Returns the first syntax error; nil if there is none.
  package static func mistake(in text: [UInt8]) -> Mistake? {
    var syntax = JSON5Syntax(text: text)
    do throws(Mistake) {
      try syntax.value()
      try syntax.skipBlanks()
      guard syntax.index == text.count else { throw syntax.mistake("something follows the end") }
      return nil
    } catch {
      return error
    }
  }

  /// Returns the lines of entries, as far as the text is valid.
  package static func places(in text: [UInt8]) -> Places {
    var syntax = JSON5Syntax(text: text)
    try? syntax.value()
    return syntax.places
  }

  private init(text: [UInt8]) {
    self.text = text
  }

  private func mistake(_ reason: String) -> Mistake {
    Mistake(line: 1 + text[..<min(index, text.count)].count { $0 == 0x0A }, reason: reason)
  }

  private var next: UInt8? { index < text.count ? text[index] : nil }

  private var sign: String {
    next.map { $0 < 0x80 && $0 > 0x20 ? "“\(Character(Unicode.Scalar($0)))”" : "a character" }
      ?? "the end"
  }

  private mutating func skipBlanks() throws(Mistake) {
    while let byte = next {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        index += 1
      } else if text[index...].starts(with: [0xC2, 0xA0]) {
        index += 2
      } else if text[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
        index += 3
      } else if text[index...].starts(with: "//".utf8) {
        index = text[index...].firstIndex(of: 0x0A) ?? text.count
      } else if text[index...].starts(with: "/*".utf8) {
        var end = index + 2
        while end < text.count, !text[end...].starts(with: "*/".utf8) { end += 1 }
        guard end < text.count else { throw mistake("a comment has no end") }
        index = end + 2
      } else {
        return
      }
    }
  }

  private mutating func value() throws(Mistake) {
    try skipBlanks()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw mistake("nested too deeply") }
    switch next {
    case 0x7B: try list(until: 0x7D, isObject: true)
    case 0x5B: try list(until: 0x5D, isObject: false)
    case 0x22, 0x27: try string()
    default: try word(isKey: false)
    }
  }

  private mutating func list(until end: UInt8, isObject: Bool) throws(Mistake) {
    index += 1
    var count = 0
    while true {
      try skipBlanks()
      if next == end { break }
      let start = index
      path.append(isObject ? try key() : String(count))
      count += 1
      note(at: start)
      try value()
      path.removeLast()
      try skipBlanks()
      if next == 0x2C {
        index += 1
      } else if next != end {
        let isEnd = next == nil
        let missing = isEnd ? "“\(Character(Unicode.Scalar(end)))”" : "a comma"
        throw mistake("\(missing) is missing before \(sign)")
      }
    }
    index += 1
  }

  /// Reads a key and its colon; returns the key's name.
  private mutating func key() throws(Mistake) -> String {
    let start = index
    let isQuoted = next == 0x22 || next == 0x27
    if isQuoted { try string() } else { try word(isKey: true) }
    let name = isQuoted ? Self.unescaped(text[start + 1..<index - 1]) : Array(text[start..<index])
    try skipBlanks()
    guard next == 0x3A else { throw mistake("a colon is missing before \(sign)") }
    index += 1
    return String(decoding: name, as: UTF8.self)
  }

  /// A text without its backslashes; escapes by number stay as they are written.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if byte == 0x5C, !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return result
  }

  /// Records that the value at `path` begins here.
  private mutating func note(at start: Int) {
    guard places.lines.count < Self.mostPlaces else { return }
    counted.line += text[counted.index..<start].count { $0 == 0x0A }
    counted.index = start
    if places.lines[path] == nil {
      places.lines[path] = counted.line
    } else {
      places.doubles.append((path, counted.line))
    }
  }

  private mutating func string() throws(Mistake) {
    let quote = next
    let start = index
    index += 1
    while let byte = next, byte != quote, byte != 0x0A {
      // A line end after a backslash is part of the text.
      index += byte == 0x5C ? 2 : 1
    }
    guard next == quote else {
      index = start
      throw mistake("missing closing quote")
    }
    index += 1
  }

  /// A name, `true`, `null` or a number.
  private mutating func word(isKey: Bool) throws(Mistake) {
    let start = index
    while let byte = next, Self.isWord(byte) { index += 1 }
    let word = String(decoding: text[start..<index], as: UTF8.self)
    let isNumber = word.utf8.first.map { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    let isRight =
      isKey
      ? isNumber == false
      : isNumber == true || ["true", "false", "null", "NaN", "Infinity"].contains(word)
    guard !isRight else { return }
    index = start
    guard !word.isEmpty else {
      throw mistake(
        next == nil ? "something is missing before the end" : "\(sign) is out of place")
    }
    throw mistake(isKey ? "“\(word)” is not a name" : "“\(word)” needs quotes")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte >= 0x80 || "+-._$".utf8.contains(byte)
  }
}
