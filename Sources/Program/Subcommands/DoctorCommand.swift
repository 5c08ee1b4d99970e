import Glibc
import Library
import Wire
import Workers

/// `recto doctor`: what this terminal and this system can do, and which folders are used.
enum DoctorCommand {
  static func run(_ arguments: [String]) -> Int32 {
    let parsed = try? Arguments(arguments, flags: ["json"], valued: [])
    guard let parsed else {
      Output.complain("recto doctor takes only --json")
      return 2
    }
    let rows = facts()
    if parsed.options["json"] != nil {
      Output.write(JSON.object(rows.map { ($0.0, .string($0.1)) }).text + "\n")
    } else {
      for row in rows {
        Output.write(row.0 + String(repeating: " ", count: max(1, 12 - row.0.count)) + row.1 + "\n")
      }
    }
    return rows.contains { $0.1.hasPrefix("missing") } ? 1 : 0
  }

  private static func facts() -> [(String, String)] {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let worker = WorkerPool.locateWorker()
    var rows: [(String, String)] = [
      ("version", Recto.version),
      ("terminal", variable("TERM") + (variable("TMUX").isEmpty ? "" : " in tmux")),
      (
        "colour",
        variable("COLORTERM").isEmpty ? "by the terminal's description" : variable("COLORTERM")
      ),
      ("library", ReadingLibrary.defaultFolder()),
      ("worker", worker ?? "missing: set RECTO_WORKER to where recto-worker is"),
    ]
    guard let worker else { return rows }
    let pool = WorkerPool(WorkerPool.Options(executable: worker))
    let answer = Answer<[CagePart]?>()
    pool.missingCageParts { answer.give($0) }
    switch answer.wait() {
    case .some(let parts) where parts.isEmpty: rows.append(("cage", "complete"))
    case .some(let parts):
      rows.append(
        (
          "cage",
          "missing " + parts.map { "\($0)" }.joined(separator: ", ") + ": this kernel has it not"
        ))
    case nil: rows.append(("cage", "missing: the worker did not start"))
    }
    pool.shutdown()
    return rows
  }
}
