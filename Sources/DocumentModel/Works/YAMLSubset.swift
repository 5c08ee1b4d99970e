/// The values of a YAML text in the subset that front matter and papis use: `key: value`, `key: [a, b]`, and `- value` below a key.
package struct YAMLSubset: Sendable {
  package private(set) var values: [String: [String]] = [:]
  private var key = ""
  /// A value that further lines may continue.
  private var open: Substring?

  package init() {}

  /// Reads lines; call `finish` after the last.
  package mutating func take(_ line: String) {
    let trimmed = line.drop { $0 == " " }
    if trimmed.hasPrefix("- "), !key.isEmpty {
      finish()
      open = trimmed.dropFirst(2)
    } else if let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false,
      !trimmed.hasPrefix("#")
    {
      finish()
      key = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if value.hasPrefix("["), value.hasSuffix("]") {
        for part in value.dropFirst().dropLast().split(separator: ",") { add(part) }
      } else if !value.isEmpty {
        open = [">", "|", ">-", "|-"].contains(String(value)) ? "" : value
      }
    } else if let value = open, line.first == " ", !trimmed.isEmpty, value.count < Self.longest,
      value.first == "\"" || value.first == "'" || !trimmed.contains(": ")
    {
      open = value.isEmpty ? trimmed : Substring(value + " " + trimmed)
    }
  }

  /// In characters.
  private static let longest = 10_000

  package mutating func finish() {
    if let value = open { add(value) }
    open = nil
  }

  private mutating func add(_ text: Substring) {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      text = text.dropFirst().dropLast()
      if quote == "'" { text = Substring(text.replacing("''", with: "'")) }
    }
    if !text.isEmpty { values[key, default: []].append(String(text)) }
  }

  /// Returns the value of the first existing key, separated by commas.
  package func words(_ keys: String...) -> String {
    keys.lazy.compactMap { values[$0] }.first?.joined(separator: ", ") ?? ""
  }
}
