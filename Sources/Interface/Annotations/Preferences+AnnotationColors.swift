package import DocumentModel
import Messages

extension Preferences {
  /// Makes one another kind, in that kind's shade where its colour has a name.
  package func turn(_ annotation: inout Annotation, into kind: AnnotationKind) {
    let old = annotation.kind
    annotation.kind = kind
    // A colour of one's own choice stays; one of the settings is another shade on other kinds.
    if let color = annotation.color,
      let named = annotationColors.first(where: { $0.shade(for: old) == color })
    {
      annotation.color = named.shade(for: kind)
    }
  }

  /// Returns the colour of a new annotation, from the user's colours.
  package func newColor(for kind: AnnotationKind) -> UInt32 {
    let named = annotationColors.first { $0.name == kind.facts.colorName }
    return (named ?? annotationColors.first ?? AnnotationColor.standard[0]).shade(for: kind)
  }

  /// Returns the colour for a name, a key or a notation; nil if it is none.
  package func color(named text: String, for kind: AnnotationKind) -> UInt32? {
    let name = text.lowercased()
    return annotationColors.first { $0.name.lowercased() == name || $0.key == text }?
      .shade(for: kind) ?? Tint.color(text)
  }
}
