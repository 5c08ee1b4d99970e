import Foundation
import TestSupport
import Testing

/// Remarks of `recto search` beside its results.
@Suite struct SearchHintTests {
  /// A folder with a note and an encrypted document, both indexed.
  private func library(_ bench: borrowing Workbench) throws -> String {
    let folder = bench.folder + "/docs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("# Notes\n\nalpha beta\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/notes.md"))
    let book = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    try QPDFProgram.rewritten(book, ["--encrypt", "secret", "secret", "256", "--"])
      .write(to: URL(fileURLWithPath: folder + "/locked.pdf"))
    let read = try bench.run(["index", folder])
    #expect(read.errors.contains("encrypted") || read.output.contains("could not be read"))
    return folder
  }

  @Test func unreadDocumentsAreMentionedInEmptyResults() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    for options in [[], ["--no-index"]] {
      let found = try bench.run(["search", "alpha", folder] + options)
      #expect(found.status == 0 && found.errors.isEmpty, "\(options): \(found)")
      let missing = try bench.run(["search", "zzz", folder] + options)
      #expect(missing.status == 1 && missing.errors.contains("password"), "\(options): \(missing)")
    }
  }

  @Test func operatorsInAPlainPatternAreExplained() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    for place in [folder, folder + "/notes.md"] {
      let plain = try bench.run(["search", "alpha NOT gamma", place])
      #expect(plain.status == 1 && plain.errors.contains("--query (-Q)"), "\(plain)")
      #expect(!(try bench.run(["search", "zzz", place])).errors.contains("-Q"))
    }
    #expect(try bench.run(["search", "-Q", "alpha NOT gamma", folder]).status == 0)
    let words = try bench.run(["search", "beta alpha", folder])
    #expect(words.status == 1 && words.errors.contains("as a phrase: --query (-Q)"), "\(words)")
    #expect(try bench.run(["search", "beta alpha", folder + "/notes.md"]).errors.isEmpty)
    #expect(!(try bench.run(["search", "-E", "a NOT b", folder])).errors.contains("-Q"))
  }

  @Test func searchingAFileNeedsNoIndex() throws {
    let bench = try Workbench(pages: 1)
    let options = ["search", "page", "--keep-headers"]
    let plain = try bench.run(options + [bench.document])
    #expect(plain.status == 0)
    #expect(try bench.run(options + ["--no-index", bench.document]).output == plain.output)
    let folder = try bench.run(options + [bench.folder])
    #expect(
      folder.status == 2
        && folder.errors.hasSuffix("is for single documents; name files instead of folders\n"))
    let ranked = try bench.run(options + ["--rank", bench.document])
    #expect(ranked.errors.hasSuffix("--keep-headers and --rank do not go together; give one\n"))
  }
}
