import Foundation

/// Whether tests run with a sanitizer, by what `.ci/sanitize` sets.
package enum Sanitizer {
  /// Everything takes several times the time and the memory: limits mean nothing.
  package static let isOn = ProcessInfo.processInfo.environment["RECTO_SANITIZED"] != nil

  /// Environment that programs under test need, besides what a test gives them.
  package static var environment: [String: String] {
    let names = ["LD_PRELOAD", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    return isOn ? ProcessInfo.processInfo.environment.filter { names.contains($0.key) } : [:]
  }
}
