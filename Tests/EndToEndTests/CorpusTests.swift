import Dispatch
import Foundation
import Synchronization
import Testing

/// Every document of the corpus through the commands, held against what its manifest says poppler does with it.
@Suite struct CorpusTests {
  /// `RECTO_CORPUS`, else the folder beside the project.
  private static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["RECTO_CORPUS"] { return named }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/shared/corpus"
  }()

  private static let isThere = FileManager.default.fileExists(atPath: folder + "/MANIFEST.tsv")

  /// Where Recto does otherwise than the manifest says, with the reason.
  private static let explained: [String: String] = [
    "broken/GHOSTSCRIPT-691770-0.pdf": "opens, and its page takes longer than the deadline",
    "broken/shared-unnamed-field.pdf": "hangs pdftotext's forms; its text alone is read",
    "broken/crash-121-2.pdf": "poppler has no object for page 4, which is told",
    "broken/poppler-742-0-fuzzed.pdf": "poppler has no object for page 1, which is told",
    "encrypted/issue19484_1.pdf": "poppler has no object for page 1, which is told",
    "encrypted/issue19484_2.pdf": "poppler has no object for page 1, which is told",
    "links/unsupported_feature.pdf": "poppler has no object for pages 2 and 3, which is told",
  ]

  private struct Entry: Sendable {
    var path: String
    var opens: Bool
    var hasOutline: Bool
    var password: String?

    /// A row of the manifest; nil for documents of other kinds.
    init?(_ row: Substring) {
      let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 9, fields[0].hasSuffix(".pdf") else { return nil }
      path = fields[0]
      opens = fields[8] == "y rc=0"
      hasOutline = fields[6] == "y"
      for name in ["user=", "owner="] where password == nil {
        guard let start = fields[5].range(of: name) else { continue }
        let rest = fields[5][start.upperBound...]
        password = String(rest[..<(rest.range(of: " owner")?.lowerBound ?? rest.endIndex)])
      }
    }
  }

  /// What is wrong with a document's answers; nil where they are as the manifest says.
  private static func problem(_ entry: Entry, _ given: [String: String]) throws -> String? {
    var environment = given
    environment["RECTO_PASSWORD"] = entry.password
    let file = folder + "/" + entry.path
    let information = try Workbench.run(["info", file, "--json"], environment: environment)
    let text = try Workbench.run(["text", file, "--pages", "1-5"], environment: environment)
    let outline = try Workbench.run(["outline", file, "--json"], environment: environment)
    for result in [information, text, outline] {
      if result.errors.contains("crashed") || ![0, 1, 2].contains(result.status) {
        return "crash: \(result.errors)"
      }
      if result.status == 2, !result.errors.contains(entry.path.split(separator: "/").last ?? "") {
        return "a sentence without the file's name: \(result.errors)"
      }
    }
    guard entry.opens else { return information.status == 2 ? nil : "opened all the same" }
    if information.status != 0 || text.status != 0 { return information.errors + text.errors }
    if (outline.status == 0) != entry.hasOutline { return "outline: \(outline.status)" }
    return nil
  }

  @Test(.enabled(if: isThere, "the corpus is not here"))
  func everyDocumentIsAsItsManifestSays() throws {
    let manifest = try String(contentsOfFile: Self.folder + "/MANIFEST.tsv", encoding: .utf8)
    let entries = manifest.split(separator: "\n").compactMap { Entry($0) }
    #expect(entries.count > 300)
    let found = Mutex<[String: String]>([:])
    let bench = try Workbench()
    let variables = bench.environment
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in
      let entry = entries[index]
      let problem: String?
      do { problem = try Self.problem(entry, variables) } catch { problem = "\(error)" }
      if let problem { found.withLock { $0[entry.path] = problem } }
    }
    let problems = found.withLock { $0 }
    for (path, problem) in problems where Self.explained[path] == nil {
      Issue.record("\(path): \(problem)")
    }
    #expect(Set(problems.keys).isSuperset(of: Self.explained.keys), "explained, and mended since")
    #expect(problems.count == Self.explained.count)
  }
}
