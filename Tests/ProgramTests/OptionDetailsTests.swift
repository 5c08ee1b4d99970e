import Testing

@testable import CommandLine

@Suite struct OptionDetailsTests {
  private let lines = [
    "-o, --output OUT     writes another file and leaves this one unchanged; - is",
    "                     standard output",
    "--yes                edits although it is signed", "",
    "Prints a line per field: name, type, page label,", "value and accepted values.",
    "Exit status: 0, or 1 if there is no form.",
  ]

  @Test func helpIsSplitIntoOptionsAndParagraphs() {
    #expect(
      OptionDetails(lines).parts == [
        .option(
          "-o, --output OUT",
          "writes another file and leaves this one unchanged; - is standard output"),
        .option("--yes", "edits although it is signed"),
        .paragraph("Prints a line per field: name, type, page label, value and accepted values."),
        .paragraph("Exit status: 0, or 1 if there is no form."),
      ])
  }

  @Test func descriptionsStayInTheirColumn() {
    let shown = OptionDetails(lines).lines(width: 60)
    #expect(shown.allSatisfy { $0.count <= 60 })
    #expect(shown[0] == "-o, --output OUT     writes another file and leaves this one")
    #expect(shown[1] == "                     unchanged; - is standard output")
    #expect(shown[4] == "Prints a line per field: name, type, page label, value and")
  }

  @Test func inNarrowWindowsDescriptionsAreBelow() {
    let shown = OptionDetails(lines).lines(width: 36)
    #expect(shown[0] == "-o, --output OUT" && shown[1] == "    writes another file and leaves")
  }

  /// Whatever a command's help says fits into a terminal, but for words longer than it.
  @Test(arguments: Subcommand.all.map(\.name)) func allHelpFitsTheTerminal(_ name: String) throws {
    let command = try #require(Subcommand.all.first { $0.name == name })
    let lines = command.help(width: 80).split(separator: "\n").prefix { $0 != "  Examples:" }
    for line in lines where line.count > 80 {
      #expect(line.split(separator: " ").contains { $0.count > 40 }, "\(line)")
    }
  }
}
