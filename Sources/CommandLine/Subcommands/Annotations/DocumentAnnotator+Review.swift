import DocumentModel
import Interface
import Services

/// Styles and review states of existing annotations.
extension DocumentAnnotator {
  func apply(
    _ style: AnnotationStyle, to annotation: inout Annotation
  ) throws(CommandDocument.Failure) {
    let kind = annotation.kind
    if let part = AnnotationStyle.Part.allCases.first(where: {
      style.parts.contains($0) && !$0.applies(to: kind)
    }) {
      let name = AnnotationStrings.withArticle(AnnotationStrings.name(of: annotation))
      throw CommandDocument.Failure(
        sentence:
          "\(annotation.id.name) is \(name), which has no \(AnnotationStyleStrings.name(part))")
    }
    style.apply(to: &annotation)
  }

  mutating func states() throws(CommandDocument.Failure) -> [AnnotationChange] {
    guard let state = parsed.options["set"].flatMap(ReviewState.init(rawValue:)) else {
      let all = ReviewState.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandDocument.Failure(sentence: "--set needs a state: \(all)")
    }
    var changes: [AnnotationChange] = []
    for annotation in try existing("state") {
      guard !list.isDetached(annotation.id) else {
        throw CommandDocument.Failure(
          sentence:
            "\(annotation.id.name) has no place in this version of \(document.name), so a state would have none"
        )
      }
      var answer = try maker.new(.note, page: annotation.page)
      answer.setState(state, of: annotation, in: list)
      changes.append(AnnotationChange(before: nil, after: answer))
    }
    return changes
  }
}
