import Foundation
import TestSupport
import Testing

/// Signatures, pages by number and label, and pipes, as commands tell and take them.
@Suite struct TrustCommandTests {
  /// Pages iii, iv, 1, 2, 1, each with its number in the file in it.
  private func labelled(_ bench: borrowing Workbench) throws -> String {
    var pdf = PagedPDF()
    for number in 1...5 { pdf.addPage("file page \(number)") }
    pdf.catalogue = "/PageLabels<</Nums[0<</S/r/St 3>>2<</S/D>>4<</S/D>>]>>"
    return try bench.write(pdf.file(), "labels.pdf")
  }

  /// A line of shell, in which `recto` is the program.
  private func shell(
    _ bench: borrowing Workbench, _ line: String
  ) throws -> (status: Int32, output: String, errors: String) {
    try Workbench.run(
      ["-c", line.replacingOccurrences(of: "recto ", with: "'\(Workbench.recto)' ")],
      program: "/bin/sh", environment: bench.environment, in: bench.folder)
  }

  // MARK: signatures

  @Test func infoShowsSignaturesAndLaterChanges() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(SignedPDF(level: 3).data, "signed.pdf")
    let before = try bench.run(["info", path]).output
    #expect(before.contains("Certified     claimed by Alice Example, 2026-01-02"))
    #expect(before.contains("level 3: allows annotations, filling in forms and signing"))
    #expect(before.contains("the signed bytes are unchanged (SHA-256)"))
    #expect(before.contains("covers the whole file"))
    #expect(before.contains("not checked: the signer's key and certificate"))
    let marked = try bench.run(["annotate", path, "--highlight", "Contract", "--yes"])
    #expect(marked.status == 0, "\(marked.errors)")
    #expect(try bench.run(["info", path]).output.contains("changed since: 1 annotation added\n"))
    let json = try bench.run(["info", path, "--json"]).output
    #expect(json.contains("\"signedBytesUnchanged\":true"))
    #expect(json.contains("\"annotationsAdded\":1") && json.contains("\"trust\":\"not checked\""))
  }

  /// A copy needs no consent, and its recipient will see a complaint about it.
  @Test(arguments: [
    (1, "The certification of this document allows no"),
    (2, "The certification of this document allows no"),
    (3, "A signature certifies this document and allows"),
  ]) func copyingASignedDocumentIsReported(_ level: Int, _ words: String) throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(SignedPDF(level: level).data, "signed.pdf")
    let done = try bench.run(["annotate", path, "--highlight", "Contract", "-o", path + ".copy"])
    #expect(done.status == 0 && done.errors.contains(words), "\(done.errors)")
    #expect(done.errors.contains("programs will report"))
  }

  /// Whatever writes into a document that is extended for Adobe Reader says so first.
  @Test(arguments: [
    ["pages", "X", "--rotate", "90"], ["info", "X", "--set", "title=New"],
    ["outline", "X", "--add", "T", "--page", "1"], ["annotate", "X", "--highlight", "Contract"],
  ]) func writingCommandsWarnAboutUsageRights(_ words: [String]) throws {
    let bench = try Workbench(pages: 1)
    var pdf = PagedPDF()
    pdf.addPage("Contract")
    pdf.catalogue = "/Perms<</UR3<</Type/Sig>>>>"
    let path = try bench.write(pdf.file(), "extended.pdf")
    let words = words.map { $0 == "X" ? path : $0 }
    let refused = try bench.run(words)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("extended for Adobe Reader (UR3)"), "\(refused.errors)")
    #expect(refused.errors.contains("--yes continues"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == pdf.file())
    #expect(try bench.run(words + ["--yes"]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != pdf.file())
  }

  /// Rewriting ends signatures; undo restores them with the original bytes.
  @Test(arguments: [
    ["pages", "X", "--rotate", "90"], ["info", "X", "--set", "title=New"],
    ["outline", "X", "--add", "T", "--page", "1"],
  ]) func signedDocumentsAreRewrittenOnRequest(_ words: [String]) throws {
    let bench = try Workbench(pages: 1)
    let signed = try SignedPDF().data
    let path = try bench.write(signed, "signed.pdf")
    let words = words.map { $0 == "X" ? path : $0 }
    let refused = try bench.run(words)
    #expect(refused.status == 2 && refused.errors.contains("makes its signatures invalid"))
    #expect(refused.errors.contains("--yes continues, -o NEW writes a copy"), "\(refused.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == signed)
    let done = try bench.run(words + ["--yes"])
    #expect(done.status == 0 && done.errors.contains("signatures"), "\(done.errors)")
    let after = try bench.run(["info", path]).output
    #expect(after.contains("BROKEN"), "\(after)")
    let annotated = try bench.run([
      "annotate", path, "--page", "1", "--text-note", "9,9", "--note", "x",
    ])
    #expect(annotated.status == 2)
    #expect(annotated.errors.contains("is broken already"), "\(annotated.errors)")
    #expect(try bench.run(["pages", "--undo", path]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == signed)
  }

  // MARK: pages

  @Test func pageNumbersMeanTheSameInAllCommands() throws {
    let bench = try Workbench(pages: 1)
    let path = try labelled(bench)
    for (page, found) in [("1", "1"), ("#1", "1"), ("label:1", "3"), ("iv", "2")] {
      let text = try bench.run(["text", path, "--pages", page]).output
      #expect(text.contains("file page \(found)"), "\(page): \(text)")
      let marked = try bench.run([
        "annotate", path, "--page", page, "--highlight", "file", "--json", "-o",
        "\(bench.folder)/\(page.hasPrefix("#") ? "exact" : "\(page.filter(\.isLetter))")\(found).pdf",
      ])
      #expect(marked.output.contains("\"page\":\(found),"), "\(page): \(marked)")
    }
    let reported = try bench.run([
      "annotate", path, "--page", "1", "--text-note", "9,9", "--note", "x",
    ]).errors
    #expect(
      reported
        == "recto: \(path): page 1 of the file, labelled iii; label:1 is page 3; #5 has the same label\n"
    )
    let exact = try bench.run(["render", path, "--page", "#1", "-o", bench.folder + "/a.png"])
    #expect(exact.errors.isEmpty)
    let shared = try bench.run([
      "render", path, "--page", "label:1", "-o", bench.folder + "/b.png",
    ])
    let note = "recto: \(path): page 3 of the file; #5 has the same label\n"
    #expect(shared.errors == note)
    #expect(try bench.run(["text", path, "--pages", "label:1"]).errors == note)
    let mixed = try bench.run(["text", path, "--pages", "iii-2"]).errors
    #expect(mixed == "recto: \(path): page 2 of the file, labelled iv; label:2 is page 4\n")
    // Labels that are the pages' own numbers are not stored.
    var pdf = PagedPDF()
    for number in 1...4 { pdf.addPage("file page \(number)") }
    pdf.catalogue = "/PageLabels<</Nums[0<</S/D>>2<</S/D>>]>>"
    let twice = try bench.write(pdf.file(), "twice.pdf")
    #expect(
      try bench.run(["text", twice, "--page", "label:1"]).errors
        == "recto: \(twice): page 1 of the file; #3 has the same label\n")
    let out = bench.folder + "/c.pdf"
    #expect(try bench.run(["pages", path, "--remove", "label:1", "-o", out]).errors.contains(note))
  }

  @Test func labelsStayWithTheirPages() throws {
    let bench = try Workbench(pages: 1)
    let path = try labelled(bench)
    let out = bench.folder + "/out.pdf"
    let result = try bench.run([
      "pages", path, "--remove", "iii", "--move", "label:2:1", "--extract", "label:2-iv", "-o", out,
    ])
    #expect(result.status == 0, "\(result.errors)")
    let text = try bench.run(["text", out]).output
    #expect(text.contains("file page 4") && text.contains("file page 2"))
    #expect(!text.contains("file page 3"))
  }

  // MARK: pipes

  @Test func commandsWorkInAPipeline() throws {
    let bench = try Workbench(pages: 3)
    let chain = """
      recto annotate - --page 2 --text-note 50,50 --note Hello -o - <book.pdf | \
      recto pages - --extract 2 -o - | recto info - --set title=Piped -o - >out.pdf
      """
    let made = try shell(bench, chain)
    #expect(made.status == 0 && made.errors.isEmpty && made.output.isEmpty, "\(made)")
    #expect(try bench.run(["annotations", bench.folder + "/out.pdf"]).output.contains("Hello"))
    let info = try bench.run(["info", bench.folder + "/out.pdf"]).output
    #expect(info.contains("Title         Piped") && info.contains("Pages         1\n"))
    let form = try bench.write(FormPDF().file(), "form.pdf")
    let filled = try shell(
      bench, "recto form - --set person.name=Grace -o - <'\(form)' | recto form -")
    #expect(filled.output.contains("person.name\ttext\t1,2\tGrace\t"), "\(filled)")
  }

  /// No part of a piped document stays in the user's library or in a temporary folder.
  @Test func pipedDocumentsLeaveNoTrace() throws {
    let bench = try Workbench(pages: 1)
    let temporary = bench.folder + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let made = try shell(
      bench,
      "TMPDIR='\(temporary)' recto annotate - --page 1 --text-note 5,5 --note secret -o - <book.pdf >o.pdf"
    )
    #expect(made.status == 0, "\(made.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    let found = try shell(bench, "grep -rl secret .local .cache 2>/dev/null; true")
    #expect(found.output.isEmpty)
  }

  @Test(arguments: [
    "recto annotate - --page 1 --text-note 5,5 --note x", "recto form - --set a=b",
    "recto pages - --rotate 90", "recto info - --set title=x", "recto outline - --remove x",
  ]) func pipedInputNeedsAnOutput(_ line: String) throws {
    let bench = try Workbench(pages: 1)
    let refused = try shell(bench, line + " <book.pdf")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("standard input in place; -o OUT or -o - writes the result"),
      "\(refused.errors)")
  }

  // MARK: copies are documents of their own

  @Test func copiesGetNewIdentifiers() throws {
    let bench = try Workbench(pages: 1)
    var pdf = PagedPDF()
    for number in 1...3 { pdf.addPage("Page \(number)") }
    let identifier = String(repeating: "ab", count: 16)
    pdf.trailer = "/ID[<\(identifier)><\(identifier)>]"
    let path = try bench.write(pdf.file(), "whole.pdf")
    func known(_ words: [String], _ name: String) throws -> String {
      let out = bench.folder + "/" + name
      #expect(try bench.run(words + ["-o", out]).status == 0)
      let line = try bench.run(["info", out]).output.split(separator: "\n")
        .first { $0.hasPrefix("Identifier") }
      return String(try #require(line).suffix(32))
    }
    let all = [
      identifier, try known(["pages", path, "--extract", "1"], "1.pdf"),
      try known(["pages", path, "--extract", "2"], "2.pdf"),
      try known(["pages", "--merge", path, path], "3.pdf"),
      try known(["info", path, "--set", "title=x"], "4.pdf"),
    ]
    #expect(Set(all).count == all.count, "\(all)")
    // In its place it stays the same document.
    #expect(try bench.run(["pages", path, "--rotate", "90"]).status == 0)
    #expect(try bench.run(["info", path]).output.contains(identifier))
  }

  // MARK: annotations

  @Test func theSameMarkIsNotMadeTwice() throws {
    let bench = try Workbench(pages: 2)
    let words = ["annotate", bench.document, "--page", "1", "--highlight", "page"]
    #expect(try bench.run(words).status == 0)
    let size = try Data(contentsOf: URL(fileURLWithPath: bench.document)).count
    let again = try bench.run(words)
    #expect(again.status == 1 && again.errors.contains("1 is there already"), "\(again)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)).count == size)
    #expect(try bench.run(words + ["--note", "another"]).status == 0)
  }

  @Test func freeTextGrowsToItsTextOrReportsFailure() throws {
    let bench = try Workbench(pages: 1)
    let long = String(repeating: "words that need some lines ", count: 8)
    let grown = try bench.run([
      "annotate", bench.document, "--page", "1", "--free-text", "50,50,100,14", "--note", long,
    ])
    #expect(grown.status == 0 && grown.errors.contains("its box was made that high"))
    let cut = try bench.run([
      "annotate", bench.document, "--page", "1", "--free-text", "50,700,30,20", "--note", long,
    ])
    #expect(cut.status == 0 && cut.errors.contains("its end is cut; make its box wider"))
    let short = try bench.run([
      "annotate", bench.document, "--page", "1", "--free-text", "50,300,100,20", "--note", "short",
    ])
    #expect(short.errors.isEmpty)
  }

  /// Moved and resized drawings are exactly where they were put, also in the file.
  @Test(arguments: [
    ["--ink", "100,100,150,140,200,100"], ["--line", "100,100,200,150"],
    ["--box", "100,100,50,40"],
  ]) func drawingsAreMovedAndSizedExactly(_ drawing: [String]) throws {
    let bench = try Workbench(pages: 1)
    let made = try bench.run(["annotate", bench.document, "--page", "1"] + drawing)
    let id = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    func box() throws -> [Double] {
      let json = try bench.run(["annotations", bench.document, "--json"]).output
      let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
      return try #require(list?.first?["box"] as? [Double])
    }
    #expect(
      try bench.run(["annotate", bench.document, "--edit", id, "--move", "60,70"]).status == 0)
    let moved = try box()
    #expect(abs(moved[0] - 60) < 0.1 && abs(moved[1] - 70) < 0.1, "\(moved)")
    guard drawing[0] != "--line" else { return }
    for size in [(30.0, 20.0), (120.0, 90.0)] {
      let words = ["--size", "\(size.0),\(size.1)"]
      #expect(try bench.run(["annotate", bench.document, "--edit", id] + words).status == 0)
      let sized = try box()
      #expect(abs(sized[2] - sized[0] - size.0) < 0.1, "\(sized)")
      #expect(abs(sized[3] - sized[1] - size.1) < 0.1, "\(sized)")
      #expect(abs(sized[0] - 60) < 0.1 && abs(sized[1] - 70) < 0.1, "\(sized)")
    }
  }

  @Test func aCustomColourSurvivesAChangeOfKind() throws {
    let bench = try Workbench(pages: 1)
    let id = try bench.run([
      "annotate", bench.document, "--highlight", "page", "--color", "#a0c4e2",
    ]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let turned = try bench.run([
      "annotate", bench.document, "--edit", id, "--type", "underline", "--json",
    ])
    #expect(turned.output.contains("a0c4e2"), "\(turned)")
    let wrong = try bench.run(["annotate", bench.document, "--edit", id, "--size", "9,9"])
    #expect(wrong.errors.contains("is an underline"), "\(wrong.errors)")
  }

  // MARK: help

  @Test func helpWorksAsACommand() throws {
    let bench = try Workbench(pages: 1)
    let help = try bench.run(["help", "annotate"])
    let same = try bench.run(["annotate", "--help"]).output
    #expect(help.status == 0 && help.output == same)
    #expect(help.output.contains("Examples:"))
    let typo = try bench.run(["anotate", bench.document])
    #expect(typo.status == 2)
    #expect(
      typo.errors == "recto: there is no command or file “anotate”; did you mean “annotate”?\n")
    let unknown = try bench.run(["help", "anotate"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean “annotate”"))
    #expect(try bench.run(["help", "remote"]).errors.contains("recto guide remote explains it"))
  }
}
