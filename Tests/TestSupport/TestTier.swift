import Foundation

/// Which tests run: `RECTO_TESTS=short` skips real collections, hazards and endless documents, which take minutes by design.
package enum TestTier {
  package static let runsLong = ProcessInfo.processInfo.environment["RECTO_TESTS"] != "short"
}
