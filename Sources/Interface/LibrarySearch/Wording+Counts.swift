extension Wording {
  /// A number with a comma before each three digits, as `1,204`.
  static func number(_ count: Int) -> String {
    let digits = String(count.magnitude)
    var text = count < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// As `1 hit`, `1,204 hits`.
  package static func count(_ count: Int, _ noun: String) -> String {
    number(count) + " " + noun + (count == 1 ? "" : "s")
  }
}
