package import DocumentModel

/// The state of annotating: styles to reuse, the list, the popup, and texts and places that are awaited.
package struct Annotating: Sendable {
  /// The last style of each annotation type, the latest last.
  package var pens: [AnnotationPen] = []
  package var builder = AnnotationBuilder()
  /// The style given last, which the next annotations get; it takes precedence over the user's settings.
  package var style = AnnotationStyle()
  /// The document state when new annotations were started, until they are kept.
  package var origins: [AnnotationID: AnnotationOrigin] = [:]
  /// A mark that waits for pages.
  package var pendingMark: PendingMark?
  /// The contents of the annotation list.
  package var list = AnnotationView()
  /// The annotation that is read in a popup.
  package var card: AnnotationCard?
  /// The drawing tool on the picture of a page.
  package var tool: DrawingTool?
  /// A text that is in the user's editor.
  package var draft: AnnotationWriting?
  /// The last cancelled note text, for the next prompt.
  package var givenUpText = ""
  /// Texts that wait until it is known what their annotations say in a new version of the file.
  package var awaitedTexts: [AwaitedText] = []
  /// A copy being written, in which reading continues.
  package var awaitedCopy: AwaitedCopy?
  /// A mark that is to be put onto other words.
  package var moved: MovedAnnotation?

  package init() {}
}
