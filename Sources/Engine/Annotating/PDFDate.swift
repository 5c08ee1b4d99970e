/// Dates of a PDF (PDF 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`, where everything after the year is optional.
enum PDFDate {
  /// Returns seconds since 1970-01-01 UTC; nil if it is no date. A date without a time zone counts as UTC.
  static func seconds(_ bytes: [UInt8]) -> Int64? {
    var rest = bytes[...]
    if rest.starts(with: [0x44, 0x3A]) { rest = rest.dropFirst(2) }
    guard let year = take(4, &rest) else { return nil }
    let month = take(2, &rest) ?? 1
    let day = take(2, &rest) ?? 1
    let hour = take(2, &rest) ?? 0
    let minute = take(2, &rest) ?? 0
    let second = take(2, &rest) ?? 0
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var offset: Int64 = 0
    if let sign = rest.first, sign == 0x2B || sign == 0x2D {
      rest = rest.dropFirst()
      let hours = take(2, &rest) ?? 0
      if rest.first == 0x27 { rest = rest.dropFirst() }
      let minutes = take(2, &rest) ?? 0
      guard hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * 60 * (sign == 0x2B ? 1 : -1)
    }
    return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset
  }

  /// Formats seconds since 1970-01-01 as a date in UTC.
  static func text(_ seconds: Int64) -> [UInt8] {
    let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let day = bounded >= 0 ? bounded / 86_400 : (bounded - 86_399) / 86_400
    let rest = bounded - day * 86_400
    let (year, month, date) = civil(day)
    let parts = [
      padded(year, 4), padded(month, 2), padded(date, 2), padded(rest / 3_600, 2),
      padded(rest / 60 % 60, 2), padded(rest % 60, 2),
    ]
    return Array(("D:" + parts.joined() + "Z").utf8)
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func padded(_ value: Int64, _ count: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Returns days since 1970-01-01 in the Gregorian calendar. Years begin in March here, so that the leap day is the last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let inEra = shifted - era * 400
    let inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let inEra = shifted - era * 146_097
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    return (
      year + era * 400 + (civil <= 2 ? 1 : 0), civil, inYear - (153 * month + 2) / 5 + 1
    )
  }
}
