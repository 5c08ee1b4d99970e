/// A number format of a spreadsheet, as far as it changes the text of a value (ECMA-376-1, 18.8.31).
struct SheetNumberFormat: Equatable {
  private enum Kind { case general, number, date, time, dateTime, elapsed }

  private var kind = Kind.general
  private var decimals = 0
  private var isGrouped = false
  private var isPercent = false
  private var prefix = ""
  private var suffix = ""
  /// Around negative numbers, which have no sign then; nil if they have one.
  private var negative: Edges?

  private struct Edges: Equatable {
    var prefix: String
    var suffix: String
  }

  private static let builtIn: [Int: String] = [
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "y-m-d", 15: "d-m-y",
    16: "d-m", 17: "m-y", 18: "h:m", 19: "h:m:s", 20: "h:m", 21: "h:m:s", 22: "y-m-d h:m",
    37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)", 45: "h:m:s", 46: "[h]:m:s",
    47: "h:m:s", 27: "y-m-d", 28: "y-m-d", 29: "y-m-d", 30: "y-m-d", 31: "y-m-d", 32: "h:m",
    33: "h:m:s", 34: "h:m", 35: "h:m:s", 36: "y-m-d", 50: "y-m-d", 51: "y-m-d", 52: "y-m-d",
    53: "y-m-d", 54: "y-m-d", 55: "h:m", 56: "h:m:s", 57: "y-m-d", 58: "y-m-d",
  ]
  private static let most = 100_000

  /// Reads the formats of cells by their style.
  static func read(_ root: MarkupNode?) -> [SheetNumberFormat] {
    guard let root else { return [] }
    var codes = builtIn
    for node in root.child("numFmts")?.children("numFmt").map(\.self) ?? [] {
      if let id = node["numFmtId"].flatMap({ Int($0) }) { codes[id] = node["formatCode"] }
    }
    let styles = root.child("cellXfs")?.children("xf").prefix(most).map(\.self) ?? []
    return styles.map { style in
      SheetNumberFormat(style["numFmtId"].flatMap { Int($0) }.flatMap { codes[$0] } ?? "")
    }
  }

  /// Reads a format code; its first section is that of positive numbers, the second that of negative ones.
  init(_ code: String) {
    var rest = code.prefix(256)
    let parts = Self.takeParts(of: &rest)
    let second = Self.takeParts(of: &rest)
    let letters = parts.places.lowercased()
    guard !letters.contains("general"), !letters.isEmpty, !letters.contains("@") else { return }
    let hasTime = letters.contains { "hs".contains($0) }
    let hasDate = letters.contains { "yd".contains($0) } || letters.contains("m") && !hasTime
    if parts.isElapsed {
      kind = .elapsed
    } else if hasDate || hasTime {
      kind = hasDate ? hasTime ? .dateTime : .date : .time
    } else if letters.contains(where: { "0#?".contains($0) }), !letters.contains("e") {
      kind = .number
      let fraction = letters.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
        .first
      decimals = min(15, fraction?.count { "0#?".contains($0) } ?? 0)
      isGrouped = letters.contains(",")
      isPercent = letters.contains("%")
      (prefix, suffix) = (parts.prefix, parts.suffix)
      if !second.places.isEmpty { negative = Edges(prefix: second.prefix, suffix: second.suffix) }
    }
  }

  private typealias Parts = (places: String, prefix: String, suffix: String, isElapsed: Bool)

  /// Takes a section from a code, and separates the places of digits or parts of dates from literal text.
  private static func takeParts(of rest: inout Substring) -> Parts {
    var parts: Parts = ("", "", "", false)
    func add(_ text: some StringProtocol) {
      if parts.places.isEmpty { parts.prefix += text } else { parts.suffix += text }
    }
    while let character = rest.popFirst(), character != ";" {
      switch character {
      case "\"":
        add(rest.prefix { $0 != "\"" })
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }
        rest = rest.drop { $0 != "]" }.dropFirst()
        if inner.hasPrefix("$") { add(inner.dropFirst().prefix { $0 != "-" }) }
        parts.isElapsed =
          parts.isElapsed || ["h", "hh", "m", "mm", "s", "ss"].contains(inner.lowercased())
      case "\\": if let literal = rest.popFirst() { add(String(literal)) }
      case "_", "*": _ = rest.popFirst()
      case "$", "€", "£", "¥", " ", "(", ")": add(String(character))
      case _ where "-+".contains(character) && parts.places.isEmpty: add(String(character))
      default: parts.places.append(character)
      }
    }
    return parts
  }

  func text(_ value: Double, isFrom1904: Bool) -> String {
    switch kind {
    case .general: return Self.general(value)
    case .number:
      let number = Self.fixed(isPercent ? value * 100 : value, decimals, isGrouped: isGrouped)
      let sign = number.hasPrefix("-") ? "-" : ""
      let digits = number.dropFirst(sign.count) + (isPercent ? "%" : "")
      if !sign.isEmpty, let negative { return negative.prefix + digits + negative.suffix }
      return sign + prefix + digits + suffix
    case .elapsed: return Self.elapsed(value) ?? Self.general(value)
    case .date, .time, .dateTime:
      guard let (date, time) = Self.moment(value, isFrom1904: isFrom1904) else {
        return Self.general(value)
      }
      return kind == .date ? date : kind == .time ? time : "\(date) \(time)"
    }
  }

  // MARK: numbers

  /// Whole numbers have no point; others have the digits that distinguish them, up to fifteen.
  private static func general(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    guard abs(value) < 1e15, abs(value) >= 1e-4 else { return "\(value)" }
    var scale = 1.0
    while abs(value) * scale < 1e14 { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }

  private static func fixed(_ value: Double, _ decimals: Int, isGrouped: Bool) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e18 else { return "\(value)" }
    var digits = String(Int(scaled))
    if digits.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
    }
    var whole = String(digits.dropLast(decimals))
    if isGrouped {
      for place in stride(from: whole.count - 3, to: 0, by: -3) {
        whole.insert(",", at: whole.index(whole.startIndex, offsetBy: place))
      }
    }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + whole + (decimals > 0 ? "." + digits.suffix(decimals) : "")
  }

  // MARK: dates

  private static let lastDay = 2_958_466.0

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  private static func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
    return rest == 0 ? text : "\(text):\(two(rest))"
  }

  private static func elapsed(_ value: Double) -> String? {
    guard value >= 0, value < lastDay else { return nil }
    return clock(Int((value * 86_400).rounded()))
  }

  /// Returns the date and the time of a serial number of days; nil if it is out of range.
  private static func moment(_ value: Double, isFrom1904: Bool) -> (date: String, time: String)? {
    guard value >= 0, value < lastDay else { return nil }
    let seconds = Int((value * 86_400).rounded())
    var day = seconds / 86_400
    // Day 60 of 1900 is a 29 February that there was not (ECMA-376-1, 18.17.4.1).
    if isFrom1904 { day += 1_462 } else if day < 60 { day += 1 }
    let (year, month, date) = civil(day - 25_569)
    return ("\(year)-\(two(month))-\(two(date))", clock(seconds % 86_400))
  }

  /// Returns the date of a day counted from 1970 in the Gregorian calendar.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1
    )
  }
}
