import DocumentModel
import Messages

extension PanelSource {
  package static let templates = PanelSource(
    "New document", isMenu: true, emptyText: { _, _ in "There are no templates" }
  ) { templateRows($0) }

  private static func templateRows(_ state: State) -> [Panel.Row] {
    state.browser.templates.map { template in
      Panel.Row(
        text: template.title,
        action: .closing { state in
          guard
            let folder = state.browser.newDocumentFolder(
              preferences: state.preferences, &state.notices)
          else { return [] }
          let about = state.browser.templateSubject
          return [.browse(.create(template: template.id, folder: folder, about: about))]
        })
    }
  }
}
