import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Platform
import Text

/// Carries annotations over to the next version of a document, once the user has agreed.
extension AnnotationStore {
  // MARK: what the user decides

  /// Keeps the previous version's annotations; `withClosest` includes those on changed words, `always` applies to later versions of this file.
  ///
  /// `completion` receives the number of annotations that have a place now.
  package nonisolated func carryOver(
    _ path: String, withClosest: Bool = false, always: Bool = false,
    completion: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    decide(path) { store, document, predecessor in
      if always { try? store.journal.setCarriesOver(true, at: path) }
      completion(await store.take(predecessor, into: document, withClosest: withClosest))
    } otherwise: {
      completion(0)
    }
  }

  /// Discards the previous version's annotations; the user is not asked about this document again.
  package nonisolated func discardCarried(_ path: String, always: Bool = false) {
    decide(path) { store, document, predecessor in
      if always { try? store.journal.setCarriesOver(false, at: path) }
      if let row = try? store.ensureRow(of: document) { try? store.journal.setDecided(row.id) }
      try? store.journal.retire(predecessor.row.id)
      store.forgetPredecessor(of: document)
    }
  }

  /// Offers annotations of earlier versions again although they were discarded, and asks at each later version of the file.
  package nonisolated func reconsider(_ path: String) {
    perform { store in
      guard let document = store.document(path) else { return }
      store.later { store in
        guard await store.lookNow(document), let stamp = document.stamp else { return }
        let evidence = Self.evidence(path, document.reading, stamp)
        try? store.journal.reconsider(evidence)
        await store.lookForPredecessor(of: document, evidence)
      }
    }
  }

  /// Calls `completion` when it is known whether a document has a predecessor.
  package nonisolated func whenCompared(
    _ path: String, completion: @escaping @Sendable () -> Void
  ) {
    perform { store in store.later { _ in completion() } }
  }

  private nonisolated func decide(
    _ path: String,
    _ body:
      @escaping @Sendable (isolated AnnotationStore, AnnotatedSession, Predecessor) async -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    perform { store in
      guard let document = store.document(path) else { return otherwise() }
      store.later { store in
        // Another version may have come meanwhile, which has a predecessor of its own.
        guard await store.lookNow(document), let predecessor = document.predecessor else {
          return otherwise()
        }
        await body(store, document, predecessor)
      }
    }
  }

  func forgetPredecessor(of document: AnnotatedSession) {
    document.predecessor = nil
    tell(document.path, .carried(nil))
  }

  // MARK: jobs

  /// Searches for the document of which a file is likely the next version, and places its annotations.
  func lookForPredecessor(of document: AnnotatedSession, _ evidence: FileEvidence) async {
    let choice = try? journal.carriesOver(at: document.path)
    guard document.stamp.map(Self.text) == evidence.stamp, let reading = document.reading,
      document.predecessor == nil, choice != false
    else { return await keepSketch(document) }
    let rows = (try? journal.predecessors(of: evidence, except: document.row?.id)) ?? []
    var sample = VersionSample(worker, document.source, reading)
    var found: Predecessor?
    for row in rows where found == nil {
      found = try? await predecessor(row, reading, evidence, &sample, besides: document.current)
    }
    if document.stamp.map(Self.text) == evidence.stamp {
      document.predecessor = found
      if let found {
        tell(document.path, .carried(found.carried))
      } else if let row = document.row, !rows.isEmpty {
        try? journal.setDecided(row.id)
      }
    }
    // Consequences for signatures or rights need the user's consent each time.
    if let found, choice == true, !found.carried.isDoubtful, options.carriesOver,
      reading.cautions.isEmpty
    {
      let count = await take(found, into: document, withClosest: false)
      tell(document.path, .carriedOver(count: count))
    }
    await keepSketch(document)
  }

  /// Returns the predecessor of a file; nil if the file is no version of a document, or has all of its annotations.
  private func predecessor(
    _ row: AnnotatedDocument, _ reading: AnnotationReading, _ evidence: FileEvidence,
    _ sample: inout VersionSample, besides current: [AnnotationID: Annotation]
  ) async throws(SaveBlocker) -> Predecessor? {
    let history = history(of: row)
    let missing = missing(from: reading, of: row, history, besides: current)
    let waiting = history.detachedFields
    let fields =
      history.fields(after: row.written?.deed ?? 0).filter { field in
        !field.isEmpty && !waiting.contains { $0.id == field.id }
      } + waiting.map { FieldChange(id: $0.id, before: [], after: $0.value) }
    guard !missing.all.isEmpty || !fields.isEmpty else { return nil }
    let anchors = (try? journal.anchors(of: row.id)) ?? [:]
    let isKnown = (try? journal.bases(of: row.id))?.contains { $0.hash == evidence.hash } == true
    let carried: CarriedAnnotations?
    (sample, carried) = try await blocking { [sample] () throws(SaveBlocker) in
      var sample = sample
      let carried = try sample.carried(
        missing.all, fields, anchors, of: row, isKnown: isKnown)
      return (sample, carried)
    }
    return carried.map { Predecessor(row: row, history: history, carried: $0) }
  }

  /// Keeps the previous version's annotations and saves them; returns how many have a place.
  private func take(
    _ predecessor: Predecessor, into document: AnnotatedSession, withClosest: Bool
  ) async -> Int {
    let carried = predecessor.carried
    let placed = carried.fitting + (withClosest ? carried.closest : [])
    let placedIDs = Set(placed.map(\.id))
    let lost = carried.lost.filter { !placedIDs.contains($0.id) }
    // Their words are read again from this version.
    func bare(_ annotation: Annotation) -> Annotation {
      var annotation = annotation
      annotation.anchor = nil
      return annotation
    }
    let isTaken =
      document.row == nil
      ? await goOn(predecessor, in: document, placed.map(bare), lost)
      : add(placed.map(bare), lost, predecessor, to: document)
    guard isTaken else { return 0 }
    forgetPredecessor(of: document)
    if !document.history.detached.isEmpty { tellDetached(document) }
    tell(document.path, .loaded(document.annotations, document.standing))
    prepare(document, old: [])
    await keepSketch(document)
    return placed.count
  }

  /// Continues the journal of the previous version in this one.
  private func goOn(
    _ predecessor: Predecessor, in document: AnnotatedSession, _ placed: [Annotation],
    _ lost: [Annotation]
  ) async -> Bool {
    guard let (reading, stamp) = document.whatWasRead,
      let (file, hash) = try? await digested(document), file.stamp == stamp
    else { return false }
    let evidence = Self.evidence(document.path, reading, stamp, hash: hash)
    guard let row = try? journal.adopt(predecessor.row, as: evidence) else { return false }
    document.row = row
    document.history = AnnotationHistory()
    try? journal.catchUp(&document.history, of: row.id)
    try? journal.set(version: row.version + 1, of: row.id)
    document.row?.version = row.version + 1
    keepNow(placed, lost, of: document, row.version + 1)
    guard let row = document.row else { return false }
    begin(document, row, reading, stamp, evidence)
    return true
  }

  /// Adds the previous version's annotations to a document that has its own journal.
  private func add(
    _ placed: [Annotation], _ lost: [Annotation], _ predecessor: Predecessor,
    to document: AnnotatedSession
  ) -> Bool {
    guard let row = document.row else { return false }
    // Another Recto may have agreed to it already.
    let known = Set(document.current.keys).union(document.history.detached.map(\.id))
    func new(_ annotations: [Annotation]) -> [AnnotationChange] {
      annotations.filter { !known.contains($0.id) }
        .map { AnnotationChange(before: nil, after: $0) }
    }
    var history = document.history
    let step = AnnotationEdit(
      new(placed),
      fields: AnnotatedSession.rebased(predecessor.carried.fields, on: document.currentFields),
      unplaced: new(lost))
    let deed = try? journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(.edit, step, version: row.version)
    }
    guard deed != nil else { return false }
    document.history = history
    let anchors = lost.compactMap { one in one.anchor.map { (one.id, $0) } }
    try? journal.set(
      anchors: Dictionary(anchors) { first, _ in first }, version: row.version, in: row.id)
    try? journal.setDecided(row.id)
    try? journal.retire(predecessor.row.id)
    document.row = try? journal.document(row.id)
    document.unanchored.formUnion(placed.map(\.id))
    tell(document.takeNew(), of: document)
    return true
  }

  /// Samples the text of a document that has a journal, so that its next version is recognised.
  func keepSketch(_ document: AnnotatedSession) async {
    guard let row = document.row, let (reading, stamp) = document.whatWasRead,
      row.sketch?.version != row.version, stamp == (await self.stamp(of: document))
    else { return }
    let source = document.source
    let found = await blocking { [worker] in
      var sample = VersionSample(worker, source, reading)
      return try? sample.sketch()
    }
    guard var sketch = found, stamp == (await self.stamp(of: document)) else { return }
    sketch.version = row.version
    guard (try? journal.set(sketch: sketch, of: row.id)) != nil, document.row?.id == row.id
    else { return }
    document.row?.sketch = sketch
  }
}
