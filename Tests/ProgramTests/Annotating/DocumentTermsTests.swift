import DocumentModel
import Testing

@testable import CommandLine
@testable import Services

/// A document's restrictions and warnings are reported in one sentence that offers what will work.
@Suite struct DocumentTermsTests {
  private func refusal(
    _ obstacle: SaveBlocker?, _ cautions: Set<AnnotationCaution>, _ options: String...
  ) throws -> String? {
    var saveStatus = SaveStatus()
    saveStatus.obstacle = obstacle
    saveStatus.cautions = cautions
    let parsed = try Arguments(options, AnnotateCommand.form)
    do throws(CommandDocument.Failure) {
      try DocumentTerms.check(saveStatus, "a.pdf", parsed)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// It is kept in the library, and no consent is requested for something that will not happen.
  @Test(arguments: [SaveBlocker.forbidden, .encryption, .tooLarge, .unmendable])
  func unsavableDocumentsNeedNoConsent(_ obstacle: SaveBlocker) throws {
    #expect(try refusal(obstacle, [.signed, .usageRights]) == nil)
    let copy = try #require(try refusal(obstacle, [.signed], "-o", "b.pdf"))
    #expect(copy.contains("nor a copy of it") && copy.contains("kept in Recto's library"))
    #expect(!copy.contains("signed") && !copy.contains("--yes"))
  }

  @Test func signaturesAreWarnedAbout() throws {
    let words = try #require(try refusal(nil, [.signed]))
    #expect(words.contains("is signed") && words.hasSuffix("--yes continues, -o writes a copy"))
    #expect(try refusal(nil, [.signed], "--yes") == nil)
    #expect(try refusal(nil, [.signed], "-o", "b.pdf") == nil)
  }

  /// Both are reported at once.
  @Test func signatureAndReadOnlyFileAreReportedTogether() throws {
    let words = try #require(try refusal(.readOnlyFile, [.signed]))
    #expect(words.contains("is signed") && words.contains("The file is read-only"))
    #expect(words.hasSuffix("--yes keeps it in Recto's library, -o writes a copy"))
  }

  @Test func aRepairableFileOffersACopy() throws {
    #expect(try refusal(.damaged, [.signed])?.hasSuffix("; -o writes a repaired copy") == true)
    #expect(try refusal(.certified, [.signed], "-o", "b.pdf") == nil)
  }
}
