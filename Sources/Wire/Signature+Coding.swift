import DocumentModel

extension ByteWriter {
  mutating func write(_ report: SignatureReport) {
    write(count: report.signatures.count)
    for signature in report.signatures.prefix(Limit.signatures) { write(signature) }
    write(count: report.emptyFields)
    write(report.hasUsageRights)
  }

  private mutating func write(_ signature: DocumentSignature) {
    for text in [signature.field, signature.signer, signature.reason, signature.algorithm] {
      write(text)
    }
    write(optional: signature.moment)
    switch signature.kind {
    case .approval: write(UInt8(0))
    case .certification(let level): write(UInt8(clamping: level))
    case .timestamp: write(UInt8(4))
    }
    write(signature.digest.rawValue)
    write(Int64(signature.changes.byteCount))
    for count in LaterChanges.counted { write(count: signature.changes[keyPath: count]) }
    write(signature.changes.arePagesMoved)
    write(signature.changes.isComplete)
    write(signature.isRemoved)
  }
}

extension ByteReader {
  mutating func signatureReport() throws(WireError) -> SignatureReport {
    var report = SignatureReport()
    for _ in 0..<(try count(limit: Limit.signatures, of: 40)) {
      report.signatures.append(try signature())
    }
    report.emptyFields = try index()
    report.hasUsageRights = try bool()
    return report
  }

  private mutating func signature() throws(WireError) -> DocumentSignature {
    var signature = DocumentSignature()
    signature.field = try string()
    signature.signer = try string()
    signature.reason = try string()
    signature.algorithm = try string()
    signature.moment = try date()
    switch try byte() {
    case 0: signature.kind = .approval
    case let level where level < 4: signature.kind = .certification(level: Int(level))
    case 4: signature.kind = .timestamp
    default: throw .invalid("signature")
    }
    signature.digest = try known()
    let count = try integer(Int64.self)
    guard count >= 0, count < 1 << 50 else { throw .invalid("signature") }
    signature.changes.byteCount = Int(count)
    for count in LaterChanges.counted { signature.changes[keyPath: count] = try index() }
    signature.changes.arePagesMoved = try bool()
    signature.changes.isComplete = try bool()
    signature.isRemoved = try bool()
    return signature
  }
}
