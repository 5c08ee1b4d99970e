import Foundation
import TestSupport
import Testing

/// `recto pages`, `recto outline` and `recto info` as they change documents.
@Suite struct EditCommandTests {
  private func pages(_ bench: borrowing Workbench, _ file: String) throws -> [String] {
    let text = try bench.run(["text", file, "--mode", "raw"])
    return text.output.split(separator: "\u{0C}").compactMap { page in
      page.split(separator: "stands on page ").last?.prefix { $0.isNumber }
    }.map(String.init)
  }

  @Test func pagesAreEditedInPlaceAndRestored() throws {
    let bench = try Workbench(pages: 4)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    chmod(bench.document, 0o640)
    let result = try bench.run([
      "pages", bench.document, "--remove", "2", "--move=3:1", "--rotate", "90:1",
    ])
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try pages(bench, bench.document) == ["4", "1", "3"])
    let list = try bench.run(["pages", bench.document]).output
    #expect(list == "1\t1\t792 × 612\n2\t2\t612 × 792\n3\t3\t612 × 792\n")
    let mode = try FileManager.default.attributesOfItem(atPath: bench.document)[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(try bench.run(["outline", bench.document, "--remove", "Chapter 3"]).status == 0)
    #expect(try bench.run(["outline", bench.document]).output == "Chapter 1  2\nChapter 4  1\n")
    // Step by step, to the last byte; also where it lies somewhere else now.
    #expect(try bench.run(["pages", "--undo", bench.document]).status == 0)
    #expect(try bench.run(["outline", bench.document]).output.contains("Chapter 3"))
    let moved = bench.folder + "/moved.pdf"
    try FileManager.default.moveItem(atPath: bench.document, toPath: moved)
    #expect(try bench.run(["pages", "--undo", moved]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: moved)) == old)
    #expect(try bench.run(["pages", "--redo", moved]).status == 0)
    #expect(try pages(bench, moved) == ["4", "1", "3"])
    #expect(try bench.run(["pages", "--redo", moved]).status == 0)
    #expect(try bench.run(["pages", "--redo", moved]).status == 1)
    #expect(try bench.run(["outline", moved]).output == "Chapter 1  2\nChapter 4  1\n")
    for _ in 0..<2 { #expect(try bench.run(["pages", "--undo", moved]).status == 0) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: moved)) == old)
    let more = try bench.run(["pages", "--undo", moved])
    #expect(more.status == 1 && more.errors.contains("left to undo"))
    let left = try FileManager.default.contentsOfDirectory(
      atPath: bench.folder + "/.local/share/recto/originals")
    #expect(left == [])
  }

  @Test func emptyFileNamesAreReportedOnce() throws {
    let bench = try Workbench(pages: 1)
    for words in [["text", ""], ["tag", "--list", ""], ["search", "a", ""], [""]] {
      let result = try bench.run(words)
      #expect(
        result.status == 2 && result.errors.contains("an empty file name"), "\(words) \(result)")
    }
    let page = try bench.run(["outline", bench.document, "--page", "1"])
    #expect(page.status == 2 && page.errors.contains("--page belongs after --add"))
    let missing = try bench.run(["annotate", bench.document, "--from", bench.folder + "/nix.json"])
    #expect(missing.status == 2 && missing.errors.contains("there is no such file"), "\(missing)")
    for words in [
      ["show", bench.document], ["index", "--status"], ["render", bench.document, "-o", "-"],
      ["info", bench.document],
    ] {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let full = try Workbench.run(
        ["-c", "exec '\(Workbench.recto)' \(line) >/dev/full"], program: "/bin/sh",
        environment: bench.environment)
      #expect(full.status == 2)
      #expect(full.errors.split(separator: "No space left").count == 2, "\(words) \(full.errors)")
    }
  }

  /// A shell's file size limit (`ulimit -f`) gives a reported failure, not a silent exit.
  @Test(arguments: [0, 8, 64]) func aFileSizeLimitIsReported(_ blocks: Int) throws {
    let bench = try Workbench(pages: 2)
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let words = "annotate '\(bench.document)' --page 2 --text-note 10,10 --note kept"
    let result = try Workbench.run(
      ["-c", "ulimit -f \(blocks); exec '\(Workbench.recto)' \(words)"], program: "/bin/sh",
      environment: bench.environment)
    #expect(result.status == 2 && result.errors.hasPrefix("recto: "), "\(result)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == before)
    #expect(try bench.run(["annotations", bench.document]).status < 2)
  }

  /// An opened file takes the lowest free number: output for a closed stream would be written into it.
  @Test func closedStreamsCorruptNoFile() throws {
    let bench = try Workbench(pages: 3)
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    func status(_ words: String) throws -> Int32 {
      try Workbench.run(
        ["-c", "exec '\(Workbench.recto)' \(words) <&- >&- 2>&-"], program: "/bin/sh",
        environment: bench.environment
      ).status
    }
    for words in ["text", "info", ""] {
      #expect(try status("\(words) '\(bench.document)'") == 2)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == before)
    #expect(
      try status("annotate '\(bench.document)' --page 1 --text-note 10,10 --note kept") == 2)
    let after = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    #expect(after.starts(with: before) && after.count > before.count)
    let reported = try bench.run(["annotations", bench.document, "--json"])
    #expect(reported.status == 0 && reported.errors.isEmpty && reported.output.contains("kept"))
  }

  @Test func anUnwritableLibraryFolderIsNamed() throws {
    let bench = try Workbench(pages: 2)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let library = bench.folder + "/.local/share/recto"
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    // Of another kind than wanted: root may write where others may not.
    try Data().write(to: URL(fileURLWithPath: library + "/originals"))
    for words in [
      ["pages", bench.document, "--remove", "2"], ["info", bench.document, "--set", "title=x"],
      ["outline", bench.document, "--add", "x", "--page", "1"],
    ] {
      let result = try bench.run(words)
      #expect(result.status == 2)
      #expect(result.errors.contains("book.pdf was left unchanged"), "\(result.errors)")
      #expect(result.errors.contains(library + "/originals"), "\(result.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
  }

  @Test func undoIsRefusedAfterAnotherChange() throws {
    let bench = try Workbench(pages: 2)
    #expect(
      try bench.run(["info", bench.document, "--set", "title=New", "author=A=B"]).status == 0)
    let info = try bench.run(["info", bench.document]).output
    #expect(info.contains("Title         New\n") && info.contains("Author        A=B\n"))
    let file = try #require(FileHandle(forWritingAtPath: bench.document))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\n".utf8))
    try file.close()
    let now = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let undone = try bench.run(["pages", "--undo", bench.document])
    #expect(undone.status == 2 && undone.errors.contains("changed since"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == now)
  }

  @Test func pageEditsAreUndoneAfterLaterAnnotations() throws {
    let bench = try Workbench(pages: 3)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    #expect(try bench.run(["pages", bench.document, "--rotate", "90:2"]).status == 0)
    for page in ["1", "2"] {
      let note = ["--page", page, "--text-note", "9,9", "--note", "x"]
      #expect(try bench.run(["annotate", bench.document] + note).status == 0)
    }
    let undone = try bench.run(["pages", "--undo", bench.document])
    let advice = "undo that first: recto annotate \(bench.document) --undo 2 times"
    #expect(undone.status == 2 && undone.errors.contains(advice), "\(undone.errors)")
    for _ in 0..<2 { #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 0) }
    #expect(try bench.run(["pages", "--undo", bench.document]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
  }

  @Test(arguments: [
    (["--undo"], "left to undo"), (["--redo"], "left to redo"),
    (["--move", "2:2"], "nothing to change"),
    (["--move", "1-2:1", "--exchange", "1:2", "--move", "2:1"], "nothing to change"),
  ]) func editsWithoutEffectExitWithOne(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 2)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let result = try bench.run(["pages", bench.document] + arguments)
    #expect(result.status == 1 && result.errors.contains(words), "\(result)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
  }

  @Test func editsCanBeWrittenToNewFiles() throws {
    let bench = try Workbench(pages: 4)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let (other, out) = (bench.folder + "/a:b.pdf", bench.folder + "/out.pdf")
    try SmallDocument.bytes(pages: 2).write(to: URL(fileURLWithPath: other))
    #expect(
      try bench.run(["pages", bench.document, "--extract", "3-,1", "-o", out]).status == 0)
    #expect(try pages(bench, out) == ["3", "4", "1"])
    let again = try bench.run(["pages", bench.document, "--extract", "1", "-o", out])
    #expect(again.status == 2 && again.errors.contains("already exists"))
    let merged = bench.folder + "/merged.pdf"
    #expect(try bench.run(["pages", "--merge", other, out, "-o", merged]).status == 0)
    #expect(try pages(bench, merged) == ["1", "2", "3", "4", "1"])
    #expect(
      try bench.run(["outline", merged]).output
        == "Chapter 1  1\nChapter 2  2\nChapter 1  5\nChapter 3  3\nChapter 4  4\n")
    #expect(
      try bench.run(["pages", out, "--insert", other + ":2", "--at", "2", "--insert", other])
        .status == 0)
    #expect(try pages(bench, out) == ["3", "2", "4", "1", "1", "2"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
    let entry = ["--add", "Ende", "--page", "2", "--after", "#1"]
    #expect(try bench.run(["outline", other] + entry).status == 0)
    #expect(
      try bench.run(["outline", other]).output == "Chapter 1  1\nEnde  2\nChapter 2  2\n")
  }

  @Test(arguments: [
    (["pages"], "name one PDF"), (["pages", "X", "--remove", "0"], "has no page “0”"),
    (["pages", "X", "--remove", "1-9"], "has no page “9”; it has 2"),
    (["pages", "X", "--remove", "1-"], "without any"),
    (["pages", "X", "--rotate", "45:1"], "--rotate needs"),
    (["pages", "X", "--move", "2"], "--move needs"),
    (["pages", "X", "--at", "2"], "--at goes with --insert"),
    (["pages", "X", "--move", "1:3"], "has 2 pages"),
    (["pages", "X", "--extract", "1"], "--extract goes with -o"),
    (["pages", "X", "--insert", "/nowhere.pdf"], "no such file"),
    (["pages", "--merge", "X"], "--merge goes with -o"),
    (["outline", "X", "--add", "T"], "--page"),
    (["outline", "X", "--remove", "T"], "no such entry"),
    (["outline", "X", "--rename", "T", "--page", "1"], "does not go with"),
    (["outline", "X", "--add", "T", "--page", "3"], "has no page “3”"),
    (["info", "X", "--set", "colour=red"], "is not a metadata field"),
  ]) func editErrorsAreReportedAndNothingIsWritten(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 2)
    let old = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let document = bench.document
    let result = try bench.run(arguments.map { $0 == "X" ? document : $0 })
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == old)
  }
}
