package import Annotating
package import DocumentModel
import Files
import Messages

extension SyncStrings {
  /// Returns the result of merging a conflict copy, such as `2 annotations added, 1 changed`.
  package static func words(_ merge: ConflictMerge) -> String {
    let parts = [
      (merge.added, "added"), (merge.changed, "changed"), (merge.deleted, "deleted"),
      (
        merge.keptBoth,
        "with both texts, as both sides changed \(merge.keptBoth == 1 ? "it" : "them")"
      ),
    ].filter { $0.0 > 0 }
    var clauses: [String] = []
    if let first = parts.first {
      clauses.append(
        "\(first.0) \(first.0 == 1 ? "annotation" : "annotations") \(first.1)"
          + parts.dropFirst().map { ", \($0.0) \($0.1)" }.joined())
    }
    if !merge.fields.isEmpty {
      clauses.append(
        "\(merge.fields.count) form \(merge.fields.count == 1 ? "value" : "values") taken")
    }
    if clauses.isEmpty { clauses = ["has all annotations of the copy"] }
    if !merge.clashingFields.isEmpty {
      let names = merge.clashingFields.prefix(3).joined(separator: ", ")
      clauses.append(
        "the copy has other values in \(names)\(merge.clashingFields.count > 3 ? " and others" : ""), which were not taken"
      )
    }
    return clauses.joined(separator: "; ")
  }
}

extension Sentences {
  /// Why a conflict copy is not merged.
  package static func text(
    _ refusal: ConflictReading.Refusal, copy: String, original: String
  ) -> String {
    switch refusal {
    case .file(let error): text(error, file: error.path) + "; nothing was merged"
    case .unreadable(let path, let blocker):
      "\(path): \(blocker.text.reason); nothing was merged"
    case .unrelated:
      "\(copy) and \(original) are not versions of the same document; nothing was merged"
    case .otherPages:
      "\(copy) has other pages than \(original); recto diff \(original) \(copy) shows the differences"
    }
  }
}
