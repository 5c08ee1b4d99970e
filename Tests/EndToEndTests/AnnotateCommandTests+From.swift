import Foundation
import TestSupport
import Testing

/// `recto annotate --from`: imports what `recto annotations --json` writes.
extension AnnotateCommandTests {
  @Test func exportedAnnotationsImportIntoAnotherFile() throws {
    let bench = try Workbench(pages: 2)
    let base = try data(bench.document)
    _ = try make(bench, ["--highlight", "sentence 2", "--note", "one"])
    _ = try make(bench, ["--page", "2", "--ink", "10.1234,20,30.5678,40"])
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    let file = try bench.write(Data(reported.utf8), "all.json")
    let same = try bench.run(["annotate", bench.document, "--from", file])
    #expect(same.status == 1 && same.errors.contains("nothing to change"))
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
    #expect(again.replacingOccurrences(of: "copy.pdf", with: "book.pdf") == reported)
    #expect(try bench.run(["annotate", other, "--from", file, "-o", copy]).status == 2)
    // Changed there.
    let changed = reported.replacingOccurrences(of: "\"one\"", with: "\"two\"")
    try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try make(bench, ["--from", file]).count == 1)
    #expect(try bench.run(["annotations", bench.document]).output.contains("\n      two\n"))
    // As `--from <(command)` has it.
    let piped = try Workbench.run(
      [
        "-c",
        "cat '\(file)' | '\(Workbench.recto)' annotate '\(other)' --from /dev/fd/0 -o piped.pdf",
      ],
      program: "/bin/sh", environment: bench.environment, in: bench.folder)
    #expect(piped.status == 0, "\(piped.errors)")
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

  /// Onto another version of the document: on the same words, and nowhere where they are not.
  @Test func importedAnnotationsArePlacedOnTheirWordsOnly() throws {
    let bench = try Workbench(pages: 2)
    func document(_ lines: [String]) -> Data {
      var document = PagedPDF()
      document.addPage(lines.joined(separator: ") Tj 0 -40 Td ("))
      return document.file()
    }
    let lines = [
      "Ducks swim in the pond as long as the ice has not closed it for the winter",
      "Herons wait at the shore where the water is low and the fish are slow",
      "Frogs sing in the reed from the first warm night to the end of June",
    ]
    try document(lines).write(to: URL(fileURLWithPath: bench.document))
    var ids: [String] = []
    for words in ["Ducks swim", "Herons wait", "Frogs sing"] {
      ids += try make(bench, ["--highlight", words, "--note", words])
    }
    ids += try make(bench, ["--reply", ids[1], "--note", "which ones?"])
    ids += try make(bench, ["--reply", ids[3], "--note", "those there"])
    ids += try make(bench, ["--reply", ids[0], "--note", "how deep?"])
    let file = bench.folder + "/all.json"
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    try Data(reported.utf8).write(to: URL(fileURLWithPath: file))
    // The second line is gone, and the first is below another.
    let other = bench.folder + "/other.pdf"
    // Where the third one stood nothing is.
    let later = document(["A line that is new", "", lines[0], "", "", lines[2]])
    try later.write(to: URL(fileURLWithPath: other))
    let copy = bench.folder + "/copy.pdf"
    let copied = try bench.run(["annotate", other, "--from", file, "-o", copy])
    #expect(copied.status == 2 && copied.errors.contains("left out"), "\(copied.errors)")
    let brought = try bench.run(["annotate", other, "--from", file])
    #expect(brought.status == 2)
    #expect(brought.errors.contains("2 lie elsewhere, on the same words"), "\(brought.errors)")
    #expect(brought.errors.contains("kept in Recto's library as detached"), "\(brought.errors)")
    for path in [other, copy] {
      let rows = try json(bench.run(["annotations", path, "--json"]).output)
      for row in rows where row["detached"] == nil {
        guard row["replyTo"] as? String == nil else { continue }
        #expect(row["quote"] as? String == row["note"] as? String, "\(row)")
      }
      let lost = rows.filter { $0["detached"] != nil }.compactMap { $0["note"] as? String }
      // The copy has the same bytes, and is the same document.
      #expect(lost == ["Herons wait", "which ones?", "those there"])
      #expect(rows.count == 6)
    }
    // Once more: each is placed by its words, whatever place is given.
    let again = try bench.run(["annotate", other, "--from", file])
    #expect(again.status == 1 && again.errors.contains("nothing to change"), "\(again)")
    // With its line it has its place.
    try document(["A line that is new"] + lines).write(to: URL(fileURLWithPath: other))
    #expect(try bench.run(["annotate", other, "--carry-over"]).status == 0)
    let whole = try json(bench.run(["annotations", other, "--json"]).output)
    #expect(whole.allSatisfy { $0["detached"] == nil } && whole.count == 6, "\(whole)")
    #expect(whole.contains { $0["quote"] as? String == "Herons wait" })
  }

  /// Unsupported kinds are skipped and reported with their replies; grouped annotations become independent.
  @Test func unsupportedKindsAreSkippedByAnImport() throws {
    let bench = try Workbench(pages: 1)
    let file = bench.folder + "/in.json"
    let place = "\"page\":1,\"box\":[9,9,29,29]"
    let records = [
      "{\"id\":\"c\",\"type\":\"redaction\",\(place)}",
      "{\"id\":\"r\",\"type\":\"note\",\(place),\"replyTo\":\"c\"}",
      "{\"id\":\"s\",\"type\":\"box\",\(place),\"replyTo\":\"c\",\"grouped\":true}",
      "{\"id\":\"n\",\"type\":\"note\",\(place),\"note\":\"kept\"}",
      "{\"id\":\"x\",\"type\":\"note\",\"page\":9,\"box\":[9,9,29,29]}",
    ]
    try Data("[\(records.joined(separator: ","))]".utf8).write(to: URL(fileURLWithPath: file))
    let result = try bench.run(["annotate", bench.document, "--from", file])
    #expect(result.status == 2 && result.output == "s\nn\n", "\(result)")
    for words in [
      "entry 1: Recto writes no", "r: the annotation it replies to", "entry 5: there is no page 9",
    ] {
      #expect(result.errors.contains("left out: " + words), "\(result.errors)")
    }
    let rows = try json(bench.run(["annotations", bench.document, "--json"]).output)
    #expect(Set(rows.compactMap { $0["id"] as? String }) == ["s", "n"])
    #expect(rows.allSatisfy { $0["grouped"] == nil })
  }

  /// Errors are reported with their line; a reply cannot answer itself.
  @Test func importedJSONIsValidated() throws {
    let bench = try Workbench(pages: 1)
    let file = bench.folder + "/in.json"
    func take(_ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let result = try bench.run(["annotate", bench.document, "--from", file])
      #expect(result.status == 2)
      return result.errors
    }
    #expect(try take("[{\"id\": \"a\",\n\"page\"").contains("in.json, line 2: a colon is missing"))
    let note = "\"type\":\"note\",\"page\":1,\"box\":[9,9,29,29],\"note\":\"x\""
    let ring = "[{\"id\":\"a\",\(note),\"replyTo\":\"b\"},{\"id\":\"b\",\(note),\"replyTo\":\"a\"}]"
    #expect(try take(ring).contains("replies to its own reply"))
    let line = "[{\"type\":\"line\",\"page\":1,\"box\":[1,1,9,9],\"strokes\":[[5,5,5,5]]}]"
    #expect(try take(line).contains("ends of a line must differ"))
  }

  /// Another program's annotation is unchanged after export and import, including box and dates.
  @Test func otherProgramsAnnotationsRoundTripAsJSON() throws {
    let bench = try Workbench(pages: 1)
    func document(_ annotations: [String]) throws -> Data {
      var document = PagedPDF()
      let numbers = annotations.map { document.writer.add("<</Type/Annot\($0)>>") }
      document.addPage(
        "Some words of a page", entries: "/Annots[\(numbers.map { "\($0) 0 R " }.joined())]")
      return document.file()
    }
    // Boxes that are wider than what is marked, no date of change, odd numbers.
    let marks = [
      "/Subtype/Highlight/NM(one)/Rect[60.25 690.5 210.125 720]/T(Bo)/Contents(a)/C[1 .5 0]"
        + "/CreationDate(D:20200102030405Z)/QuadPoints[72 712 150.3 712 72 698.7 150.3 698.7]",
      "/Subtype/Underline/NM(two)/Rect[70 690 220 720]/M(D:20210102030405Z)/CA .5"
        + "/QuadPoints[72 712 200 712 72 700 200 700]",
      "/Subtype/Square/NM(three)/Rect[100.1 100.2 200.3 200.4]/BS<</W 3>>/IC[0 1 0]",
    ]
    try document(marks).write(to: URL(fileURLWithPath: bench.document))
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    let file = try bench.write(Data(reported.utf8), "all.json")
    let other = try bench.write(document([]), "other.pdf")
    let brought = try bench.run(["annotate", other, "--from", file])
    #expect(brought.status == 0, "\(brought.errors)")
    let again = try bench.run(["annotations", other, "--json"]).output
    #expect(again.replacingOccurrences(of: "other.pdf", with: "book.pdf") == reported)
  }

  /// Annotations without a name, or with the name of another one, have numbers of objects, which another file does not know.
  @Test func unnamedAnnotationsAreImportedOnce() throws {
    let bench = try Workbench(pages: 1)
    func document(_ names: [String]) throws -> Data {
      var document = PagedPDF()
      for name in names {
        let note = document.writer.add(
          "<</Type/Annot/Subtype/Square/Rect[99 99 199 199]/Contents(of \(name))\(name)>>")
        let reply = document.writer.add(
          "<</Type/Annot/Subtype/Text/Rect[99 99 119 119]/Contents(reply)/IRT \(note) 0 R>>")
        document.addPage("P", entries: "/Annots[\(note) 0 R \(reply) 0 R]")
      }
      if names.isEmpty { for _ in 0..<3 { document.addPage("P") } }
      return document.file()
    }
    try document(["/NM(a)", "/NM(a)", ""]).write(to: URL(fileURLWithPath: bench.document))
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    let file = try bench.write(Data(reported.utf8), "all.json")
    let other = try bench.write(document([]), "other.pdf")
    #expect(try bench.run(["annotate", other, "--from", file]).status == 0)
    let once = try bench.run(["annotations", other, "--json"]).output
    let again = try bench.run(["annotate", other, "--from", file])
    #expect(again.status == 1 && again.errors.contains("nothing to change"), "\(again)")
    #expect(try bench.run(["annotations", other, "--json"]).output == once)
    #expect(once.split(separator: "\n").count { $0.contains("\"type\"") } == 6, "\(once)")
  }
}
