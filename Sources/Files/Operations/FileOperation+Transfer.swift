import DocumentModel
import Glibc
import Platform

/// Copying and moving.
extension FileOperation {
  /// Copies or moves an item into a folder, under its own name or the one chosen in a clash.
  func bring(_ item: String, into folder: String, isMove: Bool) throws(FilesError) {
    guard let status = FileStatus(item) else { throw FilesError(.notFound, item) }
    guard FileStatus(folder)?.isFolder == true else { throw FilesError(.notAFolder, folder) }
    let name = PathParts.name(of: item)
    if status.kind == .folder, Self.isFolder(folder, within: status.stamp) {
      throw FilesError(.intoItself, item)
    }
    guard FileSystemKind(of: folder).takes(name) else { throw FilesError(.badName, item) }
    sweep(folder)
    var target = PathParts.joined(folder, name)
    while true {
      try cancellation.check(item)
      var isReplacing = false
      if let there = FileStatus(target) {
        switch try decision(item, status, target, there, isMove) {
        case nil: return
        case .keepBoth:
          target = try FreeName.find(
            for: name, in: folder, isFolder: status.kind == .folder,
            style: there.stamp.isSameFile(as: status.stamp) ? .copy : .number)
        default: isReplacing = true
        }
      }
      do throws(FilesError) {
        return try place(item, status, at: target, isReplacing, isMove)
      } catch  where error.reason == .exists {
        // Another program was faster: ask again, or try the next name.
      }
    }
  }

  func duplicate(_ item: String) throws(FilesError) {
    guard let status = FileStatus(item) else { throw FilesError(.notFound, item) }
    let folder = PathParts.folder(of: item)
    sweep(folder)
    while true {
      try cancellation.check(item)
      let target = try FreeName.find(
        for: PathParts.name(of: item), in: folder, isFolder: status.kind == .folder, style: .copy)
      do throws(FilesError) {
        return try place(item, status, at: target, false, false)
      } catch  where error.reason == .exists {}
    }
  }

  /// Whether a folder is another or lies somewhere below it.
  private static func isFolder(_ path: String, within ancestor: FileStamp) -> Bool {
    guard var folder = SystemPath.resolved(path) else { return false }
    while true {
      if FileStatus(folder)?.stamp.isSameFile(as: ancestor) == true { return true }
      if folder == "/" { return false }
      folder = PathParts.folder(of: folder)
    }
  }

  // MARK: A name that is taken

  /// Decides about an existing name; nil to skip the item.
  func decision(
    _ item: String, _ status: FileStatus, _ target: String, _ there: FileStatus, _ isMove: Bool
  ) throws(FilesError) -> ClashAnswer.Decision? {
    if there.stamp.isSameFile(as: status.stamp), Self.isSameName(item, target) {
      // In its own folder: a move does nothing, a copy gets a new name.
      if isMove { outcome.skipped.append(item) }
      return isMove ? nil : .keepBoth
    }
    let decision = try ask(
      Clash(source: item, target: target, sourceStatus: status, targetStatus: there))
    switch decision {
    case .skip:
      outcome.skipped.append(item)
      return nil
    case .stop:
      isStopped = true
      outcome.skipped.append(item)
      return nil
    case .keepBoth: return .keepBoth
    case .replace:
      if there.stamp.isSameFile(as: status.stamp) { throw FilesError(.sameFile, item) }
      // A folder cannot be replaced by something inside it.
      if there.kind == .folder, Self.isFolder(PathParts.folder(of: item), within: there.stamp) {
        throw FilesError(.intoItself, item)
      }
      return .replace
    }
  }

  private static func isSameName(_ one: String, _ other: String) -> Bool {
    guard let folder = SystemPath.resolved(PathParts.folder(of: one)),
      let otherFolder = SystemPath.resolved(PathParts.folder(of: other))
    else { return false }
    return PathParts.same(folder, otherFolder)
      && PathParts.same(PathParts.name(of: one), PathParts.name(of: other))
  }

  func ask(_ clash: Clash) throws(FilesError) -> ClashAnswer.Decision {
    // Whole folders are not replaced but by an answer of their own.
    if let answerForAll, answerForAll != .replace || !clash.targetStatus.isFolder {
      return answerForAll
    }
    let answer = decide(clash)
    try cancellation.check(clash.source)
    if answer.isForAll { answerForAll = answer.decision }
    return answer.decision
  }

  // MARK: To its place

  func place(
    _ item: String, _ status: FileStatus, at target: String, _ isReplacing: Bool, _ isMove: Bool
  ) throws(FilesError) {
    let folder = PathParts.folder(of: target)
    if isMove, status.stamp.device == FileStamp(following: folder)?.device {
      do throws(FilesError) {
        try replacing(isReplacing ? target : nil) { () throws(FilesError) in
          try disk.rename(item, to: target)
        }
        noteMove(item, target)
        return meter.addFile()
      } catch  where error.reason == .system(EXDEV) {
        // One device, two mounts.
      }
    }
    let copy = TreeCopy(disk, cancellation, isMove: isMove) { [self] bytes, isDone in
      if bytes > 0 { meter.add(bytes: bytes) } else { meter.reportIfDue() }
      if isDone { meter.addFile() }
    }
    do throws(FilesError) {
      try copy.copy(item, into: folder) { temporary throws(FilesError) in
        // Parts that could not be read would be lost with the source.
        if isMove, let failure = copy.failures.first { throw failure }
        try replacing(isReplacing ? target : nil) { () throws(FilesError) in
          try disk.rename(temporary, to: target)
        }
      }
    } catch {
      outcome.failures += copy.failures.filter { $0 != error }
      throw error
    }
    outcome.failures += copy.failures
    guard isMove else { return noteCopy(item, target) }
    do throws(FilesError) {
      try disk.syncFolder(folder)
    } catch {
      noteCopy(item, target)
      throw FilesError(.sourceRemains, item)
    }
    try removeSource(item, target, copy.copied)
  }

  /// Removes exactly what was copied: if anything was added or changed meanwhile, everything stays.
  private func removeSource(
    _ item: String, _ target: String, _ copied: [[UInt8]: FileStatus]
  ) throws(FilesError) {
    var isWhole = true
    do throws(FilesError) {
      let removal = CopiedRemoval(copied, disk)
      try removal.check(item)
      try removal.remove(item) { isWhole = false }
    } catch {
      // Undo does not bring back what the source no longer has.
      if isWhole {
        noteCopy(item, target)
      } else {
        outcome.done.append(.init(from: item, to: target))
      }
      throw FilesError(.sourceRemains, item)
    }
    noteMove(item, target)
  }

  /// Runs an action that creates a name; an existing file goes to the trash first, and comes back if the action
  /// fails.
  func replacing(
    _ old: String?, _ body: () throws(FilesError) -> Void
  ) throws(FilesError) {
    guard let old else { return try body() }
    let item = try trash.put(old, disk: disk)
    do throws(FilesError) {
      try body()
    } catch {
      _ = try? trash.restore(item, to: old)
      throw error
    }
    steps.append(.restore(item, to: old))
  }

  private func noteMove(_ from: String, _ to: String) {
    outcome.done.append(.init(from: from, to: to, isMove: true))
    if let witness = Witness(to) { steps.append(.move(from: to, to: from, witness)) }
  }

  func noteCopy(_ from: String, _ to: String) {
    outcome.done.append(.init(from: from, to: to))
    if let witness = Witness(to, withContents: true) { steps.append(.trash(to, witness)) }
  }
}
