import DocumentModel
import Glibc
import Interface

/// The wall clock where the user is.
enum LocalTime {
  /// Tells the state what time it is, and how far that is ahead of UTC.
  static func set(_ state: inout State) { (state.now, state.zone) = current }

  /// Local seconds since 1970.
  static var now: Int64 { current.seconds + current.zone }

  private static var current: (seconds: Int64, zone: Int64) {
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
}
