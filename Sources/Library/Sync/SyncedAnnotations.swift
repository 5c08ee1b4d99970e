import DocumentModel
import Glibc
import Platform
import Store
import Sync

/// Adds annotations of other machines to the journal, as edits of this one.
struct SyncedAnnotations {
  let store: LibraryStore

  /// Adds an entry unless the document has the annotation already; a document that is open shows it.
  func write(_ register: SyncRegister, at path: String) throws(StoreError) {
    let records = store.annotations
    var synced: SyncedAnnotation?
    if let value = register.value {
      guard let content = SyncValue.content(value, as: SyncedAnnotation.self) else { return }
      synced = content
    }
    let row = try self.row(at: path, isNeeded: synced != nil)
    guard let row else { return }
    let id = AnnotationID(register.key.id)
    let table = AnnotationTable(connection: store.connection)
    let known = try table.one(id, of: row.id)
    let wasDetached = try table.detached(of: row.id).contains(id.name)
    var after = synced?.annotation
    if let known, let new = after, wasDetached == synced?.isDetached, known.isSame(as: new) {
      return
    }
    guard known != nil || after != nil else { return }
    let anchor = after?.anchor
    after?.anchor = nil
    var step = AnnotationEdit()
    let change = AnnotationChange(before: known, after: after)
    if synced?.isDetached ?? wasDetached {
      step.unplaced = [change]
    } else if wasDetached {
      step.changes = [AnnotationChange(before: nil, after: after)]
      step.unplaced = [AnnotationChange(before: known, after: nil)]
    } else {
      step.changes = [change]
    }
    _ = try records.add(
      .edit, of: nil, step: try text(of: step), version: row.version, to: row.id, by: "sync")
    if let anchor, synced?.isDetached == true {
      try records.set(
        anchor: try text(of: anchor), of: id, version: row.version, in: row.id)
    }
    if var after {
      after.anchor = anchor
      try table.put(
        after, text: try text(of: after), in: row.id, isDetached: synced?.isDetached == true)
    } else {
      try table.remove(id, of: row.id)
    }
  }

  /// Brings what was changed of an annotation here into the one that another machine made of it without knowing that; a text that both
  /// changed is kept as a reply.
  func reconcile(
    _ old: SyncRegister, with new: SyncRegister, at path: String
  ) throws(StoreError) {
    guard old.key.kind == .annotation,
      let mine = old.value.flatMap({ SyncValue.content($0, as: SyncedAnnotation.self) })?
        .annotation,
      let synced = new.value.flatMap({ SyncValue.content($0, as: SyncedAnnotation.self) }),
      let row = try row(at: path, isNeeded: false)
    else { return }
    let theirs = synced.annotation
    let entries = try store.annotations.entries(of: row.id, after: 0)
    let base = entries.reversed().lazy.flatMap { $0.step.changes + $0.step.unplaced }
      .first { $0.before != nil && $0.after?.isSame(as: mine) == true }?.before
    let isClash =
      !mine.contents.isEmpty && mine.contents != theirs.contents
      && (base.map { ![mine.contents, theirs.contents].contains($0.contents) } ?? true)
    if let base,
      var merged = AnnotationChange(before: base, after: mine).rebased(on: theirs).after
    {
      if isClash { merged.contents = theirs.contents }
      if !merged.isSame(as: theirs) {
        try put(merged, before: theirs, isDetached: synced.isDetached, in: row)
      }
    }
    guard isClash else { return }
    var builder = AnnotationBuilder()
    var reply = builder.new(
      .note, page: theirs.page, color: mine.color, author: mine.author, at: mine.modified)
    (reply.box, reply.contents, reply.replyTo) = (theirs.box, mine.contents, theirs.id)
    try put(reply, before: nil, isDetached: synced.isDetached, in: row)
  }

  /// Adds an edit of one annotation to the journal.
  private func put(
    _ after: Annotation, before: Annotation?, isDetached: Bool, in row: AnnotatedDocument
  ) throws(StoreError) {
    let change = AnnotationChange(before: before, after: after)
    let step = isDetached ? AnnotationEdit(unplaced: [change]) : AnnotationEdit([change])
    _ = try store.annotations.add(
      .edit, of: nil, step: try text(of: step), version: row.version, to: row.id, by: "sync")
    try AnnotationTable(connection: store.connection).put(
      after, text: try text(of: after), in: row.id, isDetached: isDetached)
  }

  /// Returns the journal's row of the document at a path.
  private func row(at path: String, isNeeded: Bool) throws(StoreError) -> AnnotatedDocument? {
    let records = store.annotations
    let status = SystemPath.status(path)
    var file = FileEvidence(
      path: path, stamp: SystemPath.stamp(of: path), length: status.map { Int($0.st_size) } ?? -1)
    if try records.match(file) == nil, try records.mayKnow(file) {
      file.hash = Digest.sha256(file: path)
    }
    if let known = try records.follow(file) { return known }
    guard isNeeded, status != nil else { return nil }
    return try records.document(records.add(file, title: ""))
  }

  private func text(of content: some Encodable) throws(StoreError) -> String {
    do { return try JournalText.of(content) } catch {
      throw StoreError(code: 0, message: "\(error)", file: store.connection.file)
    }
  }
}

extension Annotation {
  /// Whether two annotations say the same at the same place; anchors and the file's appearance stream do not count.
  fileprivate func isSame(as other: Annotation) -> Bool {
    var (one, two) = (self, other)
    (one.anchor, two.anchor) = (nil, nil)
    one.flags.remove(.hasAppearance)
    two.flags.remove(.hasAppearance)
    return one == two
  }
}
