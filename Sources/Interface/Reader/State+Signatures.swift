import DocumentModel
import Messages

extension State {
  /// Asks for the signatures of documents that are known to be signed, once for each version of their files.
  mutating func loadSignatures() -> [Effect] {
    var effects: [Effect] = []
    for index in documents.indices {
      let document = documents[index]
      let cautions = document.annotations.standing.cautions
      guard document.phase == .open, document.signaturesGeneration != document.generation,
        !cautions.isDisjoint(with: [.signed, .certified, .usageRights])
      else { continue }
      documents[index].signaturesGeneration = document.generation
      effects.append(.loadSignatures(document.id, generation: document.generation))
    }
    return effects
  }

  /// Returns the status line's text about a document's signatures.
  func signatureStatus(_ document: Document) -> String? {
    document.signatures.flatMap(SignatureStrings.status)
  }
}
