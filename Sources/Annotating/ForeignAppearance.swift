import DocumentModel

/// The properties of an annotation that survive rewriting by another program.
struct ForeignAppearance: Hashable {
  var kind: AnnotationKind
  var contents: String
  var author: String

  init(_ annotation: Annotation) {
    (kind, contents, author) = (annotation.kind, annotation.contents, annotation.author)
  }
}

extension Annotation {
  /// Whether a similar annotation is the same: made in the same second, or at the same place.
  func isLikely(_ other: Annotation) -> Bool {
    if id == other.id && !id.isOfObject { return true }
    if let created, created == other.created { return true }
    let (a, b) = (extent, other.extent)
    return page == other.page && abs(a.x0 - b.x0) + abs(a.y0 - b.y0) < 2
  }
}
