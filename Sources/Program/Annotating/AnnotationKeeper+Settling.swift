import Dispatch
import DocumentModel
import Library

/// On the saving queue: what another program's writing means.
extension AnnotationKeeper {
  /// Another program has changed the file: decides what that means for what the journal has.
  ///
  /// Where some of ours are there still the others were deleted by somebody, and stay so; undoing brings them back. Where none is
  /// there, and the document says that it is another or its words are elsewhere, it was built anew, and ours are put onto it.
  func settle(
    _ document: KeptDocument, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ source: AnnotationSource, _ hash: String, isAppended: Bool, differs: Bool
  ) throws(AnnotationObstacle) {
    let history = keeping.sync { document.history }
    let saved = row.written?.deed ?? 0
    let now = Dictionary(
      history.changes(after: 0).compactMap { $0.after.map { ($0.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    let ids = Set(reading.annotations.map(\.id))
    let ours = history.changes(after: 0, through: saved).compactMap(\.id).filter { now[$0] != nil }
    let missing = ours.filter { !ids.contains($0) }.compactMap { now[$0] }
    let touched = Set(history.changes(after: saved).compactMap(\.id))
    let foreign = foreign(of: row, history, reading)
    let anchors = keeping.sync { (try? journal.anchors(of: row.id)) ?? [:] }
    // Restored, or built again to the very bytes: nobody has deleted anything.
    let isRestored = keeping.sync {
      (try? journal.bases(of: row.id))?.contains {
        ($0.length, $0.hash) == (source.bytes?.count ?? 0, hash)
      } ?? false
    }
    var isAnew = isRestored && missing.count == ours.count
    if !isAnew, !isAppended, missing.count == ours.count, !foreign.areThere {
      let mine = missing + now.values.filter { touched.contains($0.id) } + foreign.missing
      isAnew = differs
      if !isAnew { isAnew = try !hasSameWords(mine, anchors, reading, source) }
    }
    guard isAnew else {
      // Whoever wrote it: words that were missing may be there again.
      if !isAppended, !history.detached.isEmpty {
        var placing = try AnnotationPlacing(
          history.detached, anchors, pageCount: reading.pageCount, worker, source)
        placing.keepLost()
        keep(placing, of: document, row.version)
      }
      let gone = missing.filter { !touched.contains($0.id) }
      guard !gone.isEmpty else { return }
      keeping.sync {
        var history = document.history
        _ = try? journal.add(to: row.id, &history) { _, row in
          let changes = gone.map { AnnotationChange(before: $0, after: nil) }
          return AnnotationJournal.Entry(.outside, AnnotationStep(changes), version: row.version)
        }
        document.history = history
      }
      return
    }
    let order = history.changes(after: 0).compactMap(\.id)
    let wanted =
      order.compactMap { now[$0] }.filter { !ids.contains($0.id) }
      + foreign.missing + history.detached
    let placing = try AnnotationPlacing(
      wanted, anchors, pageCount: reading.pageCount, worker, source)
    keeping.sync {
      try? journal.set(version: row.version + 1, of: row.id)
      document.row?.version = row.version + 1
    }
    keep(placing, of: document, row.version + 1)
  }

  /// What other programs had made when the file was read last: those that are missing now, and whether any is there.
  ///
  /// Those without a name were known by their object's number, which says nothing in another file: what they are tells whether they are there,
  /// and those that are not get a name.
  private func foreign(
    of row: AnnotatedDocument, _ history: AnnotationHistory, _ reading: AnnotationReading
  ) -> (missing: [Annotation], areThere: Bool) {
    let (shown, anchors) = keeping.sync {
      ((try? journal.shown(of: row.id)) ?? [], (try? journal.anchors(of: row.id)) ?? [:])
    }
    let own = Set(history.deeds.flatMap { $0.step.changes }.compactMap(\.id))
    let others = shown.filter {
      !own.contains($0.id) && !$0.flags.contains(.isState) && $0.kind.isWritten
    }
    let now = Dictionary(grouping: reading.annotations) { ForeignLooks($0) }
    var missing = others.filter { old in
      !(now[ForeignLooks(old)] ?? []).contains { $0.isLikely(old) }
    }
    let areThere = missing.count < others.count
    let objects = Set(reading.annotations.map(\.id))
    var names: [AnnotationID: AnnotationID] = [:]
    for old in missing where objects.contains(old.id) || old.id.isOfObject {
      names[old.id] = AnnotationID("\(old.id.name)-\(row.version + 1)")
    }
    for index in missing.indices {
      let old = missing[index]
      missing[index].anchor = anchors[old.id]
      missing[index].id = names[old.id] ?? old.id
      missing[index].replyTo = old.replyTo.map { names[$0] ?? $0 }
    }
    return (missing, areThere)
  }
}
