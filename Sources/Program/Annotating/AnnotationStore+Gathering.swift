import Dispatch
package import DocumentModel
import Files
import Interface
import Library

/// What other programs have written into documents that nobody has opened here.
extension AnnotationStore {
  /// Has what a file has of annotations in the library, with the words they lie on, so that it is found among those of all documents; the
  /// caller waits. The file stays as it is.
  ///
  /// Left alone is what has edits that are not in the file, what has lost some since it was read, and what is like a document that is away: the
  /// next who opens it puts those onto it again.
  package func gather(
    _ path: String, title: String, sections: [DocumentSection] = [], password: [UInt8] = []
  ) {
    saving.sync { [self] in
      let document = AnnotatedSession(path: path, password: password, title: title)
      guard let stamp = FileStamp(following: path),
        let reading = try? worker.read(document.source), !reading.annotations.isEmpty,
        FileStamp(following: path) == stamp
      else { return }
      let isKept = keeping.sync { () -> Bool in
        guard let deed = lastDeed(of: document, in: reading, stamp) else { return false }
        show(document, reading, stamp, through: deed)
        guard let row = try? ensureRow(of: document) else { return false }
        keepShown(document, row)
        return true
      }
      guard isKept else { return }
      (document.waymarks, document.areWaymarksWhole) = (DocumentWaymarks(sections: sections), true)
      while makeSomeAnchors(document) == true {}
    }
  }

  /// The last edit, 0 for none, where a file has all there were, and all of others that was read last; nil where it has not.
  private func lastDeed(
    of document: AnnotatedSession, in reading: AnnotationReading, _ stamp: FileStamp
  ) -> Int? {
    let evidence = Self.evidence(document.path, reading, stamp)
    let known = try? journal.match(evidence)
    let earlier = known == nil ? try? journal.predecessors(of: evidence).first : nil
    guard let row = known ?? earlier else { return 0 }
    guard FilePath(row.path) == FilePath(document.path) else { return nil }
    document.row = row
    guard (try? journal.catchUp(&document.history, of: row.id)) != nil else { return nil }
    let last = document.history.last
    if last > 0 {
      // As it was left here.
      return row.writtenStamp == Self.text(stamp) && row.written?.deed == last ? last : nil
    }
    guard let known = try? journal.shown(of: row.id),
      Set(known.map(\.id)).isSubset(of: reading.annotations.map(\.id))
    else { return nil }
    return 0
  }
}
