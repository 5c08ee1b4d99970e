import DocumentModel

/// Dates of a PDF (PDF 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`, where everything after the year is optional.
enum PDFDate {
  /// Returns seconds since 1970-01-01 UTC; nil if it is no date. A date without a time zone counts as UTC.
  static func seconds(_ bytes: [UInt8]) -> Int64? {
    var rest = bytes[...]
    if rest.starts(with: [0x44, 0x3A]) { rest = rest.dropFirst(2) }
    // Acrobat Distiller 3 wrote the years from 2000 on as 19100, 19101 …
    let isLong = rest.starts(with: Array("191".utf8)) && rest.prefix(15).allSatisfy(isDigit)
    let count = isLong && rest.count >= 15 ? 5 : 4
    guard let written = take(count, &rest) else { return nil }
    let year = count == 5 ? written - 17_100 : written
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
    var date = CivilTime(year: year, month: month, day: day)
    (date.hour, date.minute, date.second) = (hour, minute, second)
    return date.seconds - offset
  }

  /// Formats seconds since 1970-01-01 as a date in UTC.
  static func text(_ seconds: Int64) -> [UInt8] {
    // The years 1 to 9999.
    let date = CivilTime(seconds: min(max(seconds, -62_135_596_800), 253_402_300_799))
    let parts = [
      padded(date.year, 4), padded(date.month, 2), padded(date.day, 2), padded(date.hour, 2),
      padded(date.minute, 2), padded(date.second, 2),
    ]
    return Array(("D:" + parts.joined() + "Z").utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func padded(_ value: Int64, _ count: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
