import Comparison
import DocumentModel
import Interface
import Services
import Text

/// All that differs between two versions of a document.
struct DiffReport {
  let comparison: TextComparison
  let passages: [ChangedPassage]
  let figures: [FigureChange]
  let annotations: [LostAnnotation]
  /// The evidence of the new version's running heads.
  let evidence: DocumentEvidence
  /// The number of pages that could not be read.
  let failures: Int

  init(
    _ versions: VersionPair, comparesFigures: Bool
  ) throws(CommandDocument.Failure) {
    let readings = try versions.readings()
    comparison = TextComparison(old: readings[0].text, new: readings[1].text)
    evidence = readings[1].evidence
    failures = readings.reduce(0) { $0 + $1.failures.count }
    for (document, reading) in zip([versions.old, versions.new], readings)
    where reading.text.words.isEmpty && failures == 0 && document.summary.hasPages {
      throw CommandDocument.Failure(
        sentence:
          "\(document.name) has no text; its pages may be pictures, whose words recto ocr stores in a PDF"
      )
    }
    guard comparison.areVersions else {
      throw CommandDocument.Failure(
        sentence:
          "\(versions.old.name) and \(versions.new.name) have almost no words in common; name two versions of one document"
      )
    }
    passages = comparison.passages()
    figures = comparesFigures ? FigureComparison(versions, comparison).changes() : []
    annotations = try LostAnnotation.all(versions, comparison)
  }

  /// Whether nothing is known to differ.
  var isSame: Bool { passages.isEmpty && figures.allSatisfy(\.isUnknown) }

  /// Returns the counts as a sentence without a full stop.
  var summary: String {
    guard !passages.isEmpty || !figures.isEmpty else { return "no changes" }
    let counts = [
      (comparison.insertedCount, "word", "inserted"), (comparison.deletedCount, "word", "deleted"),
      (comparison.movedCount, "word", "moved"),
      (figures.count { !$0.isUnknown && !$0.isMoved }, "figure", "changed"),
      (figures.count(where: \.isMoved), "figure", "moved"),
      (figures.count(where: \.isUnknown), "figure", "not compared"),
      (annotations.count, "annotation", "on changed words"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\(Wording.count($0.0, $0.1)) \($0.2)" }
      .joined(separator: ", ")
  }
}
