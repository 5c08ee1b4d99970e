import DocumentModel
import Platform

/// How to take back an operation; taking it back gives the `Undo` that does it again.
package struct Undo: Sendable, Hashable {
  /// What is taken back; that of a redo is the same.
  package var kind: FileJob.Kind
  /// How many files it is about.
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

  /// What stands against it: files that are gone or were changed since, names that are taken. Nothing is changed by asking.
  package func obstacles() -> [FilesError] {
    // Names that an earlier step gives free.
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
  /// Throws where the step cannot be done; notes which name it gives free.
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

/// What can be taken back and done again, newest last; lives as long as the program.
package struct UndoJournal<Deed: Sendable>: Sendable {
  private var done: [Deed] = []
  private var undone: [Deed] = []

  private static var most: Int { 100 }

  package init() {}

  /// What would be taken back next, and what done again.
  package var nextUndo: Deed? { done.last }
  package var nextRedo: Deed? { undone.last }

  /// A new deed; what was taken back before it cannot be done again.
  package mutating func note(_ undo: Deed) {
    done.append(undo)
    if done.count > Self.most { done.removeFirst() }
    undone = []
  }

  /// Takes the newest deed off the journal to take it back; what comes of it goes to `noteUndone`, or it back to `noteRedone`.
  package mutating func takeUndo() -> Deed? { done.popLast() }

  package mutating func takeRedo() -> Deed? { undone.popLast() }

  package mutating func noteUndone(_ redo: Deed) { undone.append(redo) }

  package mutating func noteRedone(_ undo: Deed) { done.append(undo) }
}
