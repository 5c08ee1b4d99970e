import DocumentModel
import Files

/// What is said of operations on files.
enum TaskStrings {
  private struct Verb {
    var present: String
    var past: String
    /// What stands behind the things in the past.
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
    .trash: Verb(present: "Put into the trash", past: "Put", tail: " into the trash"),
    .delete: Verb(present: "Delete", past: "Deleted"),
    .restore: Verb(present: "Put back", past: "Put", tail: " back"),
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
    return (isRedo ? "Again: " : task.isUndo ? "Take back: " : "") + verb(task.kind).present + ": "
      + what + target
  }

  /// What came of it, for the status line; empty where errors say it.
  static func result(_ task: FileTask, _ outcome: Outcome, isRedo: Bool) -> String {
    guard outcome.failures.isEmpty else { return "" }
    if outcome.wasCancelled { return title(task, isRedo: isRedo) + ": stopped" }
    guard !outcome.done.isEmpty else {
      return outcome.skipped.isEmpty ? "" : "Nothing was changed"
    }
    if task.isUndo {
      let words = undone(task, outcome, isRedo: isRedo)
      return isRedo
        ? "Done again: \(words); u takes it back" : "Taken back: \(words); Ctrl-r does it again"
    }
    let one = outcome.done.count == 1 ? outcome.done[0] : nil
    let what = one.map { PathParts.name(of: $0.to ?? $0.from) } ?? "\(outcome.done.count) items"
    // What lies in the trash bears another name there.
    let name = task.kind == .trash ? one.map { PathParts.name(of: $0.from) } ?? what : what
    let target = task.target.map { " to \(PathParts.name(of: $0))" } ?? place(task, one)
    if task.kind == .export, let folder = task.target {
      return exported(outcome, to: folder)
    }
    let skipped = outcome.skipped.isEmpty ? "" : ", \(outcome.skipped.count) left out"
    let back = outcome.undo == nil ? "" : "; u takes it back"
    let verb = verb(task.kind)
    let things = one == nil ? name : "“\(name)”"
    return verb.past + " " + things + verb.tail + target + skipped + back
  }

  /// What leaves its folder when it is taken back, and when it is done again: it is called by where it was.
  private static let leaving: [Bool: Set<FileJob.Kind>] = [
    false: [.copy, .duplicate, .newFile, .newFolder, .export, .restore],
    true: [.trash, .delete, .empty],
  ]

  /// As `renamed “a.pdf”, in Papers`: undo goes over folders, and it may be far from what is shown.
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

  /// What was written, and where: the folder may be far from what is shown.
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
    let back = outcome.undo == nil ? "" : "; u takes it back"
    return "Exported \(what), to \(Paths.shown(folder))\(skipped)\(back)"
  }

  /// A new file may lie in a folder that is not shown.
  private static func place(_ task: FileTask, _ one: Outcome.Done?) -> String {
    guard task.kind == .newFile, let path = one?.to else { return "" }
    return " in " + PathParts.name(of: PathParts.folder(of: path))
  }
}
