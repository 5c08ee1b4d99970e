import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Versions of a document compared by the built program.
@Suite struct DiffCommandTests {
  private static let words =
    "The harbour lay quiet under the morning fog while the crew of the small ship mended nets and told each other of storms they had seen in the north."

  /// A PDF with the words in lines of so many characters, on pages with so many lines under a numbered head.
  private static func pdf(_ words: String, width: Int, lines: Int) -> Data {
    var rows: [String] = [""]
    for word in words.split(separator: " ") {
      if rows[rows.count - 1].count + word.count > width { rows.append("") }
      rows[rows.count - 1] += (rows[rows.count - 1].isEmpty ? "" : " ") + word
    }
    var document = PagedPDF()
    for (page, start) in stride(from: 0, to: rows.count, by: lines).enumerated() {
      let body = rows[start..<min(start + lines, rows.count)].joined(separator: ") Tj 0 -15 Td (")
      document.addPage("A Tale of Ships \(page + 1)) Tj 0 -60 Td (\(body)", at: (72, 760))
    }
    return document.file()
  }

  private static func text(_ count: Int, changed: Bool) -> String {
    let letters = Array("abcdefghijklmnopqrst")
    return (0..<count).map { number in
      let name = String([letters[number / 20], letters[number % 20], "o", letters[number % 7]])
      let own = words.replacingOccurrences(of: "small", with: name)
      return changed && number == 4 ? own.replacingOccurrences(of: "quiet", with: "loud") : own
    }.joined(separator: " ")
  }

  @Test func aChangedWordIsFoundInAnotherLayout() throws {
    let bench = try Workbench(pages: 1)
    let old = try bench.write(
      Self.pdf(Self.text(40, changed: false), width: 80, lines: 20), "old.pdf")
    let other = try bench.write(
      Self.pdf(Self.text(40, changed: false), width: 60, lines: 14), "other.pdf")
    let new = try bench.write(
      Self.pdf(Self.text(40, changed: true), width: 60, lines: 14), "new.pdf")
    let same = try bench.run(["diff", old, other])
    #expect(same.status == 0 && same.output.isEmpty, "\(same)")
    let changed = try bench.run(["diff", old, new])
    #expect(changed.status == 1, "\(changed)")
    #expect(changed.output.contains("harbour lay [-quiet-]{+loud+} under the"))
    #expect(changed.output.contains("1 word inserted, 1 word deleted"))
    let json = try bench.run(["diff", old, new, "--json"]).output.split(separator: "\n")
    #expect(json.count == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json[0].utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "replaced")
    #expect((object["new"] as? [String: Any])?["text"] as? String == "loud")
    #expect((object["old"] as? [String: Any])?["page"] as? Int == 1)
  }

  @Test func ideographsHaveNoBlanksBesideChanges() throws {
    let bench = try Workbench(pages: 1)
    let old = try bench.write(Data("今日の東京は晴れです。\n".utf8), "old.txt")
    let new = try bench.write(Data("今日の京都は晴れです。\n".utf8), "new.txt")
    let changed = try bench.run(["diff", old, new]).output
    #expect(changed.contains("今日の[-東-]京{+都+}は晴れです。"), "\(changed)")
  }

  @Test func aFolderIsNoVersion() throws {
    let bench = try Workbench(pages: 1)
    let pictures = bench.folder + "/pictures"
    try FileManager.default.createDirectory(
      atPath: pictures, withIntermediateDirectories: true)
    _ = try bench.write(MadePNG.file(1, 1, [0, 0, 0, 255]), "pictures/1.png")
    let refused = try bench.run(["diff", pictures, bench.document])
    #expect(refused.status == 2 && refused.errors.contains("is a folder"), "\(refused)")
  }

  @Test func changesAreAnnotatedInACopy() throws {
    let bench = try Workbench(pages: 1)
    let old = try bench.write(
      Self.pdf(Self.text(8, changed: false), width: 80, lines: 20), "old.pdf")
    let new = try bench.write(
      Self.pdf(Self.text(8, changed: true), width: 60, lines: 14), "new.pdf")
    let out = bench.folder + "/out.pdf"
    let written = try bench.run(["diff", old, new, "-o", out])
    #expect(written.status == 1 && written.output.isEmpty, "\(written)")
    let listed = try bench.run(["annotations", out]).output
    #expect(listed.contains("“loud”") && listed.contains("Instead of: quiet"), "\(listed)")
    #expect(try bench.run(["annotations", new]).status == 1)
    let asText = try bench.run(["diff", old, new, "-o", out + ".txt"])
    #expect(asText.status == 2 && asText.errors.contains("recto diff OLD NEW > "))
    let again = try bench.run(["diff", old, new, "-o", out])
    #expect(again.status == 2 && again.errors.contains("already exists"))
  }

  @Test func annotationsOnDeletedWordsAreListed() throws {
    let bench = try Workbench(pages: 1)
    let old = try bench.write(
      Self.pdf(Self.text(8, changed: false), width: 80, lines: 20), "old.pdf")
    let new = try bench.write(
      Self.pdf(Self.text(8, changed: true), width: 60, lines: 14), "new.pdf")
    let made = try bench.run(
      ["annotate", old, "--highlight", "lay quiet under", "--occurrence", "5", "--note", "why?"])
    #expect(made.status == 0, "\(made)")
    let listed = try bench.run(["diff", old, new]).output
    #expect(listed.contains("highlight “lay quiet under”, without “quiet” — why?"), "\(listed)")
  }

  @Test func textsOfDifferentTypesAreCompared() throws {
    let bench = try Workbench(pages: 1)
    let old = try bench.write(
      Data("# One\n\nSome *words* here.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n".utf8), "a.md")
    let new = try bench.write(
      Data(
        "<h1>One</h1><p>Some words\nthere.</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>3</td></tr></table>"
          .utf8),
      "b.html")
    let result = try bench.run(["diff", old, new])
    #expect(result.output.contains("Some words [-here.-]{+there.+}"), "\(result)")
    #expect(result.output.contains("1 [-2-]{+3+}"))
    #expect(
      try bench.run(["diff", old, new, "--stat"]).output == "2 words inserted, 2 words deleted\n")
  }

  @Test func impossibleComparisonsAreReported() throws {
    let bench = try Workbench(pages: 1)
    let one = try bench.run(["diff", bench.document])
    #expect(one.status == 2 && one.errors.contains("name two documents"))
    let missing = try bench.run(["diff", bench.document, bench.folder + "/no.pdf"])
    #expect(missing.status == 2 && missing.errors.contains("no.pdf"))
    let a = try bench.write(Data((0..<900).map { "old\($0)" }.joined(separator: " ").utf8), "a.txt")
    let b = try bench.write(Data((0..<900).map { "new\($0)" }.joined(separator: " ").utf8), "b.txt")
    let unrelated = try bench.run(["diff", a, b])
    #expect(unrelated.status == 2 && unrelated.errors.contains("almost no words in common"))
    let added = try bench.run(["diff", "/dev/null", a])
    #expect(added.status == 1 && added.output.contains("is new"), "\(added)")
    let text = try bench.run(["diff", a, a, "-o", bench.folder + "/c.pdf"])
    #expect(text.status == 2 && text.errors.contains("is no PDF file"), "\(text)")
  }

  @Test func theReaderStepsThroughChanges() throws {
    let bench = try Workbench(pages: 1)
    _ = try bench.write(Self.pdf(Self.text(40, changed: false), width: 80, lines: 20), "old.pdf")
    let new = try bench.write(
      Self.pdf(Self.text(40, changed: true), width: 60, lines: 14), "new.pdf")
    let session = try bench.read([new])
    try session.wait(for: "the text") { $0.joined().contains("harbour") }
    session.type(":diff \(bench.folder)/old.pdf\r")
    try session.wait(for: "the comparison") { $0.joined().contains("1 change ") }
    session.type("]c")
    try session.wait(for: "the change") { $0.joined().contains("− quiet + loud") }
    session.type(":diff-views\r")
    try session.wait(for: "both versions") { lines in
      lines.contains { $0.contains("quiet under") && $0.contains("loud") }
        || lines.joined().contains("lay quiet")
    }
  }
}
