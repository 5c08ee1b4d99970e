/// The contents of a document at one moment.
package struct DocumentVersion<Contents: Sendable>: Sendable {
  package var contents: Contents
  /// In bytes.
  var size: Int
  package var time: ContinuousClock.Instant
}
