import Glibc
import Platform

// Asks the desktop that the environment describes, for tests that must not meet the user's own.
//   desk-probe places | programs TYPE | open TYPE FILE… | quiet

let words = (1..<Int(CommandLine.argc)).compactMap { index in
  CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
}
switch words.first {
case "places":
  for place in Places.all() { print(place.kind.rawValue, place.path) }
case "programs":
  for program in DesktopProgram.all(for: words[1]) { print(program.id, program.name) }
case "open":
  guard let program = DesktopProgram.first(for: words[1]) else {
    print("none")
    exit(0)
  }
  do throws(PlatformError) {
    try program.launch(Array(words.dropFirst(2)))
    print("started")
  } catch {
    print(error.reason)
  }
case "quiet":
  QuietGLib.provoke()
default: exit(2)
}
exit(0)
