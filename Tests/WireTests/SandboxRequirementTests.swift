import Testing
import Wire

@Suite struct SandboxRequirementTests {
  @Test(
    arguments: [
      (nil, false), ("", false), ("0", false), ("1", true), ("yes", true), ("00", true),
      (" ", true),
    ] as [(String?, Bool)]) func anyValueButEmptyAndZeroRequiresTheSandbox(
      _ value: String?, _ isMade: Bool
    )
  {
    #expect(SandboxRequirement.isMade(by: value) == isMade)
  }
}
