import Testing

@testable import CommandLine

@Suite struct HelpTests {
  @Test(arguments: [
    ("anotate", "annotate"), ("serach", "search"), ("page", "pages"), ("inof", "info"),
  ])
  func aMistypedCommandGetsASuggestion(_ typed: String, _ meant: String) {
    #expect(HelpCommand.mistyped(typed)?.contains("did you mean “\(meant)”") == true)
  }

  /// `rcd serach` puts the option for its file first.
  @Test func aMistypedCommandAfterCwdFileGetsASuggestion() throws {
    #expect(
      Recto.withoutFolderFile(["--cwd-file=/tmp/f", "serach", "x"]) == ["serach", "x"])
    #expect(Recto.withoutFolderFile(["--cwd-file=/tmp/f", "a.pdf"]).count == 2)
  }

  @Test(arguments: ["paper.pdf", "thesis", "./anotate", "-h", "My-Book", "x"])
  func possibleDocumentsAreNotMistypedCommands(_ typed: String) {
    #expect(HelpCommand.mistyped(typed) == nil)
  }

  @Test func aMistypedOptionGetsASuggestion() {
    let form = OptionForm(command: "annotate", flags: ["json"], valued: ["highlight": .text])
    do {
      _ = try Arguments(["--higlight", "x"], form)
      Issue.record("it is no option")
    } catch {
      #expect(error.sentence == "there is no option --higlight; did you mean “--highlight”?")
    }
  }

  @Test(arguments: Subcommand.all.map(\.name)) func everyCommandHasAnExample(_ name: String) throws
  {
    #expect(try #require(Subcommand.all.first { $0.name == name }).help.contains("Examples:"))
  }

  /// The examples can be typed as shown.
  @Test func examplesUseExistingOptions() throws {
    for example in Examples.all where !example.command.isEmpty {
      let command = try #require(Subcommand.all.first { $0.name == example.command })
      #expect(example.line.contains("recto \(example.command) "))
      let words = example.line.split(separator: " ").filter { $0.hasPrefix("--") }
      for word in words {
        let name = String(word.dropFirst(2).prefix { $0 != "=" })
        #expect(
          command.form.flags.contains(name) || command.form.valued[name] != nil, "\(example.line)")
      }
      #expect(command.help.contains(example.line))
    }
    #expect(Manual.page().contains(".SH EXAMPLES"))
  }
}
