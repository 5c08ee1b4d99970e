import Testing

@testable import CommandLine

/// An option means the same in all commands, and so do their refusals.
@Suite struct OptionRulesTests {
  private func form(of name: String) throws -> OptionForm {
    try #require(Subcommand.all.first { $0.name == name }).form
  }

  @Test(arguments: [
    ("annotations", ["--csv", "--json"], "--csv and --json do not go together; give one"),
    ("tables", ["--tsv", "--csv"], "--csv and --tsv do not go together; give one"),
    ("search", ["-c", "-l"], "-c and -l do not go together; give one"),
    ("render", ["--dpi", "9", "--width", "9"], "--width and --dpi do not go together; give one"),
    ("text", ["--page", "1", "--pages", "2"], "--page and --pages do not go together; give one"),
    ("form", ["--undo", "--redo"], "--undo and --redo do not go together; give one"),
    ("pages", ["--undo", "--remove", "1"], "--undo and --remove do not go together; give one"),
    ("pages", ["--json", "--rotate", "90"], "--json and --rotate do not go together; give one"),
    ("info", ["--json", "--set", "title=x"], "--set and --json do not go together; give one"),
    ("outline", ["--json", "--add", "x"], "--json and --add do not go together; give one"),
    ("info", ["-o", "x"], "-o goes with --set"),
    ("form", ["-o", "x"], "-o goes with --set, --import, --xfdf or --fdf"),
    (
      "pages", ["-o", "x"],
      "-o goes with --remove, --extract, --rotate, --move, --exchange, --insert or --merge"
    ),
    ("outline", ["-o", "x"], "-o goes with --add, --move, --remove or --rename"),
    ("pages", ["--extract", "1"], "--extract goes with -o"),
    ("pages", ["--merge"], "--merge goes with -o"),
    ("pages", ["--at", "1"], "--at goes with --insert"),
    ("annotate", ["--force", "--undo"], "--force goes with -o"),
    ("form", ["--force", "--set", "a=b"], "--force goes with -o"),
    ("figures", ["--dpi", "9"], "--dpi goes with -o"),
    ("annotate", ["--box", "1,2,3,4", "--size", "1,2"], "--size goes with --edit"),
    ("annotate", ["--undo", "--delete"], "--delete goes with --sync"),
    ("render", ["-o"], "-o needs a value"), ("render", ["--output="], "--output needs a file name"),
    ("annotate", ["-o", ""], "-o needs a file name"),
    ("text", ["--json=x"], "--json takes no value"), ("text", ["--mode"], "--mode needs a value"),
  ]) func conflictingOptionsAreRefused(
    _ command: String, _ words: [String], _ sentence: String
  ) throws {
    let form = try form(of: command)
    let mistake = try #require(throws: Arguments.Mistake.self) { try Arguments(words, form) }
    #expect(mistake.sentence == sentence)
  }

  /// `-o FILE` can be forced wherever a file is written; pages are chosen alike by all that print by page.
  @Test func relatedOptionsAreOfferedTogether() throws {
    // `share` writes into a database, not into a file.
    for command in Subcommand.all where !["thumbnail", "share"].contains(command.name) {
      let form = command.form
      #expect((form.valued["output"] == nil) == !form.flags.contains("force"), "\(command.name)")
    }
    for name in ["text", "search", "links", "tables", "figures", "annotations"] {
      let form = try form(of: name)
      #expect(form.valued["page"] == .text && form.valued["pages"] == .text, "\(name)")
    }
  }

  /// Rules are about options that exist.
  @Test(arguments: Subcommand.all.map(\.name)) func rulesReferToExistingOptions(_ name: String)
    throws
  {
    let form = try form(of: name)
    let options = form.flags.union(form.valued.keys)
    #expect(options.isSuperset(of: form.alternatives.flatMap(\.self)))
    #expect(options.isSuperset(of: form.dependent.keys))
    #expect(options.isSuperset(of: form.dependent.values.flatMap(\.self)))
  }
}
