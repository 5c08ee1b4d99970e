extension EditableDocument {
  /// Writes the contents to the file; returns false if that must wait for another program.
  ///
  /// `again` creates a missing file. Throws `.changedMeanwhile` in a conflict, `.notFound` if the file is gone, and disk errors;
  /// changes are kept and saving is retried where that may help.
  @discardableResult
  package func save(again: Bool = false) throws(FilesError) -> Bool {
    if isClosed { throw FilesError(.cancelled, path) }
    if theirs != nil { throw FilesError(.changedMeanwhile, path) }
    if isGone {
      guard again else { throw FilesError(.notFound, path) }
      stamp = nil
      isGone = false
    }
    guard hasChanges || stamp == nil else {
      wantsSave = false
      failure = nil
      keepCopy()
      refresh()
      return true
    }
    if unsettled != nil {
      wantsSave = true
      refresh()
      return false
    }
    isSaving = true
    refresh()
    defer {
      isSaving = false
      refresh()
    }
    return try write()
  }

  private func write() throws(FilesError) -> Bool {
    let draft = ours
    do throws(FilesError) {
      let mode: SafeWrite.Mode = stamp.map { .replace(expecting: $0) } ?? .new
      let written = try SafeWrite.write(draft.bytes, to: path, mode, disk: options.disk)
      base = draft
      stamp = written.stamp
      failure = nil
      failures = 0
      wantsSave = false
      restSerial += 1
      keepCopy()
      // A folder created again is not the one watched before.
      if token == nil { watch() }
      return true
    } catch {
      return try couldNotWrite(error)
    }
  }

  private func couldNotWrite(_ error: FilesError) throws(FilesError) -> Bool {
    switch error.reason {
    case .changedMeanwhile, .exists:
      wantsSave = true
      failure = nil
      look()
      // It is as it was: no notification will come.
      if unsettled == nil, theirs == nil, !isGone { rest(250) }
      keepCopy()
      return false
    case .busy where failures < 8:
      // Its writer will be done in a moment.
      failures += 1
      wantsSave = true
      rest(250)
      keepCopy()
      return false
    default:
      failures += 1
      wantsSave = false
      failure = error
      rest(error.reason == .busy ? 2_000 : 5_000 << min(failures, 4))
      keepCopy()
      throw error
    }
  }
}
