import Engine
import Glibc

// recto-fuzz [TARGET…] [--seconds N | --rounds N] [--seed N] [--only NUMBER] [--input FILE] [--keep FOLDER] [--list]
//
// Gives each of our readers inputs that were changed at random, N seconds in all (60), or N rounds of some inputs each, each target in a process of its
// own. The same seed gives the same inputs, and as many rounds the same findings: failures are reported with their number, `recto-fuzz TARGET --seed S --only NUMBER` does it again in this process, for a
// debugger; --input gives a target the bytes of a file. Exits 1 where anything went wrong.

func complain(_ text: String) -> Never {
  print("recto-fuzz: \(text)")
  exit(2)
}

func bytes(of path: String) -> [UInt8] {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { complain("\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  var all: [UInt8] = []
  var portion = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = read(file, &portion, portion.count), count > 0 { all += portion[..<count] }
  return all
}

// Sets and dictionaries have another order in each process, if they are let.
let hashing = "SWIFT_DETERMINISTIC_HASHING"
if getenv(hashing) == nil {
  setenv(hashing, "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

var names: [String] = []
var rounds: Int?
var seconds = 60.0
var seed: UInt64 = 1
var only: Int?
var input: String?
var folder = ""
var rest = CommandLine.arguments.dropFirst()
while let word = rest.popFirst() {
  switch word {
  case "--seconds": seconds = rest.popFirst().flatMap(Double.init) ?? seconds
  case "--rounds": rounds = rest.popFirst().flatMap { Int($0) }
  case "--seed": seed = rest.popFirst().flatMap(UInt64.init) ?? seed
  case "--only": only = rest.popFirst().flatMap { Int($0) }
  case "--input": input = rest.popFirst()
  case "--keep": folder = rest.popFirst() ?? ""
  case "--list":
    for target in Target.all { print(target.name) }
    exit(0)
  case _ where Target.all.contains { $0.name == word }: names.append(word)
  default: complain("there is no target “\(word)”; --list names them")
  }
}

let targets = Target.all.filter { names.isEmpty || names.contains($0.name) }
// Libraries are loaded once, before processes part.
_ = Warming.warm()
Scratch.make()

if only != nil || input != nil {
  guard targets.count == 1, let target = targets.first else { complain("name one target") }
  let bytes = input.map(bytes(of:)) ?? Mutator(target, seed: seed).input(only ?? 0)
  let fault = target.take(bytes)
  Scratch.remove()
  print(fault ?? "\(target.name): all is well with these \(bytes.count) bytes")
  exit(fault == nil ? 0 : 1)
}

var faults = 0
for target in targets {
  let hunt = Hunt(
    target: target, seed: seed,
    bound: rounds.map { .inputs($0 * target.batch) } ?? .seconds(seconds / Double(targets.count)),
    folder: folder)
  let found = hunt.run()
  print("\(target.name): \(found.inputs) inputs")
  for finding in found.findings {
    faults += 1
    print("  \(target.name) --seed \(seed) --only \(finding.number): \(finding.words)")
  }
}
Scratch.remove()
exit(faults == 0 ? 0 : 1)
