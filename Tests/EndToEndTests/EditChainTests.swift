import Foundation
import TestSupport
import Testing

/// Edits of annotations, pages, outline and metadata in sequence: undo restores every byte.
@Suite struct EditChainTests {
  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private let box = ["--box", "100,110,50,40"]

  @Test func undoAfterRestoringPagesHasNoExtraStep() throws {
    for page in ["1", "2"] {
      let bench = try Workbench(pages: 3)
      let old = try data(bench.document)
      func run(_ arguments: [String]) throws -> Int32 { try bench.run(arguments).status }
      #expect(try run(["annotate", bench.document, "--page", page] + box) == 0)
      #expect(try run(["pages", bench.document, "--remove", "1"]) == 0)
      #expect(try run(["annotations", bench.document]) == (page == "1" ? 1 : 0))
      #expect(try run(["pages", bench.document, "--undo"]) == 0)
      #expect(try run(["annotate", bench.document, "--undo"]) == 0)
      #expect(try run(["annotate", bench.document, "--undo"]) == 1)
      #expect(try data(bench.document) == old)
    }
  }

  @Test func undoAndRedoMatchAcrossPageEdits() throws {
    let bench = try Workbench(pages: 3)
    let old = try data(bench.document)
    func run(_ arguments: [String]) throws -> Int32 { try bench.run(arguments).status }
    #expect(try run(["annotate", bench.document, "--page", "2"] + box) == 0)
    #expect(try run(["pages", bench.document, "--remove", "1"]) == 0)
    let cut = try data(bench.document)
    #expect(try run(["annotate", bench.document, "--undo"]) == 0)
    #expect(try run(["annotate", bench.document, "--redo"]) == 0)
    #expect(try data(bench.document) == cut)
    #expect(try run(["annotate", bench.document, "--undo"]) == 0)
    // It was undone on the other pages.
    #expect(try run(["pages", bench.document, "--undo"]) == 0)
    #expect(try data(bench.document) == old)
    #expect(try run(["pages", bench.document, "--redo"]) == 0)
    #expect(try run(["annotate", bench.document, "--redo"]) == 0)
    #expect(try data(bench.document) == cut)
  }

  /// Annotations made and removed after a page edit do not block its undo, though the file has no trace of them.
  @Test func editsThatCancelOutAreUndoneBeforePages() throws {
    let bench = try Workbench(pages: 3)
    let old = try data(bench.document)
    let file = bench.document
    #expect(try bench.run(["pages", file, "--rotate", "90:1"]).status == 0)
    let made = try bench.run(["annotate", file, "--page", "1"] + box).output.filter { $0 != "\n" }
    #expect(try bench.run(["annotate", file, "--remove", made]).status == 0)
    // So that the file is the same again.
    for way in ["--undo", "--redo"] {
      #expect(try bench.run(["annotate", file, way]).status == 0)
    }
    #expect(try bench.run(["annotate", file, "--page", "2"] + box).status == 0)
    let refused = try bench.run(["pages", file, "--undo"])
    #expect(refused.status == 2 && refused.errors.contains("--undo 3 times"), "\(refused.errors)")
    #expect(try follow(refused.errors, bench))
    #expect(try bench.run(["pages", file, "--undo"]).status == 0)
    #expect(try bench.run(["annotate", file, "--undo"]).status == 1)
    #expect(try data(file) == old)
  }

  /// Follows what a refusal says is to be done first, to the letter.
  private func follow(_ sentence: String, _ bench: borrowing Workbench) throws -> Bool {
    guard let start = sentence.range(of: "first: recto ") else { return false }
    let words = sentence[start.upperBound...].split(whereSeparator: \.isWhitespace).map(String.init)
    try #require(words.count > 2 && words[2] == "--undo")
    let times = words.count > 4 && words[4] == "times" ? Int(words[3]) ?? 1 : 1
    for _ in 0..<times {
      let result = try bench.run(Array(words[..<3]))
      #expect(result.status == 0, "\(words): \(result.errors)")
    }
    return true
  }

  /// Also where the file's name is one that a shell would take apart, and the form of the advice is for it.
  @Test func suggestedCommandsAreQuotedForTheShell() throws {
    let bench = try Workbench(pages: 2)
    let file = bench.folder + "/a b.pdf"
    try FileManager.default.copyItem(atPath: bench.document, toPath: file)
    #expect(try bench.run(["pages", file, "--rotate", "90:1"]).status == 0)
    #expect(try bench.run(["annotate", file, "--page", "1"] + box).status == 0)
    let refused = try bench.run(["pages", file, "--undo"])
    #expect(
      refused.errors.contains("first: recto annotate '\(file)' --undo ("), "\(refused.errors)")
  }

  @Test(arguments: [3, 8, 21] as [UInt64])
  func undoRestoresTheFileAfterAnyEdits(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let bench = try Workbench(pages: 5)
    let file = bench.document
    let old = try data(file)
    var reported: [String] = []
    func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
      let result = try bench.run(arguments)
      reported.append("\(arguments.joined(separator: " ")): \(result.status) \(result.errors)")
      return result
    }
    for _ in 0..<24 {
      let count = try bench.run(["pages", file]).output.split(separator: "\n").count
      let page = String(Int.random(in: 1...count, using: &chance))
      let (x, y) = (
        Int.random(in: 50...200, using: &chance), Int.random(in: 50...200, using: &chance)
      )
      let entries = [
        ["annotate", file, "--page", page, "--box", "\(x),\(y),60,40"],
        ["annotate", file, "--page", page, "--highlight", "stands on page"],
        ["pages", file, "--remove", page], ["pages", file, "--rotate", "90:\(page)"],
        ["pages", file, "--move", "\(page):1"], ["info", file, "--set", "title=T\(x)"],
        ["outline", file, "--add", "E\(y)", "--page", page], ["annotations", file],
        ["annotate", file, "--undo"], ["annotate", file, "--undo"], ["annotate", file, "--redo"],
        ["pages", file, "--undo"], ["pages", file, "--undo"], ["pages", file, "--redo"],
      ]
      if let entry = entries.randomElement(using: &chance) { _ = try run(entry) }
    }
    for _ in 0..<60 {
      let result = try run(["pages", file, "--undo"])
      guard result.status != 0 else { continue }
      guard try !follow(result.errors, bench) else { continue }
      #expect(result.status == 1 && result.errors.contains("left to undo"), "\(reported)")
      break
    }
    for _ in 0..<60 where try run(["annotate", file, "--undo"]).status == 0 {}
    #expect(try data(file) == old, "\(reported)")
  }

  /// Each tells what it made itself, and all of it is in the file.
  @Test func concurrentWritersReportTheirOwnEdits() throws {
    let bench = try Workbench(pages: 3)
    let environment = bench.environment
    let (file, count) = (bench.document, 6)
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let arguments = ["annotate", file, "--page", "1", "--box", "1\(number),100,50,40"]
      if let result = try? Workbench.run(arguments, environment: environment) {
        results.add(result.status, result.output, result.errors)
      }
    }
    let all = results.all
    #expect(all.count == count && all.allSatisfy { $0.status == 0 && $0.errors.isEmpty }, "\(all)")
    let ids = all.map { $0.output.split(separator: "\n") }
    #expect(ids.allSatisfy { $0.count == 1 } && Set(ids.joined()).count == count, "\(ids)")
    #expect(
      try bench.run(["annotations", file, "--ids"]).output.split(separator: "box").count == count
        + 1)
    #expect(
      try bench.run(["annotations", file, "--json"]).output.split(separator: "\"id\"").count
        == count + 1)
  }

  /// Other names of a file keep what it was, and nobody learns it only afterwards.
  @Test(arguments: [
    ["annotate", "--page", "1", "--box", "100,110,50,40"], ["annotate", "--undo"],
    ["pages", "--rotate", "90:1"], ["pages", "--undo"], ["info", "--set=title=T"],
    ["outline", "--remove", "#1"],
  ])
  func hardLinksAreReportedBeforeWriting(_ arguments: [String]) throws {
    let bench = try Workbench(pages: 2)
    let file = bench.document
    #expect(try bench.run(["pages", file, "--rotate", "90:2"]).status == 0)
    #expect(try bench.run(["annotate", file, "--page", "1", "--box", "9,9,9,9"]).status == 0)
    if arguments == ["pages", "--undo"] {
      #expect(try bench.run(["annotate", file, "--undo"]).status == 0)
    }
    let old = try data(file)
    let other = bench.folder + "/other.pdf"
    #expect(link(file, other) == 0)
    let command = [arguments[0], file] + arguments.dropFirst()
    let refused = try bench.run(command)
    #expect(
      refused.status == 2 && refused.errors.contains("hard links")
        && refused.errors.contains("--yes continues"), "\(refused.errors)")
    #expect(try data(file) == old)
    #expect(try bench.run(command + ["--yes"]).status == 0)
    #expect(try data(file) != old && data(other) == old)
  }
}

private final class Results: @unchecked Sendable {
  typealias Result = (status: Int32, output: String, errors: String)

  private let lock = NSLock()
  private var results: [Result] = []

  func add(_ status: Int32, _ output: String, _ errors: String) {
    lock.withLock { results.append((status, output, errors)) }
  }

  var all: [Result] { lock.withLock { results } }
}
