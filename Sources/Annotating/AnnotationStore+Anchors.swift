import Dispatch
import DocumentModel
import Files
import Library
import Text

/// Jobs that find the words of annotations.
extension AnnotationStore {
  /// Pages read at once: the file may be written between batches.
  private static let atOnce = 24

  /// Stores the anchors of edited annotations; failures are retried with the next edit.
  func makeAnchors(_ document: AnnotatedSession) async {
    switch await makeSomeAnchors(document) {
    case true?: later { store in await store.makeAnchors(document) }
    case false?: await keepSketch(document)
    case nil: await makeShownAnchors(document)
    }
  }

  /// Stores anchors from shown pages when the file is gone or changed: otherwise edits would land on other words in the next file.
  func makeShownAnchors(_ document: AnnotatedSession) async {
    guard let row = document.row else { return }
    let wanted = document.unanchored.compactMap { document.current[$0] }
    let texts = document.shownTexts
    let anchors = await blocking { () -> [AnnotationID: TextAnchor] in
      var anchors: [AnnotationID: TextAnchor] = [:]
      for annotation in wanted where annotation.replyTo == nil {
        guard let shown = texts[annotation.id] else { continue }
        var window = AnchorWindow(shown: shown)
        anchors[annotation.id] = try? window.anchor(of: annotation)
      }
      return anchors
    }
    document.unanchored.subtract(anchors.keys)
    // An annotation on no words gets nothing more from its page.
    for id in texts.keys { document.shownTexts[id] = nil }
    guard !anchors.isEmpty else { return }
    options.step("anchors")
    try? journal.set(anchors: anchors, version: row.version, in: row.id)
  }

  /// Stores anchors from the file for the first pages needed; returns whether there are more, nil if it cannot be read.
  func makeSomeAnchors(_ document: AnnotatedSession) async -> Bool? {
    let all = document.unanchored.compactMap { document.current[$0] }
    guard !all.isEmpty else { return false }
    guard let row = document.row, let (reading, stamp) = document.whatWasRead,
      stamp == (await self.stamp(of: document))
    else { return nil }
    let pages = Dictionary(grouping: all, by: \.page).sorted { $0.key < $1.key }
    let some = pages.prefix(Self.atOnce).flatMap(\.value)
    let waymarks = await waymarks(of: document, pages.prefix(Self.atOnce).map(\.key))
    let source = document.source
    let found = await blocking { [worker] () -> [AnnotationID: TextAnchor]? in
      var window = AnchorWindow(
        worker, source, pageCount: reading.pageCount, waymarks: waymarks)
      var anchors: [AnnotationID: TextAnchor] = [:]
      for annotation in some where annotation.replyTo == nil {
        do throws(SaveBlocker) {
          anchors[annotation.id] = try window.anchor(of: annotation)
        } catch {
          return nil
        }
      }
      return anchors
    }
    // Readings of an intermediate file are no anchors for this one.
    guard let anchors = found, stamp == (await self.stamp(of: document)) else { return nil }
    options.step("anchors")
    document.unanchored.subtract(some.map(\.id))
    try? journal.set(anchors: anchors, version: row.version, in: row.id)
    if document.unanchored.isEmpty {
      document.shownTexts = [:]
      try? journal.set(readStamp: Self.text(stamp), of: row.id)
    }
    return pages.count > Self.atOnce
  }

  /// Returns names of sections and pages: from the library, else from the document.
  private func waymarks(of document: AnnotatedSession, _ pages: [Int]) async -> DocumentWaymarks? {
    let (path, source) = (document.path, document.source)
    if document.waymarks == nil,
      let known = await blocking({ [options] in options.waymarks(path) })
    {
      (document.waymarks, document.areWaymarksWhole) = (known, true)
    }
    guard !document.areWaymarksWhole else { return document.waymarks }
    let hasSections = document.waymarks != nil
    let more = await blocking { [worker] in
      try? worker.waymarks(of: pages, withSections: !hasSections, source)
    }
    if let more {
      var known = document.waymarks ?? more
      known.labels.merge(more.labels) { $1 }
      document.waymarks = known
    }
    return document.waymarks ?? DocumentWaymarks()
  }

  /// Puts what came back from an older version of the document onto this one.
  func placeAgain(_ document: AnnotatedSession, _ ids: Set<AnnotationID>) async {
    guard let row = document.row, let reading = document.reading else { return }
    let wanted = ids.compactMap { document.current[$0] }.filter {
      document.inFile[$0.id] == nil
    }
    guard !wanted.isEmpty, let anchors = try? journal.anchors(of: row.id),
      let placing = try? await placing(
        wanted, anchors, pageCount: reading.pageCount, document.source)
    else { return }
    keep(placing, of: document, row.version)
    if !placing.lost.isEmpty { tellDetached(document) }
  }

  /// Finds the places of annotations by their words.
  func placing(
    _ annotations: [Annotation], _ anchors: [AnnotationID: TextAnchor], pageCount: Int,
    _ source: AnnotationSource
  ) async throws(SaveBlocker) -> AnnotationPlacing {
    try await blocking { [worker] () throws(SaveBlocker) in
      try AnnotationPlacing(annotations, anchors, pageCount: pageCount, worker, source)
    }
  }

  /// Returns new annotations placed in the present file by the pages they were made on; nil if the file that was read has been replaced: they
  /// are placed with all others then.
  func brought(
    _ step: AnnotationEdit, from shown: [Int: PageText], to document: AnnotatedSession
  ) async -> AnnotationEdit? {
    let stamp = document.stamp
    guard let reading = document.reading, stamp == (await self.stamp(of: document)) else {
      return nil
    }
    var window = AnchorWindow(shown: shown)
    var brought = step
    brought.changes = []
    var made: [Annotation] = []
    for change in step.changes {
      guard change.before == nil, var new = change.after, new.replyTo == nil else {
        brought.changes.append(change)
        continue
      }
      new.anchor = (try? window.anchor(of: new)) ?? new.anchor
      made.append(new)
    }
    let placing = try? await placing(
      made, [:], pageCount: reading.pageCount, document.source)
    guard stamp == (await self.stamp(of: document)) else { return nil }
    func new(_ annotations: [Annotation]) -> [AnnotationChange] {
      annotations.map { AnnotationChange(before: nil, after: $0) }
    }
    brought.changes += new(placing?.placed ?? [])
    brought.unplaced += new(placing?.lost ?? made)
    return brought
  }

  /// Adds the result of placing to the journal and reports it.
  func keep(_ placing: AnnotationPlacing, of document: AnnotatedSession, _ version: Int) {
    keepNow(placing.placed, placing.lost, of: document, version)
    tell(document.takeNew(), of: document)
  }

  /// Adds annotations that got or lost their place to the journal.
  func keepNow(
    _ placed: [Annotation], _ lost: [Annotation], of document: AnnotatedSession, _ version: Int
  ) {
    guard let row = document.row else { return }
    var history = document.history
    let entries: [(JournalEntry.Kind, [AnnotationChange])] = [
      (.placed, placed.map { AnnotationChange(before: nil, after: $0) }),
      (.detached, lost.map { AnnotationChange(before: $0, after: nil) }),
    ]
    for (kind, changes) in entries where !changes.isEmpty {
      options.step("place")
      _ = try? journal.add(to: row.id, &history) { _, _ in
        AnnotationJournal.Entry(kind, AnnotationEdit(changes), version: version)
      }
    }
    document.history = history
    for annotation in placed { document.unanchored.insert(annotation.id) }
  }
}
