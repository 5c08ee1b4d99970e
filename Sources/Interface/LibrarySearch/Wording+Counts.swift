extension Wording {
  /// Returns a number with thousands separators, such as `1,204`.
  static func number(_ count: Int) -> String {
    let digits = String(count.magnitude)
    var text = count < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns a number with a noun, such as `1 hit` or `1,204 hits`.
  package static func count(_ count: Int, _ noun: String) -> String {
    number(count) + " " + noun + (count == 1 ? "" : "s")
  }
}
