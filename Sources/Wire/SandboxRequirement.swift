/// The requirement that nothing be read if the kernel lacks a part of the sandbox, from the environment.
package enum SandboxRequirement {
  /// For this program's workers and its child programs.
  package static let variable = "RECTO_REQUIRE_SANDBOX"

  /// Whether the variable's value makes it; none, an empty one and `0` do not.
  package static func isMade(by value: String?) -> Bool {
    guard let value else { return false }
    return !value.isEmpty && value != "0"
  }
}
