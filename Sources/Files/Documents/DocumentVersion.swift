/// What the contents of a document were at a moment.
package struct DocumentVersion<Contents: Sendable>: Sendable {
  package var contents: Contents
  /// In bytes.
  var size: Int
  package var time: ContinuousClock.Instant
}
