import DocumentModel
import Foundation
import Testing

@Suite struct CivilTimeTests {
  @Test(
    arguments: [-62_135_596_800, -1, 0, 951_782_400, 1_709_251_199, 253_402_300_799] as [Int64])
  func secondsConvertToDatesAndBack(_ seconds: Int64) throws {
    let date = CivilTime(seconds: seconds)
    #expect(date.seconds == seconds)
    var time = time_t(seconds)
    var parts = tm()
    try #require(gmtime_r(&time, &parts) != nil)
    #expect(date.year == Int64(parts.tm_year) + 1_900 && date.month == Int64(parts.tm_mon) + 1)
    #expect(date.day == Int64(parts.tm_mday) && date.hour == Int64(parts.tm_hour))
    #expect(date.minute == Int64(parts.tm_min) && date.second == Int64(parts.tm_sec))
  }

  @Test func extremeSecondsAreAccepted() {
    #expect(CivilTime(seconds: .max).month <= 12 && CivilTime(seconds: .min).hour < 24)
    #expect(CivilTime(year: 2_024, month: 2, day: 29).seconds == 1_709_164_800)
    #expect(CivilTime(year: 2_023, month: 2, day: 30).seconds == 1_677_715_200)
  }
}
