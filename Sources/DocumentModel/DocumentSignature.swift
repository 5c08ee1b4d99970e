/// The signatures of a document as stated in its file. Certificates and the signers' keys are not verified.
package struct SignatureReport: Sendable, Hashable {
  package var signatures: [DocumentSignature] = []
  /// The number of signature fields without a signature.
  package var emptyFields = 0
  /// Whether the document has usage rights for Adobe Reader (`/UR3`; PDF 32000-1, 12.8.2.3).
  package var hasUsageRights = false

  package init() {}

  /// Whether signed bytes were changed.
  package var isBroken: Bool { signatures.contains { $0.digest == .differs } }
}

package struct DocumentSignature: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case approval
    /// Level 1 allows no change, 2 filling in forms and signing, 3 annotations too (PDF 32000-1, table 254).
    case certification(level: Int)
    /// Proves a time, not a person (ETSI EN 319 142-1).
    case timestamp
  }

  /// Whether the digest of the signed bytes matches the one in the signature.
  package enum DigestCheck: UInt8, Sendable, Hashable, CaseIterable {
    case matches
    case differs
    /// The signature is malformed or of a kind Recto cannot check.
    case unchecked
  }

  /// The full name of its field.
  package var field = ""
  /// Claimed: the certificate's common name, else the name in the signature; empty if there is none.
  package var signer = ""
  package var reason = ""
  /// Claimed, in seconds since 1970-01-01 UTC.
  package var moment: Int64?
  package var kind = Kind.approval
  package var digest = DigestCheck.unchecked
  /// The digest algorithm, such as `SHA-256`; empty if not known.
  package var algorithm = ""
  package var changes = LaterChanges()
  /// Whether only an older revision of the file has it: its field was removed later.
  package var isRemoved = false

  package init() {}
}

/// The differences between a document and the part that a signature covers.
package struct LaterChanges: Sendable, Hashable {
  /// The number of bytes of the file after the signed ones.
  package var byteCount = 0
  package var annotationsAdded = 0
  package var annotationsChanged = 0
  package var annotationsRemoved = 0
  package var fieldsFilled = 0
  /// The number of fields that the form no longer lists.
  package var fieldsRemoved = 0
  package var signaturesAdded = 0
  package var pagesAdded = 0
  package var pagesChanged = 0
  package var pagesRemoved = 0
  /// Whether pages that remain come in another order.
  package var arePagesMoved = false
  /// The number of other changed objects.
  package var others = 0
  /// Whether the whole file was compared.
  package var isComplete = true

  package init() {}

  /// Whether anything differs from what was signed, or the comparison is incomplete.
  package var isAny: Bool { counts.contains { $0 > 0 } || arePagesMoved || !isComplete }

  /// All counts of changes.
  package var counts: [Int] { Self.counted.map { self[keyPath: $0] } }

  /// The counts in the order in which they are sent.
  package static let counted: [any WritableKeyPath<Self, Int> & Sendable] = [
    \.annotationsAdded, \.annotationsChanged, \.annotationsRemoved, \.fieldsFilled, \.fieldsRemoved,
    \.signaturesAdded, \.pagesAdded, \.pagesChanged, \.pagesRemoved, \.others,
  ]
}
