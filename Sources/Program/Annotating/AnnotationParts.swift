/// What of a document's journal is written into its file: some documents take the one and not the other.
struct AnnotationParts: OptionSet, Sendable {
  let rawValue: Int

  static let annotations = AnnotationParts(rawValue: 1)
  /// What is filled into the form.
  static let fields = AnnotationParts(rawValue: 2)
}
