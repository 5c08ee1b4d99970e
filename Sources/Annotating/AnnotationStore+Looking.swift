import Dispatch
import Glibc
import DocumentModel
import Files
import Library
import Messages
import Platform

/// Jobs that compare a file with the journal.
extension AnnotationStore {
  /// Reads a document's file; reports all of it, or the changes.
  func look(at document: AnnotatedSession, tellsAll: Bool) {
    later { store in
      _ = await store.lookNow(document)
      store.report(document, tellsAll: tellsAll)
    }
  }

  private func report(_ document: AnnotatedSession, tellsAll: Bool) {
    if tellsAll { tell(document.path, .form(document.fields)) }
    if !document.history.detached.isEmpty {
      if let row = document.row {
        try? journal.show(detached: document.history.detached, of: row.id)
      }
      tellDetached(document)
    } else if document.hasReportedDetached {
      tellDetached(document)
    }
    tell(
      document.path,
      tellsAll
        ? .loaded(document.annotations, document.saveStatus) : .saveStatus(document.saveStatus))
    if !document.unanchored.isEmpty { later { store in await store.makeAnchors(document) } }
    // A view that was opened since has not been offered it.
    if tellsAll, let carried = document.carried { tell(document.path, .carried(carried)) }
    if document.reading?.obstacle == .damaged { tryMending(document) }
    // Opening a document never writes to it.
    if document.reading != nil, document.mayWrite, !document.saveStatus.isSaved {
      saveLater(document, after: options.rest)
    }
  }

  /// Reads the file if it changed; returns whether its known state is current.
  func lookNow(_ document: AnnotatedSession) async -> Bool {
    for _ in 0..<4 {
      let known = document.reading == nil ? nil : document.stamp
      guard let stamp = await stamp(of: document) else {
        fail(document, .noFile)
        return false
      }
      if stamp == known { return true }
      // Annotations just made on the pages read before are anchored by those pages, whatever the file
      // contains now.
      await makeShownAnchors(document)
      let reading: AnnotationReading
      do throws(SaveBlocker) { reading = try await read(document.source) } catch {
        fail(document, error)
        return false
      }
      // Another program was just writing it.
      guard await self.stamp(of: document) == stamp else { continue }
      guard await reconcile(document, reading, stamp) else { continue }
      document.opened = nil
      if document.row?.written == nil {
        document.opened = await blocking { [path = document.path] in OpenedFile(path, stamp) }
      }
      return true
    }
    fail(document, .failed)
    return false
  }

  /// Edits stay in the library, shown over the last reading.
  func fail(_ document: AnnotatedSession, _ obstacle: SaveBlocker) {
    document.obstacle = obstacle
    guard document.reading == nil else { return }
    // Nothing was read that could be another document: the file's own name is all there is.
    let evidence = FileEvidence(
      path: document.path, stamp: FileStamp(following: document.path).map(Self.text) ?? "")
    let known =
      try? evidence.stamp.isEmpty ? journal.latest(at: document.path) : journal.follow(evidence)
    if let row = document.row ?? known {
      document.row = row
      try? journal.catchUp(&document.history, of: row.id)
    }
    document.show(
      AnnotationReading(annotations: [], pageCount: 0),
      through: document.row?.written?.lastEntry ?? 0)
    document.reading = nil
  }

  /// Brings journal and file together; false where the file is another again.
  private func reconcile(
    _ document: AnnotatedSession, _ reading: AnnotationReading, _ stamp: FileStamp
  ) async -> Bool {
    var evidence = Self.evidence(document.path, reading, stamp)
    if let row = follow(document, evidence), row.writtenStamp == evidence.stamp {
      await take(reading, stamp, through: row.written?.lastEntry ?? 0, of: document, row)
      return true
    }
    let mayKnow =
      (try? journal.mayKnow(evidence)) == true
      || (try? journal.predecessors(of: evidence))?.isEmpty == false
    guard mayKnow else {
      meet(document, reading, evidence, stamp)
      return true
    }
    let (file, hash): (WholeFile, String)
    do throws(FilesError) { (file, hash) = try await digested(document) } catch {
      meet(document, reading, evidence, stamp)
      document.obstacle = Self.obstacle(error)
      return true
    }
    guard file.stamp == stamp else { return false }
    evidence.hash = hash
    if let row = follow(document, evidence) {
      return await reconcile(document, row, reading, file, evidence)
    }
    if let row = await continued(document, reading, file, evidence) {
      return await goOn(document, row, reading, file, evidence)
    }
    meet(document, reading, evidence, stamp)
    return true
  }

  static func evidence(
    _ path: String, _ reading: AnnotationReading?, _ stamp: FileStamp, hash: String? = nil
  ) -> FileEvidence {
    FileEvidence(
      path: path, stamp: text(stamp), length: Int(stamp.size), hash: hash,
      permanentID: reading?.permanentID ?? "")
  }

  /// Returns the row of the document that a file is, with all of its journal; nil if the file is not known.
  func follow(_ document: AnnotatedSession, _ evidence: FileEvidence) -> AnnotatedDocument? {
    guard let row = try? journal.follow(evidence) else { return nil }
    if document.row?.id != row.id { document.history = AnnotationHistory() }
    document.row = row
    try? journal.catchUp(&document.history, of: row.id)
    return row
  }

  /// A file with bytes that the journal knows.
  private func reconcile(
    _ document: AnnotatedSession, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ file: WholeFile, _ evidence: FileEvidence
  ) async -> Bool {
    let hash = evidence.hash ?? ""
    guard let lock = await lock(row, for: Self.lockPatience) else { return false }
    defer { withExtendedLifetime(lock) {} }
    // Once more, under the lock: another Recto may have been here.
    guard let row = follow(document, evidence) else { return false }
    // Rewritten as a whole by a program that was killed before it could note so.
    let isTurned = try? journal.turned(
      length: file.bytes.count, hash: hash, stamp: evidence.stamp, of: row.id)
    if isTurned == true { return await reconcile(document, reading, file.stamp) }
    let states = [row.intended, row.written].compactMap(\.self)
    let known =
      states.first { ($0.length, $0.hash) == (file.bytes.count, hash) }
      ?? (try? journal.bases(of: row.id))?
      .first { ($0.length, $0.hash) == (file.bytes.count, hash) }
    if let known {
      // Written by a program that was killed before it could note so, touched, or restored.
      if !states.contains(known) { try? journal.begin(known, keepsEarlier: true, of: row.id) }
      try? journal.wrote(known, stamp: evidence.stamp, of: row.id)
      await take(reading, file.stamp, through: known.lastEntry, of: document, row)
      return true
    }
    guard (try? journal.returned(toFile: hash, stamp: evidence.stamp, of: row.id)) == true else {
      return false
    }
    return await reconcile(document, reading, file.stamp)
  }

  /// Continues with the edits that were made in another copy of the bytes, once a document without any is known to be in a collection.
  func findEdits(of document: AnnotatedSession, _ hash: String) {
    later { store in
      guard let (reading, stamp) = document.whatWasRead, document.history.last == 0,
        !document.collections.isEmpty,
        let row = try? store.journal.follow(
          Self.evidence(document.path, reading, stamp, hash: hash)),
        row.id != document.row?.id, let bytes = row.written, bytes.hash == hash,
        bytes.length == Int(stamp.size)
      else { return }
      document.row = row
      try? store.journal.wrote(bytes, stamp: Self.text(stamp), of: row.id)
      await store.take(reading, stamp, through: bytes.lastEntry, of: document, row)
      store.report(document, tellsAll: true)
    }
  }

  /// Gives a copy of a document in a collection a row of its own before it is written: the other copies keep their bytes.
  func separate(_ document: AnnotatedSession) throws(LibraryTrouble) {
    guard let row = document.row, FilePath(row.path) != FilePath(document.path),
      isInCollection(document), let stamp = document.stamp
    else { return }
    document.row = try journal.separate(
      row, for: Self.evidence(document.path, document.reading, stamp))
    (document.history, document.hasBase, document.inBase) = (AnnotationHistory(), false, nil)
    // Read again, with the numbers that the entries have now.
    document.stamp = nil
  }

  /// Milliseconds to wait for another program that is just writing.
  static let lockPatience = 5_000

  /// Shows a document unknown to the journal, and checks whether it is the next version of a known one.
  private func meet(
    _ document: AnnotatedSession, _ reading: AnnotationReading, _ evidence: FileEvidence,
    _ stamp: FileStamp
  ) {
    document.beginUnknown()
    show(document, reading, stamp, through: 0)
    if !reading.annotations.isEmpty, (try? ensureRow(of: document)) != nil {
      keepShownLater(document)
    }
    later { store in await store.lookForPredecessors(of: document, evidence) }
  }

  /// Accepts a file as Recto wrote it, with all entries up to a number.
  private func take(
    _ reading: AnnotationReading, _ stamp: FileStamp, through entry: Int,
    of document: AnnotatedSession, _ row: AnnotatedDocument
  ) async {
    try? journal.catchUp(&document.history, of: row.id)
    show(document, reading, stamp, through: entry)
    settleFields(document, row)
    if row.made != reading.made { try? journal.set(made: reading.made, of: row.id) }
    let old = takeBackOwed(document, row).union(ofOtherPages(document, row))
    keepShownLater(document)
    if !old.isEmpty { await placeAgain(document, old) }
    later { store in
      await store.lookForPredecessors(of: document, Self.evidence(document.path, reading, stamp))
    }
  }

  /// Returns annotations edited on other pages than the file has and not saved yet: their positions are meaningless, so they are placed
  /// by their words again.
  private func ofOtherPages(
    _ document: AnnotatedSession, _ row: AnnotatedDocument
  ) -> Set<AnnotationID> {
    var old: Set<AnnotationID> = []
    for entry in document.history.entries(missingAt: document.fileEntry) {
      let ids = entry.step.changes.compactMap(\.id)
      if entry.version == row.version { old.subtract(ids) } else { old.formUnion(ids) }
    }
    return old.isEmpty ? old : old.intersection(document.pending.compactMap { $0.after?.id })
  }

  func show(
    _ document: AnnotatedSession, _ reading: AnnotationReading, _ stamp: FileStamp,
    through entry: Int
  ) {
    // They were the predecessors of the file's earlier contents.
    if document.carried != nil { forgetOffer(of: document) }
    document.show(reading, through: entry)
    document.stamp = stamp
    (document.waymarks, document.areWaymarksWhole) = (nil, false)
    document.isSeenOnce = false
    document.hasOtherNames = SystemPath.status(document.path).map { $0.st_nlink > 1 } ?? false
    document.obstacle = nil
    document.leftOut.set(full: [])
  }

  /// Keeps values of fields that are gone in the journal, and fills in fields that are back.
  func settleFields(_ document: AnnotatedSession, _ row: AnnotatedDocument) {
    let (lost, found) = document.fieldsLostAndFound
    for (kind, changes) in [(JournalEntry.Kind.detached, lost), (.placed, found)]
    where !changes.isEmpty {
      var history = document.history
      _ = try? journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(kind, AnnotationEdit(fields: changes), version: row.version)
      }
      document.history = history
    }
    tell(document.takeNew(), of: document)
  }

  /// Calls `keepShown` after the current reports: very many annotations take time.
  func keepShownLater(_ document: AnnotatedSession) {
    later { store in
      if let row = document.row { store.keepShown(document, row) }
      store.later { store in await store.makeAnchors(document) }
    }
  }

  /// Stores the annotations by which the library finds them among those of all documents.
  func keepShown(_ document: AnnotatedSession, _ row: AnnotatedDocument) {
    guard let stamp = document.stamp, row.readStamp != Self.text(stamp) else { return }
    // Those of other programs are carried to later versions, too.
    let others = document.inFile.values.lazy.filter { $0.replyTo == nil }.map(\.id)
    let foreign = Array(others.prefix(options.mostForeign + 1))
    let isLeft = options.leavesManyForeign && foreign.count > options.mostForeign
    if !isLeft { document.unanchored.formUnion(foreign.prefix(options.mostForeign)) }
    // A program that ends before the words are known leaves them to the next one.
    let isWhole = document.unanchored.isEmpty && !isLeft
    try? journal.show(
      document.annotations, stamp: isWhole ? Self.text(stamp) : "", of: row.id)
  }
}
