import Foundation
import TestSupport
import Testing

/// Annotations that found no place in another version of their document, as `recto annotations` and `recto annotate` have them.
@Suite struct DetachedAnnotationTests {
  /// The first so many of three pages, none of whose lines is like another.
  private static func book(
    _ pages: Int, title: String = "Herons", clocks: String = "clocks"
  ) -> Data {
    let lines = [
      ["The heron waits in the reeds for a slow fish", "Rain has made the meadow soft"],
      ["Twelve \(clocks) are set going by a store of towers", "Nobody hears the smallest"],
      ["A mill turns under its own weight", "Bread is baked before the light"],
    ]
    var document = PagedPDF()
    for page in lines.prefix(pages) {
      document.addPage(page.joined(separator: ") Tj 0 -34 Td ("), at: (72, 740))
    }
    let info = document.writer.add(
      "<</Title(\(title))/CreationDate(D:2026110\(pages)120000Z)>>")
    document.trailer = "/Info \(info) 0 R"
    return document.file()
  }

  private static let quote = "clocks are set going"

  /// A book with an annotation whose words are gone from it, and one that stayed; gives their ids.
  private func rebuilt(_ bench: borrowing Workbench) throws -> (lost: String, kept: String) {
    try write(Self.book(3), bench.document)
    let lost = try bench.run([
      "annotate", bench.document, "--highlight", Self.quote, "--note", "where to?", "--author",
      "Ada",
    ])
    let kept = try bench.run(["annotate", bench.document, "--underline", "in the reeds"])
    #expect(lost.status == 0 && kept.status == 0, "\(lost.errors) \(kept.errors)")
    try write(Self.book(1), bench.document)
    let carried = try bench.run(["annotate", bench.document, "--carry-over"])
    #expect(
      carried.output == "1 annotation carried over, 1 without a place in this version\n",
      "\(carried.output) \(carried.errors)")
    return (lost.output.filter { $0 != "\n" }, kept.output.filter { $0 != "\n" })
  }

  private func write(_ data: Data, _ path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func reported(_ bench: borrowing Workbench, _ path: String) throws -> [[String: Any]] {
    let output = try bench.run(["annotations", path, "--json"]).output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  /// A copy is another document, which its original does not follow.
  @Test func theOriginalIsNotOfferedAnnotationsOfALostCopy() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    document.addPage("The heron waits in the reeds for a slow fish", at: (72, 740))
    document.trailer = "/ID[<\(String(repeating: "5A", count: 16))><00>]"
    try write(document.file(), bench.document)
    let copy = bench.folder + "/copy.pdf"
    let made = try bench.run([
      "annotate", bench.document, "--highlight", "heron waits", "-o", copy,
    ])
    #expect(made.status == 0)
    #expect(try bench.run(["annotations", copy]).output.contains("heron waits"))
    try FileManager.default.removeItem(atPath: copy)
    let original = try bench.run(["annotations", bench.document])
    #expect(!original.errors.contains("previous version"))
    #expect(try bench.run(["annotate", bench.document, "--carry-over"]).status == 1)
  }

  @Test func detachedAnnotationsAreListedInAllFormats() throws {
    let bench = try Workbench(pages: 1)
    let ids = try rebuilt(bench)
    let all = try reported(bench, bench.document)
    #expect(all.compactMap { $0["id"] as? String } == [ids.kept, ids.lost])
    #expect(all.map { $0["detached"] as? Bool } == [nil, true])
    let last = try #require(all.last)
    #expect(last["quote"] as? String == Self.quote)
    #expect(last["note"] as? String == "where to?" && last["author"] as? String == "Ada")
    #expect(last["link"] is NSNull && last["uri"] is NSNull)
    let list = try bench.run(["annotations", bench.document]).output
    #expect(
      list.contains("\nWithout a place in this version\n  highlight, yellow · Ada, "), "\(list)")
    #expect(list.hasSuffix("      “\(Self.quote)”\n      where to?\n"))
    let markdown = try bench.run(["annotations", bench.document, "--markdown"]).output
    #expect(
      markdown.contains(
        "## Without a place in this version\n\n> \(Self.quote)\n\nwhere to?\n\nhighlight"
      ),
      "\(markdown)")
    let org = try bench.run(["annotations", bench.document, "--org"]).output
    #expect(org.contains("* Without a place in this version\n** highlight, yellow"))
    let table = try bench.run(["annotations", bench.document, "--csv"]).output
    let rows = table.split(separator: "\r\n")
    #expect(
      rows.first?.hasSuffix(",detached,state,tags") == true
        && rows.last?.hasSuffix(",true,,") == true)
    let plain = Process()
    plain.executableURL = URL(fileURLWithPath: Workbench.recto)
    plain.arguments = ["--plain", bench.document]
    plain.environment = bench.environment
    let (input, output) = (Pipe(), Pipe())
    (plain.standardInput, plain.standardOutput) = (input, output)
    try plain.run()
    try input.fileHandleForWriting.write(contentsOf: Data("a\n2\nq\n".utf8))
    try input.fileHandleForWriting.close()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    plain.waitUntilExit()
    #expect(said.contains("2. without a place in this version, highlight"), "\(said)")
    #expect(said.contains("has no place in this version of"))
  }

  /// Among what is written on all documents they are found, and said to be on no page.
  @Test func detachedAnnotationsAreFoundByTheirNotes() throws {
    let bench = try Workbench(pages: 1)
    _ = try rebuilt(bench)
    #expect(try bench.run(["annotations", bench.document]).status == 0)
    let found = try bench.run(["search", "-Q", "note:where", bench.folder])
    #expect(found.output.hasSuffix("book.pdf:detached: where to?\n"), "\(found)")
    let json = try bench.run(["search", "-Q", "note:where", bench.folder, "--json"]).output
    #expect(json.contains("\"page\":null") && json.contains("\"kind\":\"detached\""), "\(json)")
  }

  @Test func importedDetachedAnnotationsStayDetached() throws {
    let bench = try Workbench(pages: 1)
    let ids = try rebuilt(bench)
    let base = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let file = bench.folder + "/all.json"
    let text = try bench.run(["annotations", bench.document, "--json"]).output
    try write(Data(text.utf8), file)
    let same = try bench.run(["annotate", bench.document, "--from", file])
    #expect(same.status == 1 && same.errors.contains("nothing to change"))
    // Its text is changed, and it has no place still.
    try write(Data(text.replacingOccurrences(of: "where to?", with: "nowhere").utf8), file)
    let changed = try bench.run(["annotate", bench.document, "--from", file])
    #expect(changed.status == 0 && changed.output == ids.lost + "\n", "\(changed.errors)")
    let all = try reported(bench, bench.document)
    #expect(all.map { $0["detached"] as? Bool } == [nil, true])
    #expect(all.last?["note"] as? String == "nowhere")
    // Another document gets the one that has a place.
    let other = bench.folder + "/other.pdf"
    try write(Self.book(3, title: "Other"), other)
    let brought = try bench.run(["annotate", other, "--from", file])
    #expect(
      brought.status == 0 && brought.errors.contains("1 detached left out"), "\(brought.errors)")
    #expect(try reported(bench, other).compactMap { $0["id"] as? String } == [ids.kept])
    // A copy has no place for it in the file either.
    let copy = bench.folder + "/copy.pdf"
    let edit = ["annotate", bench.document, "--edit", ids.lost, "--note", "x"]
    #expect(try bench.run(edit + ["-o", copy]).errors.contains("no place"))
    #expect(try bench.run(["annotate", bench.document, "-o", copy]).status == 0)
    // The same bytes are the same document, with all that the library has of it.
    #expect(try reported(bench, copy).compactMap { $0["id"] as? String } == [ids.kept, ids.lost])
    #expect(base.starts(with: Self.book(1)))
  }

  @Test func detachedAnnotationsCanBeEditedDeletedAndUndone() throws {
    let bench = try Workbench(pages: 1)
    let ids = try rebuilt(bench)
    func run(_ more: [String]) throws -> (status: Int32, output: String, errors: String) {
      try bench.run(["annotate", bench.document] + more)
    }
    #expect(try run(["--edit", ids.lost, "--note", "changed"]).status == 0)
    #expect(try run(["--reply", ids.lost, "--note", "an answer"]).status == 2)
    #expect(try reported(bench, bench.document).last?["note"] as? String == "changed")
    #expect(try run(["--remove", ids.lost]).output == ids.lost + "\n")
    #expect(try reported(bench, bench.document).compactMap { $0["id"] as? String } == [ids.kept])
    let restored = try run(["--undo"]).output
    #expect(restored.contains(", which has no place here, was restored\n"), "\(restored)")
    let again = try run(["--redo"]).output
    #expect(again.contains(", which has no place here, was removed\n"), "\(again)")
    #expect(try run(["--undo"]).status == 0)
    let back = try reported(bench, bench.document)
    #expect(back.map { $0["detached"] as? Bool } == [nil, true], "\(back)")
    // Each edit is a step, and the one before it is another.
    #expect(try run(["--undo"]).output.hasPrefix(ids.lost + "  "))
    #expect(try reported(bench, bench.document).last?["note"] as? String == "where to?")
    #expect(try run(["--redo"]).output.hasPrefix(ids.lost + "  "))
    #expect(try reported(bench, bench.document).last?["note"] as? String == "changed")
    // Its words are there again.
    try write(Self.book(2), bench.document)
    #expect(try run(["--carry-over"]).status == 0)
    let placed = try reported(bench, bench.document)
    #expect(placed.count == 2 && placed.allSatisfy { $0["detached"] == nil }, "\(placed)")
    #expect(placed.last?["quote"] as? String == Self.quote)
    #expect(placed.last?["note"] as? String == "changed")
  }

  /// One of the marked words changed.
  @Test func carryingOverReportsChangedWords() throws {
    let bench = try Workbench(pages: 1)
    func carry(_ marked: [String]) throws -> (output: String, errors: String, status: Int32) {
      let path = bench.folder + "/\(marked.count).pdf"
      try write(Self.book(3), path)
      for words in marked {
        #expect(try bench.run(["annotate", path, "--highlight", words]).status == 0)
      }
      try write(Self.book(3, title: "Terns", clocks: "clerks"), path)
      let carried = try bench.run(["annotate", path, "--carry-over"])
      return (carried.output, carried.errors, carried.status)
    }
    let one = try carry(["Twelve clocks are set", "in the reeds"])
    #expect(
      one.output
        == "1 annotation carried over, 1 without a place because its words changed; "
        + "--carry-over --closest puts it at the closest place\n",
      "\(one)")
    let closest = try bench.run(
      ["annotate", bench.folder + "/2.pdf", "--carry-over", "--closest"])
    #expect(closest.output == "1 annotation carried over\n", "\(closest)")
    let both = try reported(bench, bench.folder + "/2.pdf")
    #expect(both.compactMap { $0["quote"] as? String }.contains("Twelve clerks are set"), "\(both)")
    let none = try carry(["Twelve clocks are set"])
    #expect(none.status == 1 && none.output.isEmpty, "\(none)")
    #expect(none.errors.contains("the words under 1 annotation of the previous version changed"))
    #expect(try reported(bench, bench.folder + "/1.pdf").isEmpty)
    let all = try bench.run(["annotate", bench.folder + "/1.pdf", "--carry-over", "--closest"])
    #expect(all.output == "1 annotation carried over\n", "\(all)")
  }
}
