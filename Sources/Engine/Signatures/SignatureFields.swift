/// The signature fields of a document's form (PDF 32000-1, 12.7.4.5).
struct SignatureFields {
  struct Signed {
    /// The full name of its field.
    var field: String
    var place: PDFObject.Reference?
    var entries: [String: PDFObject]
  }

  private(set) var signed: [Signed] = []
  private(set) var emptyCount = 0

  private static let mostFields = 100_000
  private static let deepest = 64
  private static let mostSigned = 64
  private static let mostObjects = 1_000_000

  init(_ file: ObjectFile) {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    let form = file.followed(root["AcroForm"]).dictionary
    var waiting = (file.followed(form?["Fields"]).array ?? []).reversed().map {
      (field: $0, name: "", isSignature: false, depth: 0)
    }
    var met: Set<PDFObject.Reference> = []
    var count = 0
    while let (field, above, isAbove, depth) = waiting.popLast(), count < Self.mostFields,
      signed.count < Self.mostSigned
    {
      count += 1
      if let place = field.reference, !met.insert(place).inserted { continue }
      guard let entries = file.followed(field).dictionary else { continue }
      let isSignature = file.followed(entries["FT"]).name.map { $0 == "Sig" } ?? isAbove
      let own = file.followed(entries["T"]).string.map(PDFText.decoded) ?? ""
      let name = [above, own].filter { !$0.isEmpty }.joined(separator: ".")
      let kids = file.followed(entries["Kids"]).array ?? []
      if isSignature {
        if let value = file.followed(entries["V"]).dictionary {
          signed.append(Signed(field: name, place: entries["V"]?.reference, entries: value))
        } else if kids.isEmpty, !own.isEmpty {
          emptyCount += 1
        }
      }
      guard depth < Self.deepest else { continue }
      for kid in kids.reversed() { waiting.append((kid, name, isSignature, depth + 1)) }
    }
  }

  /// Returns the signed fields among all objects of a file whose form cannot be found.
  static func unlisted(in file: ObjectFile) -> [Signed] {
    var signed: [Signed] = []
    for number in stride(from: 1, to: min(file.countedSize(), mostObjects), by: 1) {
      let place = PDFObject.Reference(number: number, generation: 0)
      guard signed.count < mostSigned, let entries = file.object(place).dictionary,
        file.followed(entries["FT"]).name == "Sig",
        let value = file.followed(entries["V"]).dictionary
      else { continue }
      let name = file.followed(entries["T"]).string.map(PDFText.decoded) ?? ""
      signed.append(Signed(field: name, place: entries["V"]?.reference, entries: value))
    }
    return signed
  }

  /// Returns the locks that signatures put on fields, which may not be changed any more (PDF 32000-1, 12.8.2.4).
  func locks(in file: ObjectFile) -> [FieldLock] {
    signed.flatMap { one in
      (file.followed(one.entries["Reference"]).array ?? []).prefix(16).compactMap { item in
        guard let reference = file.followed(item).dictionary,
          file.followed(reference["TransformMethod"]).name == "FieldMDP",
          let terms = file.followed(reference["TransformParams"]).dictionary
        else { return nil }
        let names = (file.followed(terms["Fields"]).array ?? []).prefix(Self.mostFields)
          .compactMap { file.followed($0).string.map(PDFText.decoded) }
        return FieldLock(action: file.followed(terms["Action"]).name ?? "All", names: Set(names))
      }
    }
  }

  /// The level at which a signature certifies a document; nil for one that does not.
  static func certification(
    _ signature: [String: PDFObject], _ file: ObjectFile
  ) -> Int? {
    for item in (file.followed(signature["Reference"]).array ?? []).prefix(16) {
      guard let reference = file.followed(item).dictionary,
        file.followed(reference["TransformMethod"]).name ?? "DocMDP" == "DocMDP"
      else { continue }
      let terms = file.followed(reference["TransformParams"]).dictionary
      return file.followed(terms?["P"]).integer ?? 2
    }
    return nil
  }
}

/// The fields that a signature locks.
struct FieldLock {
  /// `All`, `Include` or `Exclude` (PDF 32000-1, table 256).
  var action: String
  /// Full names; that of a group is meant with all in it.
  var names: Set<String>

  func covers(_ name: String) -> Bool {
    switch action {
    case "Include": isNamed(name)
    case "Exclude": !isNamed(name)
    default: true
    }
  }

  private func isNamed(_ name: String) -> Bool {
    var part = name[...]
    while true {
      if names.contains(String(part)) { return true }
      guard let dot = part.lastIndex(of: ".") else { return false }
      part = part[..<dot]
    }
  }
}
