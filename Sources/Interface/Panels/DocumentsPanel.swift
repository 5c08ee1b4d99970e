import DocumentModel

extension PanelSource {
  package static let documents = PanelSource("Documents") { $0.documentRows() }
}

extension State {
  fileprivate func documentRows() -> [Panel.Row] {
    documents.map { document in
      var row = Panel.Row(
        text: document.title,
        detail: document.hasPages && document.pageCount > 0 ? "\(document.pageCount) p." : "",
        action: .closing { $0.show(document.id) })
      row.isCurrent = document.id == pane?.document
      row.isFileName = document.title == document.fileName
      return row
    }
  }
}
