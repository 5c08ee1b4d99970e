import DocumentModel
import Foundation
import Testing

@testable import CommandLine
@testable import Services

/// Options accepted by commands, documented in their help and completed by shells are the same.
@Suite struct OptionFormTests {
  /// Words that look like options in a help's sentences, each without what surrounds it.
  private static func options(in text: some StringProtocol) -> Set<String> {
    var found: Set<String> = []
    for part in text.split(separator: " ") {
      guard let range = part.range(of: "--") else { continue }
      let name = part[range.upperBound...].prefix { $0.isLetter || $0 == "-" }
      if !name.isEmpty { found.insert(String(name)) }
    }
    return found
  }

  @Test(arguments: Subcommand.all.map(\.name)) func helpDescribesEachOption(_ name: String) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    let reported = Self.options(in: subcommand.help)
    for option in subcommand.form.flags.union(subcommand.form.valued.keys) {
      #expect(reported.contains(option), "recto \(name) takes --\(option), and its help is silent")
    }
    for letter in subcommand.form.short.keys {
      #expect(subcommand.help.contains("-\(letter)"), "recto \(name) -\(letter)")
    }
  }

  /// A mistake leads to the help that lists what there is.
  @Test(arguments: Subcommand.all.map(\.name)) func mistakesReferToTheCommandsHelp(
    _ name: String
  ) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    for word in ["--bogus", "-%"] {
      let mistake = try #require(throws: Arguments.Mistake.self) {
        try Arguments([word], subcommand.form)
      }
      #expect(mistake.sentence == "there is no option \(word); recto \(name) --help lists them")
    }
  }

  /// A line of help that begins with an option is about one there is.
  @Test(arguments: Subcommand.all.map(\.name)) func helpDescribesOnlyExistingOptions(
    _ name: String
  ) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    let form = subcommand.form
    for line in subcommand.details where line.hasPrefix("-") {
      let head = line.components(separatedBy: "  ")[0]
      for option in Self.options(in: head) {
        #expect(form.flags.contains(option) || form.valued[option] != nil, "\(name): \(line)")
      }
    }
  }

  @Test func shortOptionsMapToExistingOptions() {
    for form in Subcommand.all.map(\.form) + [Recto.form] {
      for name in form.short.values {
        #expect(form.flags.contains(name) || form.valued[name] != nil, "\(name)")
      }
      #expect(form.flags.isDisjoint(with: form.valued.keys))
    }
  }

  @Test func theDesktopEntryListsSupportedTypes() {
    let entry = DesktopEntry.application.text(DocumentTypeSettings.own)
    #expect(entry.contains("MimeType=application/pdf;"))
    #expect(entry.contains("text/markdown;") && entry.contains("text/plain;"))
    #expect(!entry.contains("application/zip"))
    #expect(entry.contains("Terminal=true\n"))
    let thumbnailer = DesktopEntry.thumbnailer.text(DocumentTypeSettings.own)
    #expect(thumbnailer.contains("Exec=recto thumbnail --size %s --output %o %i\n"))
  }
}
