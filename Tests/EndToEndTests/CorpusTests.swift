import Foundation
import TestSupport
import Testing

/// Every document of the corpus, opened, read, described and outlined by the programs as they are used.
@Suite(.serialized, .enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
struct CorpusTests {
  /// Where Recto and the manifest rightly differ: in what, and why.
  static let explained: [String: (differences: [String], reason: String)] = [
    "broken/GHOSTSCRIPT-691770-0.pdf": (
      ["info 0", "outline 1"], "its page never ends, which pdftotext reads first; the rest is sound"
    ),
    "broken/shared-unnamed-field.pdf": (
      ["text 1", "info 0", "outline 1"],
      "pdftotext hangs on its form, which is not looked at for the text"
    ),
    "broken/crash-121-2.pdf": (["text 2"], "poppler has no page 4; pdftotext passes that over"),
    "broken/poppler-742-0-fuzzed.pdf": (
      ["text 2"], "poppler has no page 1; pdftotext passes that over"
    ),
    "links/unsupported_feature.pdf": (
      ["text 2"], "poppler has no page 2; pdftotext passes that over"
    ),
    "broken/encryptedDocument.pdf": (
      ["encrypted true"], "encrypted in a way newer than poppler, which shows its page empty"
    ),
    "encrypted/issue19484_1.pdf": (["text 2"], "without its password the page is noise"),
    "encrypted/issue19484_2.pdf": (["text 2"], "without its password the page is noise"),
  ]

  @Test(.enabled(if: Corpus.isThere, "the corpus is not there: RECTO_CORPUS says where it is"))
  func everyDocumentGivesItsRecordedResult() async throws {
    let bench = try Workbench()
    let reading = CorpusReading(
      folder: Corpus.folder ?? "", environment: bench.environment)
    let entries = try Corpus.entries()
    #expect(entries.count > 300)
    let differences = await reading.differences(of: entries)
    let unexplained = differences.filter { Self.explained[$0.key]?.differences != $0.value }
    for (path, found) in unexplained.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(path): \(found.joined(separator: "; "))")
    }
    #expect(unexplained.count == 0)
    #expect(differences.count == Self.explained.count)
  }

  /// Named for long runs: `RECTO_LONG=1 swift test --filter everyDocumentPassesAllCommands`; of one folder, `RECTO_LONG=broken/`.
  private static let long = ProcessInfo.processInfo.environment["RECTO_LONG"]

  /// Through every command and the screen; Recto opens all that poppler opens. Without `RECTO_LONG` only some documents that crash poppler.
  @Test(.enabled(if: Corpus.isThere, "the corpus is not there: RECTO_CORPUS says where it is"))
  func everyDocumentPassesAllCommands() async throws {
    let bench = try Workbench()
    let journey = CorpusJourney(folder: Corpus.folder ?? "", environment: bench.environment)
    let hazards = [
      "broken/shared-unnamed-field.pdf", "broken/issue12963.pdf",
      "broken/ContentStreamCycleType3insideType3.pdf", "broken/function_based_shading.pdf",
      "broken/bug_325_a.pdf", "broken/bug1978317.pdf", "encrypted/issue6010_1.pdf",
      "outlines/infiniteLoopInOutlineStructure.pdf",
    ]
    let entries = try Corpus.entries().filter { entry in
      Self.long.map { $0 == "1" || entry.path.hasPrefix($0) } ?? hazards.contains(entry.path)
    }
    #expect(Self.long != nil || entries.count == hazards.count)
    #expect(!entries.isEmpty)
    let outcomes = await journey.outcomes(of: entries)
    for (path, outcome) in outcomes.sorted(by: { $0.key < $1.key }) where !outcome.faults.isEmpty {
      Issue.record("\(path): \(outcome.faults.joined(separator: "; "))")
    }
    let opened = entries.filter { outcomes[$0.path]?.isOpened == true }
    let missed = entries.filter { $0.isPDF && $0.opens && outcomes[$0.path]?.isOpened != true }
    #expect(missed.map(\.path) == [], "poppler opens these")
    let all = outcomes.values
    let slowest = all.map(\.slowest).max() ?? .zero
    print(
      "\(entries.count) documents, \(opened.count) opened, \(all.reduce(0) { $0 + $1.commands }) commands, the slowest \(slowest), at most \((all.map(\.largest).max() ?? 0) >> 20) MB"
    )
  }
}
