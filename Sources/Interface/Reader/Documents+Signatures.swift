import DocumentModel
import Messages

extension Documents {
  /// Asks for the signatures of documents that are known to be signed, once for each version of their files.
  mutating func loadSignatures() -> [Effect] {
    var effects: [Effect] = []
    for index in self.indices {
      let document = self[index]
      let cautions = document.annotations.saveStatus.cautions
      guard document.phase == .open, document.signaturesGeneration != document.generation,
        !cautions.isDisjoint(with: [.signed, .certified, .usageRights])
      else { continue }
      self[index].signaturesGeneration = document.generation
      effects.append(.loadSignatures(document.id, generation: document.generation))
    }
    return effects
  }
}
