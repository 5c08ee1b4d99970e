import DocumentModel
import Glibc
import Platform

/// Paths as users type them.
package enum Paths {
  package static var home: String { HomeFolder.path }

  /// `~` at the beginning is the home folder.
  package static func typed(_ text: String) -> String {
    PathParts.expanded(text, home: home)
  }

  /// With `~` for the home folder.
  package static func shown(_ path: String) -> String {
    PathParts.shortened(path, home: home)
  }

  /// A folder of the user's by the XDG variable's name; relative values count as none.
  static func folder(_ variable: String, else rest: String) -> String {
    HomeFolder.folder(variable, else: rest)
  }

  /// Returns the folder for downloads, else the current or home folder.
  package static var downloads: String {
    let folder = home + "/Downloads"
    return access(folder, W_OK) == 0 ? folder : CurrentFolder.path ?? home
  }

  private static let mostNames = 500

  /// Whether a file is offered to be opened: those without an ending are, too.
  private static func isOffered(_ name: String, _ types: DocumentTypes) -> Bool {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return true }
    return types.opens(named: name)
  }

  /// Returns the folders and documents whose path starts with the typed text, folders with a slash; hidden ones only on request.
  static func completing(_ text: String, _ types: DocumentTypes) -> [String] {
    let slash = text.utf8.lastIndex(of: 0x2F)
    let folder = slash.map { String(text[...$0]) } ?? ""
    let start = slash.map { String(text[text.utf8.index(after: $0)...]) } ?? text
    guard text != "~",
      let stream = SystemPath.lend(folder.isEmpty ? "." : typed(folder), { opendir($0) })
    else {
      return text == "~" ? ["~/"] : []
    }
    defer { closedir(stream) }
    var found: [String] = []
    while found.count < mostNames, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      guard name != ".", name != "..", start.hasPrefix(".") || !name.hasPrefix("."),
        name.lowercased().hasPrefix(start.lowercased())
      else { continue }
      guard let status = SystemPath.status(typed(folder + name)) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        found.append(folder + name + "/")
      } else if status.st_mode & S_IFMT == S_IFREG, isOffered(name, types) {
        found.append(folder + name)
      }
    }
    return found.sorted()
  }
}
