import DocumentModel
import Files
import Library

/// What is to be written: where the file was, what stands behind which of its bytes, and what the journal has then.
struct SavingPlan {
  var row: AnnotatedDocument
  var base: AnnotatedDocument.Bytes
  var step: AnnotationEdit
  /// The last deed that the step has something of, and what it has of it.
  var last: Int
  var parts: AnnotationParts
  /// The deed through which the file will have all.
  var deed: Int
  var stamp: FileStamp
  var source: AnnotationSource
}

/// On the keeping queue.
extension AnnotationStore {
  /// What is written behind: the last session's file, or where something that is in it is undone, the one of an earlier session that has
  /// only what holds still, so that the old bytes come back. nil where the file is shorter.
  func base(
    of document: AnnotatedSession, _ row: AnnotatedDocument, _ file: WholeFile
  ) -> AnnotatedDocument.Bytes? {
    guard let last = row.base, last.length <= file.bytes.count else { return nil }
    // What is left out of the file would be missing in what was written before it.
    guard document.taken == [.annotations, .fields],
      !document.history.holds(through: last.deed),
      let all = try? journal.bases(of: row.id), all.first == last
    else { return last }
    return all.first { document.history.holds(through: $0.deed) } ?? last
  }

  /// nil where the file is another than was looked at.
  func plan(_ document: AnnotatedSession, _ id: Int, _ file: WholeFile) -> SavingPlan? {
    guard file.stamp == document.stamp, let row = try? journal.document(id),
      row.writtenStamp == Self.text(file.stamp),
      (try? journal.catchUp(&document.history, of: id)) != nil,
      let base = base(of: document, row, file)
    else { return nil }
    document.row = row
    if let written = row.written, written.deed > document.fileDeed {
      document.saved(through: written.deed)
    }
    tell(document.takeNew(), of: document)
    var source = document.source
    source.bytes = file.prefix(base.length)
    let (parts, last) = (document.taken, document.history.last)
    return SavingPlan(
      row: row, base: base, step: wanted(document, behind: base), last: last, parts: parts,
      deed: parts == [.annotations, .fields] ? last : document.fileDeed, stamp: file.stamp,
      source: source)
  }

  /// What has to stand behind a base.
  func wanted(
    _ document: AnnotatedSession, behind base: AnnotatedDocument.Bytes
  ) -> AnnotationEdit {
    let (history, parts, written) = (document.history, document.taken, document.fileDeed)
    // Of what is not taken the file keeps what it has.
    func last(_ part: AnnotationParts) -> Int { parts.contains(part) ? .max : written }
    return AnnotationEdit(
      history.changes(after: base.deed, through: last(.annotations)),
      fields: history.fields(after: base.deed, through: last(.fields)))
  }
}

extension WholeFile {
  func prefix(_ count: Int) -> [UInt8] {
    count == bytes.count ? bytes : Array(bytes[..<count])
  }
}
