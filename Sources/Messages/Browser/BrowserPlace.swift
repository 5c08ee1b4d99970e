import DocumentModel

/// The place a tab of the browser lists: a folder, or documents collected from everywhere.
package enum BrowserPlace: Sendable, Hashable, Codable {
  /// Absolute path without a slash at its end, but for `/`.
  case folder(String)
  case recents
  case favourites
  case tag(String)
  case trash

  /// By bytes: two spellings of a name that look alike are two folders.
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.folder(let one), .folder(let other)), (.tag(let one), .tag(let other)):
      FilePath(one) == FilePath(other)
    case (.recents, .recents), (.favourites, .favourites), (.trash, .trash): true
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .folder(let text), .tag(let text): hasher.combine(FilePath(text))
    case .recents: hasher.combine(1)
    case .favourites: hasher.combine(2)
    case .trash: hasher.combine(3)
    }
  }

  /// The folder it is; nil where documents are gathered.
  package var folder: String? {
    if case .folder(let path) = self { return path }
    return nil
  }

  /// The parent folder; nil at the root and for collections.
  package var parent: String? {
    guard let folder, folder != "/" else { return nil }
    return PathParts.folder(of: folder)
  }

  /// Its last part, as tabs and sentences name it.
  package var name: String {
    switch self {
    case .folder(let path): PathParts.name(of: path)
    case .recents: "Recents"
    case .favourites: "Favourites"
    case .tag(let name): name
    case .trash: "Trash"
    }
  }
}
