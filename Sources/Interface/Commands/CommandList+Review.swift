import DocumentModel
import Messages

/// Reviews with others: states, styles and tags of annotations, imports, exports and summaries.
extension CommandList {
  /// Defines a command for a part of an annotation's style; the argument is its value.
  private static func style(
    _ title: String, _ part: AnnotationStyle.Part, _ suggestions: [String]
  ) -> Command {
    Command(
      part.rawValue, title, .annotations, when: needsAnnotations,
      argument: .init(name: "VALUE", choices: .suggested { _ in suggestions }) { state, text in
        state.setCurrentStyle(part, text)
      }, run: { state, _ in state.ask(for: part.rawValue) })
  }

  /// Defines a command that reads or writes a file.
  private static func file(
    _ name: String, _ title: String,
    run: @escaping @Sendable (inout State, String) -> [Effect]
  ) -> Command {
    Command(
      name, title, .annotations, when: needsAnnotations,
      argument: .init(name: "FILE", choices: .paths, run: run),
      run: { state, _ in state.ask(for: name) })
  }

  static let review: [Command] = [
    own(
      "review-state", "Set the annotation's review state",
      argument: .init(name: "STATE", choices: .listed { _ in State.states }) { state, text in
        state.setCurrentState(text)
      }, when: needsAnnotations
    ) { state, _ in state.perform(.state) }.also("accept reject complete cancel done status"),
    onAnnotation("annotation-style", "Change the annotation's style", .style).also(
      "width opacity font fill arrow"),
    style(
      "Line width of the annotation and of the next ones", .lineWidth, ["0.5", "1", "1.5", "3"]
    )
    .also("thickness stroke"),
    style("Opacity of the annotation and of the next ones", .opacity, ["100%", "50%", "25%"]).also(
      "transparent"),
    style("Font size of the text and of the next ones", .fontSize, ["9", "12", "16"]),
    style("Fill of the shape and of the next ones", .fill, ["none", "yellow"]).also("background"),
    style(
      "Arrows at the ends of the line and of the next ones", .endings,
      AnnotationStyleStrings.endingNames
    ).also("head"),
    own(
      "tag-annotation", "Tag the annotation",
      argument: .init(name: "TAGS", choices: .suggested { _ in [] }) { state, text in
        state.setCurrentTags(text)
      }, when: needsAnnotations
    ) { state, _ in state.perform(.tag) }.also("label keyword"),
    listing("annotations-by-state", "Filter annotations by review state, one after the other") {
      PanelSource.listByState(&$0)
    },
    listing("annotations-by-tag", "Filter annotations by tag, one after the other") {
      PanelSource.listByTag(&$0)
    },
    file("import-annotations", "Import annotations and form values from XFDF or FDF") {
      state, path in state.importAnnotations(from: path)
    }.also("acrobat comments review"),
    file("export-annotations", "Export annotations and form values as XFDF or FDF") {
      state, path in state.exportAnnotations(to: path)
    }.also("acrobat comments review"),
    file("summary", "Write a summary of the annotations as Markdown or PDF") { state, path in
      state.summarizeAnnotations(to: path)
    }.also("export comments report"),
  ]
}
