import DocumentModel
import Interface
import Services
import Wire

/// The signatures of a document for `recto info --json`.
enum SignatureJSON {
  static func object(_ signature: DocumentSignature) -> JSON {
    let kind =
      switch signature.kind {
      case .approval: "approval"
      case .certification: "certification"
      case .timestamp: "timestamp"
      }
    let changes = signature.changes
    return .object([
      ("field", .string(signature.field)), ("claimedSigner", .text(signature.signer)),
      ("reason", .text(signature.reason)),
      ("claimedTime", signature.moment.map { .number(Double($0)) } ?? .null),
      ("kind", .string(kind)),
      ("level", SignatureStrings.certification(signature).map(JSON.count) ?? .null),
      ("digest", .text(signature.algorithm)),
      ("signedBytesUnchanged", unchanged(signature.digest)), ("trust", .string("not checked")),
      ("removed", .bool(signature.isRemoved)),
      ("coversWholeFile", .bool(changes.byteCount == 0 && !changes.isAny)),
      (
        "changedSince",
        .object([
          ("bytes", .count(changes.byteCount)),
          ("annotationsAdded", .count(changes.annotationsAdded)),
          ("annotationsChanged", .count(changes.annotationsChanged)),
          ("annotationsRemoved", .count(changes.annotationsRemoved)),
          ("fieldsFilled", .count(changes.fieldsFilled)),
          ("fieldsRemoved", .count(changes.fieldsRemoved)),
          ("signaturesAdded", .count(changes.signaturesAdded)),
          ("pagesAdded", .count(changes.pagesAdded)),
          ("pagesChanged", .count(changes.pagesChanged)),
          ("pagesRemoved", .count(changes.pagesRemoved)),
          ("pagesMoved", .bool(changes.arePagesMoved)), ("otherParts", .count(changes.others)),
          ("complete", .bool(changes.isComplete)),
        ])
      ),
    ])
  }

  private static func unchanged(_ digest: DocumentSignature.DigestCheck) -> JSON {
    switch digest {
    case .matches: .bool(true)
    case .differs: .bool(false)
    case .unchecked: .null
    }
  }
}

extension CommandDocument {
  /// Reads the document's signatures to the end.
  func signatures() throws(Failure) -> SignatureReport {
    // No file is so large that it needs more askings.
    for _ in 0..<100_000 {
      guard case .signatures(let report) = try ask(.signatures) else { break }
      if let report { return report }
    }
    return SignatureReport()
  }
}
