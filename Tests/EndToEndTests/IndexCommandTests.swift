import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// `recto index`, and `recto search` over what it has read.
@Suite struct IndexCommandTests {
  private func library(_ bench: borrowing Workbench) throws -> String {
    let folder = bench.folder + "/docs"
    try FileManager.default.createDirectory(
      atPath: folder + "/below", withIntermediateDirectories: true)
    try SmallDocument.bytes(pages: 3, title: "First").write(
      to: URL(fileURLWithPath: folder + "/first.pdf"))
    try SmallDocument.bytes(pages: 2, title: "Second").write(
      to: URL(fileURLWithPath: folder + "/below/second.pdf"))
    try Data("# Notes\n\nsome needle\nin two lines\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/notes.md"))
    try Data("broken".utf8).write(to: URL(fileURLWithPath: folder + "/broken.pdf"))
    return folder
  }

  @Test func indexedAndDirectSearchesAgree() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    let read = try bench.run(["index", folder])
    #expect(
      read.status == 0 && read.output.hasPrefix("3 documents read, 6 pages, 1 could not be read"),
      "\(read.output)\(read.errors)")
    #expect(try bench.run(["index"]).output == "0 documents read\n")
    for query in [
      ["amber sentence"], ["-w", "page 2"], ["-E", "s.ntence 1[0-9]"], ["needle in"], ["zzz"],
      ["-c", "the"],
    ] {
      let indexed = try bench.run(["search"] + query + [folder])
      let live = try bench.run(["search", "--no-index"] + query + [folder])
      #expect(indexed.output == live.output, "\(query)")
      #expect(indexed.output.isEmpty == (query == ["zzz"]))
    }
    #expect(
      try bench.run(["search", "needle"]).output
        == "\(folder)/notes.md:3: some needle in two lines\n")
    let ranked = try bench.run(["search", "-Q", "--rank", "-l", "second OR sentence", folder])
      .output
    #expect(ranked.hasPrefix("\(folder)/below/second.pdf\n"))
    let json = try bench.run(["search", "--json", "-m1", "amber", folder + "/below"]).output
    #expect(json.contains("\"section\":\"Chapter ") && json.contains("\"points\":["))
    let status = try bench.run(["index", "--status"]).output
    #expect(status.contains("/broken.pdf: unsupported file type"), "\(status)")
    #expect(!status.contains("broken.pdf: broken.pdf"))
  }

  /// Indexed annotations are in the list of all documents, with their quotes, although the document was never opened.
  @Test func indexedAnnotationsAreInTheLibrarysList() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    // Made elsewhere: this library knows nothing of it.
    var elsewhere = bench.environment
    elsewhere["HOME"] = bench.folder + "/elsewhere"
    let made = try Workbench.run(
      [
        "annotate", folder + "/below/second.pdf", "--page", "2", "--highlight", "amber sentence",
        "--occurrence", "1", "--note", "look here",
      ], environment: elsewhere)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try bench.run(["index", folder]).status == 0)
    let session = try TerminalSession(
      Workbench.recto, [folder], environment: bench.environment, columns: 100)
    try session.wait(for: "the folder") { $0.contains { $0.contains("first.pdf") } }
    session.type("A")
    try session.wait(for: "the annotation and its words") { lines in
      lines.contains { $0.contains("look here") }
        && lines.contains { $0.contains("amber sentence") }
    }
    // Changed from the list, in the document it belongs to.
    session.type("cge").type(" and there\r")
    try session.wait(for: "the new text in the list") { lines in
      lines.contains { $0.contains("look here and there") }
        && lines.contains { $0.contains("Annotations of all documents") }
    }
    session.type("qq")
    #expect(try session.waitForExit() == 0)
    let reported = try Workbench.run(
      ["annotations", folder + "/below/second.pdf", "--json"], environment: elsewhere)
    #expect(
      reported.output.contains("look here and there")
        && reported.output.contains("\"colorName\":\"green\""), "\(reported.output)")
  }

  /// As in the document itself, on pages of two columns too, and where it was edited here before anybody read it.
  @Test(
    .enabled(if: Corpus.isThere, "the corpus is not there: RECTO_CORPUS says where it is"),
    .enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"),
    arguments: [false, true])
  func theLibrarysListIsInReadingOrder(_ isEdited: Bool) throws {
    let bench = try Workbench(pages: 1)
    let folder = bench.folder + "/docs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = folder + "/columns.pdf"
    try FileManager.default.copyItem(
      atPath: try #require(Corpus.folder) + "/annotations/hotos17.pdf", toPath: file)
    if isEdited {
      let made = try bench.run(
        ["annotate", file, "--page", "1", "--text-note", "100,100", "--note", "newest"])
      #expect(made.status == 0, "\(made.errors)")
    }
    #expect(try bench.run(["index", folder]).status == 0)
    let reported = try Workbench.run(
      ["annotations", file, "--json"],
      environment: bench.environment.merging(["HOME": bench.folder + "/elsewhere"]) { $1 })
    let quotes = reported.output.matches(of: /"quote":"([^"\\]{8,20})/).map { String($0.1) }
    try #require(quotes.count > 5)
    let session = try TerminalSession(
      Workbench.recto, [folder], environment: bench.environment, columns: 140, rows: 50)
    try session.wait(for: "the folder") { $0.contains { $0.contains("columns.pdf") } }
    session.type("A")
    func places() -> [Int] {
      quotes.compactMap { quote in session.lines.firstIndex { $0.contains(quote) } }
    }
    try session.wait(for: "its annotations") { _ in places().count == quotes.count }
    #expect(places() == places().sorted(), "\(session.text)")
    #expect(
      session.lines.contains { $0.contains("Introduction  squiggly line") }, "\(session.text)")
    #expect(session.lines.contains { $0.contains("Introduction") && $0.contains("recent Intel") })
  }

  @Test func changedFilesAreReadAgainAndMovedOnesAreNot() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    #expect(try bench.run(["index", folder]).status == 0)
    try FileManager.default.moveItem(
      atPath: folder + "/first.pdf", toPath: folder + "/below/first.pdf")
    try FileManager.default.removeItem(atPath: folder + "/below/second.pdf")
    try Data("# Notes\n\nanother thing\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/notes.md"))
    let again = try bench.run(["index"]).output
    #expect(again == "1 document read, 1 pages, 1 moved, 1 gone\n", "\(again)")
    #expect(try bench.run(["search", "needle", folder]).status == 1)
    #expect(
      try bench.run(["search", "-l", "amber"]).output == "\(folder)/below/first.pdf\n")
    let below = try bench.run(["index", "--forget", folder + "/below"])
    #expect(below.status == 2 && below.errors.contains("indexed as a whole"))
    #expect(try bench.run(["index", "--forget", folder]).output == "3 documents forgotten\n")
    #expect(try bench.run(["search", "amber"]).errors.contains("no folders are indexed"))
  }

  @Test func noIndexSearchesTheSameFolders() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    #expect(try bench.run(["index", "--status", folder]).status == 0)
    #expect(try bench.run(["search", "amber"]).errors.contains("no folders are indexed"))
    #expect(try bench.run(["index", folder]).status == 0)
    let indexed = try bench.run(["search", "amber"])
    #expect(indexed.status == 0)
    #expect(try bench.run(["search", "--no-index", "amber"]).output == indexed.output)
  }

  /// As grep and pdfgrep do; programs get the whole path.
  @Test func resultsNameFilesAsGiven() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    func found(_ words: [String], in place: String) throws -> [String] {
      try bench.run(["search", "-l", "amber"] + words, in: place).output.split(separator: "\n")
        .map(String.init)
    }
    let files = ["below/second.pdf", "first.pdf"]
    // Without the index and with it.
    for isIndexed in [false, true] {
      if isIndexed { #expect(try bench.run(["index", folder]).status == 0) }
      #expect(try found(["docs"], in: bench.folder) == files.map { "docs/" + $0 })
      #expect(try found(["./docs/"], in: bench.folder) == files.map { "./docs/" + $0 })
      #expect(try found(["."], in: folder) == files.map { "./" + $0 })
      #expect(try found([".."], in: folder + "/below") == files.map { "../" + $0 })
      #expect(try found([folder], in: bench.folder) == files.map { folder + "/" + $0 })
      let lines = try bench.run(["search", "needle", "docs"], in: bench.folder).output
      #expect(lines == "docs/notes.md:3: some needle in two lines\n")
      let json = try bench.run(["search", "--json", "needle", "docs"], in: bench.folder).output
      #expect(json.contains("\"path\":\"\(folder)/notes.md\""))
    }
    #expect(try found([], in: folder) == files)
    #expect(try found([], in: "/") == files.map { String((folder + "/" + $0).dropFirst()) })
    #expect(try found([], in: folder + "/below").contains("second.pdf"))
  }

  /// Runs it as a user to whom permissions apply.
  private func runAsNobody(
    _ arguments: [String], _ bench: borrowing Workbench
  ) throws -> (status: Int32, output: String, errors: String) {
    guard geteuid() == 0 else { return try bench.run(arguments, in: bench.folder) }
    return try Workbench.run(
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", Workbench.recto] + arguments,
      program: "/usr/bin/setpriv", environment: bench.environment, in: bench.folder)
  }

  /// As grep does: the wanted text may be in it.
  @Test func unreadableFoldersAreNamed() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    let locked = folder + "/locked"
    try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: true)
    if geteuid() == 0 { try give(bench.folder, to: 65_534) }
    #expect(chmod(locked, 0) == 0)
    if geteuid() == 0 { #expect(chown(locked, 0, 0) == 0) }
    defer { chmod(locked, 0o700) }
    try #require(try runAsNobody(["--version"], bench).status == 0, "others may run the program")
    let sentence = "docs/locked: permission denied\n"
    try FileManager.default.removeItem(atPath: folder + "/broken.pdf")
    for options in [["--no-index"], []] {
      let all = try runAsNobody(["search"] + options + ["needle", "docs"], bench)
      #expect(all.status == 2 && all.output.hasPrefix("docs/notes.md:3:"), "\(all)")
      #expect(all.errors == "recto: " + sentence)
      let alone = try runAsNobody(["search"] + options + ["needle", "docs/locked"], bench)
      #expect(alone.status == 2 && alone.output.isEmpty)
      #expect(alone.errors == "recto: " + sentence)
    }
    let read = try runAsNobody(["index", "docs"], bench)
    #expect(read.status == 2 && read.errors == "recto: \(bench.folder)/" + sentence, "\(read)")
    #expect(read.output.hasPrefix("3 documents read"))
    let indexed = try runAsNobody(["search", "needle"], bench)
    #expect(indexed.status == 2 && indexed.output.contains("notes.md:3:"), "\(indexed)")
    #expect(indexed.errors == "recto: " + sentence)
    #expect(try runAsNobody(["index", "--status"], bench).output.contains(sentence))
    let json = try runAsNobody(["index", "--status", "--json"], bench).output
    #expect(json.contains("\"path\":\"\(locked)\",\"state\":\"failed\""), "\(json)")
    #expect(chmod(locked, 0o755) == 0)
    #expect(try runAsNobody(["search", "needle", "docs"], bench).status == 0)
  }

  /// A script must be able to distinguish a missing match from an unreadable file.
  @Test func unreadableArgumentsAreErrors() throws {
    let bench = try Workbench(pages: 2)
    let locked = bench.folder + "/locked.pdf"
    let book = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    try QPDFProgram.rewritten(book, ["--encrypt", "secret", "secret", "256", "--"])
      .write(to: URL(fileURLWithPath: locked))
    for options in [[], ["--no-index"], ["--no-index", "-c"]] {
      let alone = try bench.run(["search", "zebra", locked] + options)
      #expect(alone.status == 2 && alone.errors.contains("is encrypted"), "\(options): \(alone)")
    }
    let both = try bench.run(["search", "page", bench.document, locked, "--no-index"])
    #expect(both.status == 2 && both.output.contains("book.pdf"), "\(both)")
  }

  private func give(_ folder: String, to user: uid_t) throws {
    try #require(chown(folder, user, user) == 0)
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      try #require(chown(folder + "/" + name, user, user) == 0)
    }
  }

  @Test func searchingDoesNotRetryFailedFiles() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    #expect(try bench.run(["index", folder]).status == 0)
    #expect(try bench.run(["search", "amber", folder]).status == 0)
    #expect(try bench.run(["index"]).output == "0 documents read\n")
  }

  @Test func aDamagedIndexIsSetAsideAndReported() throws {
    let bench = try Workbench(pages: 1)
    let folder = try library(bench)
    #expect(try bench.run(["index", folder]).status == 0)
    let database = bench.folder + "/.cache/recto/index.db"
    try #require(FileManager.default.fileExists(atPath: database))
    try Data("no database at all, but it has its name".utf8).write(
      to: URL(fileURLWithPath: database))
    let found = try bench.run(["search", "-l", "amber", folder])
    #expect(found.status == 0 && found.errors.contains("damaged"), "\(found.errors)")
    #expect(FileManager.default.fileExists(atPath: database + ".damaged"))
    #expect(try bench.run(["index"]).output == "0 documents read\n")
  }

  @Test(arguments: [
    (["index"], "no folders are indexed"), (["index", "/nowhere"], "is not a folder"),
    (["search", ""], "nothing to search for"),
    (["search", "-Q", "AND OR"], "nothing to search for"),
    (["search", "-Q", "NOT x"], "only exclusions given"),
    (["search", "-Q", "x after:soon"], "is not a date"),
    (["search", "-E", "(", "/tmp"], "no regular expression"),
    (["search", "-Q", String(repeating: "x", count: 10_001)], "10000 characters"),
    (["search", "x", "/nowhere-at-all"], "no such file"),
  ]) func indexErrorsAreReported(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}

/// `recto index --watch`, as a service runs it.
@Suite struct IndexWatchTests {
  @Test func watchingIndexesNewDocuments() throws {
    let bench = try Workbench(pages: 1)
    let folder = bench.folder + "/watched"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("first words\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
    let session = try bench.read(["index", "--watch", folder])
    // A search would read new files itself; the reported index changes only by the watch.
    func wait(for count: Int) throws -> Bool {
      for _ in 0..<600 {
        let reported = try bench.run(["index", "--status", "--json"]).output
        if reported.contains("\"documents\":\(count),") { return true }
        usleep(50_000)
      }
      return false
    }
    #expect(try wait(for: 1))
    try Data("second thing\n".utf8).write(to: URL(fileURLWithPath: folder + "/b.txt"))
    #expect(try wait(for: 2))
    session.type("\u{3}")
    #expect(try session.waitForExit() == 0)
  }
}
