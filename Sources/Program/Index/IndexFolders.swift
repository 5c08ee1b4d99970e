import DocumentModel
import FoundationEssentials
import Interface
import Library

/// The folders whose documents are read for the index, as they are remembered in the library: an index can be made anew from them.
enum IndexFolders {
  private static let name = "index-folders"

  /// Those that were chosen, and those of the settings.
  static func load(
    from library: ReadingLibrary, and always: [String] = settings(),
    completion: @escaping @Sendable ([String]) -> Void
  ) {
    library.state(named: name) { content in
      let folders = content.flatMap {
        try? JSONDecoder().decode([String].self, from: Data($0.utf8))
      }
      completion(IndexWalk.apart((folders ?? []) + always))
    }
  }

  static func settings() -> [String] {
    var problems: [String] = []
    return Settings.load(problems: &problems).preferences.indexFolders
  }

  static func save(_ folders: [String], in library: ReadingLibrary) {
    let content = (try? JSONEncoder().encode(folders)).map { String(decoding: $0, as: UTF8.self) }
    library.setState(named: name, to: content)
  }

  /// The folders with one more; those that lie in it are in it.
  static func adding(_ folder: String, to folders: [String]) -> [String] {
    IndexWalk.apart(folders + [folder])
  }

  /// The folders without one and those below it.
  static func removing(_ folder: String, from folders: [String]) -> [String] {
    folders.filter { !PathParts.lies($0, in: folder) }
  }
}
