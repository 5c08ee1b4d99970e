import DocumentModel
import Platform

/// How to undo an operation; running it returns the `Undo` that redoes it.
package struct Undo: Sendable, Hashable {
  /// The kind of operation undone; a redo has the same.
  package var kind: FileJob.Kind
  /// The number of files.
  package var count: Int
  var steps: [Step]

  enum Step: Sendable, Hashable {
    case move(from: String, to: String, Witness)
    case renames([RenamePair], folder: String, [Witness])
    case trash(String, Witness)
    case restore(TrashCan.Item, to: String)
    case makeFolder(String)
    case removeFolder(String, Witness)
  }

  /// Returns what prevents it: files that are gone or changed, names that are taken. Changes nothing.
  package func obstacles() -> [FilesError] {
    // Names that earlier steps free.
    var freed: Set<[UInt8]> = []
    return steps.compactMap { step in
      do throws(FilesError) {
        try step.check(&freed)
        return nil
      } catch {
        return error
      }
    }
  }
}

extension Undo.Step {
  /// Throws if the step cannot be done; adds the name that it frees.
  func check(_ freed: inout Set<[UInt8]>) throws(FilesError) {
    switch self {
    case .move(let from, let to, let witness):
      try witness.check(from)
      try Self.checkFree(to, freed)
      freed.insert(Array(from.utf8))
    case .renames(let pairs, let folder, let witnesses):
      for (pair, witness) in zip(pairs, witnesses) {
        try witness.check(PathParts.joined(folder, pair.from))
      }
      let leaving = Set(pairs.map { Array($0.from.utf8) })
      for pair in pairs where !leaving.contains(Array(pair.to.utf8)) {
        try Self.checkFree(PathParts.joined(folder, pair.to), freed)
      }
    case .trash(let path, let witness):
      try witness.check(path)
      freed.insert(Array(path.utf8))
    case .restore(let item, let place):
      guard let now = FileStatus(item.path), now.stamp.isSameFile(as: item.status.stamp) else {
        throw FilesError(.notFound, place)
      }
      try Self.checkFree(place, freed)
    case .makeFolder(let path): try Self.checkFree(path, freed)
    case .removeFolder(let path, let witness):
      try witness.check(path)
      guard try FolderReader.names(in: path, followingLink: false).isEmpty else {
        throw FilesError(.notEmpty, path)
      }
      freed.insert(Array(path.utf8))
    }
  }

  private static func checkFree(_ path: String, _ freed: Set<[UInt8]>) throws(FilesError) {
    if !freed.contains(Array(path.utf8)), FileStatus(path) != nil {
      throw FilesError(.exists, path)
    }
    let folder = PathParts.folder(of: path)
    guard FileStatus(folder)?.isFolder == true else { throw FilesError(.notFound, folder) }
  }
}

/// Operations that can be undone and redone, newest last; lives as long as the program.
package struct UndoJournal<Action: Sendable>: Sendable {
  private var done: [Action] = []
  private var undone: [Action] = []

  private static var most: Int { 100 }

  package init() {}

  /// The next operation to undo, and to redo.
  package var nextUndo: Action? { done.last }
  package var nextRedo: Action? { undone.last }

  /// Adds an operation; undone ones can no longer be redone.
  package mutating func note(_ undo: Action) {
    done.append(undo)
    if done.count > Self.most { done.removeFirst() }
    undone = []
  }

  /// Takes the latest operation to undo it; its result goes to `noteUndone`, or it goes back to `noteRedone`.
  package mutating func takeUndo() -> Action? { done.popLast() }

  package mutating func takeRedo() -> Action? { undone.popLast() }

  package mutating func noteUndone(_ redo: Action) { undone.append(redo) }

  package mutating func noteRedone(_ undo: Action) { done.append(undo) }
}
