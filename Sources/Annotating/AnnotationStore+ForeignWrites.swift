import Dispatch
import DocumentModel
import Files
import Library
import Platform

/// Jobs that continue a document in a file that another program has written.
extension AnnotationStore {
  /// The document at this path that another program has written on: its file begins with the bytes that were known, or has annotations of ours and the words of
  /// the whole document, which a part of it or another version has not.
  func continued(
    _ document: AnnotatedSession, _ reading: AnnotationReading, _ file: WholeFile,
    _ evidence: FileEvidence
  ) async -> AnnotatedDocument? {
    for row in (try? journal.predecessors(of: evidence)) ?? []
    where FilePath(row.path) == FilePath(document.path) {
      if await isAppended(file, to: row) { return row }
      if missing(from: reading, of: row, history(of: row)).wereDeletedOnPurpose,
        await isWhole(document, reading, of: row)
      {
        return row
      }
    }
    return nil
  }

  private func isWhole(
    _ document: AnnotatedSession, _ reading: AnnotationReading, of row: AnnotatedDocument
  ) async -> Bool {
    let shown = (try? journal.shown(of: row.id)) ?? []
    let pages = Dictionary(shown.map { ($0.id, $0.page) }) { first, _ in first }
    guard reading.annotations.allSatisfy({ pages[$0.id, default: $0.page] == $0.page }) else {
      return false
    }
    let anchors = (try? journal.anchors(of: row.id)) ?? [:]
    let source = document.source
    return await blocking { [worker] in
      var sample = VersionSample(worker, source, reading)
      return (try? sample.isWhole(of: row, Array(anchors.values))) == true
    }
  }

  private func isAppended(_ file: WholeFile, to row: AnnotatedDocument) async -> Bool {
    await blocking {
      [row.written, row.base].compactMap(\.self).contains { known in
        known.length > 0 && known.length < file.bytes.count
          && Digest.sha256(Array(file.bytes[..<known.length])) == known.hash
      }
    }
  }

  func history(of row: AnnotatedDocument) -> AnnotationHistory {
    var history = AnnotationHistory()
    try? journal.catchUp(&history, of: row.id)
    return history
  }

  /// Continues with a document in a file that another program has written.
  func goOn(
    _ document: AnnotatedSession, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ file: WholeFile, _ evidence: FileEvidence
  ) async -> Bool {
    guard let lock = await lock(row, for: Self.lockPatience) else { return false }
    defer { withExtendedLifetime(lock) {} }
    if document.row?.id != row.id { document.history = AnnotationHistory() }
    document.row = row
    try? journal.catchUp(&document.history, of: row.id)
    let source = AnnotationSource(
      path: document.path, bytes: file.bytes, password: document.source.password)
    do throws(SaveBlocker) {
      let isAppended = await isAppended(file, to: row)
      if !isAppended { try? journal.leave(row) }
      try await settle(document, row, reading, source, isAppended: isAppended)
    } catch {
      fail(document, error)
      return true
    }
    begin(document, row, reading, file.stamp, evidence)
    return true
  }

  /// Sets the present file, which contains the last written edits, as the base.
  func begin(
    _ document: AnnotatedSession, _ row: AnnotatedDocument, _ reading: AnnotationReading,
    _ stamp: FileStamp, _ evidence: FileEvidence
  ) {
    let entry = row.written?.lastEntry ?? 0
    let bytes = AnnotatedDocument.Bytes(
      length: evidence.length, hash: evidence.hash ?? "", lastEntry: entry)
    try? journal.begin(bytes, of: row.id)
    try? journal.wrote(bytes, stamp: evidence.stamp, of: row.id)
    let permanentID = reading.permanentID.isEmpty ? nil : reading.permanentID
    try? journal.set(made: reading.made, permanentID: permanentID, of: row.id)
    document.hasBase = true
    document.row = try? journal.document(row.id)
    show(document, reading, stamp, through: entry)
    document.inBase = (bytes, document.inFile, document.fieldsInFile)
    settleFields(document, row)
    keepShownLater(document)
  }
}
