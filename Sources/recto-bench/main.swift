import Glibc

func complain(_ text: String) -> Never {
  warn(text)
  exit(2)
}

var names: [String] = []
var files: [String] = []
var folders: [String] = []
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
  func value() -> String {
    guard let value = rest.popFirst() else { complain("\(word) needs a value") }
    return value
  }
  func number() -> Int {
    let text = value()
    guard let number = Int(text), number > 0 else { complain("\(word) needs a number from 1") }
    return number
  }
  switch word {
  case "--help", "-h":
    print(Usage.text, terminator: "")
    exit(0)
  case "--json": isJSON = true
  case "--compare": before = value()
  case "--rounds": rounds = number()
  case "--documents": documents = number()
  case "--pages": pages = number()
  case "--faults": faults = number()
  case "--real": isReal = true
  case "--corpus": corpus = value()
  case "--other": other = value()
  case _ where Bench.measures.contains { $0.name == word }: names.append(word)
  case _ where word.hasPrefix("-"):
    complain("there is no option \(word); recto-bench --help lists them")
  default:
    var status = stat()
    guard stat(word, &status) == 0 else {
      complain("\(word) is no measure and cannot be read; recto-bench --help lists measures")
    }
    if status.st_mode & S_IFMT == S_IFDIR { folders.append(word) } else { files.append(word) }
  }
}

guard let own = realpath("/proc/self/exe", nil) else { complain("where am I?") }
let folder = String(cString: own).split(separator: "/").dropLast().map { "/" + $0 }.joined()
/// A temporary folder for the data that `recto` stores.
var template = Array("/tmp/recto-bench-XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else { complain("no folder for what is remembered") }
let remembered = String(cString: made)

func absolute(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

if names.isEmpty, files.isEmpty, folders.isEmpty {
  do throws(ProgramRun.Failure) {
    let made = try SampleLibrary(in: remembered)
    (files, folders) = ([made.book], [made.library])
  } catch {
    complain("name a document, a folder or both; of the samples none can be made: \(error)")
  }
}
let measures = Bench.measures.filter { measure in
  guard names.isEmpty else { return names.contains(measure.name) }
  return !measure.isNamedOnly
    && (measure.needs == .book
      ? !files.isEmpty : measure.needs == .library ? !folders.isEmpty : true)
}
if let lacking = measures.first(where: {
  $0.needs == .book && files.isEmpty || $0.needs == .library && folders.isEmpty
}) {
  complain("\(lacking.name) wants a \(lacking.needs == .book ? "document" : "folder of documents")")
}
let book = files.first ?? ""
let bench = Bench(
  recto: folder + "/recto", book: absolute(book), library: absolute(folders.first ?? ""),
  other: absolute(other ?? files.last ?? book), rounds: rounds, documents: documents, pages: pages,
  faults: faults, isReal: isReal, corpus: corpus.map(absolute), folder: remembered)
let machine = Machine.this
print(
  isJSON
    ? machine.json : (files.prefix(1) + folders.prefix(1) + [machine.row]).joined(separator: "\n"))
for peer in Set(measures.flatMap(\.peers)).sorted() where !Peer.isInstalled(peer) {
  warn("\(peer) is not installed (\(Peer.packages[peer] ?? peer)) and left out")
}
var missed = 0
var regresses: [String] = []
let comparison: Comparison?
do throws(ProgramRun.Failure) {
  comparison = try before.map { path throws(ProgramRun.Failure) in try Comparison(path) }
} catch {
  complain(error.description)
}
for measure in measures {
  do throws(ProgramRun.Failure) {
    let figures = try measure.run(bench).filter(\.isMeasured)
    missed += figures.count { !$0.isReached }
    regresses += figures.compactMap { comparison?.regress($0) }
    for figure in figures { print(isJSON ? figure.json : figure.row) }
  } catch {
    // Run the other measures.
    warn("\(measure.name): \(error)")
    missed += 1
  }
  fflush(nil)
}
for regress in regresses { warn("worse than before: \(regress)") }
_ = try? ProgramRun("rm", "-r", remembered).time()
exit(missed == 0 && regresses.isEmpty ? 0 : 1)
