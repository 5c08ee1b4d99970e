package import DocumentModel

/// Sentences about the signatures of a document.
package enum SignatureStrings {
  /// Returns names and values for display below each other; a name is empty on continuation lines.
  package static func rows(_ report: SignatureReport) -> [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    for signature in report.signatures {
      rows.append((head(signature), title(signature)))
      if case .certification(let level) = signature.kind {
        rows.append(("", allowance(level)))
      }
      if signature.isRemoved { rows.append(("", removed)) }
      rows.append(("", digest(signature)))
      // A signature whose byte range cannot be read may cover nothing.
      if signature.digest != .unchecked || signature.changes.isAny {
        rows.append(("", changes(signature)))
      }
    }
    if !report.signatures.isEmpty { rows.append(("", unchecked)) }
    if report.emptyFields > 0 {
      let fields = report.emptyFields == 1 ? "signature field is" : "signature fields are"
      rows.append(("Unsigned", "\(report.emptyFields) \(fields) empty"))
    }
    if report.hasUsageRights { rows.append(("Extended", usageRights)) }
    return rows
  }

  /// Returns the status line's text about signatures; nil if there is nothing to report.
  package static func status(_ report: SignatureReport) -> String? {
    // A later signature also covers what was signed before it.
    guard let last = report.signatures.min(by: { $0.changes.byteCount < $1.changes.byteCount })
    else { return report.hasUsageRights ? "extended for Adobe Reader" : nil }
    if report.isBroken { return "signature broken" }
    if report.signatures.contains(where: \.isRemoved) { return "signature removed" }
    let isCertified = report.signatures.contains { certification($0) != nil }
    let word = isCertified ? "certified" : "signed"
    if last.changes.isAny {
      let since = last.changes.isComplete ? counted(last.changes) : []
      return since.count == 1 ? "\(word), since: \(since[0])" : "\(word), changed since"
    }
    return last.digest == .matches ? word : word + ", unchecked"
  }

  package static let unchecked =
    "not checked: the signer's key and certificate, and so who really signed"
  private static let removed =
    "REMOVED: the document no longer has this signature, which an older revision in the file has"
  private static let usageRights =
    "for Adobe Reader (UR3), which may drop the extension once the file is changed"

  private static func head(_ signature: DocumentSignature) -> String {
    switch signature.kind {
    case .approval: "Signed"
    case .certification: "Certified"
    case .timestamp: "Timestamp"
    }
  }

  private static func title(_ signature: DocumentSignature) -> String {
    var parts = [signature.signer.isEmpty ? "signer unknown" : "claimed by \(signature.signer)"]
    if let moment = signature.moment { parts.append(CalendarDate.text(moment)) }
    if !signature.field.isEmpty { parts.append("field \(signature.field)") }
    if !signature.reason.isEmpty { parts.append("“\(signature.reason)”") }
    return parts.joined(separator: ", ")
  }

  /// Returns the level of a signature that certifies; nil for any other.
  package static func certification(_ signature: DocumentSignature) -> Int? {
    if case .certification(let level) = signature.kind { level } else { nil }
  }

  private static func allowance(_ level: Int) -> String {
    let allowed =
      switch level {
      case 1: "allows no changes"
      case 2: "allows filling in forms and signing"
      default: "allows annotations, filling in forms and signing"
      }
    return "level \(level): \(allowed)"
  }

  private static func digest(_ signature: DocumentSignature) -> String {
    switch signature.digest {
    case .matches: "the signed bytes are unchanged (\(signature.algorithm))"
    case .differs where signature.algorithm.isEmpty:
      "BROKEN: the signed bytes are missing or were moved"
    case .differs: "BROKEN: the signed bytes were changed (\(signature.algorithm) differs)"
    case .unchecked: "unknown whether the signed bytes are unchanged: unsupported or malformed"
    }
  }

  private static func changes(_ signature: DocumentSignature) -> String {
    let changes = signature.changes
    guard changes.isAny else {
      return changes.byteCount == 0
        ? "covers the whole file" : "changed since: nothing visible"
    }
    var parts = counted(changes)
    if !changes.isComplete { parts.append("not all of it could be compared") }
    let words = "changed since: " + parts.joined(separator: ", ")
    guard let level = certification(signature), !isAllowed(changes, level) else { return words }
    return words + "; the certification does not allow that"
  }

  private static func counted(_ changes: LaterChanges) -> [String] {
    let words: [(Int, String, String)] = [
      (changes.annotationsAdded, "annotation added", "annotations added"),
      (changes.annotationsChanged, "annotation changed", "annotations changed"),
      (changes.annotationsRemoved, "annotation removed", "annotations removed"),
      (changes.fieldsFilled, "field filled in", "fields filled in"),
      (changes.fieldsRemoved, "field removed", "fields removed"),
      (changes.signaturesAdded, "signature added", "signatures added"),
      (changes.pagesAdded, "page added", "pages added"),
      (changes.pagesChanged, "page changed", "pages changed"),
      (changes.pagesRemoved, "page removed", "pages removed"),
      (changes.others, "other part changed", "other parts changed"),
    ]
    return words.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      + (changes.arePagesMoved ? ["pages in another order"] : [])
  }

  /// Whether a certification of some level allows changes (PDF 32000-1, table 254).
  private static func isAllowed(_ changes: LaterChanges, _ level: Int) -> Bool {
    guard changes.isComplete, !changes.arePagesMoved,
      changes.pagesAdded + changes.pagesChanged + changes.pagesRemoved + changes.fieldsRemoved
        + changes.others == 0
    else { return false }
    let annotations =
      changes.annotationsAdded + changes.annotationsChanged + changes.annotationsRemoved
    switch level {
    case 1: return !changes.isAny
    case 2: return annotations == 0
    default: return true
    }
  }
}
