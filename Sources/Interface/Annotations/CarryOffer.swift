import Canvas
package import DocumentModel
import Messages

/// The line that offers to keep annotations of a document's previous version.
package struct CarryOffer: Sendable, Equatable {
  package var document: DocumentID
  package var serial: Int
  /// Whether it has just appeared: keys that were typed before it could be read do not answer it.
  package var isFresh = true
  /// Whether it was answered with keeping always, which it does not offer.
  package var refusesAlways = false
}

extension AnnotationStrings {
  /// Returns the sentence that says what was kept of the previous version.
  static func kept(_ carried: CarriedAnnotations, withClosest: Bool) -> String {
    let placed = (withClosest ? carried.placed : carried.fitting).mainCount
    let lost = carried.lost.mainCount
    if placed == 0, lost > 0 {
      return "\(Wording.count(lost, "annotation")) kept in the list, without a place here"
    }
    return placed == 0
      ? "\(Wording.count(carried.fields.count, "field")) filled in as in the previous version"
      : "\(Wording.count(placed, "annotation")) carried over from the previous version"
  }

  /// Returns the sentence that says how many annotations fit, and which keys answer it: of its forms the longest that has `width` columns, else the shortest.
  static func offer(
    _ carried: CarriedAnnotations, refusesAlways: Bool, width: Int
  ) -> String {
    var (sentences, keys) = offerWords(carried)
    if refusesAlways {
      sentences = ["This may be another document, so it is asked each time", "Not always here"]
    }
    let lines = sentences.map { $0 + ($0.hasSuffix("?") ? " " : ". ") + keys }
    return lines.first { $0.count <= width } ?? lines.last ?? keys
  }

  private static func offerWords(
    _ carried: CarriedAnnotations
  ) -> (sentences: [String], keys: String) {
    let (fitting, closest) = (carried.fitting.mainCount, carried.closest.mainCount)
    let lost = carried.lost.mainCount
    let fits = fitting == 1 ? "fits" : "fit"
    func from(_ count: Int, _ rest: String) -> [String] {
      ["the previous version", "before"].map {
        "\(Wording.count(count, "annotation")) from \($0) \(rest)"
      }
    }
    let doubt = ["\(Wording.count(fitting, "annotation")) \(fits); is it another document?"]
    let rest = ["Is it another document?"]
    switch (fitting, closest) {
    case (0, 0) where carried.lost.isEmpty:
      let fields = Wording.count(carried.fields.count, "field")
      return (["\(fields) filled in the previous version", fields], "y: keep, n: discard")
    case (0, 0):
      return (
        from(lost, "\(lost == 1 ? "has" : "have") no place here") + ["\(lost) without a place"],
        "y: keep in the list, n: discard"
      )
    case (0, _):
      return (
        from(closest, closest == 1 ? "is on changed words" : "are on changed words")
          + ["\(closest) on changed words"],
        "Y: keep at the closest place, n: discard, A: show"
      )
    case (_, 0):
      let not = "\(lost) \(lost == 1 ? "does" : "do") not"
      guard lost == 0 else {
        return (
          from(fitting, "\(fits) here, \(not)") + ["\(fitting) \(fits), \(not)"],
          "y: keep, n: discard, A: show"
        )
      }
      return carried.isDoubtful
        ? (
          from(fitting, "\(fits) here; is it another document?") + doubt + rest,
          "y: keep, n: discard, A: show"
        )
        : (
          from(fitting, "\(fits) here") + ["\(fitting) \(fits)"],
          "y: keep, n: discard, !: always, A: show"
        )
    default:
      let changed = "\(closest) on changed words"
      let sentences =
        carried.isDoubtful
        ? ["\(fitting) \(fits), \(changed); is it another document?"] + rest
        : from(fitting, "\(fits) here, \(changed)") + ["\(fitting) \(fits), \(changed)"]
      return (sentences, "y: keep, Y: all, n: discard, A: show")
    }
  }
}

extension PanelSource {
  /// Returns rows for the previous version's annotations, below those of the document.
  static func carriedRows(_ state: State, _ isWanted: (Annotation) -> Bool) -> [Panel.Row] {
    // If nothing fits, this may be another document, whose list shows only what was accepted.
    guard let document = state.document, let carried = document.annotations.carried,
      !carried.placed.isEmpty
    else { return [] }
    let list = document.annotations
    var rows: [Panel.Row] = []
    for (heading, annotations) in [
      ("Not saved: y keeps, n discards", carried.fitting),
      ("Words changed: Y keeps these too", carried.closest),
      ("Without a place in this version", carried.homeless),
    ] {
      let wanted = annotations.filter { $0.replyTo == nil && isWanted($0) }
      guard !wanted.isEmpty else { continue }
      rows.append(Panel.Row(text: "", isHeading: true))
      rows.append(Panel.Row(text: heading, isHeading: true))
      let hasPlace = annotations != carried.homeless
      for annotation in wanted {
        var own = AnnotationRows.rows(
          state,
          annotation, in: list, place: hasPlace ? document.pageWords(annotation) : "",
          section: ""
        ) {
          hasPlace
            ? .jump(page: $0.page, .point(x: Double($0.box.x0), y: Double($0.box.y0))) : .none
        }
        own[0].text = "?" + own[0].text.dropFirst()
        for index in own.indices { own[index].isDimmed = true }
        rows += own
      }
    }
    return rows
  }
}
