import DocumentModel
import Testing

@testable import Interface

@Suite struct AnnotationPlaceTests {
  private func shape(_ kind: AnnotationKind, _ side: Float) -> Annotation {
    Annotation(
      id: AnnotationID("a"), page: 0, kind: kind, box: Box(x: 9, y: 9, width: 50, height: side))
  }

  @Test func tooSmallAnnotationsAreRefused() {
    #expect(AnnotationStrings.whyUnseen(shape(.box, 0)) == "it needs a size")
    #expect(AnnotationStrings.whyUnseen(shape(.box, -5)) == "it needs a size")
    #expect(AnnotationStrings.whyUnseen(shape(.box, 1))?.contains("minimum is 2 points") == true)
    #expect(AnnotationStrings.whyUnseen(shape(.stamp, 5))?.contains("minimum is 6 points") == true)
    #expect(AnnotationStrings.whyUnseen(shape(.box, 2)) == nil)
    #expect(AnnotationStrings.whyUnseen(shape(.stamp, 6)) == nil)
    // Another program's shape may be as thin as its line; one drawn by hand may not.
    #expect(AnnotationStrings.whyUnseen(shape(.polyLine, 1)) == nil)
    #expect(AnnotationStrings.whyUnseen(shape(.polyLine, 1), least: 2) != nil)
  }

  @Test func theEndsOfALineMustDiffer() {
    var line = shape(.line, 0)
    let point = Point(x: 5, y: 5)
    line.draw([[point, point]])
    #expect(AnnotationStrings.whyUnseen(line)?.contains("must differ") == true)
    line.draw([[point, Point(x: 5, y: 9)]])
    #expect(AnnotationStrings.whyUnseen(line) == nil)
  }
}
