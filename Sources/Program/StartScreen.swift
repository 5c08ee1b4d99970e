import Glibc
import Interface
import Platform

/// What the program begins with: documents, the browser, or what was there the last time.
struct StartScreen {
  /// Documents to be read, from the command line.
  var documents: [DocumentArgument] = []
  /// Folders to be browsed, absolute; the first one is shown.
  var folders: [String] = []
  /// The browser on this file, absolute.
  var reveal: String?
  /// A picker in place of a reader.
  var choosing: Browser.Choosing?

  /// Parts a command line's words into documents and folders.
  init(_ words: [String]) {
    for word in words {
      if word != "-", let status = SystemPath.status(word), status.st_mode & S_IFMT == S_IFDIR {
        folders.append(DocumentFile.absolute(word))
      } else {
        documents.append(DocumentArgument(word))
      }
    }
  }

  /// Nothing was asked for: as it was the last time.
  var isOpen: Bool {
    documents.isEmpty && folders.isEmpty && reveal == nil && choosing == nil
  }

  /// The browser in the places asked for.
  func browse(_ state: inout State) -> [Effect] {
    state.browser.choosing = choosing
    if let reveal {
      let place = BrowserPlace.folder(reveal)
      return state.browse(place.parent.map { .folder($0) } ?? place, standingOn: RowKey(place.name))
    }
    let here = folders.isEmpty ? [DocumentFile.currentFolder] : folders
    var effects: [Effect] = []
    for folder in here.reversed() {
      effects +=
        state.browser.tabs.isEmpty
        ? state.browse(.folder(folder)) : state.addTab(.folder(folder))
    }
    return effects
  }
}
