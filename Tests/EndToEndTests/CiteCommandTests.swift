import Foundation
import TestSupport
import Testing

@Suite struct CiteCommandTests {
  /// A paper with its title and author in the information dictionary, in a folder of its own.
  private func paper(_ bench: borrowing Workbench) throws -> String {
    let title = "On the Analytical Engine"
    let bytes = SmallDocument.bytes(pages: 2, title: title)
    return try bench.write(bytes, "paper.pdf")
  }

  private func write(_ text: String, _ name: String, _ bench: borrowing Workbench) throws {
    _ = try bench.write(Data(text.utf8), name)
  }

  @Test func documentsAreCitedByTheirMetadata() throws {
    let bench = try Workbench(pages: 1)
    let path = try paper(bench)
    #expect(try bench.run(["cite", path]).output == "On the Analytical Engine.\n")
    let json = try bench.run(["cite", path, "--json"]).output
    #expect(json.contains("\"title\":\"information\"") && json.contains("\"doi\":null"), "\(json)")
    let info = try bench.run(["info", path, "--json"]).output
    #expect(info.contains("\"doi\":null,\"arxiv\":null"), "\(info)")
    #expect(try bench.run(["cite", path, "--csl", "--bibtex"]).status == 2)
    #expect(try bench.run(["cite"]).status == 2)
    #expect(try bench.run(["cite", "/no/such.pdf", path]).status == 2)
  }

  @Test func sidecarFilesTakePrecedence() throws {
    let bench = try Workbench(pages: 1)
    let path = try paper(bench)
    try write(
      "@article{mine, author={King, Ada}, title={Engines}, year=1843, file={:a/paper.pdf:PDF}}",
      "library.bib", bench)
    let bibTeX = try bench.run(["cite", path, "--bibtex"]).output
    #expect(bibTeX.hasPrefix("@article{mine,\n  author = {King, Ada},\n"), "\(bibTeX)")
    let exported = try bench.run(["cite", path, "--csl"]).output
    let items = try JSONSerialization.jsonObject(with: Data(exported.utf8)) as? [[String: Any]]
    #expect(items?.first?["id"] as? String == "mine", "\(exported)")
    // The file named like the document is nearer.
    try write(
      "[{\"id\":1,\"title\":\"Nearer\",\"author\":[{\"family\":\"Hopper\",\"given\":\"G.\"}],\"issued\":{\"date-parts\":[[1952]]}}]",
      "paper.json", bench)
    #expect(try bench.run(["cite", path]).output == "G. Hopper: Nearer. 1952.\n")
  }

  @Test func papisMetadataIsRead() throws {
    let bench = try Workbench(pages: 1)
    let path = try paper(bench)
    try write(
      "author: King, Ada\nfiles:\n- paper.pdf\nref: ada\ntitle: Engines\nyear: 1843\n", "info.yaml",
      bench)
    #expect(try bench.run(["cite", path]).output == "Ada King: Engines. 1843.\n")
    try write("{{citekey}}: {{title}}\n", "key.md", bench)
    let made = try bench.run(["annotate", path, "--highlight", "sentence"])
    #expect(made.status == 0, "\(made)")
    let template = String(path.dropLast("paper.pdf".count)) + "key.md"
    let listed = try bench.run(["annotations", path, "--template", template]).output
    #expect(listed.hasPrefix("ada: "), "\(listed)")
  }

  @Test(arguments: [
    ("library.bib", "@article{a, title={" + String(repeating: "{", count: 50_000)),
    ("paper.json", String(repeating: "[", count: 50_000)), ("paper.json", "\u{FFFD}{{"),
    ("info.yaml", "files:\n- paper.pdf\ntitle: >\n" + String(repeating: " x\n", count: 50_000)),
  ]) func hostileSidecarsAreHarmless(_ name: String, _ text: String) throws {
    let bench = try Workbench(pages: 1)
    let path = try paper(bench)
    try write(text, name, bench)
    let result = try bench.run(["cite", path])
    #expect(result.status == 0 && result.output.utf8.count < 20_000, "\(result.errors)")
  }

  @Test func outlinesFromHeadingsNeedARequest() throws {
    let bench = try Workbench(pages: 1)
    let path = try paper(bench)
    let emptied = try bench.run(
      ["outline", path, "--remove", "Chapter 1", "--remove", "Chapter 2"])
    #expect(emptied.status == 0)
    let own = try bench.run(["outline", path])
    #expect(own.status == 1 && own.output.isEmpty)
    let made = try bench.run(["outline", path, "--from-headings", "--json"])
    let items = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [[String: Any]]
    #expect(made.status == (items?.isEmpty == false ? 0 : 1), "\(made.output)")
    #expect(items?.allSatisfy { $0["generated"] as? Bool == true } == true, "\(made.output)")
    #expect(
      try bench.run(["outline", path, "--from-headings", "--remove", "Chapter 1"]).status == 2)
  }
}
