import Dispatch
package import DocumentModel
import Files
import Library

/// Annotations that other programs wrote into documents never opened here.
extension AnnotationStore {
  /// Stores a file's annotations and their words in the library, so that they are found among those of all documents; waits. The file stays
  /// unchanged.
  ///
  /// Skips documents with edits that are not in the file, documents that lost annotations since they were read, and likely copies of missing
  /// documents: opening them restores those.
  package nonisolated func gather(
    _ path: String, title: String, sections: [DocumentSection] = [], password: [UInt8] = []
  ) {
    perform { store in
      store.later { store in
        let document = AnnotatedSession(path: path, password: password, title: title)
        await store.gather(document, sections)
      }
    }
    rest()
  }

  private func gather(_ document: AnnotatedSession, _ sections: [DocumentSection]) async {
    guard let stamp = await stamp(of: document),
      let reading = try? await read(document.source), !reading.annotations.isEmpty,
      await self.stamp(of: document) == stamp,
      let entry = lastEntry(of: document, in: reading, stamp)
    else { return }
    show(document, reading, stamp, through: entry)
    guard let row = try? ensureRow(of: document) else { return }
    keepShown(document, row)
    (document.waymarks, document.areWaymarksWhole) = (DocumentWaymarks(sections: sections), true)
    while await makeSomeAnchors(document) == true {}
  }

  /// Returns the last entry (0 for none) if a file has all annotations of the journal and those of other programs that were
  /// read last; nil if not.
  private func lastEntry(
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
      // The file must be as this store left it.
      return row.writtenStamp == Self.text(stamp) && row.written?.lastEntry == last ? last : nil
    }
    guard let known = try? journal.shown(of: row.id),
      Set(known.map(\.id)).isSubset(of: reading.annotations.map(\.id))
    else { return nil }
    return 0
  }
}
