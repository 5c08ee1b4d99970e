/// Annotations of a previous version of a document, placed on this version. Nothing is stored until the user agrees.
package struct CarriedAnnotations: Sendable, Hashable {
  /// Annotations whose text was found, with their places in this version.
  package var fitting: [Annotation]
  /// Annotations whose text has changed, placed on the text that replaced it.
  package var closest: [Annotation]
  /// Annotations without a place in this version, including those of `closest` as they were.
  package var lost: [Annotation]
  /// Form values the user typed that are in no file.
  package var fields: [FieldChange]
  /// Whether this may be another document with the same wording, such as the next invoice: nothing is carried over to it unasked.
  package var isDoubtful = false

  package init(
    fitting: [Annotation] = [], closest: [Annotation] = [], lost: [Annotation] = [],
    fields: [FieldChange] = []
  ) {
    self.fields = fields
    self.fitting = fitting
    self.closest = closest
    self.lost = lost
  }

  /// Adds those of a version before, whose fields count less.
  package mutating func add(_ earlier: CarriedAnnotations) {
    fitting += earlier.fitting
    closest += earlier.closest
    lost += earlier.lost
    let known = Set(fields.map(\.id))
    fields += earlier.fields.filter { !known.contains($0.id) }
    isDoubtful = isDoubtful || earlier.isDoubtful
  }

  package var isEmpty: Bool { placed.isEmpty && lost.isEmpty && fields.isEmpty }
  /// Annotations with a place, certain or not.
  package var placed: [Annotation] { fitting + closest }
  /// Annotations without even a likely place.
  package var homeless: [Annotation] {
    let known = Set(closest.map(\.id))
    return lost.filter { !known.contains($0.id) }
  }
}

extension [Annotation] {
  /// The number of annotations without replies and further parts, as the user counts them.
  package var mainCount: Int { count { $0.replyTo == nil && $0.id.whole == nil } }
}
