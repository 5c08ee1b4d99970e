import DocumentModel

/// The permissions of a document for annotating and form filling, from its encryption, signatures and usage rights.
struct AnnotationPermissions {
  private(set) var obstacle: SaveBlocker?
  /// The reason its form must not be filled in, nil if it may.
  private(set) var formObstacle: SaveBlocker?
  private(set) var cautions: Set<AnnotationCaution> = []

  /// Whether a signature certifies the document, at whatever level.
  var isCertified: Bool { obstacle == .certified || cautions.contains(.certified) }
  var isSigned: Bool { isCertified || cautions.contains(.signed) }

  init(_ file: ObjectFile, _ cipher: Cipher?) {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    let permissions = file.followed(root["Perms"]).dictionary ?? [:]
    if permissions["UR3"] != nil || permissions["UR"] != nil { cautions.insert(.usageRights) }
    if let level = Self.certification(permissions["DocMDP"], file) {
      if level < 3 { obstacle = .certified } else { cautions.insert(.certified) }
      if level < 2 { formObstacle = .certified } else { cautions.insert(.certified) }
    }
    if root["AcroForm"] != nil, FormReader(AnnotationReader(file)).hasXFA { cautions.insert(.xfa) }
    let signed = SignatureFields(file).signed
    if !signed.isEmpty || !LostSignatures.all(in: file, besides: signed).isEmpty {
      cautions.insert(.signed)
    }
    guard let cipher, !cipher.isOwner else { return }
    if !file.allowsAnnotations { obstacle = .forbidden }
    if !file.allowsFilling { formObstacle = .forbidden }
  }

  /// Returns the level of a certifying signature: 1 allows nothing, 2 forms, 3 annotations as well (PDF 32000-1, table 254). Nil without one.
  private static func certification(_ value: PDFObject?, _ file: ObjectFile) -> Int? {
    guard let value, let signature = file.followed(value).dictionary else { return nil }
    return SignatureFields.certification(signature, file) ?? 2
  }
}
