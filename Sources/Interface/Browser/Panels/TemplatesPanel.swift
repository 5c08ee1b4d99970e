import DocumentModel
import Messages

extension PanelSource {
  package static let templates = PanelSource(
    "New document", isMenu: true, emptyText: { _, _ in "There are no templates" }
  ) { $0.templateRows() }
}

extension State {
  fileprivate func templateRows() -> [Panel.Row] {
    browser.templates.map { template in
      Panel.Row(
        text: template.title,
        action: .closing { state in
          guard let folder = state.newDocumentFolder else { return [] }
          let about = state.browser.templateSubject
          return [.browse(.create(template: template.id, folder: folder, about: about))]
        })
    }
  }
}
