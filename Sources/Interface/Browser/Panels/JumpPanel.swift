import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let jump = PanelSource(
    title: "Go to a document", rows: { state, _ in jumpRows(state) },
    emptyText: { state, _ in state.browser.mayFindMore ? "looking …" : "No match" }, isTyped: true,
    filtersAtOnce: true, sign: "›")

  private static func jumpRows(_ state: State) -> [Panel.Row] {
    state.browser.found.map { candidate in
      let (path, isFolder) = (candidate.path, candidate.isFolder)
      let name = PathParts.name(of: path)
      let folder =
        path.utf8.first == 0x2F ? state.browser.shortened(PathParts.folder(of: path)) : ""
      var row = Panel.Row(
        text: candidate.title.isEmpty ? name : candidate.title,
        // Documents with equal titles differ in their file names.
        detail: candidate.title.isEmpty ? folder : name + "  " + folder,
        action: .closing { isFolder ? $0.browse(.folder(path)) : $0.read([path]) })
      row.isFileName = candidate.title.isEmpty && candidate.author.isEmpty
      if !candidate.author.isEmpty { row.text += " · " + candidate.author }
      if candidate.isFolder { row.text += "/" }
      return row
    }
  }

  /// Opens the panel that goes to a document by a few letters.
  static func askWhereToGo(_ state: inout State) -> [Effect] {
    state.browser.found = []
    state.toggle(.jump)
    state.panel?.isFiltering = true
    return searchDocuments(&state)
  }

  /// Requests documents that match the typed text; a newer request cancels older ones.
  static func searchDocuments(_ state: inout State) -> [Effect] {
    guard state.panel?.source == .jump else { return [] }
    state.browser.nextRequest += 1
    state.browser.mayFindMore = true
    let below = state.browser.current?.place.folder ?? state.browser.home
    return [
      .browse(
        .find(
          serial: state.browser.nextRequest, query: state.panel?.filter.text ?? "", below: below))
    ]
  }
}
