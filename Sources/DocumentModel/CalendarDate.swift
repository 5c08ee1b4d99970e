/// Dates without a calendar library: the proleptic Gregorian calendar in UTC.
package enum CalendarDate {
  /// `2026-11-21 14:05 UTC` for seconds since 1970.
  package static func text(_ seconds: Int64) -> String { local(seconds) + " UTC" }

  /// `2026-11-21 14:05` for local seconds since 1970.
  package static func local(_ seconds: Int64) -> String {
    let days =
      Int(seconds.quotientAndRemainder(dividingBy: 86_400).quotient)
      - (seconds % 86_400 < 0 ? 1 : 0)
    let rest = Int(seconds - Int64(days) * 86_400)
    let (year, month, day) = civil(days)
    return "\(year)-\(two(month))-\(two(day)) \(two(rest / 3_600)):\(two(rest / 60 % 60))"
  }

  /// A date as lists show it, by how far it lies back: `14:05`, `Mon`, `12 Mar`, `Mar 2024`; both are local seconds since 1970.
  package static func short(_ seconds: Int64, now: Int64) -> String {
    let day = floorDays(seconds)
    let today = floorDays(now)
    let (year, month, dayOfMonth) = civil(day)
    let name = months[month - 1]
    switch today - day {
    case 0:
      let rest = Int(seconds - Int64(day) * 86_400)
      return "\(two(rest / 3_600)):\(two(rest / 60 % 60))"
    // 1970-01-01 was a Thursday.
    case 1...6: return weekdays[((day + 3) % 7 + 7) % 7]
    case 7...300: return "\(dayOfMonth) \(name)"
    default: return civil(today).0 == year ? "\(dayOfMonth) \(name)" : "\(name) \(year)"
    }
  }

  /// Whether local seconds since 1970 are of one day.
  package static func isSameDay(_ one: Int64, _ other: Int64) -> Bool {
    floorDays(one) == floorDays(other)
  }

  /// The year of local seconds since 1970.
  package static func year(_ seconds: Int64) -> Int { civil(floorDays(seconds)).0 }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func floorDays(_ seconds: Int64) -> Int {
    Int(seconds.quotientAndRemainder(dividingBy: 86_400).quotient) - (seconds % 86_400 < 0 ? 1 : 0)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Year, month and day of a day counted from 1970-01-01 (Howard Hinnant's `civil_from_days`).
  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
  }
}
