import DocumentModel
import Glibc
package import Interface
package import Messages
import Platform
import Services

/// The first screen: documents, the browser, or the last session.
package struct StartScreen {
  /// Documents to be read, from the command line.
  package var documents: [DocumentArgument] = []
  /// Absolute folders to browse; the first is shown.
  package var folders: [String] = []
  /// The browser on this file, absolute.
  package var reveal: String?
  /// A picker in place of a reader.
  package var choosing: Browser.Choosing?
  /// Whether picked paths end with NUL instead of a line end.
  package var endsWithNul = false

  /// The line of a source to show in the document.
  package var forward: RemoteRequest.Action?
  /// The name other programs call this one by; nil for the number of the process.
  package var server: String?
  /// The variable of the environment that names the socket, for programs that Recto starts.
  package static let serverVariable = "RECTO_SERVER"

  /// The file that receives the last folder, for a shell function.
  package var folderFile: String?

  package init() {}

  package static func isFolder(_ path: String) -> Bool {
    (SystemPath.status(path)?.st_mode ?? 0) & S_IFMT == S_IFDIR
  }

  /// Whether nothing was asked for, so that the last session is shown.
  package var isOpen: Bool {
    documents.isEmpty && folders.isEmpty && reveal == nil && choosing == nil
  }

  /// The folder to show first, if the command line names one.
  package var firstFolder: String? {
    if let reveal { return BrowserPlace.folder(reveal).parent }
    return documents.isEmpty && !isOpen ? folders.first ?? CurrentFolder.path : nil
  }

  /// The browser in the places asked for.
  func browse(_ state: inout State, _ types: DocumentTypes) -> [Effect] {
    state.browser.choosing = choosing
    if let reveal {
      let place = BrowserPlace.folder(reveal)
      guard let parent = place.parent else { return state.browse(asked: [place]) }
      // A revealed file must be visible.
      if place.name.hasPrefix(".") { state.browser.options.showsHidden = true }
      if !Self.isFolder(reveal), !types.opens(named: place.name) {
        state.browser.options.showsAll = true
      }
      return state.browse(asked: [.folder(parent)], cursorOn: FilePath(place.name))
    }
    let here = folders.isEmpty ? [CurrentFolder.path ?? Paths.home] : folders
    return state.browse(asked: here.map { .folder($0) })
  }

  /// Writes the last folder to the requested file; false, after a complaint, if that fails.
  func tell(folder: String?) -> Bool {
    guard let folderFile, let folder else { return true }
    let bytes = SystemPath.bytes(folder)
    let descriptor = SystemPath.lend(folderFile) {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o600)
    }
    guard descriptor >= 0 else {
      Output.complain(
        "cannot write \(folderFile): \(String(cString: strerror(errno))); name a file that can be written after --cwd-file"
      )
      return false
    }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      Output.complain("cannot write \(folderFile): \(String(cString: strerror(errno)))")
      return false
    }
    return true
  }

  /// Prints the picked paths for the caller, byte for byte; returns the exit status.
  func tell(_ chosen: [String]) -> Int32 {
    for path in chosen {
      // A zero parts names for programs, which get them as they are.
      if endsWithNul {
        Output.write(SystemPath.bytes(Output.name(path)) + [0x00])
      } else {
        Output.write(Output.name(path) + "\n")
      }
    }
    return chosen.isEmpty ? 1 : 0
  }
}
