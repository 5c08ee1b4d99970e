import DocumentModel
import Glibc

/// The wall clock where the user is.
package enum LocalTime {
  /// Local seconds since 1970.
  static var now: Int64 { current.seconds + current.zone }

  /// Seconds since 1970, and how far the local time is ahead of UTC.
  package static var current: (seconds: Int64, zone: Int64) {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return (Int64(seconds), Int64(parts.tm_gmtoff))
  }

  /// Returns the local time `2025-01-31T09:05:00` of trash records in seconds since 1970; nil if invalid.
  static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19,
      zip(bytes, "0000-00-00T00:00:00".utf8).allSatisfy({ byte, shape in
        shape == 0x30 ? (0x30...0x39).contains(byte) : byte == shape
      })
    else { return nil }
    func number(_ place: Range<Int>) -> Int64 {
      bytes[place].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var date = CivilTime(year: year, month: month, day: day)
    (date.hour, date.minute, date.second) = (hour, minute, second)
    return date.seconds
  }

  /// `2026-11-21` for seconds since 1970.
  package static func day(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "" }
    func padded(_ number: Int32, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return
      "\(padded(parts.tm_year &+ 1_900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  }
}
