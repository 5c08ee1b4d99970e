/// Why a document was not edited; nothing was written then.
package struct EditRefusal: Error, Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// It is no PDF, or damaged so that no pages are found.
    case unreadable
    case passwordWrong
    /// Its table of objects had to be guessed: only a copy is written.
    case damaged
    /// Signed: writing it anew would end the signature, so only a copy is written.
    case signed
    /// The document does not allow it (PDF 32000-1, table 22).
    case forbidden
    /// Encrypted in a way that would not stay as it is.
    case encryption
    /// There is no such page.
    case page
    /// No page would be left.
    case noPageLeft
    /// The outline has no such entry.
    case entry
    /// It has several of that title.
    case severalEntries
    /// An entry cannot go under itself.
    case underItself
    case tooLarge
    /// What was made was not what was wanted.
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

/// What an edit could not take along, or what a person should know of it.
package enum EditCaution: String, Sendable, Hashable, CaseIterable {
  /// Its XMP metadata still say what they said.
  case metadataKept
  /// The signatures in the copy hold no longer.
  case signatureBroken
  /// It was damaged: the copy has what could be found.
  case repaired
  /// It is extended for Adobe Reader (`/UR3`), which drops the extension.
  case usageRightsEnd
  /// Programs that read documents aloud find no structure for pages that came from another file.
  case structureMissing
}

/// A document after edits.
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
