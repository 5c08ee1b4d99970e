/// How a kind of document becomes values and bytes again: all that a format has to write.
package protocol DocumentFormat: Sendable {
  associatedtype Contents: Sendable

  /// What the bytes of a file say; throws `.notItsFormat` where they are none of this kind.
  func contents(from bytes: [UInt8]) throws(FilesError.Reason) -> Contents

  /// The bytes that say it; equal bytes are equal contents.
  func bytes(of contents: Contents) -> [UInt8]

  /// What comes of two changes to the same base, with both in it; nil where they meet and somebody has to choose.
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
