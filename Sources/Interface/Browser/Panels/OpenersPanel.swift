import DocumentModel
import Messages

extension PanelSource {
  package static let openers = PanelSource(
    "Open with", isMenu: true, emptyText: { _, _ in "looking for programs …" }
  ) { openerRows($0) }

  private static func openerRows(_ state: State) -> [Panel.Row] {
    state.browser.openers.map { opener in
      Panel.Row(
        text: opener.name, detail: opener.isDefault ? "default" : "",
        action: .init { state in
          let paths = state.browser.taggedPaths(document: state.document)
          state.closePanel()
          if opener.id == Opener.recto.id { return state.read(paths) }
          return [.browse(.openWith(program: opener.id, paths: paths))]
        })
    }
  }

  static func askOpener(_ state: inout State) -> [Effect] {
    guard let path = state.browser.taggedPaths(document: state.document).first else { return [] }
    state.browser.openers = []
    state.toggle(.openers)
    return [.browse(.loadOpeners(path: path))]
  }
}
