import Foundation

/// Whether tests run with a sanitizer, by what `.ci/sanitize` sets.
package enum Sanitizer {
  /// Everything takes several times the time and the memory: what is held against figures means nothing.
  package static let isOn = ProcessInfo.processInfo.environment["RECTO_SANITIZED"] != nil
}
