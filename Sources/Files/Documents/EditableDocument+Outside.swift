import DocumentModel
import Platform

/// Changes of the file by other programs.
extension EditableDocument {
  func watch() {
    let folder = PathParts.folder(of: path)
    token = options.watch?.watch(
      folder, began: { [weak self] _ in self?.look() },
      notice: { [weak self] change in self?.noticed(change) })
  }

  private func noticed(_ change: FolderChange) {
    let name = PathParts.name(of: path)
    if let renaming = change.renamed.last(where: { PathParts.same($0.from, name) }) {
      movedTo = PathParts.joined(PathParts.folder(of: path), renaming.to)
    }
    if change.isGone { token = nil }
    let names =
      change.appeared + change.vanished + change.changed
      + change.renamed.flatMap { [$0.from, $0.to] }
    if change.isGone || change.mustReadAgain || names.contains(where: { PathParts.same($0, name) })
    {
      look()
    }
  }

  /// Checks whether the file is still the one read, in case notifications were missed, such as after an
  /// editor.
  package func look() {
    guard !isClosed else { return }
    let now = FileStamp(following: path)
    guard now != stamp || isGone else {
      settle(now)
      return
    }
    // Nothing yet, where we have not made anything.
    guard now != nil || stamp != nil, !(now == nil && isGone) else { return }
    if let unsettled, unsettled.stamp == now { return }
    wait(for: now, turns: 0)
  }

  /// Looks again after a moment, until the file is still: another program may be in the midst of writing or replacing it.
  private func wait(for found: FileStamp?, turns: Int) {
    unsettled = (found, turns)
    refresh()
    options.alarm.call(options.stillness, queue) { [weak self] in
      guard let self, !isClosed, let unsettled, unsettled.stamp == found, unsettled.turns == turns
      else { return }
      let now = FileStamp(following: path)
      // One that never rests is taken as it is.
      if now == found || turns >= 50 { settle(now) } else { wait(for: now, turns: turns + 1) }
    }
  }

  private func settle(_ now: FileStamp?) {
    unsettled = nil
    if let now {
      if now != stamp || theirs != nil { takeOver() } else { isGone = false }
    } else if stamp != nil {
      findOrMiss()
    }
    if wantsSave, theirs == nil, !isGone, !isSaving { _ = try? save() }
    refresh()
  }

  /// Follows a renamed file, or says that it is gone.
  private func findOrMiss() {
    guard let to = movedTo, let there = FileStamp(following: to), let stamp,
      there.isSameFile(as: stamp)
    else {
      movedTo = nil
      isGone = true
      wantsSave = false
      keepCopy()
      return
    }
    follow(to: to)
  }

  /// The file has this path now; the owner says so, or the watcher did.
  package func follow(to path: String) {
    guard !isClosed, let path = try? SafeWrite.behindLinks(path) else { return }
    let isOtherFolder = !PathParts.same(
      PathParts.folder(of: self.path), PathParts.folder(of: path))
    self.path = path
    movedTo = nil
    isGone = false
    unsettled = nil
    keepCopy()
    if isOtherFolder { watch() }
    listener(.moved(to: path))
    look()
    refresh()
  }

  /// Reads what another program has written, and brings it together with ours.
  private func takeOver() {
    do throws(FilesError) {
      let file = try WholeFile(path, atMost: options.bound, options.disk)
      let draft = try Self.draft(file.bytes, format, path)
      isGone = false
      failure = nil
      takeOver(draft, file.stamp)
    } catch {
      failure = error
      wantsSave = false
    }
  }

  private func takeOver(_ draft: DocumentDraft<Contents>, _ now: FileStamp) {
    theirs = nil
    if draft.bytes == base.bytes || draft.bytes == ours.bytes {
      know(draft, now)
    } else if !hasChanges {
      remember(ours)
      ours = draft
      know(draft, now)
      listener(.reloaded)
    } else if let merged = format.merged(
      base: base.contents, ours: ours.contents, theirs: draft.contents)
    {
      remember(ours)
      ours = DocumentDraft(contents: merged, bytes: format.bytes(of: merged))
      know(draft, now)
      listener(.merged)
      if hasChanges { rest(options.rest) }
    } else {
      theirs = (draft, now)
      wantsSave = false
      restSerial += 1
    }
  }

  /// The file says this, in this version.
  func know(_ draft: DocumentDraft<Contents>, _ stamp: FileStamp?) {
    base = draft
    self.stamp = stamp
    keepCopy()
  }
}
