/// A field of WordprocessingML: an instruction, and the text that is its result (ECMA-376-1, 17.16).
struct WordField {
  var instruction = ""
  /// Whether the instruction is complete, and the result follows.
  var isInResult = false
  var link: OfficeElement?

  private static let references: Set<String> = ["REF", "PAGEREF", "NOTEREF"]
  private static let longest = 10_000

  mutating func add(_ text: String) {
    if instruction.utf8.count < Self.longest { instruction += text }
  }

  /// Ends the instruction.
  mutating func endInstruction() {
    guard !isInResult else { return }
    isInResult = true
    link = Self.address(instruction).map { OfficeElement("a", [("href", $0)]) }
  }

  /// Returns the address that an instruction links its result to.
  static func address(_ instruction: String) -> String? {
    let words = words(instruction)
    guard let command = words.first?.uppercased() else { return nil }
    if references.contains(command) {
      guard words.count > 1, words.contains(where: { $0.lowercased() == "\\h" }) else { return nil }
      return "#" + words[1]
    }
    guard command == "HYPERLINK" else { return nil }
    var (address, anchor) = ("", "")
    var at = 1
    while at < words.count {
      switch words[at].lowercased() {
      case "\\l":
        at += 1
        if at < words.count { anchor = "#" + words[at] }
      case "\\o", "\\t": at += 1
      case let word where word.hasPrefix("\\"): break
      default: if address.isEmpty { address = words[at] }
      }
      at += 1
    }
    return address.isEmpty && anchor.isEmpty ? nil : address + anchor
  }

  /// Splits an instruction at its blanks, but not in quotation marks; a backslash before a quotation mark escapes it.
  private static func words(_ instruction: String) -> [String] {
    var words: [String] = []
    var word = ""
    var (isQuoted, wasQuoted, isEscaped) = (false, false, false)
    for character in instruction {
      if character == "\"", !isEscaped {
        isQuoted.toggle()
        wasQuoted = true
      } else if character.isWhitespace, !isQuoted {
        if !word.isEmpty || wasQuoted { words.append(word) }
        (word, wasQuoted) = ("", false)
      } else if isQuoted, isEscaped, character == "\\" {
        isEscaped = false
        continue
      } else {
        if isEscaped, isQuoted, character == "\"" { word.removeLast() }
        word.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if !word.isEmpty || wasQuoted { words.append(word) }
    return words
  }
}
