import DocumentModel

/// What documents say about being edited.
enum EditPermissions {
  /// What is to be told; throws what stands against the edits.
  static func cautions(
    _ document: SourceDocument, _ others: [SourceDocument], _ edits: [DocumentEdit], isCopy: Bool
  ) throws(EditRefusal) -> Set<EditCaution> {
    var cautions: Set<EditCaution> = []
    let file = document.file
    if file.isRebuilt {
      guard isCopy else { throw EditRefusal(.damaged) }
      cautions.insert(.repaired)
    }
    let terms = AnnotationPermissions(file, nil)
    if terms.obstacle == .certified || !terms.cautions.isDisjoint(with: [.signed, .certified]) {
      guard isCopy else { throw EditRefusal(.signed) }
      cautions.insert(.signatureBroken)
    }
    if terms.cautions.contains(.usageRights) { cautions.insert(.usageRightsEnd) }
    guard edits.allSatisfy({ allows($0, file) }) || document.isOwner else {
      throw EditRefusal(.forbidden)
    }
    for (index, other) in others.enumerated() {
      guard other.file.allowsExtraction || other.isOwner else {
        throw EditRefusal(.forbidden, file: index + 1)
      }
    }
    return cautions
  }

  /// Assembling a document is allowed by itself; whoever may change everything may that too (PDF 32000-1, table 22).
  private static func allows(_ edit: DocumentEdit, _ file: ObjectFile) -> Bool {
    switch edit {
    case .describe: file.allowsChanges
    case .keep: file.allowsExtraction || file.allowsAssembly
    default: file.allowsAssembly || file.allowsChanges
    }
  }
}
