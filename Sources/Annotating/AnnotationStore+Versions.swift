import Dispatch
import DocumentModel
import Files
import Library
import Platform
import Text

/// Carries annotations over to the next version of a document, once the user has agreed.
extension AnnotationStore {
  // MARK: what the user decides

  /// Keeps the previous version's annotations; `withClosest` includes those on changed words, `always` applies to later versions of this file.
  ///
  /// `completion` receives the number of annotations that have a place now.
  package func carryOver(
    _ path: String, withClosest: Bool = false, always: Bool = false,
    completion: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    decide(path) { [self] document, predecessor in
      if always {
        keeping.sync { try? journal.setCarriesOver(true, at: path) }
      }
      completion(take(predecessor, into: document, withClosest: withClosest))
    } otherwise: {
      completion(0)
    }
  }

  /// Discards the previous version's annotations; the user is not asked about this document again.
  package func discardCarried(_ path: String, always: Bool = false) {
    decide(path) { [self] document, predecessor in
      keeping.sync {
        if always { try? journal.setCarriesOver(false, at: path) }
        if let row = try? ensureRow(of: document) { try? journal.setDecided(row.id) }
        try? journal.retire(predecessor.row.id)
        forgetPredecessor(of: document)
      }
    }
  }

  /// Calls `completion` when it is known whether a document has a predecessor.
  package func whenCompared(_ path: String, completion: @escaping @Sendable () -> Void) {
    keeping.async { [self] in
      saving.async { [self] in keeping.async(execute: completion) }
    }
  }

  private func decide(
    _ path: String, _ body: @escaping @Sendable (AnnotatedSession, Predecessor) -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    keeping.async { [self] in
      guard let document = document(path) else { return otherwise() }
      saving.async { [self] in
        // Another version may have come meanwhile, which has a predecessor of its own.
        guard lookNow(document), let predecessor = keeping.sync(execute: { document.predecessor })
        else { return otherwise() }
        body(document, predecessor)
      }
    }
  }

  func forgetPredecessor(of document: AnnotatedSession) {
    document.predecessor = nil
    tell(document.path, .carried(nil))
  }

  // MARK: on the saving queue

  /// Searches for the document of which a file is likely the next version, and places its annotations.
  func lookForPredecessor(of document: AnnotatedSession, _ evidence: FileEvidence) {
    let (reading, isKnown, choice) = keeping.sync {
      (
        document.stamp.map(Self.text) == evidence.stamp ? document.reading : nil,
        document.predecessor != nil || document.row?.isDecided == true,
        try? journal.carriesOver(at: document.path)
      )
    }
    guard let reading, !isKnown, choice != false else { return keepSketch(document) }
    let own = keeping.sync { document.row?.id }
    let rows = keeping.sync { (try? journal.predecessors(of: evidence, except: own)) ?? [] }
    var sample = VersionSample(worker, document.source, reading)
    let found = rows.lazy.compactMap { [self] row in
      try? predecessor(row, reading, &sample)
    }.first
    keeping.sync {
      guard document.stamp.map(Self.text) == evidence.stamp else { return }
      document.predecessor = found
      if let found {
        tell(document.path, .carried(found.carried))
      } else if let row = document.row, !rows.isEmpty {
        try? journal.setDecided(row.id)
      }
    }
    // Consequences for signatures or rights need the user's consent each time.
    if let found, choice == true, options.carriesOver, reading.cautions.isEmpty {
      let count = take(found, into: document, withClosest: false)
      keeping.sync { tell(document.path, .carriedOver(count: count)) }
    }
    keepSketch(document)
  }

  /// nil where the file is no version of a document, or has all of its annotations.
  private func predecessor(
    _ row: AnnotatedDocument, _ reading: AnnotationReading, _ sample: inout VersionSample
  ) throws(SaveBlocker) -> Predecessor? {
    let history = history(of: row)
    let missing = missing(from: reading, of: row, history)
    let waiting = history.detachedFields
    let fields =
      history.fields(after: row.written?.deed ?? 0).filter { field in
        !field.isEmpty && !waiting.contains { $0.id == field.id }
      } + waiting.map { FieldChange(id: $0.id, before: [], after: $0.value) }
    guard !missing.all.isEmpty || !fields.isEmpty else { return nil }
    let anchors = keeping.sync { (try? journal.anchors(of: row.id)) ?? [:] }
    let text = try sample.text()
    guard try isVersion(row, Array(anchors.values), &sample) else { return nil }
    var placing = try AnnotationPlacing(
      missing.all, anchors, pageCount: reading.pageCount, worker, sample.source, in: text)
    let closest = try placing.takeClosest(
      anchors, worker, sample.source, in: text)
    func withWords(_ annotation: Annotation) -> Annotation {
      var annotation = annotation
      annotation.anchor = anchors[annotation.id] ?? annotation.anchor
      return annotation
    }
    return Predecessor(
      row: row, history: history,
      carried: CarriedAnnotations(
        fitting: placing.placed.map(withWords), closest: closest.map(withWords),
        lost: placing.lost.map(withWords), fields: fields))
  }

  /// Whether a text is similar enough to a document's sample; libraries of older Rectos have only the words around annotations.
  private func isVersion(
    _ row: AnnotatedDocument, _ anchors: [TextAnchor], _ sample: inout VersionSample
  ) throws(SaveBlocker) -> Bool {
    let text = try sample.text()
    if let sketch = row.sketch, !sketch.isEmpty {
      let items = sketch.hasWords ? [] : try sample.items()
      return sketch.likeness(to: text, items: items) >= VersionSketch.enough
    }
    let requests = anchors.map { AnchorSearch.Target($0, page: 0) }
    guard !requests.isEmpty else { return false }
    let found = AnchorSearch.places(of: requests, in: text).count { $0 != nil }
    return found * 2 >= requests.count
  }

  /// Keeps the previous version's annotations and saves them; returns how many have a place.
  private func take(
    _ predecessor: Predecessor, into document: AnnotatedSession, withClosest: Bool
  ) -> Int {
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
    let isNew = keeping.sync { document.row == nil }
    let isTaken =
      isNew
      ? goOn(predecessor, in: document, placed.map(bare), lost)
      : add(placed.map(bare), lost, predecessor, to: document)
    guard isTaken else { return 0 }
    keeping.sync {
      forgetPredecessor(of: document)
      if !document.history.detached.isEmpty { tellDetached(document) }
      tell(document.path, .loaded(document.annotations, document.standing))
      prepare(document, old: [])
    }
    keepSketch(document)
    return placed.count
  }

  /// Goes on with the journal of the previous version in this one.
  private func goOn(
    _ predecessor: Predecessor, in document: AnnotatedSession, _ placed: [Annotation],
    _ lost: [Annotation]
  ) -> Bool {
    guard let (reading, stamp) = keeping.sync(execute: { document.whatWasRead }),
      let file = try? WholeFile(document.path, atMost: options.bound, options.disk),
      file.stamp == stamp
    else { return false }
    let evidence = Self.evidence(
      document.path, reading, stamp, hash: Digest.sha256(file.bytes))
    return keeping.sync {
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
  }

  /// Adds the previous version's annotations to a document that has its own journal.
  private func add(
    _ placed: [Annotation], _ lost: [Annotation], _ predecessor: Predecessor,
    to document: AnnotatedSession
  ) -> Bool {
    keeping.sync {
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
  }

  /// Samples the text of a document that has a journal, so that its next version is recognised.
  func keepSketch(_ document: AnnotatedSession) {
    let known = keeping.sync { () -> (AnnotationReading, FileStamp, AnnotatedDocument)? in
      guard let row = document.row, let (reading, stamp) = document.whatWasRead,
        row.sketch?.version != row.version
      else { return nil }
      return (reading, stamp, row)
    }
    guard let (reading, stamp, row) = known, stamp == FileStamp(following: document.path) else {
      return
    }
    var sample = VersionSample(worker, document.source, reading)
    guard var sketch = try? sample.sketch(), stamp == FileStamp(following: document.path) else {
      return
    }
    sketch.version = row.version
    keeping.sync {
      guard (try? journal.set(sketch: sketch, of: row.id)) != nil, document.row?.id == row.id
      else { return }
      document.row?.sketch = sketch
    }
  }
}

/// A sample of a document's text, or of images and fields if it has too little text.
private struct VersionSample {
  let source: AnnotationSource
  private let worker: any AnnotationWorker
  private let reading: AnnotationReading
  private var whole: AnchorText?
  private var known: [UInt64]?

  /// Pages read for a sketch, in groups that follow one another.
  private static let mostPages = 48
  private static let group = 4
  private static let portion = 32

  init(
    _ worker: any AnnotationWorker, _ source: AnnotationSource, _ reading: AnnotationReading
  ) {
    self.worker = worker
    self.source = source
    self.reading = reading
  }

  /// Of all pages.
  mutating func text() throws(SaveBlocker) -> AnchorText {
    if let whole { return whole }
    let text = try text(of: [0..<reading.pageCount])
    whole = text
    return text
  }

  private func text(of ranges: [Range<Int>]) throws(SaveBlocker) -> AnchorText {
    var text = AnchorText()
    for range in ranges {
      for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.portion) {
        let pages = first..<min(range.upperBound, first + Self.portion)
        for (page, read) in zip(pages, try worker.text(of: pages, source)) {
          text.add(read ?? PageText(), page: page)
        }
      }
    }
    text.finish()
    return text
  }

  /// Pages spread over the document.
  private var sampled: [Range<Int>] {
    guard reading.pageCount > Self.mostPages else { return [0..<reading.pageCount] }
    let count = Self.mostPages / Self.group
    return (0..<count).map { index in
      let first = index * (reading.pageCount - Self.group) / (count - 1)
      return first..<first + Self.group
    }
  }

  /// Sums of the images by page, then of the form's fields.
  mutating func items() throws(SaveBlocker) -> [UInt64] {
    if let known { return known }
    var items: [UInt64] = []
    for first in stride(from: 0, to: min(reading.pageCount, Self.mostImages), by: Self.portion) {
      let pages = first..<min(reading.pageCount, first + Self.portion)
      for sums in try worker.images(of: pages, source) { items += sums }
    }
    items += reading.fields.map { field in
      field.id.name.utf8.reduce(0xCBF2_9CE4_8422_2325) { sum, byte in
        (sum ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    known = items
    return items
  }

  /// Pages whose images are compared.
  private static let mostImages = 256

  mutating func sketch() throws(SaveBlocker) -> VersionSketch {
    let text: AnchorText
    if let whole { text = whole } else { text = try self.text(of: sampled) }
    let sketch = VersionSketch(text, items: [])
    return sketch.isEmpty ? VersionSketch(text, items: try items()) : sketch
  }
}
