import Engine
import Sandbox
import Serving

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
let engine = Engine(converters: converters)
RequestService(libraries: Engine.libraries, rest: engine.rest, answer: engine.answer).run(
  in: ProcessSandbox(hasThreads: hasThreads, readable: paths.readable, links: paths.links))
