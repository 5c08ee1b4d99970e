import Foundation
import TestSupport
import Testing

/// `recto preview`, as fzf, lf and yazi call it.
@Suite struct PreviewCommandTests {
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(arguments: [(40, 12), (20, 8), (7, 5), (1, 1), (200, 100)])
  func thePreviewFitsItsPane(_ columns: Int, _ height: Int) throws {
    let bench = try Workbench(pages: 3)
    let result = try bench.run([
      "preview", bench.document, "--columns", String(columns), "--lines=\(height)",
    ])
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = lines(result.output)
    #expect(!lines.isEmpty && lines.count <= height)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    #expect(!result.output.contains("\u{1B}"))
    if height >= 8 { #expect(lines.last == "3 pages") }
  }

  @Test func thePaneSizeComesFromTheEnvironment() throws {
    let bench = try Workbench(pages: 1)
    var environment = bench.environment
    environment["FZF_PREVIEW_COLUMNS"] = "5"
    environment["FZF_PREVIEW_LINES"] = "3"
    let result = try Workbench.run(["preview", bench.folder], environment: environment)
    #expect(result.status == 0)
    #expect(lines(result.output).allSatisfy { $0.count <= 5 }, "\(result.output)")
    #expect(lines(result.output).count <= 3)
    environment["FZF_PREVIEW_COLUMNS"] = "x"
    let plain = try Workbench.run(["preview", bench.folder], environment: environment)
    #expect(plain.output.contains("book.pdf"))
  }

  @Test func foldersListTheirFirstNamesSafely() throws {
    let bench = try Workbench(pages: 1)
    let evil = bench.folder + "/a\u{1B}[31m\nb\u{202E}.pdf"
    try FileManager.default.copyItem(atPath: bench.document, toPath: evil)
    try FileManager.default.createDirectory(
      atPath: bench.folder + "/Papers", withIntermediateDirectories: true)
    let result = try bench.run(["preview", bench.folder, "--columns", "40", "--lines", "20"])
    #expect(result.status == 0)
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{202E}"))
    #expect(lines(result.output)[0] == "3 items")
    #expect(lines(result.output)[2] == "Papers/")
    #expect(lines(result.output).count == 5)
    let colored = try bench.run(["preview", bench.folder, "--color"])
    #expect(colored.output.contains("\u{1B}[1mPapers/\u{1B}[0m"))
  }

  @Test func textFilesArePreviewed() throws {
    let bench = try Workbench(pages: 1)
    let note = bench.folder + "/note.md"
    try Data("# A title\n\nFirst *words*.\n\n## More\n\nRest\u{1B}[31m.\n".utf8).write(
      to: URL(fileURLWithPath: note))
    let result = try bench.run(["preview", note, "--columns", "40", "--lines", "20", "--color"])
    #expect(result.status == 0)
    #expect(result.output.contains("\u{1B}[1mA title\u{1B}[0m\n"))
    for words in ["First words.", "More", "Rest"] { #expect(result.output.contains(words)) }
    #expect(!result.output.contains("\u{1B}[31m") && !result.output.contains("page"))
  }

  @Test func unsupportedFilesAreReported() throws {
    let bench = try Workbench(pages: 1)
    let cases: [(name: String, bytes: [UInt8], words: String, status: Int32)] = [
      ("empty.pdf", [], "is empty", 2),
      ("text.pdf", Array("hello".utf8), "unsupported file type", 2),
      ("broken.pdf", Array("%PDF-1.4\nx".utf8), "is damaged", 2),
      ("picture.png", [0x89, 0x50], "picture.png: unsupported file type", 2),
      ("film.mkv", [0x1A, 0x45], "film.mkv", 0),
    ]
    for (name, bytes, words, status) in cases {
      try Data(bytes).write(to: URL(fileURLWithPath: bench.folder + "/" + name))
      let result = try bench.run([
        "preview", bench.folder + "/" + name, "--columns", "500", "--lines", "9",
      ])
      #expect(result.status == status, "\(name)")
      #expect(result.output.contains(words), "\(result.output)")
    }
    let gone = try bench.run(["preview", bench.folder + "/gone.pdf", "--columns=300"])
    #expect(gone.status == 2 && gone.output.contains("there is no such file"))
    for arguments in [["preview"], ["preview", "a", "b"], ["preview", "a", "--lines", "0"]] {
      let result = try bench.run(arguments)
      #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty)
    }
  }
}
