import DocumentModel
import Files
import Library

/// A planned write: the stamp of the file, the base, the edit to append, and the journal state after the write.
struct SavingPlan {
  var row: AnnotatedDocument
  var base: AnnotatedDocument.Bytes
  var step: AnnotationEdit
  /// The number of the last journal entry of which the edit contains parts.
  var last: Int
  /// The parts of the journal that the edit contains.
  var parts: AnnotationParts
  /// The number of the journal entry up to which the file will be complete.
  var lastEntry: Int
  var stamp: FileStamp
  var source: AnnotationSource
}

/// Plans a write.
extension AnnotationStore {
  /// Returns the base for the next update: the latest one, or an earlier one if an entry in the latest was undone, so that the original
  /// bytes come back. Returns nil if the file is shorter than the base.
  func base(
    of document: AnnotatedSession, _ row: AnnotatedDocument, _ file: WholeFile
  ) -> AnnotatedDocument.Bytes? {
    guard let last = row.base, last.length <= file.bytes.count else { return nil }
    // Edits left out of the file would be missing in an earlier base.
    guard document.taken == [.annotations, .fields],
      !document.history.holds(through: last.lastEntry),
      let all = try? journal.bases(of: row.id), all.first == last
    else { return last }
    return all.first { document.history.holds(through: $0.lastEntry) } ?? last
  }

  /// Returns a plan for writing the journal's edits; nil if the file has changed since it was compared with the journal.
  func plan(_ document: AnnotatedSession, _ id: Int, _ file: WholeFile) -> SavingPlan? {
    guard file.stamp == document.stamp, let row = try? journal.document(id),
      row.writtenStamp == Self.text(file.stamp),
      (try? journal.catchUp(&document.history, of: id)) != nil,
      let base = base(of: document, row, file)
    else { return nil }
    document.row = row
    if let written = row.written, written.lastEntry > document.fileEntry {
      document.saved(through: written.lastEntry)
    }
    tell(document.takeNew(), of: document)
    var source = document.source
    source.bytes = file.prefix(base.length)
    let (parts, last) = (document.taken, document.history.last)
    return SavingPlan(
      row: row, base: base, step: wanted(document, after: base), last: last, parts: parts,
      lastEntry: parts == [.annotations, .fields] ? last : document.fileEntry, stamp: file.stamp,
      source: source)
  }

  /// Returns the edits to append to a base.
  func wanted(
    _ document: AnnotatedSession, after base: AnnotatedDocument.Bytes
  ) -> AnnotationEdit {
    let (history, parts, written) = (document.history, document.taken, document.fileEntry)
    // Of a part that is not accepted, the file keeps the edits it has.
    func last(_ part: AnnotationParts) -> Int { parts.contains(part) ? .max : written }
    return AnnotationEdit(
      history.changes(after: base.lastEntry, through: last(.annotations)),
      fields: history.fields(after: base.lastEntry, through: last(.fields)))
  }
}

extension WholeFile {
  func prefix(_ count: Int) -> [UInt8] {
    count == bytes.count ? bytes : Array(bytes[..<count])
  }
}
