import Foundation
import Messages

// Edits annotations as a process of its own that can be killed anywhere, and finds out what is left.
//   annotation-probe edit FILE LIBRARY SEED COUNT [real]: random edits, undone and redone at random; each stored edit is printed on a line.
//     PROBE_KILL=N: killed in front of the Nth call to the disk or step of the journal.
//   annotation-probe faults ROUNDS SEED [real]: that again and again, with other programs' changes between; exits 1 where anything is missing.

// `real`: PDFs and sandboxed workers in place of plain words and a stand-in.

let isReal = CommandLine.arguments.last == "real"
let list = Array(CommandLine.arguments.dropFirst().dropLast(isReal ? 1 : 0))
guard let format: any ProbedFormat = isReal ? ProbedPDF() : ProbedWords() else { exit(2) }
switch list.first {
case "edit" where list.count == 5:
  Editing(file: list[1], library: list[2], seed: UInt64(list[3]) ?? 1, format: format).run(
    Int(list[4]) ?? 1)
case "faults" where list.count >= 2:
  var faults = FaultRounds(seed: list.count > 2 ? UInt64(list[2]) ?? 1 : 1, format)
  exit(faults.run(Int(list[1]) ?? 1) ? 0 : 1)
default: exit(2)
}
exit(0)
