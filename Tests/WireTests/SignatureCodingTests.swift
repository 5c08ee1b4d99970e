import DocumentModel
import Testing
import Wire

@Suite struct SignatureCodingTests {
  @Test func aReportRoundTrips() throws {
    var report = SignatureReport()
    report.emptyFields = 2
    report.hasUsageRights = true
    let kinds: [DocumentSignature.Kind] = [.approval, .certification(level: 2), .timestamp]
    for (number, kind) in kinds.enumerated() {
      var signature = DocumentSignature()
      (signature.field, signature.signer, signature.reason) = ("a.b", "Ann", "so")
      (signature.kind, signature.digest, signature.algorithm) = (kind, .matches, "SHA-512")
      signature.moment = 1_700_000_000
      signature.changes.byteCount = number
      signature.changes.annotationsAdded = 1
      signature.changes.others = 7
      signature.changes.isComplete = number > 0
      report.signatures.append(signature)
    }
    for reply in [Reply.signatures(report), .signatures(nil)] {
      #expect(try Reply(decoding: reply.encoded(), pageCount: 1) == reply)
    }
    #expect(try Request(decoding: Request.signatures.encoded()) == .signatures)
  }

  @Test func truncatedOrInvalidReportsAreRefused() throws {
    var report = SignatureReport()
    report.signatures = [DocumentSignature()]
    let bytes = Reply.signatures(report).encoded()
    for count in 1..<bytes.count {
      #expect(throws: WireError.self) {
        try Reply(decoding: Array(bytes.prefix(count)), pageCount: 1)
      }
    }
  }
}
