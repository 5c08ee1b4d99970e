/// Annotations of the previous version of a document as they would lie on this one. Nothing of them is kept before the user agrees.
package struct CarriedAnnotations: Sendable, Hashable {
  /// Those whose words are here, at their places in this version.
  package var fitting: [Annotation]
  /// Those whose own words have changed, over the words that stand in their place.
  package var closest: [Annotation]
  /// Those that have no place in this version.
  package var lost: [Annotation]
  /// Values of form fields that the user typed and no file has.
  package var fields: [FieldChange]

  package init(
    fitting: [Annotation] = [], closest: [Annotation] = [], lost: [Annotation] = [],
    fields: [FieldChange] = []
  ) {
    self.fields = fields
    self.fitting = fitting
    self.closest = closest
    self.lost = lost
  }

  package var isEmpty: Bool { placed.isEmpty && lost.isEmpty && fields.isEmpty }
  /// Those that have a place, certain or not.
  package var placed: [Annotation] { fitting + closest }
}
