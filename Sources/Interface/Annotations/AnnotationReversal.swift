package import DocumentModel

/// The effect of undo or redo on an annotation, in words.
package struct AnnotationReversal {
  package var annotation: Annotation
  /// The names of the annotation and of group members with the same effect.
  package var name: String
  package var outcome: String

  /// Returns one reversal for each annotation, in the order of the changes. `detached`: those that have lost
  /// their place by it.
  package static func all(
    of changes: [AnnotationChange], isRedo: Bool = false, detached: Set<AnnotationID> = []
  ) -> [AnnotationReversal] {
    let outcomes = changes.compactMap { change in
      (change.after ?? change.before).map { one in
        let words =
          detached.contains(one.id) ? "is without a place now" : outcome(of: change, isRedo)
        return (annotation: one, outcome: words)
      }
    }
    var ids: [AnnotationID: String] = [:]
    for one in outcomes { ids[one.annotation.id] = one.outcome }
    func goesWithOther(_ one: Annotation, _ outcome: String) -> Bool {
      guard one.isGrouped, let whole = one.replyTo, whole != one.id else { return false }
      return ids[whole] == outcome
    }
    return outcomes.compactMap { one in
      guard !goesWithOther(one.annotation, one.outcome) else { return nil }
      let members = outcomes.filter {
        $0.annotation.replyTo == one.annotation.id && goesWithOther($0.annotation, $0.outcome)
      }
      return AnnotationReversal(
        annotation: one.annotation, name: name(of: one.annotation, members.map(\.annotation)),
        outcome: one.outcome)
    }
  }

  private static func name(of annotation: Annotation, _ members: [Annotation]) -> String {
    let isReply =
      annotation.kind == .note && annotation.replyTo != nil && !annotation.isGrouped
    return isReply ? "reply" : AnnotationStrings.name(of: annotation, with: members)
  }

  private static func outcome(of change: AnnotationChange, _ isRedo: Bool) -> String {
    if change.after == nil { return "was removed" }
    if change.before == nil { return "was restored" }
    return isRedo ? "was changed again" : "is as it was"
  }
}
