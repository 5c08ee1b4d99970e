import DocumentModel

extension PanelSource {
  package static let marks = PanelSource(
    title: "Marks", rows: { $0.matching($0.markRows(), $1) },
    emptyText: { $1 ? nil : "No marks yet: m and a letter set one" }, namesPages: true)
}

extension State {
  fileprivate func markRows() -> [Panel.Row] {
    guard let document else { return [] }
    return document.reading.marks.map { mark in
      Panel.Row(
        text: mark.name + "  " + mark.snippet, detail: document.shortPlaceName(mark.place),
        action: .goTo(mark))
    }
  }
}
