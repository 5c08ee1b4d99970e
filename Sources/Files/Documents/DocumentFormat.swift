/// Converts a type of document to values and back; all that a format has to implement.
package protocol DocumentFormat: Sendable {
  associatedtype Contents: Sendable

  /// Returns the contents of bytes; throws `.notItsFormat` if they are of another type.
  func contents(from bytes: [UInt8]) throws(FilesError.Reason) -> Contents

  /// The bytes that say it; equal bytes are equal contents.
  func bytes(of contents: Contents) -> [UInt8]

  /// Merges two changes to the same base; nil if they conflict.
  func merged(base: Contents, ours: Contents, theirs: Contents) -> Contents?
}

extension DocumentFormat {
  package func merged(base: Contents, ours: Contents, theirs: Contents) -> Contents? { nil }
}

/// Contents with the bytes they are written as.
struct DocumentDraft<Contents: Sendable>: Sendable {
  var contents: Contents
  var bytes: [UInt8]
}
