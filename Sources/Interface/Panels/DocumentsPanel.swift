import DocumentModel

extension PanelSource {
  package static let documents = PanelSource("Documents") { documentRows($0) }

  private static func documentRows(_ state: State) -> [Panel.Row] {
    state.documents.map { document in
      var row = Panel.Row(
        text: document.title,
        detail: document.hasPages && document.pageCount > 0 ? "\(document.pageCount) p." : "",
        action: .closing { $0.show(document.id) })
      row.isCurrent = document.id == state.pane?.document
      row.isFileName = document.title == document.fileName
      return row
    }
  }
}
