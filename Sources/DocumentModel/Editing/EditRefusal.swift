/// Why a document was not edited; nothing was written.
package struct EditRefusal: Error, Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// It is no PDF, or too damaged to find its pages.
    case unreadable
    case passwordWrong
    /// The cross-reference table had to be reconstructed, so only a copy is written.
    case damaged
    /// The document is signed: rewriting it makes its signatures invalid, so it needs consent.
    case signed
    /// The document is signed: the signed bytes stay, but something would follow them, so it needs consent.
    case signatureFollowed
    /// The document is certified. No certification allows such a change (PDF 32000-1, table 254), so only a copy is written.
    case certified
    /// The document's permissions forbid it (PDF 32000-1, table 22).
    case forbidden
    /// The encryption could not be preserved.
    case encryption
    /// There is no such page.
    case page
    case noPageLeft
    /// The outline has no such entry.
    case entry
    /// The outline has several entries with that title.
    case severalEntries
    /// An entry cannot be moved under itself.
    case underItself
    case tooLarge
    /// The result failed verification.
    case unverified
    case failed
  }

  package var reason: Reason
  /// 0 for the document, then the other files.
  package var file: Int

  package init(_ reason: Reason, file: Int = 0) {
    self.reason = reason
    self.file = file
  }
}

/// Limitations of an edit that the user should know.
package enum EditCaution: String, Sendable, Hashable, CaseIterable {
  /// The XMP metadata are unchanged and still have the old values.
  case metadataKept
  /// The signatures in the copy are no longer valid.
  case signatureBroken
  /// The signed bytes are unchanged, and something follows them.
  case signatureFollowed
  /// Pages from another file have signatures, which are invalid in this one.
  case insertedSignatureBroken
  /// The document was damaged: the copy has what could be recovered.
  case repaired
  /// The document had usage rights for Adobe Reader (`/UR3`), which end.
  case usageRightsEnd
  /// Pages from another file have no structure tree for screen readers.
  case structureMissing
}

/// The result of editing a document.
package struct EditOutcome: Sendable, Hashable {
  package var byteCount: Int
  package var pageCount: Int
  package var cautions: Set<EditCaution>

  package init(byteCount: Int, pageCount: Int, cautions: Set<EditCaution> = []) {
    self.byteCount = byteCount
    self.pageCount = pageCount
    self.cautions = cautions
  }
}
