import Services
import Testing

@Suite struct SandboxStringsTests {
  /// A worker stays in the PID namespace of its parent.
  @Test func noPIDNamespaceIsClaimed() {
    #expect(!SandboxStrings.namespaces(isGiven: true).contains("PID"))
    #expect(SandboxStrings.namespaces(isGiven: true).contains("mount"))
  }
}
