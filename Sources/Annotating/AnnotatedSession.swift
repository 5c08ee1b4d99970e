import DocumentModel
import Files
import Library

/// An open document with annotations: the contents of its file, and the journal edits applied on top of them.
// Unchecked: the store alone has sessions, and uses them on its executor; jobs capture them.
final class AnnotatedSession: @unchecked Sendable {
  let path: String
  var password: [UInt8]
  var title: String
  /// The document's row in the journal; nil while the journal does not know the document.
  var row: AnnotatedDocument?
  var history = AnnotationHistory()
  /// The contents of the file when it was last read; nil before the first reading.
  var reading: AnnotationReading?
  /// The stamp of the file when it was last read.
  var stamp: FileStamp?
  /// The file as it was last read, while the journal does not know it: it may be gone at the first edit.
  var opened: OpenedFile?
  /// The file has other hard links; those keep the old bytes.
  var hasOtherNames = false
  /// The number of the last journal entry that the file contains.
  private(set) var fileEntry = 0
  /// The annotations in the file, by id.
  private(set) var inFile: [AnnotationID: Annotation] = [:]
  /// The annotations and fields in the base that the journal's row names; nil if the base was not read.
  var inBase:
    (
      bytes: AnnotatedDocument.Bytes, annotations: [AnnotationID: Annotation],
      fields: [FieldID: FormField]
    )?
  /// All annotations in their current state, by id.
  private(set) var current: [AnnotationID: Annotation] = [:]
  /// The ids of the annotations in file order; new ones come last.
  private var order: [AnnotationID] = []
  /// The form's fields as the file has them.
  private(set) var fieldsInFile: [FieldID: FormField] = [:]
  /// The form's fields with the values they have now.
  private(set) var currentFields: [FieldID: FormField] = [:]
  /// The ids of the fields, in page order.
  private var fieldOrder: [FieldID] = []
  /// The number of the last journal entry applied to `current`.
  private(set) var shownEntry = 0
  /// Whether this process has set the base of this session's updates.
  var hasBase = false
  var obstacle: SaveBlocker?
  /// Whether only libqpdf verified the last update.
  var isSeenOnce = false
  /// The stamp of the damaged file whose repair was tested last.
  var triedStamp: FileStamp?
  var leftOut = LeftOutEdits()
  /// The earlier versions with their annotations, the last edited first, until the user keeps or discards them.
  var predecessors: [Predecessor] = []
  /// Annotations without a place, with places on their words or on those that replaced them, until the user decides.
  var placeable = CarriedAnnotations()
  /// Whether the user has edited or saved here: opening a document alone never writes to its file.
  var mayWrite = false
  /// Whether the last report listed annotations without a place.
  var hasReportedDetached = false
  /// The number of consecutive failures to save.
  var failures = 0
  /// The serial number of the latest request to save; the timers of earlier requests do nothing.
  var saveSerial = 0
  /// Annotations whose anchors must still be computed from the text.
  var unanchored: Set<AnnotationID> = []
  /// For each edited annotation, the page texts that the user saw when editing it.
  var shownTexts: [AnnotationID: [Int: PageText]] = [:]
  /// The names of sections and pages in the version that was read; nil until they are requested.
  var waymarks: DocumentWaymarks?
  /// Whether `waymarks` are complete, so that the document is not asked for more.
  var areWaymarksWhole = false
  /// The document in collections of shared libraries. It is only written on request, since members' annotations refer to the hash of its bytes.
  var collections: [SharedDocument] = []
  /// Whether its file lies in the folder of a collection, as another version of a document may.
  var isInCollectionFolder = false
  /// The number of views that show the document; at zero the session ends once pending work is done.
  var users = 0

  init(path: String, password: [UInt8], title: String) {
    self.path = path
    self.password = password
    self.title = title
  }

  /// The last reading with the stamp the file had then; nil before the first reading.
  var whatWasRead: (AnnotationReading, FileStamp)? {
    guard let reading, let stamp else { return nil }
    return (reading, stamp)
  }

  var source: AnnotationSource { AnnotationSource(path: path, password: password) }

  /// The annotations offered to the user: those of all earlier versions, else those without a place; nil if there are none.
  var carried: CarriedAnnotations? {
    guard var carried = predecessors.first?.carried else {
      return placeable.isEmpty ? nil : placeable
    }
    for predecessor in predecessors.dropFirst() { carried.add(predecessor.carried) }
    return carried
  }

  /// Forgets the document that was at this path, because another document is there now.
  func beginUnknown() {
    // Its collections may have become known before it was read first.
    if reading != nil { collections = [] }
    (row, history, hasBase, inBase, opened) = (nil, AnnotationHistory(), false, nil, nil)
    (unanchored, shownTexts, predecessors, placeable) = ([], [:], [], CarriedAnnotations())
    mayWrite = false
    (leftOut, failures) = (LeftOutEdits(), 0)
  }

  /// Resets the state to a reading of a file that contains all journal entries up to `entry`, then applies the later entries.
  func show(_ reading: AnnotationReading, through entry: Int) {
    self.reading = reading
    fileEntry = entry
    order = reading.annotations.map(\.id)
    inFile = Dictionary(reading.annotations.map { ($0.id, $0) }) { first, _ in first }
    current = inFile
    for change in pending { apply(change) }
    fieldOrder = reading.fields.map(\.id)
    fieldsInFile = Dictionary(reading.fields.map { ($0.id, $0) }) { first, _ in first }
    currentFields = fieldsInFile
    for change in pendingFields { currentFields[change.id]?.value = change.after }
    shownEntry = history.last
  }

  /// Records that the file contains these parts of all journal entries up to `entry`, except for the annotations in `leftOut`.
  func saved(
    through entry: Int, _ parts: AnnotationParts = [.annotations, .fields],
    without leftOut: Set<AnnotationID> = []
  ) {
    if parts.contains(.annotations) {
      for change in history.changes(after: fileEntry, through: entry) {
        guard let id = change.id else { continue }
        inFile[id] = change.rebased(on: inFile[id]).after
      }
      for id in leftOut { inFile[id] = inBase?.annotations[id] }
    }
    if parts.contains(.fields) {
      for change in history.fields(after: fileEntry, through: entry) {
        fieldsInFile[change.id]?.value = change.after
      }
    }
    // With one part only, edits of the other part would count as written.
    if parts == [.annotations, .fields] { fileEntry = entry }
  }

  /// The parts of the journal that can be written: some documents accept fields but no annotations. Nothing is written while a pending
  /// field edit is blocked.
  var taken: AnnotationParts {
    if reading?.formObstacle != nil, !pendingFields.isEmpty { return [] }
    return reading?.obstacle != nil && !pending.isEmpty ? .fields : [.annotations, .fields]
  }

  /// Whether some pending edit can be written.
  var canWrite: Bool {
    let taken = taken
    return taken.contains(.annotations) && !pending.isEmpty
      || taken.contains(.fields) && !pendingFields.isEmpty || hasUndone
  }

  /// Whether an edit is pending that does not belong to the annotations in `ids`.
  func hasMore(than ids: Set<AnnotationID>) -> Bool {
    hasUndone || !pendingFields.isEmpty
      || pending.contains { change in change.id.map { !ids.contains($0) } ?? false }
  }

  /// Whether an entry in the file was undone: then the file must be rewritten even if no other edit is pending.
  private var hasUndone: Bool {
    reading?.obstacle == nil && reading?.formObstacle == nil && history.last > fileEntry
      && !history.holds(through: fileEntry)
  }

  /// Rebases a change on the annotation's current state.
  func rebased(_ change: AnnotationChange, movesPlaces: Bool = true) -> AnnotationChange {
    change.rebased(on: change.id.flatMap { current[$0] }, movesPlaces: movesPlaces)
  }

  /// Returns the removals of the further parts that removed annotations have in this version.
  func parts(of changes: [AnnotationChange]) -> [AnnotationChange] {
    let removed = Set(changes.filter { $0.after == nil }.compactMap(\.id))
    guard !removed.isEmpty else { return [] }
    return annotations.filter {
      $0.id.whole.map(removed.contains) == true && !removed.contains($0.id)
    }
    .map { AnnotationChange(before: $0, after: nil) }
  }

  /// Moves changes of annotations that have no place in this version to `unplaced`, and replies to such annotations.
  ///
  /// A change that gives its annotation a place stays in `changes`; `unplaced` then says that the annotation leaves the list of those
  /// without a place.
  func parted(_ step: AnnotationEdit) -> AnnotationEdit {
    func isMissing(_ change: AnnotationChange) -> Bool {
      change.before != nil && change.id.map { current[$0] == nil } ?? false
    }
    func isAnswer(_ change: AnnotationChange) -> Bool {
      change.before == nil && change.after?.replyTo.map { current[$0] == nil } ?? false
    }
    guard step.changes.contains(where: { isMissing($0) || isAnswer($0) }) else { return step }
    let lost = Dictionary(history.detached.map { ($0.id, $0) }) { first, _ in first }
    var parted = step
    parted.changes = []
    let listed = Set(step.unplaced.compactMap(\.id))
    for change in step.changes {
      // The same edit lists it among those without a place, where it is already.
      if isMissing(change), change.after == nil, change.id.map(listed.contains) == true { continue }
      if isAnswer(change), let made = change.after, made.replyTo.map({ lost[$0] != nil }) == true {
        parted.unplaced.append(AnnotationChange(before: nil, after: made))
        continue
      }
      guard isMissing(change), let old = change.id.flatMap({ lost[$0] }),
        let before = change.before, change.after?.isAtPlace(of: before) ?? true
      else {
        parted.changes.append(change)
        // Undoing the edit puts the annotation back into that list.
        if isMissing(change), let lost = change.id.flatMap({ lost[$0] }), !listed.contains(lost.id)
        {
          parted.unplaced.append(AnnotationChange(before: lost, after: nil))
        }
        continue
      }
      let now = change.rebased(on: old)
      if !now.isEmpty { parted.unplaced.append(now) }
    }
    return parted
  }

  /// Rebases changes of annotations without a place. Changes of annotations that have a place now are returned in `changes`.
  ///
  /// `placed` are the annotations that the same edit gives a place or takes it from.
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

  /// The journal edits that are not in the file, rebased on the annotations in the file.
  var pending: [AnnotationChange] {
    history.changes(after: fileEntry).map { change in
      change.rebased(on: change.id.flatMap { inFile[$0] })
    }.filter { !$0.isEmpty }
  }

  /// The journal edits of fields that are not in the file. Once the file has been read, edits of fields it lacks are left out.
  var pendingFields: [FieldChange] {
    let changes = history.fields(after: fileEntry)
    return reading == nil ? changes : Self.rebased(changes, on: fieldsInFile)
  }

  /// The pending values of fields that the file lacks, and the values to fill into fields that have come back.
  var fieldsLostAndFound: (lost: [FieldChange], found: [FieldChange]) {
    func isThere(_ id: FieldID) -> Bool { fieldsInFile[id]?.kind.isFilled == true }
    let detached = history.detachedFields
    let known = Set(detached.map(\.id))
    let lost = history.fields(after: fileEntry).filter {
      !$0.isEmpty && !isThere($0.id) && !known.contains($0.id)
    }
    let found = detached.filter { isThere($0.id) }.map { edit in
      FieldChange(id: edit.id, before: fieldsInFile[edit.id]?.value ?? [], after: edit.value)
    }
    return (lost.map { FieldChange(id: $0.id, before: $0.after, after: $0.after) }, found)
  }

  /// Rebases field changes on `fields`; drops changes without effect and those of fields that are missing or cannot be filled in.
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

  /// Whether an entry that is not applied yet concerns annotations without a place.
  var hasNewWithoutPlace: Bool {
    history.entries(after: shownEntry).contains {
      !$0.step.unplaced.isEmpty || $0.kind == .detached || $0.kind == .returned
    }
  }

  /// Applies the new journal entries and returns their changes.
  func takeNew() -> AnnotationEdit {
    let steps = history.entries(after: shownEntry).map(\.step)
    let new = AnnotationEdit(steps.flatMap(\.changes), fields: steps.flatMap(\.fields))
    for change in new.changes { apply(change) }
    for change in new.fields { currentFields[change.id]?.value = change.after }
    shownEntry = history.last
    return new
  }

  /// The fields by page, in file order.
  var fields: [FormField] {
    var seen: Set<FieldID> = []
    return fieldOrder.compactMap { seen.insert($0).inserted ? currentFields[$0] : nil }
  }

  /// The annotations by page, in file order; new ones come last.
  var annotations: [Annotation] {
    var seen: Set<AnnotationID> = []
    let all = order.compactMap { seen.insert($0).inserted ? current[$0] : nil }
    return all.indices.sorted { (all[$0].page, $0) < (all[$1].page, $1) }.map { all[$0] }
  }

  var saveStatus: SaveStatus {
    var saveStatus = SaveStatus()
    saveStatus.obstacle = obstacle ?? reading?.obstacle
    saveStatus.formObstacle = obstacle ?? reading?.formObstacle
    saveStatus.cautions = reading?.cautions ?? []
    if hasOtherNames { saveStatus.cautions.insert(.hardLinks) }
    if history.last > fileEntry || !history.waiting(at: fileEntry).isEmpty {
      saveStatus.isFormSaved = pendingFields.isEmpty
      let areSaved = pending.isEmpty && !hasUndone
      saveStatus.isSaved = areSaved && saveStatus.isFormSaved
      saveStatus.isFormOnly = !saveStatus.isSaved && areSaved
    }
    // While another obstacle prevents saving, the other edits are not in the file either.
    if !saveStatus.isSaved { saveStatus.leftOutPages = leftOut.pages(saveStatus.obstacle) }
    saveStatus.missingFields = history.detachedFields
    saveStatus.isSeenOnce = isSeenOnce
    saveStatus.canUndo = history.canUndo
    saveStatus.canRedo = history.canRedo
    return saveStatus
  }
}
