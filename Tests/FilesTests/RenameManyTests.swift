import Foundation
import Testing

@testable import Files

@Suite struct RenameManyTests {
  private func plan(_ names: [String], _ lines: [String], others: [String] = []) throws
    -> [RenamePair]
  {
    try RenameMany.plan(names, lines: lines, others: names + others)
  }

  @Test func invalidNamesAreReportedWithTheirLine() {
    let cases: [([String], RenameMany.Mistake)] = [
      (["a"], .wrongNumberOfLines(expected: 2, given: 1)), (["a", ""], .empty(line: 2)),
      (["x/y", "b"], .slash(line: 1)), (["..", "b"], .notAName(line: 1)),
      (["c", "c"], .double(line: 2, firstLine: 1)), (["other", "b"], .taken(line: 1)),
      ([String(repeating: "é", count: 128), "b"], .tooLong(line: 1)),
      (["a\\", "b"], .notAName(line: 1)), (["a\\x00", "b"], .notAName(line: 1)),
      (["a\\x+f", "b"], .notAName(line: 1)),
      (["a\\x2fb", "b"], .slash(line: 1)),
    ]
    for (lines, mistake) in cases {
      #expect(throws: mistake) { try plan(["a", "b"], lines, others: ["other"]) }
    }
  }

  @Test func onlyChangedNamesArePlanned() throws {
    #expect(try plan(["a", "b"], ["a", "c"]) == [RenamePair(from: "b", to: "c")])
    #expect(try plan(["a", "b"], ["b", "a"]).count == 2)
  }

  @Test(arguments: hostileNames) func everyNameFitsOnOneLine(_ name: String) throws {
    let lines = RenameMany.lines(for: [name])
    #expect(!lines[0].contains("\n"))
    #expect(!lines[0].unicodeScalars.contains { $0.value < 32 || $0.value >= 0x10_FF00 })
    #expect(try plan([name], lines) == [])
  }

  /// Files that hold their first name, renamed; then what each holds.
  private func renamed(_ pairs: [(String, String)], disk: Disk = Disk()) throws -> [String: String]
  {
    let bench = try FilesBench()
    for (name, _) in pairs { bench.make(name, name) }
    let job = FileJob.renameMany(
      folder: bench.path, pairs.map { RenamePair(from: $0.0, to: $0.1) })
    let outcome = FileOperation.run(job, bench.around(disk: disk))
    let now = Dictionary(uniqueKeysWithValues: bench.names().map { ($0, bench.text($0) ?? "") })
    if outcome.failures.isEmpty {
      let undone = FileOperation.run(try #require(outcome.undo), bench.around())
      #expect(undone.failures == [])
      for (name, _) in pairs { #expect(bench.text(name) == name) }
      #expect(bench.names().count == pairs.count)
    }
    return now
  }

  private static let plans: [[(String, String)]] = [
    [("a", "b"), ("b", "a")], [("a", "b"), ("b", "c"), ("c", "a")],
    [("a", "b"), ("b", "c"), ("c", "d")], [("c", "d"), ("b", "c"), ("a", "b")],
    [("a", "b"), ("b", "a"), ("c", "d"), ("d", "e"), ("x", "y"), ("y", "z"), ("z", "x")],
    [("a", "A"), ("A", "a")],
  ]

  @Test(arguments: plans.indices) func cyclesAndChainsAreRenamed(_ index: Int) throws {
    let pairs = Self.plans[index]
    let expected = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) })
    #expect(try renamed(pairs) == expected)
    // And where the file system cannot exchange.
    #expect(try renamed(pairs, disk: .failing(.exchange, with: EINVAL)) == expected)
  }

  @Test(arguments: plans.indices) func aFailureRenamesNothing(_ index: Int) throws {
    let pairs = Self.plans[index]
    let untouched = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, $0.0) })
    for place in 1...8 {
      for call in [Disk.Call.rename, .exchange] {
        let now = try renamed(pairs, disk: .failing(call, with: EIO, at: place))
        let expected = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) })
        #expect(now == untouched || now == expected)
        if place == 1, call == .rename, index == 2 { #expect(now == untouched) }
      }
    }
  }

  @Test func existingFilesAreNotReplaced() throws {
    let bench = try FilesBench()
    bench.make("a", "a")
    bench.make("b", "b")
    bench.make("in the way", "w")
    let job = FileJob.renameMany(
      folder: bench.path,
      [RenamePair(from: "a", to: "c"), RenamePair(from: "b", to: "in the way")])
    let outcome = FileOperation.run(job, bench.around())
    #expect(outcome.failures == [FilesError(.exists, bench.at("in the way"))])
    #expect(bench.names() == ["a", "b", "in the way"])
    #expect(bench.text("in the way") == "w")
  }
}
