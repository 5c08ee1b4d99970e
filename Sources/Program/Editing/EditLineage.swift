import DocumentModel
import Files
import Library
import Platform

/// Where a file stands among the edits of its annotations, for one who writes the whole of it anew: the journal goes on with what is written,
/// and where it comes back to what was there before it goes on from there.
///
/// Nobody else writes the file as long as this is held. A library that cannot be read knows nothing, and hinders no edit.
struct EditLineage {
  /// What is to be done first, by the person, for an edit of the pages to be taken back or done again.
  struct Hindrance {
    /// Edits of annotations to be taken back.
    var count: Int
    /// All of them filled in fields.
    var isOfForm: Bool
  }

  /// SHA-256 of the file in hexadecimal.
  let hash: String
  private let journal: AnnotationJournal
  /// Nil where the journal knows nothing of this file as it is.
  private let row: AnnotatedDocument?
  private let now: FileLineage?
  private let lock: SavingLock?
  /// What was done until now; without it nothing that may stand on the file's bytes is known, and only the very bytes are gone back from.
  private var history = AnnotationHistory()

  /// Waits for another that is just writing; nil where that lasts.
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

  /// What all annotations of this file were put behind: the same for this file with other annotations.
  var root: String { now?.root ?? hash }

  private func known(_ hash: String) -> FileLineage? {
    row.flatMap { (try? journal.lineage(hash, of: $0.id)) ?? nil }
  }

  /// The root of a file that this one was.
  func root(of hash: String) -> String { known(hash)?.root ?? hash }

  /// The last deed that was done before this file became what it is; where that is not known, before anything was put behind it.
  private func head(of hash: String) -> Int {
    known(hash)?.head ?? now?.begun ?? 0
  }

  /// What has to be taken back before the file can be again what it was: it would be lost.
  func hindrance(to hash: String) -> Hindrance? {
    let deeds = history.undos(toReach: head(of: hash))
    guard !deeds.isEmpty else { return nil }
    return Hindrance(
      count: deeds.count, isOfForm: deeds.allSatisfy { $0.step.changes.isEmpty })
  }

  /// Says that the file is about to be edited into these bytes.
  func begin(_ hash: String, length: Int, movesPages: Bool) {
    guard let row else { return }
    let bytes = AnnotatedDocument.Bytes(length: length, hash: hash, deed: now?.bytes.deed ?? 0)
    let version = movesPages ? (try? journal.newVersion(of: row.id)) : row.version
    guard let version else { return }
    intend(FileTurn(to: FileLineage(bytes, version: version), isReturn: false), row)
  }

  /// Says that the file is about to become again what it was.
  func beginReturn(_ hash: String, length: Int) {
    guard let row else { return }
    let head = head(of: hash)
    let bytes = AnnotatedDocument.Bytes(length: length, hash: hash, deed: head)
    guard let version = try? journal.newVersion(of: row.id) else { return }
    let lineage = known(hash) ?? FileLineage(bytes, version: version)
    intend(FileTurn(to: lineage, isReturn: true), row)
  }

  private func intend(_ turn: FileTurn, _ row: AnnotatedDocument) {
    var leaving = now
    leaving?.head = history.last
    try? journal.intend(turn, leaving: leaving, of: row.id)
  }

  /// Says that nothing came of it, unless the file is what it was about to be all the same; else it would be taken for done once the file is
  /// like that for another reason.
  func giveUp(_ hash: String, _ path: String) {
    guard let row else { return }
    let now = try? WholeFile(path, atMost: DocumentEditor.bound)
    if let now, Digest.sha256(now.bytes) == hash { return }
    try? journal.endTurn(of: row.id)
  }

  /// Says that the file is what it was about to be; whether something that was taken back meanwhile is in it still.
  func finish(_ hash: String, length: Int, _ stamp: FileStamp) -> Bool {
    guard let row else { return false }
    let isKnown = try? journal.turned(
      length: length, hash: hash, stamp: AnnotationStore.text(stamp), of: row.id)
    var history = history
    try? journal.catchUp(&history, of: row.id)
    return isKnown == true && history.nextOwed != nil
  }
}
