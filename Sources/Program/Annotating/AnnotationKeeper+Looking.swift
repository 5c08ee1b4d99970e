import Dispatch
import Glibc
import DocumentModel
import Files
import Library
import Platform

/// On the saving queue: what the file is, against what the journal knows of it.
extension AnnotationKeeper {
  /// Looks at a document's file; tells all of it, or what has become of it since.
  func look(at document: KeptDocument, tellsAll: Bool) {
    saving.async { [self] in
      _ = lookNow(document)
      keeping.sync {
        if tellsAll { tell(document.path, .form(document.fields)) }
        if !document.history.detached.isEmpty { tellDetached(document) }
        tell(
          document.path,
          tellsAll
            ? .loaded(document.annotations, document.standing) : .standing(document.standing))
        if !document.unanchored.isEmpty {
          saving.async { [self] in makeAnchors(document) }
        }
        if document.reading != nil, !document.standing.isSaved {
          saveLater(document, after: options.rest)
        }
      }
    }
  }

  /// Reads the file if it is another than was read; whether what is known of it holds now.
  func lookNow(_ document: KeptDocument) -> Bool {
    for _ in 0..<4 {
      let (known, source) = keeping.sync {
        (document.reading == nil ? nil : document.stamp, document.source)
      }
      guard let stamp = FileStamp(following: document.path) else {
        fail(document, .noFile)
        return false
      }
      if stamp == known { return true }
      var reading: AnnotationReading
      do throws(AnnotationObstacle) { reading = try worker.read(source) } catch {
        fail(document, error)
        return false
      }
      if reading.obstacle == .damaged, !isMendable(source) {
        (reading.obstacle, reading.formObstacle) = (.unmendable, .unmendable)
      }
      // Somebody was just writing it.
      guard FileStamp(following: document.path) == stamp else { continue }
      guard reconcile(document, reading, stamp) else { continue }
      return true
    }
    fail(document, .failed)
    return false
  }

  /// Whether a repaired copy of a damaged file can be written, as far as it is small enough to be tried for that.
  private func isMendable(_ source: AnnotationSource) -> Bool {
    guard let file = try? WholeFile(source.path, atMost: Self.mostPrepared, options.disk) else {
      return true
    }
    var source = source
    source.bytes = file.bytes
    do throws(AnnotationObstacle) {
      _ = try worker.repaired(source)
      return true
    } catch {
      return !Self.hopeless.contains(error)
    }
  }

  /// The edits stay in the library, shown over what was read last.
  private func fail(_ document: KeptDocument, _ obstacle: AnnotationObstacle) {
    keeping.sync {
      document.obstacle = obstacle
      guard document.reading == nil else { return }
      if let row = findRow(of: document, permanentID: "") {
        try? journal.catchUp(&document.history, of: row.id)
      }
      document.show(
        AnnotationReading(annotations: [], pageCount: 0), through: document.row?.written?.deed ?? 0)
      document.reading = nil
    }
  }

  private func findRow(of document: KeptDocument, permanentID: String) -> AnnotatedDocument? {
    let identity = DocumentIdentity(permanentID: permanentID, path: document.path)
    let id = document.row?.id
    document.row =
      id.flatMap { try? journal.document($0) } ?? (try? journal.document(identity))
    return document.row
  }

  /// Brings journal and file together; false where the file is another again.
  private func reconcile(
    _ document: KeptDocument, _ reading: AnnotationReading, _ stamp: FileStamp
  ) -> Bool {
    let row = keeping.sync { findRow(of: document, permanentID: reading.permanentID) }
    guard let row else {
      keeping.sync {
        show(document, reading, stamp, through: 0)
        guard !reading.annotations.isEmpty, let row = try? ensureRow(of: document) else { return }
        keepShown(document, row)
      }
      return true
    }
    if row.writtenStamp == Self.text(stamp), let written = row.written {
      take(reading, stamp, through: written.deed, of: document, row)
      return true
    }
    guard let lock = SavingLock.waiting(5_000, folder: folder, document: row.id) else {
      return false
    }
    defer { withExtendedLifetime(lock) {} }
    let bytes: WholeFile
    do throws(FilesError) {
      bytes = try WholeFile(document.path, atMost: options.bound, options.disk)
    } catch {
      keeping.sync {
        try? journal.catchUp(&document.history, of: row.id)
        show(document, reading, stamp, through: row.written?.deed ?? 0)
        document.obstacle = Self.obstacle(error)
      }
      return true
    }
    guard bytes.stamp == stamp else { return false }
    return reconcile(document, reading, bytes)
  }

  private func reconcile(
    _ document: KeptDocument, _ reading: AnnotationReading, _ file: WholeFile
  ) -> Bool {
    let hash = Digest.sha256(file.bytes)
    // Once more, under the lock: another Recto may have been here.
    let row = keeping.sync { () -> AnnotatedDocument? in
      guard let row = findRow(of: document, permanentID: reading.permanentID) else { return nil }
      try? journal.catchUp(&document.history, of: row.id)
      return row
    }
    guard let row else { return false }
    // Written anew as a whole by one that was killed before it could say so.
    let isTurned = keeping.sync {
      (try? journal.turned(
        length: file.bytes.count, hash: hash, stamp: Self.text(file.stamp), of: row.id)) == true
    }
    if isTurned { return reconcile(document, reading, file.stamp) }
    let known = [row.intended, row.written].compactMap(\.self).first { known in
      known.length == file.bytes.count && known.hash == hash
    }
    if let known {
      // Written by one that was killed before it could say so, or moved and touched.
      keeping.sync {
        try? journal.wrote(known, stamp: Self.text(file.stamp), of: row.id)
      }
      take(reading, file.stamp, through: known.deed, of: document, row)
      return true
    }
    let deed = row.written?.deed ?? 0
    let differs =
      !row.permanentID.isEmpty && !reading.permanentID.isEmpty
      && row.permanentID != reading.permanentID || !row.made.isEmpty && row.made != reading.made
    let isAppended =
      row.written.map { written in
        written.length < file.bytes.count
          && Digest.sha256(Array(file.bytes[..<written.length])) == written.hash
      } ?? false
    let source = AnnotationSource(
      path: document.path, bytes: file.bytes, password: document.source.password)
    do throws(AnnotationObstacle) {
      try settle(document, row, reading, source, isAppended: isAppended, differs: differs)
    } catch {
      fail(document, error)
      return true
    }
    keeping.sync {
      let bytes = AnnotatedDocument.Bytes(length: file.bytes.count, hash: hash, deed: deed)
      try? journal.begin(bytes, of: row.id)
      try? journal.wrote(bytes, stamp: Self.text(file.stamp), of: row.id)
      // Else each later change of this version would count as another version.
      let permanentID = reading.permanentID.isEmpty ? nil : reading.permanentID
      try? journal.set(made: reading.made, permanentID: permanentID, of: row.id)
      document.hasBase = true
      document.row = try? journal.document(row.id)
      show(document, reading, file.stamp, through: deed)
      document.inBase = (bytes, document.inFile, document.fieldsInFile)
      settleFields(document, row)
      keepShown(document, row)
    }
    return true
  }

  /// Takes in a file that is as a Recto left it, with all up to a deed.
  private func take(
    _ reading: AnnotationReading, _ stamp: FileStamp, through deed: Int,
    of document: KeptDocument, _ row: AnnotatedDocument
  ) {
    let old = keeping.sync { () -> Set<AnnotationID> in
      try? journal.catchUp(&document.history, of: row.id)
      show(document, reading, stamp, through: deed)
      settleFields(document, row)
      if row.made != reading.made { try? journal.set(made: reading.made, of: row.id) }
      let old = takeBackOwed(document, row).union(ofOtherPages(document, row))
      keepShown(document, row)
      return old
    }
    if !old.isEmpty { placeAgain(document, old) }
  }

  /// What is not yet in the file and was done on other pages than it has: its places say nothing, so that it is put onto its words again.
  private func ofOtherPages(
    _ document: KeptDocument, _ row: AnnotatedDocument
  ) -> Set<AnnotationID> {
    var old: Set<AnnotationID> = []
    for deed in document.history.deeds(after: document.fileDeed) {
      let ids = deed.step.changes.compactMap(\.id)
      if deed.version == row.version { old.subtract(ids) } else { old.formUnion(ids) }
    }
    return old.isEmpty ? old : old.intersection(document.pending.compactMap { $0.after?.id })
  }

  private func show(
    _ document: KeptDocument, _ reading: AnnotationReading, _ stamp: FileStamp, through deed: Int
  ) {
    document.show(reading, through: deed)
    document.stamp = stamp
    document.hasOtherNames = SystemPath.status(document.path).map { $0.st_nlink > 1 } ?? false
    document.obstacle = nil
    document.fullPages = []
  }

  /// What was filled into fields that are gone waits for them in the journal, and goes into those that are there again.
  private func settleFields(_ document: KeptDocument, _ row: AnnotatedDocument) {
    let (lost, found) = document.fieldsLostAndFound
    for (kind, changes) in [(AnnotationDeed.Kind.detached, lost), (.placed, found)]
    where !changes.isEmpty {
      var history = document.history
      _ = try? journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(kind, AnnotationStep(fields: changes), version: row.version)
      }
      document.history = history
    }
    tell(document.takeNew(), of: document)
  }

  /// What is found of all documents is told by the library.
  private func keepShown(_ document: KeptDocument, _ row: AnnotatedDocument) {
    guard let stamp = document.stamp, row.readStamp != Self.text(stamp) else { return }
    try? journal.show(document.annotations, stamp: Self.text(stamp), of: row.id)
    // Those of other programs are put onto a later version of the document as well.
    let others = document.inFile.values.lazy.filter { $0.replyTo == nil }.map(\.id)
    document.unanchored.formUnion(others.prefix(Self.mostForeign))
  }

  /// Annotations of other programs whose words are remembered.
  private static let mostForeign = 5_000

  /// Another program has changed the file: decides what that means for what the journal has.
  ///
  /// Where some of ours are there still the others were deleted by somebody, and stay so; undoing brings them back. Where none is
  /// there, and the document says that it is another or its words are elsewhere, it was built anew, and ours are put onto it.
  private func settle(
    _ document: KeptDocument, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ source: AnnotationSource, isAppended: Bool, differs: Bool
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
    var isAnew = false
    if !isAppended, missing.count == ours.count, !foreign.areThere {
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
}

extension AnnotationKeeper {
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

/// What stays of an annotation when another program writes the file anew.
private struct ForeignLooks: Hashable {
  var kind: AnnotationKind
  var contents: String
  var author: String

  init(_ annotation: Annotation) {
    (kind, contents, author) = (annotation.kind, annotation.contents, annotation.author)
  }
}

extension Annotation {
  /// Whether one that looks alike is the same: made in the same second, or at the same place.
  fileprivate func isLikely(_ other: Annotation) -> Bool {
    if id == other.id && !id.isOfObject { return true }
    if let created, created == other.created { return true }
    let (a, b) = (extent, other.extent)
    return page == other.page && abs(a.x0 - b.x0) + abs(a.y0 - b.y0) < 2
  }
}

extension SavingLock {
  /// Waits so long for another that has it.
  static func waiting(
    _ milliseconds: Int, folder: String, document: Int
  ) -> SavingLock? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if let lock = SavingLock(folder: folder, document: document) { return lock }
      guard ContinuousClock.now < end else { return nil }
      usleep(20_000)
    }
  }
}
