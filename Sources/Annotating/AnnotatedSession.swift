import DocumentModel
import Files
import Library

/// A document with annotations: its file's contents, and the journal's edits on top. Used by the store only.
// Unchecked: the store alone has sessions, and uses them on its executor; jobs capture them.
final class AnnotatedSession: @unchecked Sendable {
  let path: String
  var password: [UInt8]
  var title: String
  /// Its row; nil while the journal does not know it.
  var row: AnnotatedDocument?
  var history = AnnotationHistory()
  /// The last reading of the file; nil before the first.
  var reading: AnnotationReading?
  /// The stamp of the file when it was read.
  var stamp: FileStamp?
  /// It has other names, which keep the old bytes.
  var hasOtherNames = false
  /// The last journal entry contained in the file, and the annotations it has because of that.
  private(set) var fileDeed = 0
  private(set) var inFile: [AnnotationID: Annotation] = [:]
  /// The contents of the row's base; nil if it was not read.
  var inBase:
    (
      bytes: AnnotatedDocument.Bytes, annotations: [AnnotationID: Annotation],
      fields: [FieldID: FormField]
    )?
  /// All annotations as they are now, by their ids, and the ids in the order of the file, new ones last.
  private(set) var current: [AnnotationID: Annotation] = [:]
  private var order: [AnnotationID] = []
  /// The form's fields, as the file has them and as they are now, in the order of the pages.
  private(set) var fieldsInFile: [FieldID: FormField] = [:]
  private(set) var currentFields: [FieldID: FormField] = [:]
  private var fieldOrder: [FieldID] = []
  /// The last journal entry contained in `current`.
  private(set) var shownDeed = 0
  /// This program has begun a session's base in the file.
  var hasBase = false
  var obstacle: SaveBlocker?
  /// The last update was verified by libqpdf only.
  var isSeenOnce = false
  /// The damaged file whose repair was tried.
  var triedStamp: FileStamp?
  var leftOut = LeftOutEdits()
  /// The previous version's annotations, until the user keeps or discards them.
  var predecessor: Predecessor?
  /// The user has done something here: opening a document alone never writes to it.
  var mayWrite = false
  /// The last report included annotations without a place.
  var hasToldDetached = false
  /// Failures in a row.
  var failures = 0
  /// Of the request to save that holds; older ones end.
  var saveSerial = 0
  /// Anchors of these must be made from the text.
  var unanchored: Set<AnnotationID> = []
  /// Of these the texts of the pages they were put on, as they were shown then.
  var shownTexts: [AnnotationID: [Int: PageText]] = [:]
  /// Names of sections and pages of the version read, once requested.
  var waymarks: DocumentWaymarks?
  /// They are as the index knows them, and the document is not asked for more.
  var areWaymarksWhole = false
  /// The number of views that have it open; it is kept until pending work has ended.
  var users = 0

  init(path: String, password: [UInt8], title: String) {
    self.path = path
    self.password = password
    self.title = title
  }

  /// The last reading and the stamp of the file at that time.
  var whatWasRead: (AnnotationReading, FileStamp)? {
    guard let reading, let stamp else { return nil }
    return (reading, stamp)
  }

  var source: AnnotationSource { AnnotationSource(path: path, password: password) }

  /// Forgets the document that was at this path, since another one is there now.
  func beginUnknown() {
    (row, history, hasBase, inBase) = (nil, AnnotationHistory(), false, nil)
    (unanchored, shownTexts, predecessor, mayWrite) = ([], [:], nil, false)
    (leftOut, failures) = (LeftOutEdits(), 0)
  }

  /// Starts over from a reading of a file that contains all entries up to a number.
  func show(_ reading: AnnotationReading, through deed: Int) {
    self.reading = reading
    fileDeed = deed
    order = reading.annotations.map(\.id)
    inFile = Dictionary(reading.annotations.map { ($0.id, $0) }) { first, _ in first }
    current = inFile
    for change in pending { apply(change) }
    fieldOrder = reading.fields.map(\.id)
    fieldsInFile = Dictionary(reading.fields.map { ($0.id, $0) }) { first, _ in first }
    currentFields = fieldsInFile
    for change in pendingFields { currentFields[change.id]?.value = change.after }
    shownDeed = history.last
  }

  /// Records that the file contains these parts of all entries up to a number, except for
  /// annotations left out.
  func saved(
    through deed: Int, _ parts: AnnotationParts = [.annotations, .fields],
    without leftOut: Set<AnnotationID> = []
  ) {
    if parts.contains(.annotations) {
      for change in history.changes(after: fileDeed, through: deed) {
        guard let id = change.id else { continue }
        inFile[id] = change.rebased(on: inFile[id]).after
      }
      for id in leftOut { inFile[id] = inBase?.annotations[id] }
    }
    if parts.contains(.fields) {
      for change in history.fields(after: fileDeed, through: deed) {
        fieldsInFile[change.id]?.value = change.after
      }
    }
    // Otherwise edits left out would count as written.
    if parts == [.annotations, .fields] { fileDeed = deed }
  }

  /// The parts the document accepts: some accept fields but no annotations. Nothing is written while a field's edit is blocked.
  var taken: AnnotationParts {
    if reading?.formObstacle != nil, !pendingFields.isEmpty { return [] }
    return reading?.obstacle != nil && !pending.isEmpty ? .fields : [.annotations, .fields]
  }

  /// Something waits that the document takes.
  var canWrite: Bool {
    let taken = taken
    return taken.contains(.annotations) && !pending.isEmpty
      || taken.contains(.fields) && !pendingFields.isEmpty || hasUndone
  }

  /// Something waits that is none of these.
  func hasMore(than ids: Set<AnnotationID>) -> Bool {
    hasUndone || !pendingFields.isEmpty
      || pending.contains { change in change.id.map { !ids.contains($0) } ?? false }
  }

  /// Something in the file was undone: the file must change back even if nothing else does.
  private var hasUndone: Bool {
    reading?.obstacle == nil && reading?.formObstacle == nil && history.last > fileDeed
      && !history.holds(through: fileDeed)
  }

  /// Rebases a change on the current annotations; those without a place can be deleted, too.
  func rebased(_ change: AnnotationChange, movesPlaces: Bool = true) -> AnnotationChange {
    let known = change.id.flatMap { current[$0] }
    if known == nil, change.after == nil,
      let lost = history.detached.first(where: { $0.id == change.id })
    {
      return AnnotationChange(before: lost, after: nil)
    }
    return change.rebased(on: known, movesPlaces: movesPlaces)
  }

  /// Separates changes of annotations without a place in this version: those that stay without one, and replies to them. Those that
  /// get one leave that list.
  func parted(_ step: AnnotationEdit) -> AnnotationEdit {
    func isMissing(_ change: AnnotationChange) -> Bool {
      change.before != nil && change.after != nil && change.id.map { current[$0] == nil } ?? false
    }
    func isAnswer(_ change: AnnotationChange) -> Bool {
      change.before == nil && change.after?.replyTo.map { current[$0] == nil } ?? false
    }
    guard step.changes.contains(where: { isMissing($0) || isAnswer($0) }) else { return step }
    let lost = Dictionary(history.detached.map { ($0.id, $0) }) { first, _ in first }
    var parted = step
    parted.changes = []
    for change in step.changes {
      if isAnswer(change), let made = change.after, made.replyTo.map({ lost[$0] != nil }) == true {
        parted.unplaced.append(AnnotationChange(before: nil, after: made))
        continue
      }
      guard isMissing(change), let old = change.id.flatMap({ lost[$0] }),
        let before = change.before, change.after?.isAtPlace(of: before) == true
      else {
        parted.changes.append(change)
        // It has no place again when this is taken back.
        if isMissing(change), let lost = change.id.flatMap({ lost[$0] }) {
          parted.unplaced.append(AnnotationChange(before: lost, after: nil))
        }
        continue
      }
      let now = change.rebased(on: old)
      if !now.isEmpty { parted.unplaced.append(now) }
    }
    return parted
  }

  /// Rebases edits of unanchored annotations; those anchored since are returned in `changes`. `placed` are those that gain or lose
  /// their place.
  func rebased(
    unplaced changes: [AnnotationChange], besides placed: Set<AnnotationID>
  ) -> (changes: [AnnotationChange], unplaced: [AnnotationChange]) {
    let lost = Dictionary(history.detached.map { ($0.id, $0) }) { first, _ in first }
    var rebased: (changes: [AnnotationChange], unplaced: [AnnotationChange]) = ([], [])
    for change in changes {
      guard let id = change.id else { continue }
      if let now = current[id], !placed.contains(id) {
        rebased.changes.append(change.rebased(on: now, movesPlaces: false))
      } else {
        rebased.unplaced.append(change.rebased(on: lost[id]))
      }
    }
    rebased.changes.removeAll(where: \.isEmpty)
    rebased.unplaced.removeAll(where: \.isEmpty)
    return rebased
  }

  /// Journal edits that are not in the file, as changes of the file's annotations.
  var pending: [AnnotationChange] {
    history.changes(after: fileDeed).map { change in
      change.rebased(on: change.id.flatMap { inFile[$0] })
    }.filter { !$0.isEmpty }
  }

  /// The same of fields; those the file does not have are not among them, as far as it is known.
  var pendingFields: [FieldChange] {
    let changes = history.fields(after: fileDeed)
    return reading == nil ? changes : Self.rebased(changes, on: fieldsInFile)
  }

  /// Pending values of fields the current file lacks, and values of fields that have come back.
  var fieldsLostAndFound: (lost: [FieldChange], found: [FieldChange]) {
    func isThere(_ id: FieldID) -> Bool { fieldsInFile[id]?.kind.isFilled == true }
    let detached = history.detachedFields
    let known = Set(detached.map(\.id))
    let lost = history.fields(after: fileDeed).filter {
      !$0.isEmpty && !isThere($0.id) && !known.contains($0.id)
    }
    let found = detached.filter { isThere($0.id) }.map { edit in
      FieldChange(id: edit.id, before: fieldsInFile[edit.id]?.value ?? [], after: edit.value)
    }
    return (lost.map { FieldChange(id: $0.id, before: $0.after, after: $0.after) }, found)
  }

  /// Fillings as fillings of what there is.
  static func rebased(
    _ changes: [FieldChange], on fields: [FieldID: FormField]
  ) -> [FieldChange] {
    changes.compactMap { change in
      guard let field = fields[change.id], field.kind.isFilled else { return nil }
      let rebased = change.rebased(on: field.value)
      return rebased.isEmpty ? nil : rebased
    }
  }

  private func apply(_ change: AnnotationChange) {
    guard let id = change.id else { return }
    if current[id] == nil, change.after != nil { order.append(id) }
    current[id] = change.after
  }

  /// Whether an entry not applied yet concerns annotations without a place.
  var hasNewWithoutPlace: Bool {
    history.deeds(after: shownDeed).contains {
      !$0.step.unplaced.isEmpty || $0.kind == .detached || $0.kind == .returned
    }
  }

  /// Applies new entries; returns their changes.
  func takeNew() -> AnnotationEdit {
    let steps = history.deeds(after: shownDeed).map(\.step)
    let new = AnnotationEdit(steps.flatMap(\.changes), fields: steps.flatMap(\.fields))
    for change in new.changes { apply(change) }
    for change in new.fields { currentFields[change.id]?.value = change.after }
    shownDeed = history.last
    return new
  }

  /// By page, in the order of the file.
  var fields: [FormField] {
    var seen: Set<FieldID> = []
    return fieldOrder.compactMap { seen.insert($0).inserted ? currentFields[$0] : nil }
  }

  /// By page, in the order of the file.
  var annotations: [Annotation] {
    var seen: Set<AnnotationID> = []
    let all = order.compactMap { seen.insert($0).inserted ? current[$0] : nil }
    return all.indices.sorted { (all[$0].page, $0) < (all[$1].page, $1) }.map { all[$0] }
  }

  var standing: SaveStatus {
    var standing = SaveStatus()
    standing.obstacle = obstacle ?? reading?.obstacle
    standing.formObstacle = obstacle ?? reading?.formObstacle
    standing.cautions = reading?.cautions ?? []
    if hasOtherNames { standing.cautions.insert(.hardLinks) }
    if history.last > fileDeed || !history.waiting(at: fileDeed).isEmpty {
      standing.isFormSaved = pendingFields.isEmpty
      let areSaved = pending.isEmpty && !hasUndone
      standing.isSaved = areSaved && standing.isFormSaved
      standing.isFormOnly = !standing.isSaved && areSaved
    }
    // While something else is in the way not even the rest is in the file.
    if !standing.isSaved { standing.leftOutPages = leftOut.pages(standing.obstacle) }
    standing.missingFields = history.detachedFields
    standing.isSeenOnce = isSeenOnce
    standing.canUndo = history.canUndo
    standing.canRedo = history.canRedo
    return standing
  }
}
