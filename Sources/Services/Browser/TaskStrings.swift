import DocumentModel
import Files

/// Descriptions of file operations.
enum TaskStrings {
  private struct Verb {
    var present: String
    var past: String
    /// The words after the items, in the past tense.
    var tail = ""
  }

  private static let verbs: [FileJob.Kind: Verb] = [
    .copy: Verb(present: "Copy", past: "Copied"), .move: Verb(present: "Move", past: "Moved"),
    .duplicate: Verb(present: "Duplicate", past: "Duplicated"),
    .rename: Verb(present: "Rename", past: "Renamed"),
    .renameMany: Verb(present: "Rename", past: "Renamed"),
    .newFolder: Verb(present: "Make folder", past: "Made folder"),
    .newFile: Verb(present: "Make", past: "Made"),
    .export: Verb(present: "Export", past: "Exported"),
    .extract: Verb(present: "Extract", past: "Extracted"),
    .trash: Verb(present: "Move to the trash", past: "Put", tail: " into the trash"),
    .delete: Verb(present: "Delete", past: "Deleted"),
    .restore: Verb(present: "Restore", past: "Put", tail: " back"),
    .empty: Verb(present: "Delete from the trash", past: "Deleted", tail: " from the trash"),
  ]

  private static func verb(_ kind: FileJob.Kind) -> Verb {
    verbs[kind] ?? Verb(present: kind.rawValue, past: kind.rawValue)
  }

  static func title(_ kind: FileJob.Kind, _ count: Int) -> String {
    verb(kind).present + (count == 1 ? " one item" : " \(count) items")
  }

  /// As `Copy 12 items to Papers`.
  static func title(_ task: FileTask, isRedo: Bool = false) -> String {
    let what =
      task.count == 1 && !task.firstName.isEmpty ? task.firstName : "\(task.count) items"
    let target = task.target.map { " to \(PathParts.name(of: $0))" } ?? ""
    return (isRedo ? "Again: " : task.isUndo ? "Undo: " : "") + verb(task.kind).present + ": "
      + what + target
  }

  /// Returns the result for the status line; empty if errors were reported.
  static func result(_ task: FileTask, _ outcome: Outcome, isRedo: Bool) -> String {
    guard outcome.failures.isEmpty else { return "" }
    if outcome.wasCancelled { return title(task, isRedo: isRedo) + ": stopped" }
    guard !outcome.done.isEmpty else {
      return outcome.skipped.isEmpty ? "" : "Nothing was changed"
    }
    if task.isUndo {
      let words = undone(task, outcome, isRedo: isRedo)
      return isRedo
        ? "Redone: \(words); u undoes" : "Undone: \(words); Ctrl-r redoes"
    }
    let one = outcome.done.count == 1 ? outcome.done[0] : nil
    let what = one.map { PathParts.name(of: $0.to ?? $0.from) } ?? "\(outcome.done.count) items"
    // Files have other names in the trash.
    let name = task.kind == .trash ? one.map { PathParts.name(of: $0.from) } ?? what : what
    let target = task.target.map { " to \(PathParts.name(of: $0))" } ?? place(task, one)
    if task.kind == .export, let folder = task.target {
      return exported(outcome, to: folder)
    }
    let skipped = outcome.skipped.isEmpty ? "" : ", \(outcome.skipped.count) left out"
    let back = outcome.undo == nil ? "" : "; u undoes"
    let verb = verb(task.kind)
    let things = one == nil ? name : "“\(name)”"
    return verb.past + " " + things + verb.tail + target + skipped + back
  }

  /// Operations whose undo or redo moves files out of their folder: they are named by their old place.
  private static let leaving: [Bool: Set<FileJob.Kind>] = [
    false: [.copy, .duplicate, .newFile, .newFolder, .export, .extract, .restore],
    true: [.trash, .delete, .empty],
  ]

  /// Returns a description such as `renamed “a.pdf”, in Papers`: undo may concern a folder that is
  /// not shown.
  private static func undone(_ task: FileTask, _ outcome: Outcome, isRedo: Bool) -> String {
    let verb = verb(task.kind)
    let past = verb.past.prefix(1).lowercased() + verb.past.dropFirst()
    guard outcome.done.count == 1, let one = outcome.done.first else {
      return "\(past) \(outcome.done.count) items\(verb.tail)"
    }
    let leaves = leaving[isRedo]?.contains(task.kind) == true
    let path = leaves ? one.from : one.to ?? one.from
    let folder = PathParts.name(of: PathParts.folder(of: path))
    return "\(past) “\(PathParts.name(of: path))”\(verb.tail), in \(folder)"
  }

  /// Returns what was exported and where: the folder may not be shown.
  private static func exported(_ outcome: Outcome, to folder: String) -> String {
    let written = outcome.done.compactMap(\.to)
    let texts = zip(outcome.done, written).count { done, to in
      !PathParts.same(PathParts.name(of: done.from), PathParts.name(of: to))
        && PathParts.name(of: to).hasSuffix(".txt")
    }
    let isText = texts > 0 && texts == written.count
    let what =
      written.count == 1
      ? (isText ? "the text, " : "") + PathParts.name(of: written[0])
      : "\(written.count) \(isText ? "texts" : "documents")"
    let skipped = outcome.skipped.isEmpty ? "" : ", \(outcome.skipped.count) left out"
    let back = outcome.undo == nil ? "" : "; u undoes"
    return "Exported \(what), to \(Paths.shown(folder))\(skipped)\(back)"
  }

  /// A new file may be in a folder that is not shown.
  private static func place(_ task: FileTask, _ one: Outcome.Done?) -> String {
    guard task.kind == .newFile, let path = one?.to else { return "" }
    return " in " + PathParts.name(of: PathParts.folder(of: path))
  }
}
