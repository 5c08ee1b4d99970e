import Glibc

/// The wall clock where the user is.
package enum LocalTime {
  /// Returns the local time `2025-01-31T09:05:00` of trash records in seconds since 1970; nil if invalid.
  static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19,
      zip(bytes, "0000-00-00T00:00:00".utf8).allSatisfy({ byte, shape in
        shape == 0x30 ? (0x30...0x39).contains(byte) : byte == shape
      })
    else { return nil }
    func number(_ place: Range<Int>) -> Int32 {
      bytes[place].reduce(0) { $0 * 10 + Int32($1 - 0x30) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, month - 1, day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
    return Int64(timegm(&parts))
  }
}
