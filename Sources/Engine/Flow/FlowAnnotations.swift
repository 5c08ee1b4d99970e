import DocumentModel

/// A comment of an office document.
struct FlowComment {
  var author: String
  /// In ISO 8601, or empty.
  var date: String
  var text: String
}

/// The comments and tracked changes of a flowing text as annotations.
struct FlowAnnotations {
  /// By their identifiers.
  var comments: [String: FlowComment] = [:]

  /// Returns the annotations of a portion; adjacent marks of one kind are one annotation.
  func annotations(on page: Int, of portion: FlowPortion) -> [Annotation] {
    var found: [Annotation] = []
    var places: [FlowMark.Kind: Int] = [:]
    for (number, mark) in portion.marks.enumerated() {
      if case .comment = mark.kind, let place = places[mark.kind] {
        found[place].quads.append(Quad(mark.box))
        found[place].box = found[place].box.union(mark.box)
      } else if var annotation = annotation(mark, page) {
        annotation.id = AnnotationID("object-\(page)-\(number)")
        places[mark.kind] = found.count
        found.append(annotation)
      }
    }
    return found
  }

  private func annotation(_ mark: FlowMark, _ page: Int) -> Annotation? {
    var annotation = Annotation(
      id: AnnotationID(""), page: page, kind: .highlight, box: mark.box)
    annotation.quads = [Quad(mark.box)]
    switch mark.kind {
    case .comment(let id):
      guard let comment = comments[id] else { return nil }
      annotation.contents = comment.text
      (annotation.author, annotation.color) = (comment.author, 0xFFD100)
      annotation.created = BookDate.seconds(comment.date)
    case .insertion(let author, let date):
      annotation.kind = .underline
      (annotation.author, annotation.subject, annotation.color) = (author, "Inserted", 0x2E9E4F)
      annotation.created = BookDate.seconds(date)
    case .deletion(let author, let date):
      annotation.kind = .strikeOut
      (annotation.author, annotation.subject, annotation.color) = (author, "Deleted", 0xC83737)
      annotation.created = BookDate.seconds(date)
    }
    annotation.modified = annotation.created
    return annotation
  }
}
