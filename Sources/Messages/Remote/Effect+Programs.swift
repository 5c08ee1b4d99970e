import DocumentModel

extension Effect {
  /// Whether it starts another program, or stops this one: no request from outside may do that.
  package var startsProgram: Bool {
    switch self {
    case .openURI, .suspend, .editSource, .annotations(.editText): true
    // It may run the user's command that brings files.
    case .library(.locate): true
    // Its answer opens the editor.
    case .lookUp(_, _, let question, _): question.isForSource
    case .browse(.edit), .browse(.handToEditor), .browse(.renameMany), .browse(.openWith),
      .browse(.run), .browse(.lookUp), .browse(.mail), .browse(.runInTerminal),
      .browse(.foreground):
      true
    default: false
    }
  }
}
