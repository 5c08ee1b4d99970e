import Dispatch
import DocumentModel
import Files
import Glibc
import Platform
import Synchronization

// Does one job with files, for tests that need a process of their own: to be killed in it, or for a trash of its own.
//   file-probe measure FOLDER: milliseconds for its names, for asking after fifty of them
//   file-probe save PATH TEXT | note PATH LINE RECOVERY | copy INTO ITEM… | move INTO ITEM… | trash ITEM… | list
// PROBE_KILL=N: killed in front of the Nth call to the disk. PROBE_EXDEV=1: the first renaming meets another file system.
// PROBE_CLASH=skip|keepBoth|replace|stop. PROBE_THEN=undo,redo: and then that.

let words = (1..<Int(CommandLine.argc)).compactMap { index in
  CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
}

func setting(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

let killAt = Int(setting("PROBE_KILL")) ?? 0
let meetsBorder = !setting("PROBE_EXDEV").isEmpty
let calls = Atomic<Int>(0)
let renamings = Atomic<Int>(0)
let disk = Disk { call, _ in
  if calls.add(1, ordering: .relaxed).newValue == killAt { kill(getpid(), SIGKILL) }
  guard meetsBorder, call == .rename else { return nil }
  return renamings.add(1, ordering: .relaxed).newValue == 1 ? EXDEV : nil
}

func tell(_ outcome: Outcome) {
  for done in outcome.done { print("done", done.from, done.to ?? "-") }
  for failure in outcome.failures { print("failed", failure.reason, failure.path) }
}

func run(_ job: FileJob) {
  let decisions: [String: ClashAnswer.Decision] = [
    "keepBoth": .keepBoth, "replace": .replace, "stop": .stop,
  ]
  let decision = decisions[setting("PROBE_CLASH")] ?? .skip
  let around = FileOperation.Surroundings(
    trash: .ofUser(), disk: disk, decide: { _ in ClashAnswer(decision) })
  var outcome = FileOperation.run(job, around)
  tell(outcome)
  for step in setting("PROBE_THEN").split(separator: ",") {
    print(step)
    guard let undo = outcome.undo else { break }
    outcome = FileOperation.run(undo, around)
    tell(outcome)
  }
}

func measure(_ folder: String) {
  let reader = FolderReader(queue: DispatchQueue(label: "answers"))
  let isDone = DispatchSemaphore(value: 0)
  for _ in 0..<3 {
    let entries = Mutex<[DirectoryEntry]>([])
    var start = ContinuousClock.now
    func lap(_ what: String) {
      print(what, (ContinuousClock.now - start) / .milliseconds(1), terminator: "  ")
      start = .now
    }
    _ = reader.read(folder, portion: { more in entries.withLock { $0 += more } }) { _ in
      isDone.signal()
    }
    isDone.wait()
    lap("names")
    let found = entries.withLock { $0 }
    let names = found.prefix(50).map(\.name)
    _ = reader.statuses(of: names, in: folder) { _ in isDone.signal() }
    isDone.wait()
    lap("statuses")
    print(found.count)
  }
}

/// Adds a line to a note, and says when it is changed and kept.
func note(_ path: String, _ line: String, _ recovery: String) {
  do throws(FilesError) {
    let file = try NoteFile(path, recovery: RecoveryFolder(recovery, disk: disk), disk: disk)
    try file.append([line])
    print("kept")
    fflush(nil)
    _ = try file.write()
  } catch {
    print("failed", error.reason)
  }
}

let rest = Array(words.dropFirst())
switch words.first {
case "measure": measure(rest[0])
case "save":
  do throws(FilesError) {
    let writing = try SafeWrite(rest[0], .replace(expecting: nil), disk: disk)
    for byte in rest[1].utf8 { try writing.append([byte]) }
    _ = try writing.finish()
  } catch {
    print("failed", error.reason)
  }
case "note": note(rest[0], rest[1], rest[2])
case "copy": run(.copy(Array(rest.dropFirst()), into: rest[0]))
case "move": run(.move(Array(rest.dropFirst()), into: rest[0]))
case "trash": run(.trash(rest))
case "list":
  for item in TrashCan.ofUser().items() { print(item.origin ?? "?", item.deletionDate ?? "?") }
default: exit(2)
}
exit(0)
