import Foundation
import TestSupport
import Testing

/// `recto annotations` and `recto annotate`: out and in.
@Suite struct AnnotateCommandTests {
  private func json(_ text: String) throws -> [[String: Any]] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Makes something; gives its ids.
  private func make(
    _ bench: borrowing Workbench, _ arguments: [String]
  ) throws -> [String] {
    let result = try bench.run(["annotate", bench.document] + arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func wordsAreMarkedAndToldAgain() throws {
    let bench = try Workbench(pages: 3)
    let base = try data(bench.document)
    let ids = try make(
      bench,
      [
        "--page", "2", "--highlight", "stands on page 2", "--occurrence", "2", "--color", "g",
        "--note", "first\nsecond", "--author", "Ada",
      ])
    #expect(ids.count == 1)
    #expect(try data(bench.document).starts(with: base))
    let told = try json(bench.run(["annotations", bench.document, "--json"]).output)
    let one = try #require(told.first)
    #expect(told.count == 1 && one["id"] as? String == ids[0])
    #expect(one["quote"] as? String == "stands on page 2")
    #expect(one["page"] as? Int == 2 && one["section"] as? String == "Chapter 2")
    #expect(one["author"] as? String == "Ada" && one["colorName"] as? String == "green")
    #expect(one["note"] as? String == "first\nsecond")
    let list = try bench.run(["annotations", bench.document, "--ids"])
    #expect(list.output.contains("“stands on page 2”\n      first\n      second\n"))
    #expect(list.output.contains(ids[0]) && list.output.hasPrefix("\nChapter 2\n") == false)
    let markdown = try bench.run(["annotations", bench.document, "--markdown"]).output
    #expect(markdown.contains("## Chapter 2\n\n> stands on page 2\n\nfirst\nsecond\n"))
    #expect(markdown.contains("book.pdf#page=2)"))
    let table = try bench.run(["annotations", bench.document, "--csv"]).output
    #expect(table.contains(",\"first\nsecond\",Ada,") && table.hasSuffix("\r\n"))
    let org = try bench.run(["annotations", bench.document, "--org"]).output
    #expect(org.contains("#+begin_quote\nstands on page 2\n#+end_quote\n"))
  }

  @Test func eachLineHasAQuadOfItsOwn() throws {
    let bench = try Workbench(pages: 1)
    let paper =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/Resources/samples/paper.pdf"
    let copy = bench.folder + "/paper.pdf"
    try FileManager.default.copyItem(atPath: paper, toPath: copy)
    let words = "A hyphenated word is two pieces of which neither"
    let made = try bench.run(["annotate", copy, "--highlight", words, "--json"])
    #expect(made.status == 0, "\(made.errors)")
    let quads = try #require(try json(made.output).first?["quads"] as? [[Double]])
    try #require(quads.count == 2 && quads.allSatisfy { $0.count == 8 })
    // Within one column, the second below the first, from its edge on.
    #expect(quads[0][5] <= quads[1][1] && quads[1][0] < quads[0][0])
    #expect(quads.allSatisfy { $0[2] < 300 })
    let told = try bench.run(["annotations", copy]).output
    #expect(told.contains("“\(words)”"), "\(told)")
  }

  /// What stands on top of several pages is hidden where it is read on; it has a place all the same.
  @Test func wordsThatRepeatFromPageToPageAreMarked() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    for page in 1...4 {
      let lines = (1...6).map { ") Tj 0 -30 Td (Line \($0 * page) of the text of part \(page)" }
      document.addPage("Annual Report of the Society" + lines.joined(), at: (72, 740))
    }
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let ids = try make(bench, ["--highlight", "Report of the Society"])
    let told = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(ids.count == 1 && told.first?["page"] as? Int == 1)
    let quads = try #require(told.first?["quads"] as? [[Double]])
    #expect(quads.count == 1 && abs(quads[0][1] - 43) < 6, "\(quads)")
  }

  @Test func whatIsNotFoundIsNoError() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    let none = try bench.run(["annotate", bench.document, "--highlight", "quixotic"])
    #expect(none.status == 1 && none.errors.contains("is not found"))
    let few = try bench.run([
      "annotate", bench.document, "--page", "1", "--underline", "sentence 1 ", "--occurrence", "9",
    ])
    #expect(few.status == 1 && few.errors.contains("stands only"), "\(few.errors)")
    for wrong in [
      ["--box", "1,2,3,4"], ["--page", "1", "--box", "1,2,3"], ["--page", "9", "--box", "1,2,3,4"],
      ["--page", "1", "--box", "900,2,3,4"], ["--page", "1", "--text-note", "1,2"],
      ["--edit", "nobody", "--note", "x"], ["--undo", "--redo"], [],
      ["--highlight", "page", "--color", "plaid"],
    ] {
      let result = try bench.run(["annotate", bench.document] + wrong)
      #expect(result.status == 2 && !result.errors.isEmpty, "\(wrong)")
    }
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 1)
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try data(bench.document) == base)
  }

  @Test func allKindsAreMadeAtTheirPlaces() throws {
    let bench = try Workbench(pages: 2)
    let shapes = [
      "--box", "100,110,50,40", "--circle", "200,110,50,40", "--line", "10,20,110,60", "--ink",
      "10,200,20,210,30,190;50,200,60,210", "--stamp", "300,300,120,40,approved", "--text-note",
      "50,60", "--free-text", "100,500,200,60", "--strikeout", "sentence 3", "--squiggly",
      "sentence 4",
    ]
    let ids = try make(bench, shapes + ["--page", "2", "--note", "Привет"])
    let told = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(Set(told.compactMap { $0["id"] as? String }) == Set(ids))
    let boxes = Dictionary(
      uniqueKeysWithValues: told.map { ($0["type"] as? String ?? "", $0["box"] as? [Double] ?? []) }
    )
    #expect(boxes["free-text"] == [100, 500, 300, 560])
    #expect(boxes["stamp"] == [300, 300, 420, 340])
    #expect(boxes["note"] == [50, 60, 70, 80])
    let ink = told.first { $0["type"] as? String == "ink" }
    #expect((ink?["strokes"] as? [[Double]])?.map(\.count) == [6, 4])
    #expect(told.allSatisfy { $0["note"] as? String == "Привет" })
    let some = try bench.run(["annotations", bench.document, "--type", "ink,box", "--json"])
    #expect(try json(some.output).count == 2)
    let future = try bench.run(["annotations", bench.document, "--since", "2999"])
    #expect(future.status == 1)
  }

  @Test func editsAnswersAndRemovalsAreTakenBackToTheByte() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    let id = try #require(try make(bench, ["--highlight", "sentence 5"]).first)
    let answer = try make(bench, ["--reply", id, "--note", "an answer", "--author", "Bo"])
    #expect(try make(bench, ["--edit", id, "--note", "changed", "--color", "#102030"]) == [id])
    let told = try bench.run(["annotations", bench.document]).output
    #expect(
      told.contains("\n      changed\n") && told.contains("↳ Bo, ") && told.contains("an answer"))
    #expect(Set(try make(bench, ["--remove", id])) == Set(answer + [id]))
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try make(bench, ["--undo"]).count == 2)
    #expect(try bench.run(["annotations", bench.document]).output == told)
    for _ in 0..<3 { _ = try make(bench, ["--undo"]) }
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try data(bench.document) == base, "each command is a session, and all are taken back")
    #expect(try make(bench, ["--redo"]) == [id])
    #expect(try data(bench.document).starts(with: base))
  }

  @Test func whatWasToldGoesIntoAnotherFileAndBack() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    _ = try make(bench, ["--highlight", "sentence 2", "--note", "one"])
    _ = try make(bench, ["--page", "2", "--ink", "10.1234,20,30.5678,40"])
    let told = try bench.run(["annotations", bench.document, "--json"]).output
    let file = bench.folder + "/all.json"
    try Data(told.utf8).write(to: URL(fileURLWithPath: file))
    let same = try bench.run(["annotate", bench.document, "--from", file])
    #expect(same.status == 1 && same.errors.contains("nothing was to be changed"))
    // A copy of the file as it was, in a library that has no memory of it.
    let other = bench.folder + "/other.pdf"
    let copy = bench.folder + "/copy.pdf"
    try base.write(to: URL(fileURLWithPath: other))
    let written = try bench.run(["annotate", other, "--from", file, "-o", copy])
    #expect(written.status == 0, "\(written.errors)")
    #expect(try data(other) == base && data(copy).starts(with: base))
    let plain = bench.folder + "/plain.pdf"
    #expect(try bench.run(["annotate", copy, "-o", plain]).status == 0)
    #expect(try data(plain) == data(copy))
    let again = try bench.run(["annotations", copy, "--json"]).output
    #expect(again.replacingOccurrences(of: "copy.pdf", with: "book.pdf") == told)
    #expect(try bench.run(["annotate", other, "--from", file, "-o", copy]).status == 2)
    // Changed there.
    let changed = told.replacingOccurrences(of: "\"one\"", with: "\"two\"")
    try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try make(bench, ["--from", file]).count == 1)
    #expect(try bench.run(["annotations", bench.document]).output.contains("\n      two\n"))
    for wrong in ["{\"type\":\"box\"}", "[1]", "nonsense", "[{\"type\":\"pie\",\"page\":1}]"] {
      try Data(wrong.utf8).write(to: URL(fileURLWithPath: file))
      let result = try bench.run(["annotate", bench.document, "--from", file])
      #expect(result.status == 2 && !result.errors.isEmpty, "\(wrong)")
    }
    let quote =
      "[{\"type\":\"underline\",\"page\":1,\"quote\":\"sentence 7 stands\",\"note\":\"new\"}]"
    try Data(quote.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try make(bench, ["--from", file]).count == 1)
    #expect(try bench.run(["annotations", bench.document]).output.contains("“sentence 7 stands”"))
  }

  @Test func aNoteBesideGoesBothWays() throws {
    let bench = try Workbench(pages: 2)
    let id = try #require(
      try make(bench, ["--highlight", "sentence 2", "--note", "in the document"]).first)
    let note = bench.folder + "/book.annotations.md"
    func sync(_ more: [String] = []) throws -> (status: Int32, output: String, errors: String) {
      try bench.run(["annotate", bench.document, "--sync"] + more)
    }
    func text() throws -> String { String(decoding: try data(note), as: UTF8.self) }
    func edit(_ a: String, _ b: String) throws {
      try Data(try text().replacingOccurrences(of: a, with: b).utf8)
        .write(to: URL(fileURLWithPath: note))
    }
    #expect(try sync().status == 0)
    #expect(try text().contains("## Chapter 1\n") && text().contains("\nin the document\n"))
    #expect(try sync().output == "nothing was changed\n")
    try edit("in the document", "in the note")
    #expect(try sync().status == 0)
    #expect(try bench.run(["annotations", bench.document]).output.contains("      in the note\n"))
    _ = try make(bench, ["--edit", id, "--note", "again in the document"])
    #expect(try sync().status == 0)
    #expect(try text().contains("\nagain in the document\n"))
    _ = try make(bench, ["--edit", id, "--note", "theirs"])
    try edit("again in the document", "ours")
    let conflict = try sync()
    #expect(
      conflict.status == 1 && conflict.errors.contains("was changed here and in the document"))
    #expect(try text().contains("ours") && text().contains("theirs"))
    #expect(try bench.run(["annotations", bench.document]).output.contains("      theirs\n"))
    let base = try #require(try text().components(separatedBy: "<!-- recto:base").last)
    try Data("# Nothing left\n<!-- recto:base\(base)".utf8).write(to: URL(fileURLWithPath: note))
    #expect(try sync().status == 1)
    #expect(try bench.run(["annotations", bench.document]).status == 0)
    #expect(try sync(["--delete"]).status == 0)
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try make(bench, ["--undo"]) == [id])
  }

  @Test func templatesOfOnesOwn() throws {
    let bench = try Workbench(pages: 2)
    _ = try make(bench, ["--highlight", "sentence 2", "--note", "a <b>"])
    let template = bench.folder + "/mine.html"
    try Data("{{#annotations}}\n<p id={{page}}>{{quote}}: {{note}}</p>\n{{/annotations}}\n".utf8)
      .write(to: URL(fileURLWithPath: template))
    let told = try bench.run(["annotations", bench.document, "--template", template])
    #expect(told.output == "<p id=1>sentence 2: a &lt;b&gt;</p>\n", "\(told.errors)")
    try Data("{{#annotations}}".utf8).write(to: URL(fileURLWithPath: template))
    let wrong = try bench.run(["annotations", bench.document, "--template", template])
    #expect(wrong.status == 2 && wrong.errors.contains("has no {{/annotations}}"))
  }
}
