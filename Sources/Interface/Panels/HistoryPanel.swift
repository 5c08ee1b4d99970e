import DocumentModel

extension PanelSource {
  package static let history = PanelSource(
    title: "Places", rows: { Panel.matching(historyRows($0), $1) },
    emptyText: { $1 ? nil : "No jumps yet" }, namesPages: true)

  private static func historyRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    return document.reading.history.enumerated().reversed().map { index, place in
      let title =
        document.section(page: place.page, y: .greatestFiniteMagnitude)?.item.title ?? ""
      var row = Panel.Row(
        text: document.placeName(place) + "  " + title,
        action: .jump(page: place.page, .offset(place.offset)))
      row.isCurrent = index == document.reading.historyIndex
      return row
    }
  }
}
