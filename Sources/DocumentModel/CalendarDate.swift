/// Dates as the screen shows them, in the Gregorian calendar.
package enum CalendarDate {
  /// The seconds from 1970 to the year 10000, whose dates no PDF has.
  private static let last: Int64 = 253_402_300_800

  /// Limits seconds since 1970 that others have sent: sums with larger ones overflow.
  package static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, -last), last) }

  /// `2026-11-21 14:05 UTC` for seconds since 1970.
  package static func text(_ seconds: Int64) -> String { local(seconds) + " UTC" }

  /// `2026-11-21 14:05` for local seconds since 1970.
  package static func local(_ seconds: Int64) -> String {
    let date = CivilTime(seconds: seconds)
    return "\(date.year)-\(two(date.month))-\(two(date.day)) \(time(date))"
  }

  /// `2026-11-21` for local seconds since 1970.
  package static func isoDay(_ seconds: Int64) -> String { String(local(seconds).prefix(10)) }

  /// A date as lists show it, by how far it lies back: `14:05`, `Mon`, `12 Mar`, `Mar 2024`; both are local seconds since 1970.
  package static func short(_ seconds: Int64, now: Int64) -> String {
    let date = CivilTime(seconds: seconds)
    let name = months[Int(date.month) - 1]
    let day = CivilTime.days(ofSeconds: seconds)
    switch CivilTime.days(ofSeconds: now) - day {
    case 0: return time(date)
    // 1970-01-01 was a Thursday.
    case 1...6: return weekdays[Int(((day + 3) % 7 + 7) % 7)]
    case 7...300: return "\(date.day) \(name)"
    default:
      let isThisYear = date.year == CivilTime(seconds: now).year
      return isThisYear ? "\(date.day) \(name)" : "\(name) \(date.year)"
    }
  }

  /// `3 May`, or `3 May 2025` in another year than `now`; both are local seconds since 1970.
  package static func day(_ seconds: Int64, now: Int64) -> String {
    let date = CivilTime(seconds: seconds)
    let day = "\(date.day) \(months[Int(date.month) - 1])"
    return date.year == CivilTime(seconds: now).year ? day : "\(day) \(date.year)"
  }

  /// Whether local seconds since 1970 are of one day.
  package static func isSameDay(_ one: Int64, _ other: Int64) -> Bool {
    CivilTime.days(ofSeconds: one) == CivilTime.days(ofSeconds: other)
  }

  /// The year of local seconds since 1970.
  package static func year(_ seconds: Int64) -> Int { Int(CivilTime(seconds: seconds).year) }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func time(_ date: CivilTime) -> String {
    "\(two(date.hour)):\(two(date.minute))"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}
