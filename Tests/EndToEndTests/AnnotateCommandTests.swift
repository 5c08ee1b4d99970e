import Foundation
import TestSupport
import Testing

/// `recto annotations` and `recto annotate`: out and in.
@Suite struct AnnotateCommandTests {
  func json(_ text: String) throws -> [[String: Any]] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Makes something; gives its ids.
  func make(
    _ bench: borrowing Workbench, _ arguments: [String]
  ) throws -> [String] {
    let result = try bench.run(["annotate", bench.document] + arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func highlightsAreMadeAndListed() throws {
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
    let reported = try json(bench.run(["annotations", bench.document, "--json"]).output)
    let one = try #require(reported.first)
    #expect(reported.count == 1 && one["id"] as? String == ids[0])
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

  /// Text without an end of a sentence is one paragraph over many pages.
  @Test func allOccurrencesInALongParagraphAreMarked() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    for page in 0..<70 {
      let lines = (0..<9).map { line in
        "page \(page) line \(line) of a text that continues, with leader election in it, over page ends"
      }
      document.addPage(lines.joined(separator: ") Tj 0 -40 Td ("))
    }
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let found = try bench.run(["search", "-c", "leader election", bench.document]).output
    let count = try #require(Int(found.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(count > 70)
    let made = try bench.run([
      "annotate", bench.document, "--highlight", "leader election", "--occurrence", "all",
    ])
    #expect(made.output.split(separator: "\n").count == count)
    // The first and last lines of so similar pages are no heads and feet.
    #expect(count == 630 && made.status == 0 && made.errors.isEmpty, "\(count) \(made.errors)")
    let reported = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(Set(reported.compactMap { $0["page"] as? Int }) == Set(1...70))
  }

  /// A document's words and a stranger's note are text to a spreadsheet, whatever they begin with.
  @Test(arguments: ["=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(1)", "＝1+1"])
  func notesAreNotExportedAsFormulas(_ note: String) throws {
    let bench = try Workbench(pages: 1)
    let made = try bench.run([
      "annotate", bench.document, "--highlight", "page 1", "--author=\(note)", "--note=\(note)",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let table = try bench.run(["annotations", bench.document, "--csv"]).output
    #expect(table.contains(",\"'\(note)\",\"'\(note)\","), "\(table)")
  }

  @Test func eachLineHasItsOwnQuad() throws {
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
    let reported = try bench.run(["annotations", copy]).output
    #expect(reported.contains("“\(words)”"), "\(reported)")
  }

  /// A line at the top of every page is text on pages that have little else.
  @Test func wordsRepeatedOnEveryPageAreMarked() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    for page in 1...4 {
      let lines = (1...2).map { ") Tj 0 -30 Td (Line \($0 * page) of the text of part \(page)" }
      document.addPage("Annual Report of the Society" + lines.joined(), at: (72, 740))
    }
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let ids = try make(bench, ["--highlight", "Report of the Society"])
    let reported = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(ids.count == 1 && reported.first?["page"] as? Int == 1)
    let quads = try #require(reported.first?["quads"] as? [[Double]])
    #expect(quads.count == 1 && abs(quads[0][1] - 43) < 6, "\(quads)")
  }

  @Test func missingTextExitsWithOne() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    let none = try bench.run(["annotate", bench.document, "--highlight", "quixotic"])
    #expect(none.status == 1 && none.errors.contains("was not found"))
    let few = try bench.run([
      "annotate", bench.document, "--page", "1", "--underline", "sentence 1 ", "--occurrence", "9",
    ])
    #expect(few.status == 1 && few.errors.contains("occurs only"), "\(few.errors)")
    for wrong in [
      ["--box", "1,2,3,4"], ["--page", "1", "--box", "1,2,3"], ["--page", "9", "--box", "1,2,3,4"],
      ["--page", "1", "--box", "900,2,3,4"], ["--page", "1", "--text-note", "1,2"],
      ["--edit", "nobody", "--note", "x"], ["--undo", "--redo"], [],
      ["--page", "1", "--line", "9,9,9,9"], ["--page", "1", "--box", "9,9,1,1"],
      ["--page", "1", "--stamp", "9,9,5,50"],
      ["--highlight", "page", "--color", "plaid"],
    ] {
      let result = try bench.run(["annotate", bench.document] + wrong)
      #expect(result.status == 2 && !result.errors.isEmpty, "\(wrong)")
    }
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 1)
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try data(bench.document) == base)
  }

  @Test func everyKindIsMadeAtItsPlace() throws {
    let bench = try Workbench(pages: 2)
    let shapes = [
      "--box", "100,110,50,40", "--circle", "200,110,50,40", "--line", "10,20,110,60", "--ink",
      "10,200,20,210,30,190;50,200,60,210", "--stamp", "300,300,120,40,approved", "--text-note",
      "50,60", "--free-text", "100,500,200,60", "--strikeout", "sentence 3", "--squiggly",
      "sentence 4",
    ]
    let ids = try make(bench, shapes + ["--page", "2", "--note", "Привет"])
    let reported = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(Set(reported.compactMap { $0["id"] as? String }) == Set(ids))
    let boxes = Dictionary(
      uniqueKeysWithValues: reported.map {
        ($0["type"] as? String ?? "", $0["box"] as? [Double] ?? [])
      }
    )
    #expect(boxes["free-text"] == [100, 500, 300, 560])
    #expect(boxes["stamp"] == [300, 300, 420, 340])
    #expect(boxes["note"] == [50, 60, 70, 80])
    let ink = reported.first { $0["type"] as? String == "ink" }
    #expect((ink?["strokes"] as? [[Double]])?.map(\.count) == [6, 4])
    #expect(reported.allSatisfy { $0["note"] as? String == "Привет" })
    let some = try bench.run(["annotations", bench.document, "--type", "ink,box", "--json"])
    #expect(try json(some.output).count == 2)
    let future = try bench.run(["annotations", bench.document, "--since", "2999"])
    #expect(future.status == 1)
  }

  @Test func typeAndPlaceCanBeEdited() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    let mark = try #require(try make(bench, ["--highlight", "sentence 5"]).first)
    let box = try #require(
      try make(bench, ["--page", "1", "--box", "40,50,60,30", "--color", "red"]).first)
    #expect(try make(bench, ["--edit", mark, "--type", "underline"]) == [mark])
    #expect(
      try make(bench, ["--edit", box, "--type", "circle", "--move", "100,200", "--page", "2"])
        == [box])
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    let rows = reported.split(separator: "\n").map(String.init)
    let line = try #require(rows.first { $0.contains(mark) })
    #expect(line.contains("\"type\":\"underline\"") && line.contains("sentence 5"), "\(line)")
    let round = try #require(rows.first { $0.contains(box) })
    #expect(round.contains("\"type\":\"circle\"") && round.contains("\"page\":2"), "\(round)")
    #expect(round.contains("\"box\":[100,200,160,230]"), "\(round)")
    for (id, wrong) in [
      (mark, ["--type", "box"]), (box, ["--move", "9999,5"]), (box, ["--move", "x"]),
      (mark, ["--size", "10,10"]), (box, ["--size", "0,5"]), (box, ["--size", "9999,10"]),
      (box, ["--type", "ink"]),
    ] {
      let result = try bench.run(["annotate", bench.document, "--edit", id] + wrong)
      #expect(result.status == 2 && !result.errors.isEmpty, "\(wrong): \(result)")
    }
    #expect(try make(bench, ["--edit", box, "--size", "80,20"]) == [box])
    let sized = try bench.run(["annotations", bench.document, "--json"]).output
    #expect(sized.contains("\"box\":[100,200,180,220]"), "\(sized)")
    let alone = try bench.run(["annotate", bench.document, "--type", "box", "--undo"])
    #expect(alone.status == 2 && alone.errors.contains("goes with --edit"))
    let undone = try bench.run(["annotate", bench.document] + Array(repeating: "--undo", count: 5))
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try data(bench.document) == base)
  }

  /// They are about it, wherever it is; on another page they would be about nothing.
  @Test func repliesMoveWithTheirAnnotation() throws {
    let bench = try Workbench(pages: 3)
    let base = try data(bench.document)
    let id = try #require(try make(bench, ["--highlight", "sentence 5", "--note", "n"]).first)
    let answer = try #require(try make(bench, ["--reply", id, "--note", "a"]).first)
    let last = try #require(try make(bench, ["--reply", answer, "--note", "b"]).first)
    _ = try make(bench, ["--edit", id, "--move", "100,100", "--page", "3"])
    let rows = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(rows.map { $0["page"] as? Int } == [3, 3, 3])
    #expect(rows.map { $0["replyTo"] as? String } == [nil, id, answer])
    #expect(Set(try make(bench, ["--remove", id])) == [id, answer, last])
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    _ = try make(bench, Array(repeating: "--undo", count: 5))
    #expect(try data(bench.document) == base)
  }

  @Test func undoRestoresTheFileByteForByte() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    let id = try #require(try make(bench, ["--highlight", "sentence 5"]).first)
    let answer = try make(bench, ["--reply", id, "--note", "an answer", "--author", "Bo"])
    #expect(try make(bench, ["--edit", id, "--note", "changed", "--color", "#102030"]) == [id])
    let reported = try bench.run(["annotations", bench.document]).output
    #expect(
      reported.contains("\n      changed\n") && reported.contains("↳ Bo, ")
        && reported.contains("an answer"))
    #expect(Set(try make(bench, ["--remove", id])) == Set(answer + [id]))
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    let undone = try make(bench, ["--undo"])
    #expect(undone.count == 2 && undone.contains { $0.hasPrefix(id) })
    #expect(undone.allSatisfy { $0.hasSuffix(" on p. 1 was restored") }, "\(undone)")
    #expect(try bench.run(["annotations", bench.document]).output == reported)
    let all = try make(bench, ["--undo", "--undo", "--undo"])
    #expect(
      all.map { String($0.drop { $0 != " " }.dropFirst(2)) } == [
        "highlight on p. 1 is as it was", "reply “an answer” on p. 1 was removed",
        "highlight on p. 1 was removed",
      ], "\(all)")
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try data(bench.document) == base, "each command is a session, and all are taken back")
    let more = try bench.run(["annotate", bench.document, "--undo"])
    #expect(more.status == 1 && more.errors.contains("left to be undone"), "\(more)")
    #expect(try make(bench, ["--redo"]).map { $0.hasPrefix(id) } == [true])
    #expect(try data(bench.document).starts(with: base))
  }

  @Test func theNoteFileSyncsBothWays() throws {
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
    #expect(try make(bench, ["--undo"]).map { $0.hasPrefix(id) } == [true])
  }

  /// The metadata have a placeholder as title.
  @Test func notesHaveTheWorksTitle() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(SmallDocument.bytes(pages: 2, title: "Untitled"), "paper.pdf")
    _ = try bench.write(
      Data("@book{a, title = {On Engines}, year = {1842}}".utf8), "paper.bib")
    _ = try bench.run(["annotate", path, "--text-note", "20,20", "--page", "1", "--note", "x"])
    #expect(try bench.run(["annotations", path, "--markdown"]).output.hasPrefix("# On Engines\n"))
    #expect(try bench.run(["annotate", path, "--sync"]).status == 0)
    let note = try data(bench.folder + "/paper.annotations.md")
    #expect(String(decoding: note, as: UTF8.self).hasPrefix("# On Engines\n"))
  }

  /// Another document has taken the name, and so the note beside it.
  @Test func aNoteOfAnotherDocumentIsLeftAlone() throws {
    let bench = try Workbench(pages: 2)
    _ = try make(bench, ["--highlight", "sentence 2", "--note", "first"])
    #expect(try bench.run(["annotate", bench.document, "--sync"]).status == 0)
    let note = bench.folder + "/book.annotations.md"
    let before = try data(note)
    let other = try Workbench(pages: 2)
    _ = try make(other, ["--highlight", "sentence 1", "--note", "second"])
    try data(other.document).write(to: URL(fileURLWithPath: bench.document))
    let refused = try bench.run(["annotate", bench.document, "--sync"])
    #expect(refused.status == 2 && refused.errors.contains("--note-file FILE names another note"))
    #expect(try data(note) == before)
    #expect(
      try bench.run(["annotate", bench.document, "--sync", "--yes"]).output.contains("1 new"))
  }

  @Test func customTemplatesAreUsed() throws {
    let bench = try Workbench(pages: 2)
    _ = try make(bench, ["--highlight", "sentence 2", "--note", "a <b>"])
    let template = bench.folder + "/mine.html"
    try Data("{{#annotations}}\n<p id={{page}}>{{quote}}: {{note}}</p>\n{{/annotations}}\n".utf8)
      .write(to: URL(fileURLWithPath: template))
    let reported = try bench.run(["annotations", bench.document, "--template", template])
    #expect(reported.output == "<p id=1>sentence 2: a &lt;b&gt;</p>\n", "\(reported.errors)")
    try Data("{{#annotations}}".utf8).write(to: URL(fileURLWithPath: template))
    let wrong = try bench.run(["annotations", bench.document, "--template", template])
    #expect(wrong.status == 2 && wrong.errors.contains("has no {{/annotations}}"))
    // Misspelt or unknown placeholders are reported with the known ones.
    try Data("{{quote}}{{#annotations}}{{bogus}} {{page}}{{title}}{{/annotations}}".utf8)
      .write(to: URL(fileURLWithPath: template))
    let unknown = try bench.run(["annotations", bench.document, "--template", template])
    #expect(unknown.status == 0 && unknown.output == "{{quote}}{{bogus}} 1Small Book")
    #expect(
      unknown.errors.contains("there is no {{bogus}} here") && unknown.errors.contains(" quote,"))
    #expect(unknown.errors.contains("there is no {{quote}} here"))
    #expect(unknown.errors.split(separator: "\n").count == 2, "\(unknown.errors)")
  }

  /// Words struck out and a caret's in their place are one, in each form as fits, and go there and back.
  @Test func replacementsAreExportedInAllFormats() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    let caret = document.writer.add(
      "<</Type/Annot/Subtype/Caret/NM(c)/Rect[150 700 160 710]/C[1 0 0]/Contents(leaf)/T(Rita)>>")
    let struck = document.writer.add(
      "<</Type/Annot/Subtype/StrikeOut/NM(s)/Rect[72 715 110 735]/C[1 0 0]/IRT \(caret) 0 R/RT/Group"
        + "/QuadPoints[72 735 110 735 72 715 110 715]>>")
    let stamp = document.writer.add(
      "<</Type/Annot/Subtype/Stamp/NM(t)/Rect[72 100 150 130]/Name/NotApproved>>")
    document.addPage(
      "Some words of a page", at: (72, 720),
      entries: "/Annots[\(caret) 0 R \(struck) 0 R \(stamp) 0 R]")
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let list = try bench.run(["annotations", bench.document]).output
    #expect(list.contains("p. 1  replace text, red · Rita\n      “Some”\n      leaf\n"), "\(list)")
    #expect(list.contains("p. 1  stamp “Not Approved”") && !list.contains("↳"))
    let table = try bench.run(["annotations", bench.document, "--csv"]).output
    #expect(table.contains(",replace-text,red,,Some,leaf,Rita,"), "\(table)")
    #expect(table.split(separator: "\r\n").count == 3 && table.contains(",NotApproved,,,\r\n"))
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    let all = try json(reported)
    #expect(Set(all.compactMap { $0["id"] as? String }) == ["c", "s", "t"])
    let member = all.first { $0["id"] as? String == "s" }
    #expect(member?["grouped"] as? Bool == true && member?["replyTo"] as? String == "c")
    let file = try bench.write(Data(reported.utf8), "all.json")
    let same = try bench.run(["annotate", bench.document, "--from", file])
    #expect(same.status == 1 && same.errors.contains("nothing to change"))
    #expect(Set(try make(bench, ["--remove", "s"])) == ["c", "s"])
    #expect(try json(bench.run(["annotations", bench.document, "--json"]).output).count == 1)
    _ = try make(bench, ["--undo"])
    #expect(try bench.run(["annotations", bench.document, "--json"]).output == reported)
  }

  @Test func unnamedColoursAreListedAsHex() throws {
    let bench = try Workbench(pages: 1)
    _ = try make(bench, ["--page", "1", "--box", "10,10,50,50", "--color", "#00ffcc"])
    #expect(try bench.run(["annotations", bench.document]).output.contains("  box, #00ffcc"))
  }

  @Test func aMissingOutputFolderIsReported() throws {
    let bench = try Workbench(pages: 1)
    for command in [
      ["annotate", bench.document, "--highlight", "sentence 1", "-o", "nodir/x.pdf"],
      ["pages", bench.document, "--rotate", "90:1", "-o", "nodir/x.pdf"],
      ["render", bench.document, "-o", "nodir/x.png"],
      ["thumbnail", bench.document, "-o", "nodir/x.png"],
    ] {
      let result = try bench.run(command)
      #expect(result.status == 2 && result.errors.contains("there is no folder nodir"), "\(result)")
    }
  }

  /// The first text line below a running head, which is not read, is in the section.
  @Test func eachSectionIsNamedOnce() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    let outline = document.writer.reserve()
    var entries: [Int] = []
    for page in 1...4 {
      let lines = (1...6).map { ") Tj 0 -30 Td (Line \($0 * page) of the text of part \(page)" }
      document.addPage("Annual Report of the Society" + lines.joined(), at: (72, 740))
      entries.append(document.writer.reserve())
    }
    for (index, entry) in entries.enumerated() {
      let next = index < 3 ? "/Next \(entries[index + 1]) 0 R" : ""
      document.writer.set(
        entry,
        "<</Title(Part \(index + 1))/Parent \(outline) 0 R/Dest[\(document.pages[index]) 0 R/XYZ 0 720 0]\(next)>>"
      )
    }
    document.writer.set(
      outline, "<</Type/Outlines/First \(entries[0]) 0 R/Last \(entries[3]) 0 R/Count 4>>")
    document.catalogue = "/Outlines \(outline) 0 R"
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    for page in ["1", "2", "3"] {
      _ = try make(bench, ["--page", page, "--underline", "of the text of part"])
      _ = try make(bench, ["--page", page, "--ink", "80,40,120,42,160,40"])
    }
    for (form, sign) in [("--markdown", "## "), ("--org", "* ")] {
      let reported = try bench.run(["annotations", bench.document, form]).output
      let headings = reported.split(separator: "\n").filter { $0.hasPrefix(sign) }
      #expect(headings == (1...3).map { "\(sign)Part \($0)" }, "\(reported)")
    }
  }

  /// As on the screen: annotations the document forbids are kept in the library, which is reported.
  @Test func forbiddenAnnotationsAreKeptInTheLibrary() throws {
    let bench = try Workbench(pages: 1)
    let locked = try QPDFProgram.rewritten(
      SmallDocument.bytes(pages: 1),
      ["--encrypt", "", "owner", "128", "--modify=none", "--use-aes=y", "--"])
    try locked.write(to: URL(fileURLWithPath: bench.document))
    let made = try bench.run(["annotate", bench.document, "--highlight", "sentence 1"])
    #expect(made.status == 2 && !made.output.isEmpty)
    #expect(made.errors.contains("does not allow annotations: it is kept in Recto's library"))
    #expect(!made.errors.contains("-o"))
    #expect(try bench.run(["annotations", bench.document]).output.contains("“sentence 1”"))
    let copy = bench.folder + "/copy.pdf"
    let copied = try bench.run(["annotate", bench.document, "--highlight", "page", "-o", copy])
    #expect(copied.status == 2 && copied.errors.contains("nor a copy of it"))
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 0)
    #expect(try bench.run(["annotations", bench.document]).status == 1)
    #expect(try data(bench.document) == locked)
  }

  /// Where no repaired copy can be written either, none is offered.
  @Test func unrepairableFilesOfferNoCopy() throws {
    let bench = try Workbench(pages: 1)
    var writer = PDFWriter()
    let tree = writer.reserve()
    let stream = writer.add(stream: "BT /F 12 Tf 72 700 Td (Some words) Tj ET")
    let font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    let page = writer.add(
      "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 612 792]/Contents \(stream) 0 R"
        + "/Resources<</Font<</F \(font) 0 R>>>>>>")
    // The tree is its own first page.
    writer.set(tree, "<</Type/Pages/Kids[\(tree) 0 R \(page) 0 R]/Count 2>>")
    let root = writer.add("<</Type/Catalog/Pages \(tree) 0 R>>")
    try writer.file(root: root).write(to: URL(fileURLWithPath: bench.document))
    let box = ["annotate", bench.document, "--page", "1", "--box", "10,10,50,50"]
    let made = try bench.run(box)
    #expect(made.status == 2 && made.errors.contains("too damaged"), "\(made.errors)")
    #expect(made.errors.contains("kept in Recto's library") && !made.errors.contains("-o"))
    let copied = try bench.run(box + ["-o", bench.folder + "/copy.pdf"])
    #expect(copied.status == 2 && copied.errors.contains("too damaged"), "\(copied.errors)")
  }
}
