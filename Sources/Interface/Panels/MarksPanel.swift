import DocumentModel

extension PanelSource {
  package static let marks = PanelSource(
    title: "Marks", rows: { Panel.matching(markRows($0), $1) },
    emptyText: { $1 ? nil : "No marks yet: m and a letter set one" }, namesPages: true)

  private static func markRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    return document.reading.marks.map { mark in
      Panel.Row(
        text: mark.name + "  " + mark.snippet, detail: document.shortPlaceName(mark.place),
        action: .goTo(mark))
    }
  }
}
