/// A JSON value to be written (RFC 8259); names keep their order.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// Returns the members that name a page, its number in the file and its label; null for nil, as in a text.
  package static func page(_ page: Int?, label: String) -> [(String, JSON)] {
    [
      ("page", page.map { .count($0 + 1) } ?? .null),
      (
        "label",
        page.map { .string(PageName.shown(page: $0, label: label)) }
          ?? (label.isEmpty ? .null : .string(label))
      ),
    ]
  }

  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): JSON.number(value)
    case .string(let value): JSON.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let pairs):
      "{" + pairs.map { JSON.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
    }
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return String((value * 1_000).rounded() / 1_000)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      // JSON allows those from 0x7F unescaped, but terminals interpret them.
      case _
      where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || CleanText.line(String(scalar)).isEmpty:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      // JSON is UTF-8 (RFC 8259, 8.1).
      case _ where PathBytes.isByte(scalar): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSON {
  /// Returns the string, or null if it is empty.
  package static func text(_ value: String) -> JSON { value.isEmpty ? .null : .string(value) }

  package static func count(_ value: Int) -> JSON { .number(Double(value)) }
}

extension JSON: Hashable {
  /// Two values are equal if they are written alike.
  package static func == (one: JSON, other: JSON) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSON {
  /// Makes the value that was read; members in alphabetical order.
  package init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let number): .number(Double(number))
      case .number(let number): .number(number)
      case .text(let text): .string(text)
      case .list(let values): .array(values.map { JSON($0) })
      case .object(let members):
        .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
      }
  }
}
