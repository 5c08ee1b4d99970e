import Dispatch
package import DocumentModel
import Files
import Library

/// What other programs have written into documents that nobody has opened here.
extension AnnotationKeeper {
  /// Has what a file has of annotations in the library, with the words they lie on, so that it is found among those of all documents; the
  /// caller waits. The file stays as it is.
  ///
  /// Left alone is what was edited here, and what has lost some since it was read: the next who opens it puts those onto it again.
  package func gather(
    _ path: String, title: String, sections: [DocumentSection] = [], password: [UInt8] = []
  ) {
    saving.sync { [self] in
      let document = KeptDocument(path: path, password: password, title: title)
      document.sections = sections
      guard let stamp = FileStamp(following: path),
        let reading = try? worker.read(document.source), !reading.annotations.isEmpty,
        FileStamp(following: path) == stamp
      else { return }
      let isKept = keeping.sync { () -> Bool in
        guard isOthersAlone(document, reading) else { return false }
        show(document, reading, stamp, through: 0)
        guard let row = try? ensureRow(of: document) else { return false }
        keepShown(document, row)
        return true
      }
      guard isKept else { return }
      while makeSomeAnchors(document) == true {}
    }
  }

  /// Whether nothing is known of a document but what others have written, and they have all that was read last.
  private func isOthersAlone(_ document: KeptDocument, _ reading: AnnotationReading) -> Bool {
    guard let row = findRow(of: document, permanentID: reading.permanentID) else { return true }
    guard (try? journal.catchUp(&document.history, of: row.id)) != nil, document.history.last == 0,
      let known = try? journal.shown(of: row.id)
    else { return false }
    return Set(known.map(\.id)).isSubset(of: reading.annotations.map(\.id))
  }
}
