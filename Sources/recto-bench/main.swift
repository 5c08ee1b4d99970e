import Glibc

// recto-bench [start|keys|memory|text|search|preview|render|pictures|picture-memory|growth|thumbnails|index|queries|seeking|kills|leaks|annotations|browse|copy]… [FILE] [--other FILE] [--rounds N]
//             [--documents N] [--pages N] [--faults N [--real]] [--corpus FOLDER] [--json] [--compare OLD.json]
//
// Measures Recto and its peers side by side in one run; without a name all is measured but annotations (killed by faults), and thumbnails, index, queries, seeking and kills, which
// want a folder in the place of a file (--documents N: so many, parts of long ones among them; --pages N: so many in the index, repeated). browse and copy need no file: they
// make what they need. growth is of documents made of the named one, of 100 to 100,000 pages. Peers that are not installed are named and left out.
// --compare: fails where something became worse than what --json wrote before, by more than noise.

var names: [String] = []
var files: [String] = []
var other: String?
var rounds = 3
var documents: Int?
var pages: Int?
var faults = 1_000
var isReal = false
var corpus: String?
var isJSON = false
var before: String?
var rest = CommandLine.arguments.dropFirst()
while let word = rest.popFirst() {
  switch word {
  case "--json": isJSON = true
  case "--compare": before = rest.popFirst()
  case "--rounds": rounds = max(1, rest.popFirst().flatMap { Int($0) } ?? 3)
  case "--documents": documents = rest.popFirst().flatMap { Int($0) }.map { max(1, $0) }
  case "--pages": pages = rest.popFirst().flatMap { Int($0) }.map { max(1, $0) }
  case "--faults": faults = rest.popFirst().flatMap { Int($0) }.map { max(1, $0) } ?? faults
  case "--real": isReal = true
  case "--corpus": corpus = rest.popFirst()
  case "--other": other = rest.popFirst()
  case _ where Bench.measures.contains { $0.name == word }: names.append(word)
  default: files.append(word)
  }
}

func complain(_ text: String) -> Never {
  warn(text)
  exit(2)
}

guard let own = realpath("/proc/self/exe", nil) else { complain("where am I?") }
let folder = String(cString: own).split(separator: "/").dropLast().map { "/" + $0 }.joined()
let measures = Bench.measures.filter {
  names.isEmpty ? !$0.needsFolder && !$0.isNamedOnly : names.contains($0.name)
}
let book = files.first ?? ""
if book.isEmpty, measures.contains(where: \.needsBook) {
  complain("name a document: recto-bench [start] FILE")
}
guard files.allSatisfy({ access($0, R_OK) == 0 }) else { complain("\(book): cannot be read") }

/// A folder of this run's own for what the reader remembers.
var template = Array("/tmp/recto-bench-XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else { complain("no folder for what is remembered") }
let remembered = String(cString: made)

func absolute(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

let bench = Bench(
  recto: folder + "/recto", book: absolute(book), other: absolute(other ?? files.last ?? book),
  rounds: rounds, documents: documents, pages: pages, faults: faults, isReal: isReal,
  corpus: corpus.map(absolute),
  folder: remembered)
let machine = Machine.this
print(isJSON ? machine.json : (book.isEmpty ? "" : book + "\n") + machine.row)
for peer in Set(measures.flatMap(\.peers)).sorted() where !Peer.isInstalled(peer) {
  warn("\(peer) is not installed (\(Peer.packages[peer] ?? peer)) and left out")
}
var missed = 0
var regresses: [String] = []
do throws(Command.Failure) {
  let comparison = try before.map { path throws(Command.Failure) in try Comparison(path) }
  for measure in measures {
    let figures = try measure.run(bench).filter(\.isMeasured)
    missed += figures.count { !$0.isReached }
    regresses += figures.compactMap { comparison?.regress($0) }
    for figure in figures { print(isJSON ? figure.json : figure.row) }
  }
} catch {
  complain(error.description)
}
for regress in regresses { warn("worse than before: \(regress)") }
_ = try? Command("rm", "-r", remembered).time()
exit(missed == 0 && regresses.isEmpty ? 0 : 1)
