import Engine
import Glibc
import Sandbox
import TestSupport

// Enters the sandbox as recto-worker does before it sees a document; then, instead of serving, tries once to get out.
let memory: UInt64 = 1 << 30
let paths = Warming.warm()
let attempt = SandboxAttempt(rawValue: CommandLine.arguments.dropFirst().first ?? "") ?? .nothing
// A worker has its reader's word for hours of processor time; the test has not.
let seconds: UInt64 = attempt == .spin || attempt == .spinDeaf ? 1 : 3_600
let hasThreads = CommandLine.arguments.dropFirst(2).first == "--threads"
let missing = ProcessSandbox(
  memory: memory, seconds: seconds, hasThreads: hasThreads, readable: paths.readable,
  links: paths.links
).shut()
if attempt == .tellWhatIsMissing { exit(missing.rawValue) }
exit(Escape.perform(attempt, readable: paths.readable))
