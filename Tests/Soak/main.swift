import Foundation
import Glibc
import TestSupport

// recto-soak [--keys N] [--seed N] [--session N] [--corpus FOLDER] [--minutes N]
//
// A robot presses N keys (5,000) on the reader in a pseudo-terminal, over copies of the documents of a folder: all keys, mouse, pastes, new sizes,
// stops, files that change and workers that are killed. Each key must be answered in time, nothing on the screen may be stale, no process be
// left, no note be lost. Sessions are of 500 keys, each by its own number: what went wrong in one is done again by `--seed S --session N`.
// All of it runs where nothing but the robot's own folder can be written to. Exits 1 after a fault.

var keys = 5_000
var seed: UInt64 = 1
var only: Int?
var minutes = Double.infinity
var corpus = ProcessInfo.processInfo.environment["RECTO_CORPUS"]
var rest = CommandLine.arguments.dropFirst()
while let word = rest.popFirst() {
  switch word {
  case "--keys": keys = rest.popFirst().flatMap { Int($0) } ?? keys
  case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
  case "--session": only = rest.popFirst().flatMap { Int($0) }
  case "--minutes": minutes = rest.popFirst().flatMap { Double($0) } ?? minutes
  case "--corpus": corpus = rest.popFirst()
  default:
    print("recto-soak [--keys N] [--seed N] [--session N] [--corpus FOLDER] [--minutes N]")
    exit(2)
  }
}

func complain(_ text: String) -> Never {
  print("recto-soak: \(text)")
  exit(2)
}

// Whole, since it is read from another folder too.
corpus = corpus.map { path in
  guard let whole = realpath(path, nil) else { complain("\(path): there is no such folder") }
  defer { free(whole) }
  return String(cString: whole)
}
guard corpus != "/tmp" else { complain("the documents need a folder of their own in /tmp") }

guard let folder = Confinement.folder else {
  var name = Array("/var/tmp/recto-soak-XXXXXX".utf8CString)
  guard mkdtemp(&name) != nil else { complain("no folder in /var/tmp") }
  let made = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  mkdir(made + "/tmp", 0o777)
  var words = ["--keys", "\(keys)", "--seed", "\(seed)", "--minutes", "\(minutes)"]
  words += only.map { ["--session", "\($0)"] } ?? []
  words += corpus.map { ["--corpus", $0] } ?? []
  Confinement.enter(made, documents: corpus, arguments: words)
  complain("unshare(1) is needed, to keep the robot from your files")
}
guard Confinement.holds(documents: corpus) else {
  complain("this place is not confined: the robot would write anywhere")
}

/// Documents below a folder that are not too large to be copied for each session.
func documents(below folder: String) -> [String] {
  let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
  let endings = [".pdf", ".md", ".txt", ".png", ".jpg"]
  return names.sorted().map { folder + "/" + $0 }.filter { path in
    var status = stat()
    return endings.contains { path.hasSuffix($0) } && stat(path, &status) == 0
      && status.st_size < 400_000
  }
}

let robot = Robot(seed: seed, collection: corpus.map(documents(below:)) ?? [], folder: folder)
print("seed \(seed), \(robot.collection.count) documents")
var total = Robot.Result()
var number = only ?? 0
let end = ContinuousClock.now + .seconds(min(minutes * 60, 1e7))
var faults = 0
repeat {
  let result = robot.session(number)
  SoakFolder.remove(folder + "/home-\(number)")
  total.keys += result.keys
  total.slowest = max(total.slowest, result.slowest)
  total.largest = max(total.largest, result.largest)
  print("session \(number): \(result.keys) keys")
  if let fault = result.fault {
    faults += 1
    print("--seed \(seed) --session \(number): \(fault)")
  }
  fflush(nil)
  number += 1
} while only == nil && total.keys < keys && ContinuousClock.now < end && faults < 5
let slowest = Int(total.slowest / .milliseconds(1))
print(
  "\(total.keys) keys in \(number - (only ?? 0)) sessions, slowest answer \(slowest) ms, reader at most \(total.largest >> 20) MB, \(faults) faults"
)
exit(faults == 0 ? 0 : 1)
