import Foundation
import TestSupport
import Testing

/// Every document of the corpus, opened, read, described and outlined by the programs as they are used.
@Suite(.serialized) struct CorpusTests {
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
    "broken/252-crash.pdf": (["encrypted true"], "names an encryption that is not in the file"),
    "broken/encryptedDocument.pdf": (
      ["encrypted true"], "encrypted in a way newer than poppler, which shows its page empty"
    ),
    "encrypted/issue19484_1.pdf": (["text 2"], "without its password the page is noise"),
    "encrypted/issue19484_2.pdf": (["text 2"], "without its password the page is noise"),
  ]

  @Test(.enabled(if: Corpus.isThere, "the corpus is not there: RECTO_CORPUS says where it is"))
  func everyDocumentIsAnswered() async throws {
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
}
