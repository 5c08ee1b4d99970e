import DocumentModel
import Interface
import Messages
import Testing

@Suite struct SignatureScreenTests {
  private func signature(
    _ kind: DocumentSignature.Kind = .approval,
    _ change: (inout DocumentSignature) -> Void = { _ in }
  ) -> SignatureReport {
    var signature = DocumentSignature()
    (signature.signer, signature.field) = ("Alice", "Sig1")
    (signature.kind, signature.digest, signature.algorithm) = (kind, .matches, "SHA-256")
    change(&signature)
    var report = SignatureReport()
    report.signatures = [signature]
    return report
  }

  private func book(_ report: SignatureReport) -> Book {
    var book = Book(pages: 3)
    _ = book.state.update(.signatures(book.id, generation: 1, report))
    return book
  }

  @Test func theStatusLineShowsTheSignature() {
    #expect(book(signature()).rows.last?.contains("  signed  ") == true)
    let since = signature {
      $0.changes.byteCount = 9
      $0.changes.annotationsAdded = 2
    }
    #expect(book(since).rows.last?.contains("signed, since: 2 annotations added") == true)
    #expect(
      book(signature { $0.digest = .differs }).rows.last?.contains("signature broken") == true)
    #expect(book(signature(.certification(level: 1))).rows.last?.contains("certified") == true)
    #expect(book(SignatureReport()).rows.last?.contains("sign") == false)
  }

  @Test func theInformationDescribesTheSignature() {
    var book = book(
      signature(.certification(level: 2)) {
        $0.changes.byteCount = 9
        $0.changes.annotationsAdded = 1
      })
    _ = book.state.run("information")
    let rows = book.state.panel?.rows.map(\.text).joined(separator: " ") ?? ""
    // Long sentences take several rows.
    let text = rows.split(separator: " ").joined(separator: " ")
    #expect(text.contains("Certified claimed by Alice, field Sig1"))
    #expect(text.contains("level 2: allows filling in forms and signing"))
    #expect(text.contains("the signed bytes are unchanged (SHA-256)"))
    #expect(
      text.contains("changed since: 1 annotation added; the certification does not allow that"))
    #expect(text.contains("not checked: the signer's key and certificate"))
  }

  /// Only documents that are known to be signed are looked at, and each version of their files once.
  @Test func signaturesAreLoadedOncePerVersion() {
    var book = Book(pages: 3)
    var saveStatus = SaveStatus()
    func asked(_ effects: [Effect]) -> Int {
      effects.count { if case .loadSignatures = $0 { true } else { false } }
    }
    func reported(_ book: inout Book) -> [Effect] {
      book.state.update(.annotations(.news(book.id, generation: 1, .saveStatus(saveStatus))))
    }
    #expect(asked(reported(&book)) == 0)
    saveStatus.cautions = [.signed]
    #expect(asked(reported(&book)) == 1)
    #expect(asked(reported(&book)) == 0)
  }
}
