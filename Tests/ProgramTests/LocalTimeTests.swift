import Testing

@testable import Services

@Suite struct LocalTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00", 0), ("2023-11-14T22:13:20", 1_700_000_000),
    ("2023-11-14 22:13:20", nil), ("2023-13-14T22:13:20", nil), ("2023-11-14T22:13", nil),
    ("", nil),
    ("+023-11-14T22:13:20", nil), ("2023-11--1T22:13:20", nil), ("é023-11-14T22:13:2", nil),
  ]) func trashInfoTimesAreRead(_ text: String, _ seconds: Int?) {
    #expect(LocalTime.seconds(text) == seconds.map(Int64.init))
  }
}
