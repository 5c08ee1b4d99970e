import Dispatch
import DocumentModel
import Files
import Library
import Text

/// On the saving queue.
extension AnnotationStore {
  /// Pages read at once: the file may be written between batches.
  private static let atOnce = 24

  /// Stores the anchors of edited annotations; failures are retried with the next edit.
  func makeAnchors(_ document: AnnotatedSession) {
    switch makeSomeAnchors(document) {
    case true?: saving.async { [self] in makeAnchors(document) }
    case false?: keepSketch(document)
    case nil: makeShownAnchors(document)
    }
  }

  /// Stores anchors from shown pages when the file is gone or changed: otherwise edits would land on other words in the next file.
  func makeShownAnchors(_ document: AnnotatedSession) {
    let (wanted, texts, row) = keeping.sync {
      (document.unanchored.compactMap { document.current[$0] }, document.shownTexts, document.row)
    }
    guard let row else { return }
    var anchors: [AnnotationID: TextAnchor] = [:]
    for annotation in wanted where annotation.replyTo == nil {
      guard let shown = texts[annotation.id] else { continue }
      var window = AnchorWindow(shown: shown)
      anchors[annotation.id] = try? window.anchor(of: annotation)
    }
    keeping.sync {
      document.unanchored.subtract(anchors.keys)
      // Whatever lies on no words has got all that can be had of its page.
      for id in texts.keys { document.shownTexts[id] = nil }
    }
    guard !anchors.isEmpty else { return }
    options.step("anchors")
    keeping.sync {
      try? journal.set(anchors: anchors, version: row.version, in: row.id)
    }
  }

  /// Stores anchors from the file for the first pages needed; returns whether there are more, nil if it cannot be read.
  func makeSomeAnchors(_ document: AnnotatedSession) -> Bool? {
    let (all, row, reading, stamp) = keeping.sync {
      (
        document.unanchored.compactMap { document.current[$0] }, document.row, document.reading,
        document.stamp
      )
    }
    guard !all.isEmpty else { return false }
    guard let row, let reading, stamp == FileStamp(following: document.path) else { return nil }
    var anchors: [AnnotationID: TextAnchor] = [:]
    let pages = Dictionary(grouping: all, by: \.page).sorted { $0.key < $1.key }
    var window = AnchorWindow(
      worker, document.source, pageCount: reading.pageCount,
      waymarks: waymarks(of: document, pages.prefix(Self.atOnce).map(\.key)))
    for annotation in pages.prefix(Self.atOnce).flatMap(\.value) where annotation.replyTo == nil {
      do throws(SaveBlocker) {
        anchors[annotation.id] = try window.anchor(of: annotation)
      } catch {
        return nil
      }
    }
    // Readings of an intermediate file are no anchors for this one.
    guard stamp == FileStamp(following: document.path) else { return nil }
    options.step("anchors")
    keeping.sync {
      document.unanchored.subtract(pages.prefix(Self.atOnce).flatMap(\.value).map(\.id))
      try? journal.set(anchors: anchors, version: row.version, in: row.id)
      guard document.unanchored.isEmpty else { return }
      document.shownTexts = [:]
      if let stamp { try? journal.set(readStamp: Self.text(stamp), of: row.id) }
    }
    return pages.count > Self.atOnce
  }

  /// Returns names of sections and pages: from the library, else from the document.
  private func waymarks(of document: AnnotatedSession, _ pages: [Int]) -> DocumentWaymarks? {
    if document.waymarks == nil, let known = options.waymarks(document.path) {
      (document.waymarks, document.areWaymarksWhole) = (known, true)
    }
    guard !document.areWaymarksWhole else { return document.waymarks }
    let hasSections = document.waymarks != nil
    if let more = try? worker.waymarks(of: pages, withSections: !hasSections, document.source) {
      var known = document.waymarks ?? more
      known.labels.merge(more.labels) { $1 }
      document.waymarks = known
    }
    return document.waymarks ?? DocumentWaymarks()
  }

  /// Puts what came back from an older version of the document onto this one.
  func placeAgain(_ document: AnnotatedSession, _ ids: Set<AnnotationID>) {
    let (annotations, row, reading) = keeping.sync {
      (ids.compactMap { document.current[$0] }, document.row, document.reading)
    }
    guard let row, let reading else { return }
    let inFile = keeping.sync { document.inFile }
    let wanted = annotations.filter { inFile[$0.id] == nil }
    guard !wanted.isEmpty,
      let anchors = try? keeping.sync(execute: { try journal.anchors(of: row.id) }),
      let placing = try? AnnotationPlacing(
        wanted, anchors, pageCount: reading.pageCount, worker, document.source)
    else { return }
    keep(placing, of: document, row.version)
    if !placing.lost.isEmpty { keeping.sync { tellDetached(document) } }
  }

  /// Returns new annotations placed in the present file by the pages they were made on; nil if the file that was read has been replaced: they
  /// are placed with all others then.
  func brought(
    _ step: AnnotationEdit, from shown: [Int: PageText], to document: AnnotatedSession
  ) -> AnnotationEdit? {
    let (reading, stamp) = keeping.sync { (document.reading, document.stamp) }
    guard let reading, stamp == FileStamp(following: document.path) else { return nil }
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
    let placing = try? AnnotationPlacing(
      made, [:], pageCount: reading.pageCount, worker, document.source)
    guard stamp == FileStamp(following: document.path) else { return nil }
    func new(_ annotations: [Annotation]) -> [AnnotationChange] {
      annotations.map { AnnotationChange(before: nil, after: $0) }
    }
    brought.changes += new(placing?.placed ?? [])
    brought.unplaced += new(placing?.lost ?? made)
    return brought
  }

  /// Adds the result of placing to the journal and reports it.
  func keep(_ placing: AnnotationPlacing, of document: AnnotatedSession, _ version: Int) {
    keeping.sync {
      keepNow(placing.placed, placing.lost, of: document, version)
      tell(document.takeNew(), of: document)
    }
  }

  /// On the keeping queue: journal of the same.
  func keepNow(
    _ placed: [Annotation], _ lost: [Annotation], of document: AnnotatedSession, _ version: Int
  ) {
    guard let row = document.row else { return }
    var history = document.history
    let deeds: [(JournalEntry.Kind, [AnnotationChange])] = [
      (.placed, placed.map { AnnotationChange(before: nil, after: $0) }),
      (.detached, lost.map { AnnotationChange(before: $0, after: nil) }),
    ]
    for (kind, changes) in deeds where !changes.isEmpty {
      options.step("place")
      _ = try? journal.add(to: row.id, &history) { _, _ in
        AnnotationJournal.Entry(kind, AnnotationEdit(changes), version: version)
      }
    }
    document.history = history
    for annotation in placed { document.unanchored.insert(annotation.id) }
  }
}
