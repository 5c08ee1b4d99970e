import DocumentModel

/// What a document says about being annotated and filled in: by encryption, signatures and usage rights.
struct AnnotationPermissions {
  private(set) var obstacle: SaveBlocker?
  /// What stands against filling in its form.
  private(set) var formObstacle: SaveBlocker?
  private(set) var cautions: Set<AnnotationCaution> = []

  init(_ file: ObjectFile, _ cipher: Cipher?) {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    let permissions = file.followed(root["Perms"]).dictionary ?? [:]
    if permissions["UR3"] != nil || permissions["UR"] != nil { cautions.insert(.usageRights) }
    if let level = Self.certification(permissions["DocMDP"], file) {
      if level < 3 { obstacle = .certified } else { cautions.insert(.certified) }
      if level < 2 { formObstacle = .certified } else { cautions.insert(.certified) }
    }
    if root["AcroForm"] != nil, FormReader(AnnotationReader(file)).hasXFA { cautions.insert(.xfa) }
    if !SignatureFields(file, most: 1).signed.isEmpty { cautions.insert(.signed) }
    guard let cipher, !cipher.isOwner else { return }
    if !file.allowsAnnotations { obstacle = .forbidden }
    if !file.allowsFilling { formObstacle = .forbidden }
  }

  /// What a certifying signature allows: 1 nothing, 2 forms, 3 annotations too (PDF 32000-1, table 254); nil without one.
  private static func certification(_ value: PDFObject?, _ file: ObjectFile) -> Int? {
    guard let value, let signature = file.followed(value).dictionary else { return nil }
    return SignatureFields.certification(signature, file) ?? 2
  }
}
