/// A file name that every file system accepts and every program displays unchanged.
package struct SafeFileName: Sendable, Hashable {
  /// Without the extension.
  private let stem: String
  /// With its dot; empty if there is none.
  private let ending: String

  /// The limit of most file systems in bytes.
  private static let most = 255

  /// Text after the last dot is the extension if it is short.
  package init(_ requested: String) {
    let clean = Self.clean(requested)
    let dot = clean.lastIndex(of: ".")
    let ending = dot.map { String(clean[$0...]) } ?? ""
    let hasEnding =
      ending.utf8.count > 1 && ending.utf8.count <= 12 && !ending.contains(" ")
      && dot != clean.startIndex
    self.ending = hasEnding ? ending : ""
    let stem = Self.trimmed(hasEnding ? String(clean.dropLast(ending.count)) : clean)
    self.stem = stem.isEmpty ? "Untitled" : stem
  }

  /// Returns the name, or the first of `name 2`, `name 3` … that is not taken.
  package func unused(_ isTaken: (String) -> Bool) -> String {
    var number = 1
    while true {
      let mark = number == 1 ? ending : " \(number)" + ending
      let name = Self.cut(stem, to: Self.most - mark.utf8.count) + mark
      if !isTaken(name) { return name }
      number += 1
    }
  }

  /// Replaces slashes, characters other systems forbid, controls and invisible direction marks by blanks.
  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isForbidden =
        "/\\:*?\"<>|".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
        || scalar.properties.isDefaultIgnorableCodePoint || PathBytes.isByte(scalar)
        || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      if !isForbidden {
        clean.append(scalar)
      } else if let last = clean.last, last != " " {
        clean.append(" ")
      }
    }
    return trimmed(String(clean))
  }

  /// Removes blanks at both ends, leading dots and dashes (which hide a file or make it an option) and trailing dots.
  private static func trimmed(_ text: String) -> String {
    // By scalars: a combining mark after a dot forms one character with it, but the dot still hides the file.
    let start = text.unicodeScalars.drop { " .-~".unicodeScalars.contains($0) }
    guard let last = start.lastIndex(where: { !" .".unicodeScalars.contains($0) }) else {
      return ""
    }
    return String(start[...last])
  }

  private static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var cut = ""
    for character in text {
      guard cut.utf8.count + character.utf8.count <= bytes else { break }
      cut.append(character)
    }
    return trimmed(cut)
  }
}
