package import DocumentModel

/// The texts about annotations that come from other files and go to them.
package enum ExchangeStrings {
  /// Why a file was not imported, or not made, and what to do.
  package static func reason(_ refusal: ExchangeRefusal) -> String {
    switch refusal {
    case .format: "neither XFDF nor FDF"
    case .damaged: "damaged; export it again"
    case .encoding: "is not in UTF-8; convert it, for example with iconv -t utf-8"
    case .declared: "declares a document type, which XFDF does not have and which may be harmful"
    case .encrypted: "encrypted; export it without a password"
    case .tooLarge: "too large: at most 64 MB are read"
    case .tooManyAnnotations: "has more than 10,000 annotations; export it in parts"
    case .document: "only PDFs exchange annotations as XFDF and FDF"
    case .failed: "the reader of such files crashed or took too long"
    }
  }

  /// Returns a sentence without a full stop about what an import brought, as “3 added, 1 changed, 2 already there”.
  package static func sentence(_ merge: AnnotationMerge) -> String {
    let counts = [
      (merge.added, "added"), (merge.changed, "changed"), (merge.same, "already there"),
      (merge.older, "changed here later, so left as they are"),
    ]
    var parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if merge.filled > 0 { parts.append(counted(merge.filled, "field") + " filled in") }
    return parts.isEmpty ? "nothing to change" : parts.joined(separator: ", ")
  }

  /// Returns clauses about what did not come along, each with its count; none if all did.
  package static func losses(
    _ losses: [ExchangeLoss: Int], of merge: AnnotationMerge? = nil
  ) -> [String] {
    var clauses = ExchangeLoss.allCases.compactMap { loss in losses[loss].map { clause(loss, $0) } }
    guard let merge else { return clauses }
    if merge.homeless > 0 {
      clauses.append(
        "\(merge.homeless) review \(merge.homeless == 1 ? "state" : "states") of unknown annotations"
      )
    }
    if !merge.refused.isEmpty {
      let names = merge.refused.prefix(3).joined(separator: ", ")
      let rest = merge.refused.count > 3 ? " and \(merge.refused.count - 3) more" : ""
      clauses.append("values for fields that do not take them: \(names)\(rest)")
    }
    return clauses
  }

  private static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  private static func clause(_ loss: ExchangeLoss, _ count: Int) -> String {
    let those = counted(count, "annotation")
    return switch loss {
    case .attachment: counted(count, "attached file")
    case .redaction: counted(count, "redaction")
    case .kind: "\(those) of kinds that Recto does not carry"
    case .page: "\(those) on pages that the document lacks"
    case .place: "\(those) without a place"
    case .richText: "the fonts and colours within \(counted(count, "note"))"
    case .border: "the dashes or clouds of \(those)"
    case .frame: "the lines around \(counted(count, "free text"))"
    case .intent:
      "the lines of \(counted(count, "callout or dimension", plural: "callouts and dimensions"))"
    case .password: counted(count, "password")
    case .picture: "the \(count == 1 ? "picture" : "pictures") of \(counted(count, "stamp"))"
    }
  }
}
