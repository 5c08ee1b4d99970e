import DocumentModel
import Wire

/// The permissions of documents for edits.
enum EditPermissions {
  /// Returns warnings; throws what prevents the edits.
  static func cautions(
    _ document: SourceDocument, _ others: [SourceDocument], _ edits: [DocumentEdit],
    _ work: EditWork
  ) throws(EditRefusal) -> Set<EditCaution> {
    var cautions: Set<EditCaution> = []
    let file = document.file
    // First, because a copy, which the other refusals offer, needs this permission as well.
    guard edits.allSatisfy({ allows($0, file) }) || document.isUnrestricted else {
      throw EditRefusal(.forbidden)
    }
    if file.isRebuilt {
      guard work.isCopy else { throw EditRefusal(.damaged) }
      cautions.insert(.repaired)
    }
    let terms = AnnotationPermissions(file, nil)
    if terms.isSigned {
      let isAddition = TextLayer.makes(edits)
      guard work.isCopy || !terms.isCertified else { throw EditRefusal(.certified) }
      guard work.isCopy || work.breaksSignatures else {
        throw EditRefusal(isAddition ? .signatureFollowed : .signed)
      }
      cautions.insert(isAddition ? .signatureFollowed : .signatureBroken)
    }
    if others.contains(where: { AnnotationPermissions($0.file, nil).isSigned }) {
      cautions.insert(.insertedSignatureBroken)
    }
    if terms.cautions.contains(.usageRights) { cautions.insert(.usageRightsEnd) }
    for (index, other) in others.enumerated() {
      guard other.file.allowsExtraction || other.isUnrestricted else {
        throw EditRefusal(.forbidden, file: index + 1)
      }
    }
    return cautions
  }

  /// Assembling has its own permission; the permission for any change includes it (PDF 32000-1, table 22).
  private static func allows(_ edit: DocumentEdit, _ file: ObjectFile) -> Bool {
    switch edit {
    case .describe: file.allowsChanges
    case .keep: file.allowsExtraction || file.allowsAssembly
    default: file.allowsAssembly || file.allowsChanges
    }
  }
}
