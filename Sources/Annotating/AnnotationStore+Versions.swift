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

  /// Keeps the earlier versions' annotations; `withClosest` includes those on changed words, `always` applies to later versions of this file.
  ///
  /// `completion` receives the number of annotations that have a place now.
  package nonisolated func carryOver(
    _ path: String, withClosest: Bool = false, always: Bool = false,
    completion: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    decide(path) { store, document in
      if always { try? store.journal.setCarriesOver(true, at: path) }
      let isAnyChanged = document.predecessors.contains(where: \.isAnyChanged)
      completion(await store.takeOffer(of: document, withClosest: withClosest))
      if isAnyChanged, !withClosest { await store.offerPlaces(in: document) }
    } otherwise: {
      completion(0)
    }
  }

  /// Discards the earlier versions' annotations; the user is not asked about this document again.
  package nonisolated func discardCarried(_ path: String, always: Bool = false) {
    decide(path) { store, document in
      if always { try? store.journal.setCarriesOver(false, at: path) }
      if !document.predecessors.isEmpty, let row = try? store.ensureRow(of: document) {
        try? store.journal.setDecided(row.id)
      }
      for predecessor in document.predecessors { try? store.journal.retire(predecessor.row.id) }
      store.forgetOffer(of: document)
    }
  }

  /// Offers annotations of earlier versions again although they were discarded; with `asksAgain` also for each later version of the file.
  package nonisolated func reconsider(
    _ path: String, asksAgain: Bool = true, completion: @escaping @Sendable () -> Void = {}
  ) {
    perform { store in
      guard let document = store.document(path) else { return completion() }
      store.later { store in
        guard await store.lookNow(document), let stamp = document.stamp else { return completion() }
        let evidence = Self.evidence(path, document.reading, stamp)
        try? store.journal.reconsider(evidence)
        if asksAgain { try? store.journal.setCarriesOver(nil, at: path) }
        await store.lookForPredecessors(of: document, evidence)
        if document.predecessors.isEmpty { await store.offerPlaces(in: document) }
        completion()
      }
    }
  }

  /// Calls `completion` when it is known whether a document has predecessors.
  package nonisolated func whenCompared(
    _ path: String, completion: @escaping @Sendable () -> Void
  ) {
    perform { store in store.later { _ in completion() } }
  }

  private nonisolated func decide(
    _ path: String,
    _ body: @escaping @Sendable (isolated AnnotationStore, AnnotatedSession) async -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    perform { store in
      guard let document = store.document(path) else { return otherwise() }
      store.later { store in
        // Another version may have come meanwhile, which has predecessors of its own.
        guard await store.lookNow(document), document.carried != nil else { return otherwise() }
        await body(store, document)
      }
    }
  }

  func forgetOffer(of document: AnnotatedSession) {
    (document.predecessors, document.placeable) = ([], CarriedAnnotations())
    tell(document.path, .carried(nil))
  }

  // MARK: jobs

  /// Searches for the documents of which a file is likely the next version, and places their annotations.
  func lookForPredecessors(of document: AnnotatedSession, _ evidence: FileEvidence) async {
    let choice = try? journal.carriesOver(at: document.path)
    guard document.stamp.map(Self.text) == evidence.stamp, let reading = document.reading,
      document.predecessors.isEmpty, choice != false
    else { return await keepSketch(document) }
    let rows = (try? journal.predecessors(of: evidence, except: document.row?.id)) ?? []
    var sample = VersionSample(worker, document.source, reading)
    var found: [Predecessor] = []
    // A copy of a version has the same annotations.
    var known = document.current
    for row in rows {
      guard
        let one = try? await predecessor(row, reading, evidence, &sample, besides: known)
      else { continue }
      found.append(one)
      for annotation in one.carried.placed + one.carried.lost {
        known[annotation.id] = known[annotation.id] ?? annotation
      }
    }
    guard document.stamp.map(Self.text) == evidence.stamp else { return await keepSketch(document) }
    document.predecessors = found
    if !found.isEmpty, found.allSatisfy({ Self.isPackedAgain($0.row, reading) }) {
      _ = await takeOffer(of: document, withClosest: false)
      // The offer remains only if the journal could not be written.
      if let carried = document.carried { tell(document.path, .carried(carried)) }
    } else if let carried = document.carried, !found.isEmpty {
      tell(document.path, .carried(carried))
      // Consequences for signatures or rights need the user's consent each time.
      if choice == true, !carried.isDoubtful, options.carriesOver, reading.cautions.isEmpty {
        let count = await takeOffer(of: document, withClosest: false)
        tell(document.path, .carriedOver(count: count))
        if found.contains(where: \.isAnyChanged) { await offerPlaces(in: document) }
      }
    } else if let row = document.row, !rows.isEmpty {
      try? journal.setDecided(row.id)
    }
    await keepSketch(document)
  }

  /// Whether a file is a document whose text is the same, such as a book that was packed again.
  private static func isPackedAgain(_ row: AnnotatedDocument, _ reading: AnnotationReading) -> Bool
  {
    // Of PDFs, which can be annotated in the file, all versions have the same identifier.
    reading.obstacle == .format && !reading.permanentID.isEmpty
      && row.permanentID == reading.permanentID
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
      history.fields(after: row.written?.lastEntry ?? 0).filter { field in
        !field.isEmpty && !waiting.contains { $0.id == field.id }
      } + waiting.map { FieldChange(id: $0.id, before: [], after: $0.value) }
    guard !missing.all.isEmpty || !fields.isEmpty else { return nil }
    let anchors = (try? journal.anchors(of: row.id)) ?? [:]
    let isKnown =
      Self.isPackedAgain(row, reading)
      || (try? journal.bases(of: row.id))?.contains { $0.hash == evidence.hash } == true
    let carried: CarriedAnnotations?
    (sample, carried) = try await blocking { [sample] () throws(SaveBlocker) in
      var sample = sample
      let carried = try sample.carried(
        missing.all, fields, anchors, of: row, isKnown: isKnown)
      return (sample, carried)
    }
    return carried.map { Predecessor(row: row, history: history, carried: $0) }
  }

  /// Offers places to annotations without one: on their words, or on those that replaced them.
  private func offerPlaces(in document: AnnotatedSession) async {
    let detached = document.history.detached
    guard let row = document.row, let reading = document.reading, !detached.isEmpty else { return }
    let anchors = (try? journal.anchors(of: row.id)) ?? [:]
    let source = document.source
    let found = await blocking { [worker] in
      var sample = VersionSample(worker, source, reading)
      return try? sample.carried(detached, [], anchors, of: row, isKnown: true)
    }
    let known = Set(document.current.keys)
    func new(_ annotations: [Annotation]?) -> [Annotation] {
      (annotations ?? []).filter { !known.contains($0.id) }
    }
    document.placeable = CarriedAnnotations(
      fitting: new(found?.fitting), closest: new(found?.closest))
    if let carried = document.carried { tell(document.path, .carried(carried)) }
  }

  /// Accepts the offer and saves it; returns how many annotations have a place now.
  private func takeOffer(of document: AnnotatedSession, withClosest: Bool) async -> Int {
    await takeInOthers(of: document)
    let (predecessors, placeable) = (document.predecessors, document.placeable)
    let places = placeable.fitting + (withClosest ? placeable.closest : [])
    var count = 0
    if predecessors.isEmpty, place(places, in: document) { count = places.mainCount }
    for predecessor in predecessors {
      guard let placed = await take(predecessor, into: document, withClosest: withClosest) else {
        return count
      }
      count += placed
    }
    forgetOffer(of: document)
    if !document.history.detached.isEmpty { tellDetached(document) }
    tell(document.path, .loaded(document.annotations, document.saveStatus))
    prepare(document, old: [])
    await keepSketch(document)
    return count
  }

  /// Takes in the entries of other Rectos, one of which may have agreed to the same offer.
  private func takeInOthers(of document: AnnotatedSession) async {
    if let row = document.row {
      try? journal.catchUp(&document.history, of: row.id)
      tell(document.takeNew(), of: document)
    } else if let (reading, stamp) = document.whatWasRead,
      let (file, hash) = try? await digested(document), file.stamp == stamp,
      let row = follow(document, Self.evidence(document.path, reading, stamp, hash: hash))
    {
      document.show(reading, through: row.written?.lastEntry ?? 0)
    }
  }

  /// Keeps an earlier version's annotations; returns how many have a place, nil if nothing was kept.
  private func take(
    _ predecessor: Predecessor, into document: AnnotatedSession, withClosest: Bool
  ) async -> Int? {
    let carried = predecessor.carried
    let placed = carried.fitting + (withClosest ? carried.closest : [])
    let placedIDs = Set(placed.map(\.id))
    let lost = carried.lost.filter { !placedIDs.contains($0.id) }
    let isTaken =
      document.row == nil
      ? await goOn(predecessor, in: document, placed, lost)
      : add(placed, lost, predecessor, to: document)
    return isTaken ? placed.mainCount : nil
  }

  /// Returns a carried annotation without its anchor: its words are read again from this version.
  private static func bare(_ annotation: Annotation) -> Annotation {
    var annotation = annotation
    annotation.anchor = nil
    return annotation
  }

  /// Continues the journal of the previous version in this one. Its annotations have no place at first and get theirs by one edit, so that undo loses
  /// none.
  private func goOn(
    _ predecessor: Predecessor, in document: AnnotatedSession, _ placed: [Annotation],
    _ lost: [Annotation]
  ) async -> Bool {
    guard let (reading, stamp) = document.whatWasRead,
      let (file, hash) = try? await digested(document), file.stamp == stamp
    else { return false }
    let evidence = Self.evidence(document.path, reading, stamp, hash: hash)
    try? journal.leave(predecessor.row)
    guard let row = try? journal.adopt(predecessor.row, as: evidence) else { return false }
    document.row = row
    document.history = AnnotationHistory()
    try? journal.catchUp(&document.history, of: row.id)
    try? journal.set(version: row.version + 1, of: row.id)
    document.row?.version = row.version + 1
    let all = placed.filter { $0.id.whole == nil } + lost
    keepNow([], all, of: document, row.version + 1)
    keepAnchors(of: all, row)
    guard let row = document.row else { return false }
    begin(document, row, reading, stamp, evidence)
    return placed.isEmpty || place(placed, in: document)
  }

  /// Adds an earlier version's annotations to a document that has its own journal. They, too, have no place until one edit, which undo reverts.
  private func add(
    _ placed: [Annotation], _ lost: [Annotation], _ predecessor: Predecessor,
    to document: AnnotatedSession
  ) -> Bool {
    guard let row = document.row else { return false }
    let known = Set(document.current.keys).union(document.history.detached.map(\.id))
    let new = (placed.filter { $0.id.whole == nil } + lost).filter { !known.contains($0.id) }
    keepNow([], new, of: document, row.version)
    keepAnchors(of: new, row)
    let fields = AnnotatedSession.rebased(
      predecessor.carried.fields, on: document.currentFields)
    guard place(placed, fields, in: document) else { return false }
    // Another Recto has continued the earlier version's journal here.
    guard row.id != predecessor.row.id else { return true }
    try? journal.setDecided(row.id)
    try? journal.retire(predecessor.row.id)
    document.row = try? journal.document(row.id)
    return true
  }

  /// Stores the words of annotations that have no place now.
  private func keepAnchors(of lost: [Annotation], _ row: AnnotatedDocument) {
    let anchors = lost.compactMap { one in one.anchor.map { (one.id, $0) } }
    try? journal.set(
      anchors: Dictionary(anchors) { first, _ in first }, version: row.version, in: row.id)
  }

  /// Gives places to annotations without one by a single edit; returns whether the journal has it.
  private func place(
    _ annotations: [Annotation], _ fields: [FieldChange] = [], in document: AnnotatedSession
  ) -> Bool {
    let ids = Set(annotations.map(\.id)).subtracting(document.current.keys)
    let step = AnnotationEdit(
      annotations.filter { ids.contains($0.id) }
        .map { AnnotationChange(before: nil, after: Self.bare($0)) },
      fields: fields,
      unplaced: document.history.detached.filter { ids.contains($0.id) }
        .map { AnnotationChange(before: $0, after: nil) })
    return step.isEmpty || add(step, to: document) != nil
  }

  /// Adds an edit to a document's journal and reports it; returns the document's row, nil if the edit was not kept.
  private func add(_ step: AnnotationEdit, to document: AnnotatedSession) -> AnnotatedDocument? {
    guard let row = document.row else { return nil }
    var history = document.history
    let entry = try? journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(.edit, step, version: row.version)
    }
    guard entry != nil else { return nil }
    document.history = history
    document.unanchored.formUnion(step.changes.compactMap { $0.after?.id })
    tell(document.takeNew(), of: document)
    return row
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
