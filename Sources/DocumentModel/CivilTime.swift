/// A moment in the proleptic Gregorian calendar, without a time zone.
package struct CivilTime: Sendable, Equatable {
  package var year: Int64
  /// 1 to 12.
  package var month: Int64
  /// 1 to 31.
  package var day: Int64
  package var hour: Int64 = 0
  package var minute: Int64 = 0
  package var second: Int64 = 0

  private static let secondsOfDay: Int64 = 86_400
  /// Days from 0000-03-01 to 1970-01-01. Years begin in March here, so that the leap day is the last.
  private static let daysBefore1970: Int64 = 719_468
  private static let daysOfEra: Int64 = 146_097

  package init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Seconds since 1970-01-01 00:00 (Howard Hinnant's `civil_from_days`).
  package init(seconds: Int64) {
    let days = Self.days(ofSeconds: seconds)
    // Wraps twice for the least number, and is right.
    let rest = seconds &- days &* Self.secondsOfDay
    let shifted = days + Self.daysBefore1970
    let era = Self.floored(shifted, Self.daysOfEra)
    let inEra = shifted - era * Self.daysOfEra
    let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * inYear + 2) / 153
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = inYear - (153 * fromMarch + 2) / 5 + 1
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
  }

  /// Seconds since 1970-01-01 00:00; a day beyond the month's end counts into the next month.
  package var seconds: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.floored(shifted, 400)
    let inEra = shifted - era * 400
    let inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days =
      era * Self.daysOfEra + inEra * 365 + inEra / 4 - inEra / 100 + inYear - Self.daysBefore1970
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// Returns the number of whole days since 1970-01-01, negative before.
  package static func days(ofSeconds seconds: Int64) -> Int64 { floored(seconds, secondsOfDay) }

  private static func floored(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
