/// The parts of a document's journal that are written into its file: some documents accept only one.
struct AnnotationParts: OptionSet, Sendable {
  let rawValue: Int

  static let annotations = AnnotationParts(rawValue: 1)
  /// Form values.
  static let fields = AnnotationParts(rawValue: 2)
}
