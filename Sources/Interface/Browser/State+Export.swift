import DocumentModel
import Messages

extension State {
  /// Asks what of the chosen is to be written elsewhere; where to is asked next.
  mutating func askWhatToExport() -> [Effect] {
    let paths = taggedPaths
    guard !paths.isEmpty else { return [] }
    let its = paths.count == 1 ? "its text" : "their texts"
    questions.ask(
      Question(
        "Export \(Wording.count(paths))",
        [
          .init(
            "d", paths.count == 1 ? "the document itself" : "the documents themselves",
            .begin("export-document", exportFolder)),
          .init(
            "t", "\(its), as .txt; Markdown stays Markdown", .begin("export-text", exportFolder)),
          .init("n", "nothing", .nothing),
        ]))
    return []
  }

  /// The last export folder, else the downloads folder; with a slash, ready to type on.
  private var exportFolder: String {
    let folder = browser.exportFolder ?? browser.shortened(environment.installed.downloads)
    return folder.isEmpty || folder.utf8.last == 0x2F ? folder : folder + "/"
  }

  mutating func export(to typed: String, asText: Bool) -> [Effect] {
    let paths = taggedPaths
    guard !paths.isEmpty else { return [] }
    if browser.isShown { browser.clearMarks() }
    return [.browse(.files(.export(paths, to: typed, asText: asText)))]
  }
}
