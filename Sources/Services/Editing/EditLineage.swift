import Annotating
import DocumentModel
import Files
import Library
import Platform

/// The position of a file in the annotation journal while the whole file is rewritten: the journal continues with the result, and a
/// restored version continues from its own state.
///
/// While this value exists, no other Recto process writes the file, provided that the journal knows the file. If the library cannot be
/// read, edits are still possible.
package struct EditLineage {
  /// The journal entries that the user must undo before an edit of the pages can be undone or redone.
  package struct Hindrance {
    /// The number of journal entries to undo.
    var count: Int
    /// Whether all of these entries are edits of form values.
    var isOfForm: Bool
  }

  /// SHA-256 of the file in hexadecimal.
  let hash: String
  private let journal: AnnotationJournal
  /// The journal's row for this file; nil if the journal does not know the file with its current bytes.
  private let row: AnnotatedDocument?
  private let now: FileLineage?
  private let lock: SavingLock?
  /// The journal entries so far; without them only versions with exactly known bytes can be restored.
  private var history = AnnotationHistory()

  /// Waits up to five seconds for another process that is writing the file; nil if that takes longer.
  init?(_ bytes: [UInt8], of path: String, library folder: String) {
    let hash = Digest.sha256(bytes)
    self.hash = hash
    journal = AnnotationJournal(folder: folder)
    let file = FileEvidence(
      path: path, stamp: SystemPath.stamp(of: path), length: bytes.count, hash: hash)
    guard let found = (try? journal.follow(file)) ?? nil else {
      (row, now, lock) = (nil, nil, nil)
      return
    }
    guard let lock = SavingLock.waiting(5_000, folder: folder, document: found.id) else {
      return nil
    }
    self.lock = lock
    let known = (try? journal.document(found.id)) ?? found
    let isThis = known.written.map { ($0.length, $0.hash) == (bytes.count, hash) } ?? true
    var history = AnnotationHistory()
    guard isThis, (try? journal.catchUp(&history, of: known.id)) != nil else {
      (row, now) = (nil, nil)
      return
    }
    self.history = history
    row = known
    now = (try? journal.lineage(of: known)) ?? nil
  }

  /// The SHA-256 digest of the base to which all annotation updates were appended; further annotations do not change it.
  var root: String { now?.root ?? hash }

  private func known(_ hash: String) -> FileLineage? {
    row.flatMap { (try? journal.lineage(hash, of: $0.id)) ?? nil }
  }

  /// Returns the digest of the base of an earlier version; `hash` itself if that version is unknown.
  func root(of hash: String) -> String { known(hash)?.root ?? hash }

  /// Returns the last journal entry at the time a version was replaced; if unknown, the last entry when the file's first base was set.
  private func head(of hash: String) -> Int {
    known(hash)?.head ?? now?.begun ?? 0
  }

  /// Returns the entries to undo before an earlier version can be restored without losing them; nil if there are none.
  func hindrance(to hash: String) -> Hindrance? {
    let entries = history.undos(toReach: head(of: hash))
    guard !entries.isEmpty else { return nil }
    return Hindrance(
      count: entries.count, isOfForm: entries.allSatisfy { $0.step.changes.isEmpty })
  }

  /// Records that the file is about to be replaced by bytes with this digest; `movesPages` begins a new version.
  func begin(_ hash: String, length: Int, movesPages: Bool) {
    guard let row else { return }
    let bytes = AnnotatedDocument.Bytes(
      length: length, hash: hash, lastEntry: now?.bytes.lastEntry ?? 0)
    let version = movesPages ? (try? journal.newVersion(of: row.id)) : row.version
    guard let version else { return }
    intend(FileTurn(to: FileLineage(bytes, version: version), isReturn: false), row)
  }

  /// Records that an earlier version is about to be restored.
  func beginReturn(_ hash: String, length: Int) {
    guard let row else { return }
    let head = head(of: hash)
    let bytes = AnnotatedDocument.Bytes(length: length, hash: hash, lastEntry: head)
    guard let version = try? journal.newVersion(of: row.id) else { return }
    let lineage = known(hash) ?? FileLineage(bytes, version: version)
    intend(FileTurn(to: lineage, isReturn: true), row)
  }

  private func intend(_ turn: FileTurn, _ row: AnnotatedDocument) {
    var leaving = now
    leaving?.head = history.last
    try? journal.intend(turn, leaving: leaving, of: row.id)
  }

  /// Withdraws the recorded intention, unless the file has the intended bytes. Otherwise such bytes would later be taken for the result.
  func giveUp(_ hash: String, _ path: String) {
    guard let row else { return }
    let now = try? WholeFile(path, atMost: DocumentEditor.bound)
    if let now, Digest.sha256(now.bytes) == hash { return }
    try? journal.endTurn(of: row.id)
  }

  /// Records that the file has the intended bytes. Returns whether an entry that was undone meanwhile is still in the file.
  func finish(_ hash: String, length: Int, _ stamp: FileStamp) -> Bool {
    guard let row else { return false }
    let isKnown = try? journal.turned(
      length: length, hash: hash, stamp: AnnotationStore.text(stamp), of: row.id)
    var history = history
    try? journal.catchUp(&history, of: row.id)
    return isKnown == true && history.nextOwed != nil
  }
}
