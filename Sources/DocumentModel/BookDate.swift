/// Dates as books, office documents and annotations have them (ISO 8601).
package enum BookDate {
  /// Returns seconds since 1970 of `2011-05-03T10:00:00Z`, `2011-05-03`, `2011-05` or `2011`; other time zones are taken for UTC. Nil for all other texts.
  package static func seconds(_ text: String) -> Int64? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int64($0) ?? 0 }
    let date = numbers.prefix(3) + [1, 1]
    guard (1_000...9_999).contains(date[0]), (1...12).contains(date[1]), date.count > 2,
      (1...31).contains(date[2])
    else { return nil }
    var time = CivilTime(year: date[0], month: date[1], day: date[2])
    if numbers.count >= 6, (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
      (0...60).contains(numbers[5])
    {
      (time.hour, time.minute, time.second) = (numbers[3], numbers[4], numbers[5])
    }
    return time.seconds
  }

  /// Returns `2011-05-03T10:00:00Z`.
  package static func text(_ seconds: Int64) -> String {
    let time = CivilTime(seconds: seconds)
    func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(time.year)-\(digits(time.month))-\(digits(time.day))T"
      + "\(digits(time.hour)):\(digits(time.minute)):\(digits(time.second))Z"
  }
}
