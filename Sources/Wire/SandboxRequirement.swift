/// The request that nothing be read where the kernel lacks a part of the cage, as the environment tells it.
package enum SandboxRequirement {
  /// For this program's workers, and for what it starts.
  package static let variable = "RECTO_REQUIRE_SANDBOX"

  /// Whether the variable's value makes it; none, an empty one and `0` do not.
  package static func isMade(by value: String?) -> Bool {
    guard let value else { return false }
    return !value.isEmpty && value != "0"
  }
}
