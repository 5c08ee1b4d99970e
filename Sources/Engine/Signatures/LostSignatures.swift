import DocumentModel

/// Signatures that are in a file and not in its document: a later revision took them out of the form, or the file's end is missing.
struct LostSignatures {
  struct Lost {
    var signed: SignatureFields.Signed
    /// The revision that has it.
    var file: ObjectFile
  }

  private static let mostRevisions = 64

  /// Returns them in the order of the revisions; `listed` are the document's own.
  static func all(in file: ObjectFile, besides listed: [SignatureFields.Signed]) -> [Lost] {
    let ends = SignedRanges.ends(in: file.bytes).subtracting(
      listed.compactMap { SignedRanges.end(of: $0, in: file) })
    var lost: [Lost] = []
    for end in ends.sorted().prefix(mostRevisions) where end <= file.bytes.count {
      guard let old = revision(of: file, endingAt: end) else { continue }
      lost += SignatureFields(old).signed.filter { SignedRanges.end(of: $0, in: old) == end }
        .map { Lost(signed: $0, file: old) }
    }
    guard let end = ends.first(where: { $0 > file.bytes.count }) else { return lost }
    var cut = SignatureFields.unlisted(in: file)
    if cut.isEmpty {
      let range = [0, 0, end, 0].map(PDFObject.integer)
      cut = [SignatureFields.Signed(field: "", entries: ["ByteRange": .array(range)])]
    }
    return lost + cut.map { Lost(signed: $0, file: file) }
  }

  /// Returns what can be said where libqpdf finds no document in the bytes.
  static func report(unreadable bytes: UnsafeRawBufferPointer) -> SignatureReport {
    var report = SignatureReport()
    for _ in SignedRanges.ends(in: bytes) {
      var signature = DocumentSignature()
      (signature.digest, signature.changes.isComplete) = (.differs, false)
      report.signatures.append(signature)
    }
    return report
  }

  /// Opens the part of a file up to the end of a revision; nil if that is no whole file.
  static func revision(of file: ObjectFile, endingAt end: Int) -> ObjectFile? {
    let part = UnsafeRawBufferPointer(rebasing: file.bytes[..<end])
    guard let old = try? AnnotatedFile.open(part, password: file.password), !old.isRebuilt else {
      return nil
    }
    return old
  }
}
