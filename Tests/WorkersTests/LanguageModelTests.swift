import Foundation
import TestSupport
import Testing

@testable import Workers

/// The language models that are chosen.
@Suite struct LanguageModelTests {
  private static func models(_ names: [String]) throws -> LanguageModels? {
    let folder = try TemporaryFolder()
    for name in names {
      try Data().write(to: URL(fileURLWithPath: folder.path + "/\(name).traineddata"))
    }
    try Data().write(to: URL(fileURLWithPath: folder.path + "/pdf.ttf"))
    return LanguageModels(folder: folder.path)
  }

  @Test func modelsAreListedWithoutHelpers() throws {
    #expect(try Self.models(["osd", "jpn_vert", "eng", "a b"])?.names == ["eng", "jpn_vert"])
    #expect(try Self.models(["osd"]) == nil)
  }

  @Test(arguments: [
    ("", "", ["eng"]), ("de-AT", "", ["deu", "eng"]), ("en", "de_DE.UTF-8", ["eng", "deu"]),
    ("ja", "fr_FR", ["eng"]), ("zh-Hant", "", ["chi_tra", "eng"]), ("deu", "", ["deu", "eng"]),
  ]) func theDocumentsLanguageIsUsedFirst(
    _ document: String, _ user: String, _ languages: [String]
  ) throws {
    let models = try #require(try Self.models(["eng", "deu", "chi_tra"]))
    #expect(models.languages(for: document, user: user) == languages)
  }

  @Test func withoutEnglishTheFirstModelIsUsed() throws {
    #expect(try Self.models(["ita", "fra"])?.languages(for: "xx") == ["fra"])
  }
}
