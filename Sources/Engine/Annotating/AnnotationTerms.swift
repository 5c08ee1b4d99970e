import DocumentModel

/// What a document says about being annotated and filled in: by encryption, signatures and usage rights.
struct AnnotationTerms {
  private(set) var obstacle: AnnotationObstacle?
  /// What stands against filling in its form.
  private(set) var formObstacle: AnnotationObstacle?
  private(set) var cautions: Set<AnnotationCaution> = []

  private static let mostFields = 100_000
  private static let deepest = 64

  init(_ file: ObjectFile, _ cipher: Cipher?) {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    let permissions = file.followed(root["Perms"]).dictionary ?? [:]
    if permissions["UR3"] != nil || permissions["UR"] != nil { cautions.insert(.usageRights) }
    if let level = Self.certification(permissions["DocMDP"], file) {
      if level < 3 { obstacle = .certified } else { cautions.insert(.certified) }
      if level < 2 { formObstacle = .certified } else { cautions.insert(.certified) }
    }
    if root["AcroForm"] != nil, FormReader(AnnotationReader(file)).hasXFA { cautions.insert(.xfa) }
    if Self.isSigned(file, root) { cautions.insert(.signed) }
    guard let cipher, !cipher.isOwner else { return }
    if !file.allowsAnnotations { obstacle = .forbidden }
    if !file.allowsFilling { formObstacle = .forbidden }
  }

  /// What a certifying signature allows: 1 nothing, 2 forms, 3 annotations too (PDF 32000-1, table 254); nil without one.
  private static func certification(_ value: PDFObject?, _ file: ObjectFile) -> Int? {
    guard let value, let signature = file.followed(value).dictionary else { return nil }
    for item in (file.followed(signature["Reference"]).array ?? []).prefix(16) {
      guard let reference = file.followed(item).dictionary,
        file.followed(reference["TransformMethod"]).name ?? "DocMDP" == "DocMDP"
      else { continue }
      let terms = file.followed(reference["TransformParams"]).dictionary
      return file.followed(terms?["P"]).integer ?? 2
    }
    return 2
  }

  /// Whether a signature field has a value; empty ones sign nothing.
  private static func isSigned(_ file: ObjectFile, _ root: [String: PDFObject]) -> Bool {
    let form = file.followed(root["AcroForm"]).dictionary
    var waiting = (file.followed(form?["Fields"]).array ?? []).map {
      (field: $0, isSignature: false, depth: 0)
    }
    var met: Set<PDFObject.Reference> = []
    var count = 0
    while let (field, isAbove, depth) = waiting.popLast(), count < mostFields {
      count += 1
      if let place = field.reference, !met.insert(place).inserted { continue }
      guard let entries = file.followed(field).dictionary else { continue }
      let isSignature = file.followed(entries["FT"]).name.map { $0 == "Sig" } ?? isAbove
      if isSignature, file.followed(entries["V"]).dictionary != nil { return true }
      guard depth < deepest else { continue }
      for kid in file.followed(entries["Kids"]).array ?? [] {
        waiting.append((kid, isSignature, depth + 1))
      }
    }
    return false
  }
}
