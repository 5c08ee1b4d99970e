import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// Forms on the screen and by `recto form`.
@Suite struct FormTests {
  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func wait(_ session: TerminalSession, for words: String) throws {
    try session.wait(for: words) { $0.contains { $0.contains(words) } }
  }

  @Test func fieldsAreFilledInOnTheScreen() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(FormPDF().file(), "form.pdf")
    let base = try data(path)
    let session = try bench.read([path])
    try wait(session, for: "[Ada]")
    session.type("gf")
    try wait(session, for: "Your name · text · “Ada”")
    session.type("\r")
    try wait(session, for: "Your name: ")
    session.type("\u{15}Grace Hopper\r")
    try wait(session, for: "[Grace Hopper]")
    // Notes, code, secret, agree.
    session.type("\t\t\t\t")
    try wait(session, for: "agree · check box · off")
    session.type("\r")
    try wait(session, for: "[x]")
    session.type("\t\t\r")
    try session.wait(for: "green") { lines in
      lines.contains { $0.contains("(•)") }
        && lines.contains { $0.contains("( )") || $0.contains("(\u{A0})") }
    }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    let saved = try data(path)
    #expect(saved.starts(with: base) && saved.count > base.count)
    let list = try bench.run(["form", path]).output
    #expect(list.contains("person.name\ttext\t1,2\tGrace Hopper\t"))
    #expect(list.contains("agree\tcheck-box\t1\ton\t"))
    #expect(list.contains("colour\tradio\t1\tGreen\t"))
    // Undone, one after the other, in another run.
    let again = try bench.read([path])
    try wait(again, for: "[Grace Hopper]")
    again.type("U")
    try wait(again, for: "is “Red” again")
    again.type("UU")
    try wait(again, for: "is “Ada” again")
    again.type("ZZ")
    #expect(try again.waitForExit() == 0)
    #expect(try bench.run(["form", path]).output.contains("person.name\ttext\t1,2\tAda\t"))
  }

  /// One file has annotations and values, blanks among them, but no password.
  @Test func annotationsAndValuesAreExportedTogether() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(FormPDF().file(), "form.pdf")
    let filled = try bench.run([
      "form", path, "--set", "person.name=   ", "--set", "secret=hush",
    ])
    #expect(filled.status == 0, "\(filled.errors)")
    #expect(try bench.run(["annotate", path, "--page", "1", "--box", "10,10,40,20"]).status == 0)
    let alone = try bench.run(["annotations", path, "--xfdf"])
    #expect(alone.output.contains("<square") && !alone.output.contains("<field"))
    for format in ["xfdf", "fdf"] {
      let out = bench.folder + "/both." + format
      let made = try bench.run(["annotations", path, "--" + format, "--form", "-o", out])
      #expect(made.status == 0 && made.errors.contains("not exported: 1 password"))
      #expect(!String(decoding: try data(out), as: UTF8.self).contains("hush"))
      let other = try bench.write(FormPDF().file(), "other-\(format).pdf")
      let read = try bench.run(["annotate", other, "--import", out])
      #expect(read.status == 0, "\(read.errors)")
      #expect(
        try bench.run(["form", other]).output.contains("person.name\ttext\t1,2\t   \t"))
      #expect(try bench.run(["annotations", other]).output.contains("box"))
    }
  }

  @Test func fieldsAreListedAndFilledInByCommand() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(FormPDF().file(), "form.pdf")
    let base = try data(path)
    let reported = try bench.run(["form", path, "--json"]).output
    let fields = try #require(
      try JSONSerialization.jsonObject(with: Data(reported.utf8)) as? [[String: Any]])
    #expect(fields.count == 13)
    let fruit = try #require(fields.first { $0["name"] as? String == "fruit" })
    #expect(fruit["value"] as? String == "a" && fruit["shown"] as? String == "Apple")
    #expect(!reported.contains("hidden\"") || !reported.contains("\"value\":\"hidden\""))
    let copy = bench.folder + "/filled.pdf"
    let made = try bench.run([
      "form", path, "--set", "name=Grace", "--set", "agree=on", "--set", "fruit=Cherry", "--set",
      "tags=three", "--set", "tags=one", "-o", copy,
    ])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(try data(path) == base)
    let list = try bench.run(["form", copy]).output
    #expect(list.contains("person.name\ttext\t1,2\tGrace\t"))
    #expect(
      list.contains("fruit\tcombo\t1\tCherry\t") && list.contains("tags\tlist\t1\tone, three\t"))
    #expect(try bench.run(["form", path, "--set", "code=123"]).status == 0)
    #expect(try data(path).starts(with: base))
    #expect(try bench.run(["form", path, "--undo"]).output.hasPrefix("code\ttext\t1\t\t"))
    #expect(try data(path).starts(with: base))
    #expect(
      try bench.run(["annotate", path, "--redo"]).output.hasPrefix("code\ttext\t1\t123\t"),
      "either command tells what became of the other's edits")
    #expect(try bench.run(["annotate", path, "--page", "1", "--box", "50,60,40,30"]).status == 0)
    let both = try bench.run(["form", path, "--undo", "--undo"])
    let lines = both.output.split(separator: "\n")
    #expect(both.status == 0 && lines.count == 2, "\(both)")
    #expect(lines.first?.hasSuffix("  box on p. 1 was removed") == true)
    #expect(lines.last?.hasPrefix("code\ttext\t1\t\t") == true)
    let none = try bench.run(["form", path, "--undo"])
    #expect(none.status == 1 && none.errors.contains("left to be undone"))
    #expect(try data(path) == base)
  }

  @Test func formErrorsAreReported() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(FormPDF().file(), "form.pdf")
    let base = try data(path)
    for (setting, words) in [
      ("nmae=x", "has no field “nmae”; is it “person.name”"),
      ("fruit=Mango", "“Mango” is not a value of fruit: “Apple”, “Banana”, “Cherry”"),
      ("agree=maybe", "form.pdf: “maybe” is not a value of agree: “on”, “off”\n"),
      ("code=123456", "form.pdf: code takes 5 characters, that is 6"),
      ("fixed=x", "fixed is read-only"),
      ("sign=x", "sign is for a signature"), ("colour=off", "One button of colour is always on"),
      ("agree", "--set needs NAME=VALUE"),
    ] {
      let result = try bench.run(["form", path, "--set", setting])
      #expect(result.status == 2 && result.errors.contains(words), "\(setting): \(result.errors)")
    }
    #expect(try data(path) == base)
    let none = try bench.run(["form", bench.document])
    #expect(none.status == 1 && none.output.isEmpty)
    var hybrid = FormPDF()
    hybrid.form = "/XFA[(template)\(hybrid.document.font) 0 R]"
    let second = try bench.write(hybrid.file(), "form.pdf")
    let refused = try bench.run(["form", second, "--set", "code=1"])
    #expect(refused.status == 2 && refused.errors.contains("XFA part"))
    #expect(try bench.run(["form", second, "--set", "code=1", "--yes"]).status == 0)
  }
}
