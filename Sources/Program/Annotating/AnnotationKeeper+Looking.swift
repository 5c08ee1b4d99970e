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
        if !document.history.detached.isEmpty {
          if let row = document.row {
            try? journal.show(detached: document.history.detached, of: row.id)
          }
          tellDetached(document)
        } else if document.hasToldDetached {
          tellDetached(document)
        }
        tell(
          document.path,
          tellsAll
            ? .loaded(document.annotations, document.standing) : .standing(document.standing))
        if !document.unanchored.isEmpty {
          saving.async { [self] in makeAnchors(document) }
        }
        if document.reading?.obstacle == .damaged { tryMending(document) }
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
      let reading: AnnotationReading
      do throws(AnnotationObstacle) { reading = try worker.read(source) } catch {
        fail(document, error)
        return false
      }
      // Somebody was just writing it.
      guard FileStamp(following: document.path) == stamp else { continue }
      guard reconcile(document, reading, stamp) else { continue }
      return true
    }
    fail(document, .failed)
    return false
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

  func findRow(of document: KeptDocument, permanentID: String) -> AnnotatedDocument? {
    if let known = document.row, let row = try? journal.document(known.id) {
      document.row = row
      return row
    }
    var identity = DocumentIdentity(permanentID: permanentID, path: document.path)
    let stamp = FileStamp(following: document.path)
    let text = stamp.map(Self.text) ?? ""
    document.row = try? journal.follow(identity, stamp: text)
    if document.row == nil, permanentID.isEmpty, let stamp,
      (try? journal.mayKnow(length: Int(stamp.size))) == true,
      let file = try? WholeFile(document.path, atMost: options.bound, options.disk)
    {
      identity.contentHash = Digest.sha256(file.bytes)
      document.row = try? journal.follow(identity, stamp: text)
    }
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
        guard !reading.annotations.isEmpty, (try? ensureRow(of: document)) != nil else { return }
        keepShownLater(document)
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
      try settle(document, row, reading, source, hash, isAppended: isAppended, differs: differs)
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
      keepShownLater(document)
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
      keepShownLater(document)
      return old
    }
    if !old.isEmpty { placeAgain(document, old) }
  }

  /// What is not yet in the file and was done on other pages than it has: its places say nothing, so that it is put onto its words again.
  private func ofOtherPages(
    _ document: KeptDocument, _ row: AnnotatedDocument
  ) -> Set<AnnotationID> {
    var old: Set<AnnotationID> = []
    for deed in document.history.deeds(missingAt: document.fileDeed) {
      let ids = deed.step.changes.compactMap(\.id)
      if deed.version == row.version { old.subtract(ids) } else { old.formUnion(ids) }
    }
    return old.isEmpty ? old : old.intersection(document.pending.compactMap { $0.after?.id })
  }

  func show(
    _ document: KeptDocument, _ reading: AnnotationReading, _ stamp: FileStamp, through deed: Int
  ) {
    document.show(reading, through: deed)
    document.stamp = stamp
    document.isSeenOnce = false
    document.hasOtherNames = SystemPath.status(document.path).map { $0.st_nlink > 1 } ?? false
    document.obstacle = nil
    document.fullPages = FullPages()
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

  /// As `keepShown`, behind what is told of the document now: of very many it takes its time.
  private func keepShownLater(_ document: KeptDocument) {
    saving.async { [self] in
      keeping.sync {
        if let row = document.row { keepShown(document, row) }
      }
      saving.async { [self] in makeAnchors(document) }
    }
  }

  /// What is found of all documents is told by the library.
  func keepShown(_ document: KeptDocument, _ row: AnnotatedDocument) {
    guard let stamp = document.stamp, row.readStamp != Self.text(stamp) else { return }
    // Those of other programs are put onto a later version of the document as well.
    let others = document.inFile.values.lazy.filter { $0.replyTo == nil }.map(\.id)
    document.unanchored.formUnion(others.prefix(Self.mostForeign))
    // Who ends before the words are known leaves them to the next.
    let isWhole = document.unanchored.isEmpty
    try? journal.show(
      document.annotations, stamp: isWhole ? Self.text(stamp) : "", of: row.id)
  }

  /// Annotations of other programs whose words are remembered.
  private static let mostForeign = 5_000
}
