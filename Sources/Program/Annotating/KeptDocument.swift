import DocumentModel
import Files
import Library

/// A document whose annotations are kept: what its file has, what the journal has over it. Touched on the keeper's queue only.
// Unchecked: see above; workers are asked on the saving queue with copies of what is in it.
final class KeptDocument: @unchecked Sendable {
  let path: String
  var password: [UInt8]
  var title: String
  /// Its row; nil as long as the journal knows nothing of it.
  var row: AnnotatedDocument?
  var history = AnnotationHistory()
  /// What was read of the file last; nil before.
  var reading: AnnotationReading?
  /// What the file was known by when it was read.
  var stamp: FileStamp?
  /// What the file is known by since its pages were moved by this program.
  var edited: FileStamp?
  /// It has other names, which keep the old bytes.
  var hasOtherNames = false
  /// The last deed that the file has, and what annotations it has so.
  private(set) var fileDeed = 0
  private(set) var inFile: [AnnotationID: Annotation] = [:]
  /// What the base of the row has; nil where that was not read.
  var inBase: (bytes: AnnotatedDocument.Bytes, annotations: [AnnotationID: Annotation])?
  /// All annotations as they are now, by their ids, and the ids in the order of the file, new ones last.
  private(set) var current: [AnnotationID: Annotation] = [:]
  private var order: [AnnotationID] = []
  /// The last deed that is in `current`.
  private(set) var shownDeed = 0
  /// This program has begun a session's base in the file.
  var hasBase = false
  var obstacle: AnnotationObstacle?
  /// Failures in a row.
  var failures = 0
  /// Of the wish to save that holds; older ones end.
  var saveSerial = 0
  /// Anchors of these must be made from the text.
  var unanchored: Set<AnnotationID> = []
  /// How many have it open; it stays kept until what is under way has ended.
  var users = 0
  var token: FolderWatch.Token?

  init(path: String, password: [UInt8], title: String) {
    self.path = path
    self.password = password
    self.title = title
  }

  var source: AnnotationSource { AnnotationSource(path: path, password: password) }

  /// Begins anew from what was read of a file that has all up to a deed.
  func show(_ reading: AnnotationReading, through deed: Int) {
    self.reading = reading
    fileDeed = deed
    order = reading.annotations.map(\.id)
    inFile = Dictionary(reading.annotations.map { ($0.id, $0) }) { first, _ in first }
    current = inFile
    for change in pending { apply(change) }
    shownDeed = history.last
  }

  /// The file has all up to a deed now.
  func saved(through deed: Int) {
    for change in history.changes(after: fileDeed, through: deed) {
      guard let id = change.id else { continue }
      inFile[id] = change.rebased(on: inFile[id]).after
    }
    fileDeed = deed
  }

  /// What is in the journal and not in the file, as changes of what the file has.
  var pending: [AnnotationChange] {
    history.changes(after: fileDeed).map { change in
      change.rebased(on: change.id.flatMap { inFile[$0] })
    }.filter { !$0.isEmpty }
  }

  private func apply(_ change: AnnotationChange) {
    guard let id = change.id else { return }
    if current[id] == nil, change.after != nil { order.append(id) }
    current[id] = change.after
  }

  /// Takes in deeds that were added since; gives what they changed.
  func takeNew() -> [AnnotationChange] {
    let changes = history.deeds(after: shownDeed).flatMap { $0.step.changes }
    for change in changes { apply(change) }
    shownDeed = history.last
    return changes
  }

  /// By page, in the order of the file.
  var annotations: [Annotation] {
    var seen: Set<AnnotationID> = []
    let all = order.compactMap { seen.insert($0).inserted ? current[$0] : nil }
    return all.enumerated()
      .sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }.map(\.element)
  }

  var standing: AnnotationStanding {
    var standing = AnnotationStanding()
    standing.obstacle = obstacle ?? reading?.obstacle
    standing.cautions = reading?.cautions ?? []
    if hasOtherNames { standing.cautions.insert(.hardLinks) }
    standing.isSaved = history.last <= fileDeed || pending.isEmpty
    standing.canUndo = history.canUndo
    standing.canRedo = history.canRedo
    return standing
  }
}
