import DocumentModel
import FoundationEssentials
package import Library
import Messages

/// The indexed folders, stored in the library so that the index can be rebuilt.
package enum IndexFolders {
  private static let name = "index-folders"

  /// Loads the folders the user has chosen and those of the settings.
  package static func load(
    from library: ReadingLibrary, and always: [String],
    completion: @escaping @Sendable ([String]) -> Void
  ) {
    library.state(named: name) { content in
      let folders = content.flatMap {
        try? JSONDecoder().decode([String].self, from: Data($0.utf8))
      }
      completion(IndexWalk.apart((folders ?? []) + always))
    }
  }

  package static func save(_ folders: [String], in library: ReadingLibrary) {
    let content = (try? JSONEncoder().encode(folders)).map { String(decoding: $0, as: UTF8.self) }
    library.setState(named: name, to: content)
  }

  /// Adds a folder; the folders inside it are dropped from the list.
  package static func adding(_ folder: String, to folders: [String]) -> [String] {
    IndexWalk.apart(folders + [folder])
  }

  /// Removes a folder and all folders below it.
  package static func removing(_ folder: String, from folders: [String]) -> [String] {
    folders.filter { !PathParts.lies($0, in: folder) }
  }
}
