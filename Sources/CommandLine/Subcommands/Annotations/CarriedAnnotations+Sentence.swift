import DocumentModel
import Interface

extension CarriedAnnotations {
  /// Returns the clause that says what of the previous version fits, and which command keeps it.
  var sentence: String {
    let (count, changed) = (fitting.mainCount, closest.mainCount)
    func keeps(_ count: Int) -> String {
      "recto annotate --carry-over keeps \(count == 1 ? "it" : "them")"
    }
    if count > 0 {
      let others =
        changed == 0 ? "" : ", \(changed) on changed words \(changed == 1 ? "does" : "do") not"
      return
        "\(Wording.count(count, "annotation")) of the previous version \(count == 1 ? "fits" : "fit") here\(others)\(isDoubtful ? ", but this may be another document" : ""); \(keeps(count))"
    }
    if !fields.isEmpty {
      return
        "\(Wording.count(fields.count, "field")) filled in the previous version; \(keeps(fields.count))"
    }
    if changed > 0 {
      return
        "the words under \(Wording.count(changed, "annotation")) of the previous version changed; recto annotate --carry-over --closest keeps \(changed == 1 ? "it" : "them") at the closest place"
    }
    let lost = lost.mainCount
    return
      "\(Wording.count(lost, "annotation")) of the previous version \(lost == 1 ? "has" : "have") no place here"
  }
}
