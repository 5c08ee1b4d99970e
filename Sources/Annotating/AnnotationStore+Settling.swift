import Dispatch
import DocumentModel
import Library

/// Merges what another program wrote into a file.
extension AnnotationStore {
  /// Handles a file that another program has changed: annotations of ours that are missing were deleted there and stay deleted, but undo restores
  /// them.
  func settle(
    _ document: AnnotatedSession, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ source: AnnotationSource, isAppended: Bool
  ) async throws(SaveBlocker) {
    let history = document.history
    let saved = row.written?.lastEntry ?? 0
    let missing = missing(from: reading, of: row, history)
    // Words that were missing may be there again.
    if !isAppended, !history.detached.isEmpty {
      let anchors = (try? journal.anchors(of: row.id)) ?? [:]
      var placing = try await placing(
        history.detached, anchors, pageCount: reading.pageCount, source)
      placing.keepLost()
      keep(placing, of: document, row.version)
    }
    let written = Set(history.changes(after: 0, through: saved).compactMap(\.id))
    let touched = Set(history.changes(after: saved).compactMap(\.id))
    let gone = missing.own.filter { written.contains($0.id) && !touched.contains($0.id) }
    guard !gone.isEmpty else { return }
    var known = document.history
    _ = try? journal.add(to: row.id, &known) { _, row in
      let changes = gone.map { AnnotationChange(before: $0, after: nil) }
      return AnnotationJournal.Entry(.outside, AnnotationEdit(changes), version: row.version)
    }
    document.history = known
  }

  /// Returns the annotations of a known document that a file lacks.
  ///
  /// Annotations without a name are identified by object number, which means nothing in another file: they are compared by style, and the
  /// missing ones get a name.
  ///
  /// Those in `current` with the same text are not missing, either: a document in a collection and its next version have each a journal with them.
  func missing(
    from reading: AnnotationReading, of row: AnnotatedDocument, _ history: AnnotationHistory,
    besides current: [AnnotationID: Annotation] = [:]
  ) -> MissingAnnotations {
    let shown = (try? journal.shown(of: row.id)) ?? []
    let anchors = (try? journal.anchors(of: row.id)) ?? [:]
    let ids = Set(reading.annotations.map(\.id))
    let changes = history.changes(after: 0)
    // A program that was killed may have written the file without recording it.
    let through = max(row.written?.lastEntry ?? 0, row.intended?.lastEntry ?? 0)
    let written = history.changes(after: 0, through: through).compactMap(\.id)
    let existing = Set(changes.compactMap(\.after?.id))
    let touched = Set(history.entries.flatMap { $0.step.changes }.compactMap(\.id))
    let now = Dictionary(grouping: reading.annotations) { ForeignAppearance($0) }
    func isThere(_ old: Annotation) -> Bool {
      guard old.id.isOfObject else { return ids.contains(old.id) }
      return (now[ForeignAppearance(old)] ?? []).contains { $0.isLikely(old) }
    }
    var own = changes.compactMap(\.after).filter {
      !isThere($0) && current[$0.id]?.contents != $0.contents
    }
    let others = shown.filter {
      !touched.contains($0.id) && !$0.flags.contains(.isState) && $0.kind.isWritten
    }
    var foreign = others.filter { old in
      !(now[ForeignAppearance(old)] ?? []).contains { $0.isLikely(old) }
    }
    var names: [AnnotationID: AnnotationID] = [:]
    for old in own + foreign where old.id.isOfObject || ids.contains(old.id) {
      names[old.id] = AnnotationID("\(old.id.name)-\(row.version + 1)")
    }
    func named(_ old: Annotation) -> Annotation {
      var one = old
      one.anchor = anchors[old.id] ?? old.anchor
      one.id = names[old.id] ?? old.id
      one.replyTo = old.replyTo.map { names[$0] ?? $0 }
      return one
    }
    own = own.map(named)
    // If some of another program's annotations are there, the missing ones were deleted.
    let areForeignThere = foreign.count < others.count
    foreign = areForeignThere ? [] : foreign.map(named)
    let detached = history.detached.filter { !ids.contains($0.id) }.map(named)
    return MissingAnnotations(
      own: own, foreign: foreign, detached: detached,
      wereDeletedOnPurpose: history.entries.isEmpty
        ? areForeignThere
        : written.contains { !$0.isOfObject && existing.contains($0) && ids.contains($0) })
  }
}
