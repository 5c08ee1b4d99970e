import Testing
import Wire

@Suite struct CageDemandTests {
  @Test(
    arguments: [
      (nil, false), ("", false), ("0", false), ("1", true), ("yes", true), ("00", true),
      (" ", true),
    ] as [(String?, Bool)]) func itIsMadeByAllButNothingAndZero(_ value: String?, _ isMade: Bool)
  {
    #expect(CageDemand.isMade(by: value) == isMade)
  }
}
