import Glibc
import TestSupport

func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

/// Adds this process's number to a file; false where the file may not be there yet and is.
func note(_ path: String, isNew: Bool = false) -> Bool {
  let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
  let file = open(path, isNew ? flags | O_EXCL : flags, 0o600)
  guard file >= 0 else { return false }
  defer { close(file) }
  let line = Array("\(getpid())\n".utf8)
  return write(file, line, line.count) == line.count
}

// Its copies would all be one peer.
if CommandLine.arguments.dropFirst().first == "--template" { exit(1) }
let log = variable(HostileAct.logVariable)
let act = HostileAct(rawValue: variable(HostileAct.variable)) ?? .honest
let isEvery = !variable(HostileAct.everyVariable).isEmpty
_ = note(log)
// A spare one may have started before the one that is asked first: the first one asked is the hostile one.
var peer = Peer(act: act, isEvery: isEvery) { note(log + ".hostile", isNew: true) }
peer.run()
