package import Canvas
import DocumentModel

/// All that the screen shows, as a value: no descriptor, lock or task in it.
package struct State: Sendable {
  package enum Arrangement: Sendable, Hashable { case beside, stacked }

  package var size: Size
  package var theme: Theme
  package var keymap: Keymap
  package var documents: [Document] = []
  package var panes: [Pane] = []
  package var focus = 0
  package var arrangement = Arrangement.beside
  package var panel: Panel?
  package var prompt: Prompt?
  package var peek: Peek?
  package var hints: Hints?
  package var pendingKeys: [Key] = []
  package var pendingSerial = 0
  package var showsContinuations = false
  package var count: Int?
  package var notice: Notice?
  package var isQuitting = false
  package var layouts = LayoutCache()
  package var nextDocument = 1

  package struct Notice: Sendable, Hashable {
    package var text: String
    package var isError: Bool
  }

  /// Asks for a line of text at the bottom of the screen.
  package struct Prompt: Sendable, Hashable {
    package enum Purpose: Sendable, Hashable {
      case password(DocumentID)
      /// The next key names a mark to set or to go to.
      case setMark, goToMark
      /// The address has been shown; Enter opens it.
      case openAddress(String)
    }
    package var purpose: Purpose
    package var label: String
    package var text = ""
  }

  /// A place shown in a popup without going there.
  package struct Peek: Sendable, Hashable {
    package var document: DocumentID
    package var page: Int
    package var landing: Landing
    package var title: String
  }

  package init(size: Size, theme: Theme, keymap: Keymap) {
    self.size = size
    self.theme = theme
    self.keymap = keymap
  }

  package var pane: Pane? { focus < panes.count ? panes[focus] : nil }

  package var document: Document? {
    guard let pane else { return nil }
    return document(pane.document)
  }

  package func index(of id: DocumentID) -> Int? { documents.firstIndex { $0.id == id } }

  package func document(_ id: DocumentID) -> Document? { index(of: id).map { documents[$0] } }

  package mutating func say(_ text: String, isError: Bool = false) {
    notice = Notice(text: text, isError: isError)
  }

  /// Adds a document and a pane's view of it; `recto` opens its arguments with this.
  package mutating func open(path: String, start: StartingPoint) -> [Effect] {
    if let known = documents.firstIndex(where: { $0.path == path && !path.isEmpty }) {
      return show(documents[known].id)
    }
    let document = Document(id: DocumentID(nextDocument), path: path, start: start)
    nextDocument += 1
    documents.append(document)
    if panes.isEmpty {
      panes = [Pane(document: document.id)]
    } else {
      rememberPlace()
      panes[focus] = Pane(document: document.id)
    }
    return [.open(document.id, path: path, generation: document.generation, password: "")]
  }

  /// Shows an open document in the pane that has the focus, at its own place.
  package mutating func show(_ id: DocumentID) -> [Effect] {
    guard let index = index(of: id), focus < panes.count, panes[focus].document != id else {
      return []
    }
    let effects = saveReading()
    panes[focus] = Pane(document: id)
    restorePlace(in: focus, from: documents[index].reading)
    return effects + [.setTitle(documents[index].title)]
  }
}
