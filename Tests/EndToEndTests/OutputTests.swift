import Foundation
import TestSupport
import Testing

/// Pages and files as commands take and print them, the same in each.
@Suite struct OutputTests {
  /// Pages iii, iv, 1, 2.
  private func labelled(_ bench: borrowing Workbench) throws -> String {
    var pdf = PagedPDF()
    for number in 1...4 { pdf.addPage("raft page \(number)") }
    pdf.catalogue = "/PageLabels<</Nums[0<</S/r/St 3>>2<</S/D>>]>>"
    return try bench.write(pdf.file(), "labels.pdf")
  }

  /// Lines name a page by its label, JSON by its number in the file and its label.
  @Test(arguments: [
    (["search", "raft", "X"], "iii: raft page 1\niv: raft page 2\n1: raft page 3\n"),
    (["search", "raft", "X", "--json"], "\"page\":3,\"label\":\"1\","),
    (["search", "raft", "X", "--pages", "label:1-"], "1: raft page 3\n2: raft page 4\n"),
    (["search", "raft", "X", "--rank"], "labels.pdf:1: raft page 3\n"),
    (["search", "raft", "X", "--rank", "--json"], "\"page\":3,\"label\":\"1\","),
    (["search", "raft", "X", "--json"], "\"address\":\"#page=3&char=0\""),
    (["search", "raft", "X", "--rank", "--json"], "\"address\":\"#page=3&char=0\""),
    (["text", "X", "--json", "--page", "label:1"], "\"page\":3,\"label\":\"1\","),
    (["pages", "X"], "3\t1\t"), (["pages", "X", "--json"], "\"page\":3,\"label\":\"1\","),
  ]) func pagesArePrintedWithLabels(_ words: [String], _ shown: String) throws {
    let bench = try Workbench(pages: 1)
    let path = try labelled(bench)
    let result = try bench.run(words.map { $0 == "X" ? path : $0 })
    #expect(result.status == 0 && result.output.contains(shown), "\(result)")
  }

  @Test func aRangeBeyondTheLastPageIsReported() throws {
    let bench = try Workbench(pages: 1)
    let path = try labelled(bench)
    let cut = try bench.run(["text", path, "--pages", "4-99"])
    #expect(cut.status == 0 && cut.output.contains("raft page 4"), "\(cut)")
    #expect(cut.errors.contains("“4-99” ends at page 4, the last"), "\(cut.errors)")
    #expect(!(try bench.run(["text", path, "--pages", "1-4"]).errors.contains("ends at")))
  }

  @Test func annotationsAreFilteredByPage() throws {
    let bench = try Workbench(pages: 1)
    let path = try labelled(bench)
    let made = try bench.run(["annotate", path, "--highlight", "raft", "--occurrence", "all"])
    #expect(made.status == 0, "\(made)")
    for (pages, count) in [("iv", 1), ("iii-label:1", 3), ("#2,#4", 2)] {
      let listed = try bench.run(["annotations", path, "--pages", pages, "--csv"]).output
      #expect(listed.split(separator: "\r\n").count == count + 1, "\(pages): \(listed)")
    }
  }

  /// An existing file, the document itself and a missing folder are refused by all commands in the same words.
  @Test(arguments: [
    ["pages", "X", "--rotate", "90"], ["info", "X", "--set", "title=x"],
    ["outline", "X", "--add", "T", "--page", "1"], ["annotate", "X", "--highlight", "page"],
    ["form", "X", "--set", "a=b"], ["render", "X"],
  ]) func filesAreOverwrittenOnlyByForce(_ words: [String]) throws {
    let bench = try Workbench(pages: 2)
    let document = bench.document
    let old = try Data(contentsOf: URL(fileURLWithPath: document))
    let words = words.map { $0 == "X" ? document : $0 }
    let other = try bench.write(Data("x".utf8), "other.pdf")
    let exists = try bench.run(words + ["-o", other])
    #expect(exists.status == 2)
    #expect(
      exists.errors
        == "recto: \(other) already exists; --force overwrites it, -o writes another file\n")
    let own = try bench.run(words + ["-o", document, "--force"])
    #expect(own.status == 2 && own.errors.contains("is the document itself; "), "\(own)")
    let nowhere = try bench.run(words + ["-o", bench.folder + "/none/a.pdf"])
    #expect(nowhere.status == 2 && nowhere.errors.contains("none"), "\(nowhere)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: document)) == old)
    guard words[0] != "form" else { return }
    let forced = try bench.run(words + ["-o", other, "--force"])
    #expect(forced.status == 0, "\(forced)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)).count > 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: document)) == old)
  }

  /// Of the two options for case the last one counts, as in grep.
  @Test func theLastCaseOptionWins() throws {
    let bench = try Workbench(pages: 1)
    #expect(try bench.run(["search", "-s", "-i", "PAGE", bench.document]).status == 0)
    #expect(try bench.run(["search", "-i", "-s", "PAGE", bench.document]).status == 1)
  }

  /// A blank form that is begun once more under the same name, and its other copies, get no notes.
  @Test func aBlankFormGetsNoNotesOfAnotherCopy() throws {
    let bench = try Workbench(pages: 1)
    var pdf = PagedPDF()
    pdf.addPage("Blank form for patients, with name, date, address and diagnosis")
    let blank = try bench.write(pdf.file(), "blank.pdf")
    let smith = try bench.write(pdf.file(), "smith.pdf")
    let note = ["--page", "1", "--text-note", "100,100", "--note"]
    #expect(try bench.run(["annotate", smith] + note + ["Smith"]).status == 0)
    try pdf.file().write(to: URL(fileURLWithPath: smith))
    let offered = try bench.run(["annotations", smith])
    #expect(offered.status == 1 && offered.output.isEmpty, "\(offered)")
    #expect(offered.errors.contains("--carry-over keeps it"))
    #expect(try bench.run(["annotations", blank]).output.isEmpty)
    let jones = try bench.write(pdf.file(), "jones.pdf")
    #expect(try bench.run(["annotate", jones] + note + ["Jones"]).status == 0)
    let listed = try bench.run(["annotations", jones]).output
    #expect(listed.contains("Jones") && !listed.contains("Smith"), "\(listed)")
  }
}
