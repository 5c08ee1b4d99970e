internal import CLinux
import Engine
import Glibc
import Sandbox
import Wire

/// Descriptors given by the reader: messages, and the memory large replies travel in.
let socket: Int32 = 3
let memory: Int32 = 4

var paths = Warming.warm()
// Only workers that are asked for it load this, since it takes as long as everything else.
let arguments = CommandLine.arguments
let converters =
  arguments.count > 2 && arguments[1] == "--converters"
  ? ConverterSet(loading: arguments[2]) : ConverterSet()
if arguments.count > 1, arguments[1] == "--content-types" {
  paths.add(folders: ContentTypeGuess.load())
}
let hasThreads = arguments.count > 1 && arguments[1] == "--rare-formats"
if hasThreads { RareFormats.load() }
var service = Service(socket: socket, memory: memory, converters: converters)
clinux_exit_without_memory(WorkerExit.outOfMemory)
let requiresSandbox = SandboxRequirement.isMade(
  by: getenv(SandboxRequirement.variable).map { String(cString: $0) })
let missing = ProcessSandbox(
  hasThreads: hasThreads, readable: paths.readable, links: paths.links
).shut()
service.run(missing: missing, requiresSandbox: requiresSandbox)
