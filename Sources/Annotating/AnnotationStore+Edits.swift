import Dispatch
package import DocumentModel
import Files
import Library
import Messages
import Platform

/// Edits, undo and redo; each is kept before it is shown.
extension AnnotationStore {
  /// The result of an edit, an undo or a redo; nil if it had none.
  package typealias Completion = @Sendable (AnnotationEdit?) -> Void

  /// Keeps an edit, then reports it.
  ///
  /// `shown` are page texts as the user sees them, by which the edit finds its words if the file cannot be read now.
  package nonisolated func edit(
    _ path: String, _ step: AnnotationEdit, shown: [Int: PageText] = [:],
    completion: @escaping Completion = { _ in }
  ) {
    perform { store in completion(store.keep(step, shown: shown, at: path)) }
  }

  private func keep(
    _ step: AnnotationEdit, shown: [Int: PageText] = [:], at path: String
  ) -> AnnotationEdit? {
    if !shown.isEmpty, let document = document(path) {
      for after in step.changes.compactMap(\.after) { document.shownTexts[after.id] = shown }
    }
    fetch(Set(step.changes.compactMap { $0.before?.id }), of: path)
    return add(path) { _, row, document in
      let parted = document.parted(step)
      let step = AnnotationEdit(
        parted.changes.map { document.rebased($0) }.filter { !$0.isEmpty },
        fields: AnnotatedSession.rebased(parted.fields, on: document.currentFields),
        unplaced: parted.unplaced)
      return step.isEmpty ? nil : AnnotationJournal.Entry(.edit, step, version: row.version)
    }?.step
  }

  /// Brings annotations that are about to be edited to the state that the user's edits on all machines give them.
  private func fetch(_ ids: Set<AnnotationID>, of path: String) {
    guard let document = document(path), !document.collections.isEmpty,
      let shared = try? journal.shared(ids, in: document.collections),
      shared.contains(where: { !AnnotationChange.bringing(document.current[$0.id], to: $0).isEmpty }
      )
    else { return }
    add(path, in: []) { _, row, document in
      let changes = shared.map { AnnotationChange.bringing(document.current[$0.id], to: $0) }
      return AnnotationJournal.Entry(
        .fetched, AnnotationEdit(changes.filter { !$0.isEmpty }), version: row.version)
    }
  }

  /// Keeps an edit started in an earlier version of the document, whose pages are `shown`: it moves to where its words are now, and has no
  /// place if they are gone. If the file is another document now, the edit is kept for the `earlier` one.
  package nonisolated func editEarlier(
    _ path: String, _ step: AnnotationEdit, shown: [Int: PageText], of earlier: DocumentIdentity
  ) {
    perform { store in
      guard let document = store.document(path) else { return }
      store.later { store in
        if await store.isOther(document, than: shown) {
          return store.keep(step, ofEarlier: earlier, shown: shown, document)
        }
        guard let brought = await store.brought(step, from: shown, to: document) else {
          _ = store.keep(step, shown: shown, at: path)
          return
        }
        _ = store.keep(brought, at: path)
        let lost = brought.unplaced.compactMap(\.after)
        guard !lost.isEmpty, let row = document.row else { return }
        let anchors = lost.compactMap { one in one.anchor.map { (one.id, $0) } }
        try? store.journal.set(
          anchors: Dictionary(anchors) { first, _ in first }, version: row.version, in: row.id)
      }
    }
  }

  /// Whether a document is not a later version of the one whose pages are `shown`.
  private func isOther(_ document: AnnotatedSession, than shown: [Int: PageText]) async -> Bool {
    guard await lookNow(document), let reading = document.reading else { return false }
    let source = document.source
    return await blocking { [worker] in
      var sample = VersionSample(worker, source, reading)
      return (try? sample.isVersion(of: shown)) == false
    }
  }

  /// Keeps an edit of a document that has been replaced by another one: it is listed with all annotations, and offered where
  /// the document, or a version of it, is back.
  private func keep(
    _ step: AnnotationEdit, ofEarlier earlier: DocumentIdentity, shown: [Int: PageText],
    _ document: AnnotatedSession
  ) {
    let evidence = FileEvidence(
      path: earlier.path, hash: earlier.contentHash.isEmpty ? nil : earlier.contentHash,
      permanentID: earlier.permanentID)
    do throws(LibraryTrouble) {
      let row = try journal.ensure(evidence, title: "")
      if row.sketch == nil {
        try journal.set(sketch: VersionSample.sketch(of: shown), of: row.id)
      }
      var history = AnnotationHistory()
      _ = try journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(.edit, step, version: row.version)
      }
      var (window, anchors) = (AnchorWindow(shown: shown), [AnnotationID: TextAnchor]())
      for made in step.changes.compactMap(\.after) {
        anchors[made.id] = (try? window.anchor(of: made)) ?? made.anchor
      }
      try journal.set(anchors: anchors, version: row.version, in: row.id)
      tell(document.path, .keptForEarlier(count: step.changes.count))
    } catch {
      tell(document.path, .refused(file: error.file, reason: Self.reason(error)))
    }
  }

  package nonisolated func undo(_ path: String, completion: @escaping Completion = { _ in }) {
    perform { store in
      let entry = store.add(path, goesThere: true) { history, row, document in
        history.nextUndo.map { Self.entry(.undo, $0, history, row, document) }
      }
      completion(entry?.step)
    }
  }

  package nonisolated func redo(_ path: String, completion: @escaping Completion = { _ in }) {
    perform { store in
      let entry = store.add(path, goesThere: true) { history, row, document in
        history.nextRedo.map { Self.entry(.redo, $0, history, row, document) }
      }
      completion(entry?.step)
    }
  }

  /// Edits made in another version of the document say nothing about places in this one.
  private static func entry(
    _ kind: JournalEntry.Kind, _ entry: JournalEntry, _ history: AnnotationHistory,
    _ row: AnnotatedDocument, _ document: AnnotatedSession
  ) -> AnnotationJournal.Entry {
    let here = history.step(of: entry, in: row.version)
    let done = here ?? entry.step
    let step = document.parted(kind == .undo ? done.inverse : done)
    let unplaced = document.rebased(
      unplaced: step.unplaced, besides: Set(step.changes.compactMap(\.id)))
    var changes =
      step.changes.map { document.rebased($0, movesPlaces: here != nil) } + unplaced.changes
    if here == nil { changes += document.parts(of: changes) }
    // Values of fields that are missing now are undone, too.
    let missing = step.fields.filter { document.currentFields[$0.id] == nil }
    return AnnotationJournal.Entry(
      kind, of: entry.number,
      AnnotationEdit(
        changes,
        fields: AnnotatedSession.rebased(step.fields, on: document.currentFields) + missing,
        unplaced: unplaced.unplaced),
      version: row.version)
  }

  /// Reverts what was reverted on pages that had been removed, once an undone or redone page edit brings them back; returns the annotations whose
  /// places in this version are not known.
  func takeBackOwed(_ document: AnnotatedSession, _ row: AnnotatedDocument) -> Set<AnnotationID> {
    var unknown: Set<AnnotationID> = []
    while document.history.nextOwed != nil {
      var history = document.history
      var isOld = false
      options.step("owed")
      let entry = try? journal.add(to: row.id, &history) { history, row in
        document.history = history
        tell(document.takeNew(), of: document)
        guard let owed = history.nextOwed else { return nil }
        isOld = history.step(of: owed, in: row.version) == nil
        return Self.entry(.undo, owed, history, row, document)
      }
      document.history = history
      guard let entry else { break }
      if isOld { unknown.formUnion(entry.step.changes.compactMap { $0.after?.id }) }
      tell(document.takeNew(), of: document)
    }
    return unknown
  }

  /// Adds the journal entry that `entry` derives from all entries so far; returns it. Members of `collections`, by default the document's, get what
  /// is for them.
  @discardableResult
  private func add(
    _ path: String, goesThere: Bool = false, in collections: [SharedDocument]? = nil,
    _ entry: (AnnotationHistory, AnnotatedDocument, AnnotatedSession) -> AnnotationJournal.Entry?
  ) -> JournalEntry? {
    guard let document = document(path) else { return nil }
    let collections = collections ?? document.collections
    var isOld = false
    do throws(LibraryTrouble) {
      let row = try ensureRow(of: document)
      options.step("commit")
      var history = document.history
      let entry = try journal.add(to: row.id, &history, in: collections) { history, row in
        // Entries of other Rectos come first.
        document.history = history
        isOld =
          goesThere
          && [history.nextUndo, history.nextRedo].contains { entry in
            entry.map { entry in
              history.step(of: entry, in: row.version) == nil || history.tookDetached(entry)
            } ?? false
          }
        tell(document.takeNew(), of: document)
        return entry(history, row, document)
      }
      document.history = history
      options.step("committed")
      guard let entry else {
        tell(path, .saveStatus(document.saveStatus))
        return nil
      }
      let touched = entry.step.changes.compactMap(\.id)
      func isAnySeen() -> Bool { touched.contains { document.current[$0] != nil } }
      let wasSeen = isAnySeen()
      let new = document.takeNew()
      for change in new.changes where change.after != nil {
        if let id = change.id { document.unanchored.insert(id) }
      }
      let isSeen = wasSeen || isAnySeen() || !new.fields.isEmpty
      let page = goesThere && isSeen ? page(of: entry.step, in: document) : nil
      if new.isEmpty { reportSaveStatus(document) }
      tell(new, of: document, page: page)
      if goesThere, !isSeen {
        let unseen = Self.unseen(entry, document.history)
        if !unseen.isEmpty { tell(path, .reversedUnseen(unseen)) }
      }
      // Annotations without a place are not among the visible ones.
      if !entry.step.unplaced.isEmpty { tellDetached(document) }
      takeInCopies(of: document)
      prepare(document, old: isOld ? new.changes.compactMap { $0.after?.id } : [])
      return entry
    } catch {
      tell(path, .refused(file: error.file, reason: Self.reason(error)))
      return nil
    }
  }

  /// Reports the annotations without a place in this version, with the words they were on.
  func tellDetached(_ document: AnnotatedSession) {
    var lost = document.history.detached
    if !lost.isEmpty, let row = document.row, let anchors = try? journal.anchors(of: row.id) {
      for index in lost.indices where lost[index].anchor == nil {
        lost[index].anchor = anchors[lost[index].id]
      }
    }
    document.hasReportedDetached = !lost.isEmpty
    tell(document.path, .detached(lost))
  }

  /// Returns the changes of an undo or redo that changed nothing visible.
  private static func unseen(
    _ entry: JournalEntry, _ history: AnnotationHistory
  ) -> [AnnotationChange] {
    let own = (entry.step.changes + entry.step.unplaced).filter { !$0.isEmpty }
    guard own.isEmpty else { return own }
    guard let done = history.entries.last(where: { $0.number == entry.of })?.step else { return [] }
    let step = entry.kind == .undo ? done.inverse : done
    return (step.changes + step.unplaced).filter { !$0.isEmpty }
  }

  private func page(of step: AnnotationEdit, in document: AnnotatedSession) -> Int? {
    step.changes.lazy.compactMap { $0.after ?? $0.before }.first?.page
      ?? step.fields.lazy.compactMap { document.currentFields[$0.id]?.widgets.first }.first?.page
  }

  private static func reason(_ trouble: LibraryTrouble) -> String {
    switch trouble.cause {
    case .store(let words): words
    case .newer: "a later Recto made it"
    case .setAside(let aside): "it was damaged and is now \(aside)"
    case .damagedRecents(let words): words
    case .recents(let number): "error \(number)"
    }
  }

  func ensureRow(of document: AnnotatedSession) throws(LibraryTrouble) -> AnnotatedDocument {
    if let row = document.row { return row }
    let stamp = document.stamp.map(Self.text) ?? SystemPath.stamp(of: document.path)
    let row = try journal.ensure(
      FileEvidence(
        path: document.path, stamp: stamp, permanentID: document.reading?.permanentID ?? ""),
      title: document.title)
    document.row = row
    return row
  }
}
