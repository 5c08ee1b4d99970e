/// The signatures of a document as its file tells them. Certificates and the signers' keys are not checked.
package struct SignatureReport: Sendable, Hashable {
  package var signatures: [DocumentSignature] = []
  /// Signature fields without a signature.
  package var emptyFields = 0
  /// The document is extended for Adobe Reader (`/UR3`; PDF 32000-1, 12.8.2.3).
  package var hasUsageRights = false

  package init() {}

  package var isEmpty: Bool { signatures.isEmpty && emptyFields == 0 && !hasUsageRights }
}

/// One signature of a document.
package struct DocumentSignature: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case approval
    /// Level 1 allows no change, 2 filling in forms and signing, 3 annotations too (PDF 32000-1, table 254).
    case certification(level: Int)
    /// Proves a time, not a person (ETSI EN 319 142-1).
    case timestamp
  }

  /// Whether the signed bytes have the digest that the signature carries.
  package enum DigestCheck: UInt8, Sendable, Hashable, CaseIterable {
    case matches
    case differs
    /// The signature is of a kind that cannot be checked here, or it is malformed.
    case unchecked
  }

  /// The full name of its field.
  package var field = ""
  /// Claimed: the certificate's common name, else the name in the signature; empty where there is none.
  package var signer = ""
  package var reason = ""
  /// Claimed, in seconds since 1970-01-01 UTC.
  package var moment: Int64?
  package var kind = Kind.approval
  package var digest = DigestCheck.unchecked
  /// As `SHA-256`; empty where it is not known.
  package var algorithm = ""
  package var changes = LaterChanges()

  package init() {}
}

/// How a document differs from what a signature covers.
package struct LaterChanges: Sendable, Hashable {
  /// Bytes of the file behind the signed ones.
  package var byteCount = 0
  package var annotationsAdded = 0
  package var annotationsChanged = 0
  package var annotationsRemoved = 0
  package var fieldsFilled = 0
  package var signaturesAdded = 0
  package var pagesChanged = 0
  /// Objects of any other kind that were changed.
  package var others = 0
  /// All of the file was compared.
  package var isComplete = true

  package init() {}

  /// Whether something of the document is another than what was signed.
  package var isAny: Bool { counts.contains { $0 > 0 } || !isComplete }

  /// All counts of changes in their order.
  package var counts: [Int] {
    [
      annotationsAdded, annotationsChanged, annotationsRemoved, fieldsFilled, signaturesAdded,
      pagesChanged, others,
    ]
  }
}
