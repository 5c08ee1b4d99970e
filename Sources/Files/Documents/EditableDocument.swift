package import Dispatch
import Platform

/// A document open for changes, and its file: open, change, undo, autosave, revert, close.
///
/// A format converts contents; everything else is here. Two programs on one file notice each other: the file is locked while it is
/// written (`SafeWrite`), watched while it is open, and a version nobody has seen is never overwritten. Outside changes are adopted,
/// merged with ours if the format can, or reported as `.conflict`. A copy of unsaved changes is in the recovery folder.
// Unchecked: its owner touches it on its queue only, as its own callbacks do.
package final class EditableDocument<Format: DocumentFormat>: @unchecked Sendable {
  package typealias Contents = Format.Contents
  package typealias Listener = @Sendable (DocumentEvent) -> Void

  package let format: Format
  let queue: DispatchQueue
  let options: DocumentOptions
  let listener: Listener

  /// The path of the file, with links resolved.
  package internal(set) var path: String
  package internal(set) var state = DocumentState.closed
  /// Earlier contents of this session, oldest first: when opened, and before each replacement by another program's
  /// contents or a revert.
  package internal(set) var versions: [DocumentVersion<Contents>] = []
  /// Contents that an ended process left unsaved; `recover` or `discard` them.
  package internal(set) var recoveries: [Recovery] = []

  var ours: DocumentDraft<Contents>
  /// The last known contents of the file.
  var base: DocumentDraft<Contents>
  /// The version of the file that says `base`; nil: there is none yet.
  var stamp: FileStamp?
  var history: EditHistory<Contents>
  /// Contents written by another program that cannot be merged with ours.
  var theirs: (draft: DocumentDraft<Contents>, stamp: FileStamp)?
  var failure: FilesError?
  var isGone = false
  var isSaving = false
  var isClosed = false
  /// To be saved as soon as the file is still.
  var wantsSave = false
  var failures = 0
  /// Of the file as it was found last while another program may still write it, and how often it was so.
  var unsettled: (stamp: FileStamp?, turns: Int)?
  /// The new path after another program renamed the file.
  var movedTo: String?
  /// Rises with each rest that is begun; those of before are over.
  var restSerial = 0
  var copy: RecoveryCopy?
  var token: FolderWatch.Token?

  /// Opens a file; throws `.tooLarge`, `.notItsFormat`, and `.notFound` unless there are initial contents.
  ///
  /// `initial` are the contents of a new file, which is created when it is saved. `queue` is serial: everything happens on it,
  /// including this call and those of the listener.
  package init(
    _ path: String, as format: Format, orBeginning initial: Contents? = nil,
    options: DocumentOptions = DocumentOptions(), on queue: DispatchQueue,
    listener: @escaping Listener
  ) throws(FilesError) {
    let path = try SafeWrite.behindLinks(path)
    self.path = path
    self.format = format
    self.queue = queue
    self.options = options
    self.listener = listener
    history = EditHistory(budget: options.memory)
    do throws(FilesError) {
      let file = try WholeFile(path, atMost: options.bound, options.disk)
      base = try Self.draft(file.bytes, format, path)
      stamp = file.stamp
    } catch {
      guard error.reason == .notFound, let initial else { throw error }
      base = DocumentDraft(contents: initial, bytes: format.bytes(of: initial))
    }
    ours = base
    if let folder = options.recovery {
      let left = folder.leftovers(of: path)
      recoveries = left.filter { $0.contents != base.bytes }
      // Its process ended when all was saved.
      for recovery in left where recovery.contents == base.bytes { folder.remove(recovery) }
      copy = RecoveryCopy(in: folder)
    }
    versions = [DocumentVersion(contents: ours.contents, size: ours.bytes.count, time: .now)]
    state = .normal
    watch()
  }

  static func draft(
    _ bytes: [UInt8], _ format: Format, _ path: String
  ) throws(FilesError) -> DocumentDraft<Contents> {
    do throws(FilesError.Reason) {
      return DocumentDraft(contents: try format.contents(from: bytes), bytes: bytes)
    } catch {
      throw FilesError(error, path)
    }
  }

  package var contents: Contents { ours.contents }

  package var hasChanges: Bool { ours.bytes != base.bytes }

  // MARK: changes

  /// Changes the contents, under a name for undo; throws `.tooLarge` with nothing changed.
  package func change(_ name: String, _ body: (inout Contents) -> Void) throws(FilesError) {
    var contents = ours.contents
    body(&contents)
    try become(contents, name)
  }

  func become(_ contents: Contents, _ name: String) throws(FilesError) {
    let after = try checked(contents)
    guard after.bytes != ours.bytes else { return }
    history.note(.init(name: name, before: ours, after: after))
    put(after)
  }

  /// The names of what `undo` and `redo` are about.
  package var undoName: String? { history.done.last?.name }
  package var redoName: String? { history.undone.last?.name }

  /// Undoes the last change, and it alone if another program has changed the file since; throws `.changedMeanwhile` if
  /// that changed the same.
  package func undo() throws(FilesError) {
    guard let entry = history.done.last else { return }
    let before = try reversal(from: entry.after, to: entry.before)
    history.stepBack()
    put(before)
  }

  package func redo() throws(FilesError) {
    guard let entry = history.undone.last else { return }
    let after = try reversal(from: entry.before, to: entry.after)
    history.stepForth()
    put(after)
  }

  private func reversal(
    from: DocumentDraft<Contents>, to: DocumentDraft<Contents>
  ) throws(FilesError) -> DocumentDraft<Contents> {
    if ours.bytes == from.bytes { return to }
    let merged = format.merged(base: from.contents, ours: to.contents, theirs: ours.contents)
    guard let merged else { throw FilesError(.changedMeanwhile, path) }
    return try checked(merged)
  }

  /// Returns to the file's contents; `undo` restores our changes.
  package func revertToFile(_ name: String) throws(FilesError) {
    remember(ours)
    try become(base.contents, name)
  }

  /// Goes back to a version of this session; by `undo` forth again.
  package func revert(to index: Int, _ name: String) throws(FilesError) {
    guard versions.indices.contains(index) else { return }
    let contents = versions[index].contents
    remember(ours)
    try become(contents, name)
  }

  private func checked(_ contents: Contents) throws(FilesError) -> DocumentDraft<Contents> {
    if isClosed { throw FilesError(.cancelled, path) }
    let bytes = format.bytes(of: contents)
    guard bytes.count <= options.bound else { throw FilesError(.tooLarge, path) }
    return DocumentDraft(contents: contents, bytes: bytes)
  }

  /// Keeps a version for `revert`, within the budget.
  func remember(_ draft: DocumentDraft<Contents>) {
    versions.append(
      DocumentVersion(contents: draft.contents, size: draft.bytes.count, time: .now))
    var size = versions.reduce(0) { $0 + $1.size }
    // The one it was opened as stays.
    while versions.count > 2, versions.count > 50 || size > options.memory {
      size -= versions.remove(at: 1).size
    }
  }

  private func put(_ draft: DocumentDraft<Contents>) {
    ours = draft
    keepCopy()
    refresh()
    if hasChanges { rest(options.rest) } else { restSerial += 1 }
  }

  // MARK: state

  /// Determines the state and reports a change.
  func refresh() {
    let now: DocumentState =
      if isClosed { .closed } else if theirs != nil { .conflict } else if let failure {
        .failed(failure)
      } else if isSaving || wantsSave { .saving } else if isGone { .gone } else if hasChanges {
        .hasChanges
      } else { .normal }
    guard now != state else { return }
    state = now
    listener(.state(now))
  }

  /// Keeps unsaved contents in the recovery folder, and nothing where all is saved.
  func keepCopy() {
    guard copy != nil else { return }
    guard hasChanges || isGone || (stamp == nil && failure != nil) else {
      copy?.drop()
      return
    }
    // If even that fails the contents are still here, and the next change or saving tries again.
    try? copy?.keep(path, base: stamp == nil ? nil : base.bytes, contents: ours.bytes)
  }

  /// Saves after a rest, unless another rest is begun before.
  func rest(_ milliseconds: Int) {
    restSerial += 1
    let serial = restSerial
    options.alarm.call(milliseconds, queue) { [weak self] in
      guard let self, serial == restSerial, !isClosed else { return }
      _ = try? save()
    }
  }

  // MARK: closing

  /// Saves and closes; on failure it throws and stays open: then settle, save again, or `leave`.
  package func close() throws(FilesError) {
    guard !isClosed else { return }
    if hasChanges, try !save() { throw FilesError(.busy, path) }
    copy?.drop()
    end()
  }

  /// Closes without saving; unsaved changes stay in the recovery folder for the next opening, unless they are to be forgotten.
  package func leave(forgettingChanges: Bool = false) {
    guard !isClosed else { return }
    if forgettingChanges { copy?.drop() } else { copy?.leave() }
    end()
  }

  private func end() {
    isClosed = true
    restSerial += 1
    token = nil
    copy?.leave()
    refresh()
  }
}
