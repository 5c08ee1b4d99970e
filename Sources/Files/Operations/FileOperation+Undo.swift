import Platform

/// Taking back.
extension FileOperation {
  /// Runs the steps of an undo in order; if one fails, the previous ones are reversed.
  func takeBack(_ undo: Undo) {
    do throws(FilesError) {
      for step in undo.steps { try perform(step) }
    } catch {
      if error.reason != .cancelled { outcome.failures.append(error) }
      // The way back is not cancelled with the way there.
      isStopped = isStopped || cancellation.isCancelled
      cancellation = Cancellation()
      let back = steps
      steps = []
      outcome.done = []
      for step in back.reversed() {
        // Failures of the reversal are reported in addition.
        do throws(FilesError) { try perform(step) } catch { outcome.failures.append(error) }
      }
      steps = []
      outcome.done = []
    }
  }

  private func perform(_ step: Undo.Step) throws(FilesError) {
    switch step {
    case .move(let from, let to, _): try moveBack(from, to)
    case .renames(let pairs, let folder, _): try renameAll(pairs, in: folder)
    case .trash(let path, _): try putIntoTrash(path)
    case .restore(let item, let place):
      let path = try trash.restore(item, to: place, disk: disk)
      outcome.done.append(.init(from: item.path, to: path, isMove: true))
      if let witness = Witness(path, withContents: true) { steps.append(.trash(path, witness)) }
    case .makeFolder(let path): try makeFolder(path)
    case .removeFolder(let path, _):
      try disk.removeFolder(path)
      outcome.done.append(.init(from: path, to: nil))
      steps.append(.makeFolder(path))
    }
  }

  private func moveBack(_ from: String, _ to: String) throws(FilesError) {
    guard let status = FileStatus(from) else { throw FilesError(.notFound, from) }
    try place(from, status, at: to, false, true)
  }
}
