package import DocumentModel
import Platform

/// Decisions about conflicts.
extension EditableDocument {
  /// Ends a conflict. With `.keepBoth` ours go into a new file beside it, whose path is returned; the discarded contents are kept
  /// among `versions`.
  ///
  /// `suffix` is appended to the new file's name, such as `my version`. If that file cannot be written the conflict stays.
  @discardableResult
  package func settle(
    _ settlement: Settlement, suffix: String
  ) throws(FilesError) -> String? {
    guard let (draft, now) = theirs, !isClosed else { return nil }
    var beside: String?
    if settlement == .keepBoth { beside = try writeBeside(suffix) }
    theirs = nil
    switch settlement {
    case .keepBoth, .theirs:
      remember(ours)
      ours = draft
      know(draft, now)
      listener(.reloaded)
    case .ours:
      remember(draft)
      know(draft, now)
      try save()
    }
    refresh()
    look()
    return beside
  }

  /// Writes ours as `name (suffix).md`, or `name (suffix) 2.md` if that is taken.
  private func writeBeside(_ suffix: String) throws(FilesError) -> String {
    let folder = PathParts.folder(of: path)
    let (stem, ending) = PathParts.split(PathParts.name(of: path))
    for number in 1...1_000 {
      let mark = " (\(suffix))" + (number == 1 ? "" : " \(number)") + ending
      let copy = PathParts.joined(folder, FreeName.fitting(stem, mark))
      do throws(FilesError) {
        return try SafeWrite.write(ours.bytes, to: copy, .new, disk: options.disk).path
      } catch  where error.reason == .exists {}
    }
    throw FilesError(.exists, path)
  }

  /// Takes over what an ended process left unsaved, as a change that can be taken back; where the file was changed since, both are
  /// merged or it is a conflict.
  package func recover(_ recovery: Recovery, _ name: String) throws(FilesError) {
    try take(recovery.contents, madeFrom: recovery.base, name)
    keepCopy()
    discard(recovery)
  }

  /// The result of adopting contents made elsewhere.
  package enum Taking: Sendable, Equatable {
    case taken
    /// The document has its own changes since, and these.
    case merged
    /// The state is `.conflict` now.
    case conflict
  }

  /// Adopts contents made elsewhere from an earlier version, as a change that can be undone.
  ///
  /// `base` is that version; nil if there was none. Throws `.notItsFormat` and `.tooLarge` with nothing changed.
  @discardableResult
  package func take(
    _ bytes: [UInt8], madeFrom base: [UInt8]?, _ name: String
  ) throws(FilesError) -> Taking {
    let made = try Self.draft(bytes, format, path)
    if base == ours.bytes || (base == nil && stamp == nil) || ours.bytes == made.bytes {
      try become(made.contents, name)
      return .taken
    }
    if let base, let before = try? Self.draft(base, format, path),
      let merged = format.merged(
        base: before.contents, ours: made.contents, theirs: ours.contents)
    {
      try become(merged, name)
      return .merged
    }
    let (file, version) = (self.base, stamp)
    remember(ours)
    try become(made.contents, name)
    guard let version else { return .taken }
    theirs = (file, version)
    restSerial += 1
    refresh()
    return .conflict
  }

  /// Discards unsaved contents.
  package func discard(_ recovery: Recovery) {
    options.recovery?.remove(recovery)
    recoveries.removeAll { $0 == recovery }
  }
}
