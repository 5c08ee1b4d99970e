import Engine
import Glibc
import Sandbox
import Serving

var arguments = CommandLine.arguments.dropFirst()
let isTemplate = arguments.first == "--template"
if isTemplate { arguments.removeFirst() }
let (kit, name) = (arguments.first, arguments.dropFirst().first)
var paths = Warming.warm(withFonts: kit != "--no-fonts")
// Only workers that are asked for it load this, since it takes as long as everything else.
let converters =
  kit == "--converters" ? name.map { ConverterSet(loading: $0) } ?? ConverterSet() : ConverterSet()
if kit == "--content-types" { paths.add(folders: ContentTypeGuess.load()) }
let hasThreads = kit == "--rare-formats"
if hasThreads { RareFormats.load() }
// Nothing is read before this, so that copies know of no document.
if isTemplate, !WorkerTemplate.serve() { exit(0) }
let engine = Engine(converters: converters)
RequestService(libraries: Engine.libraries, rest: engine.rest, answer: engine.answer).run(
  in: ProcessSandbox(hasThreads: hasThreads, readable: paths.readable, links: paths.links))
