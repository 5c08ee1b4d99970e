import DocumentModel
import Testing

@testable import CommandLine

/// The line of a subcommand about annotations of the previous version.
@Suite struct CarriedSentenceTests {
  private let one = Annotation(
    id: AnnotationID("a"), page: 0, kind: .highlight, box: Box(x0: 0, y0: 0, x1: 1, y1: 1),
    contents: "", author: "")

  @Test func theMessageOffersOnlyWhatCanBeKept() {
    #expect(
      CarriedAnnotations(fitting: [one]).sentence
        == "1 annotation of the previous version fits here; recto annotate --carry-over keeps it")
    let changed = CarriedAnnotations(closest: [one], lost: [one]).sentence
    #expect(changed.hasPrefix("the words under 1 annotation of the previous version changed"))
    #expect(changed.contains("--carry-over --closest keeps"))
    #expect(
      CarriedAnnotations(lost: [one]).sentence
        == "1 annotation of the previous version has no place here")
    #expect(
      CarriedAnnotations(fitting: [one], closest: [one], lost: [one]).sentence
        .contains("fits here, 1 on changed words does not; "))
  }
}
