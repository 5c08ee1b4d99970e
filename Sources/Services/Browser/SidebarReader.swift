import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform

/// System entries of the sidebar: user folders and mounted volumes.
enum SidebarReader {
  private static let glyphs: [Places.Kind: String] = [
    .home: "⌂", .documents: "▤", .downloads: "↓", .desktop: "▭", .music: "♪", .pictures: "▦",
    .videos: "▷", .templates: "◇", .publicShare: "◌",
  ]

  private static let usualNames: [Places.Kind: String] = [
    .documents: "Documents", .downloads: "Downloads",
  ]

  private static let kinds: [Places.Kind] = [.home, .desktop, .documents, .downloads]

  /// Returns the user folders that exist, or whose disks do not answer; reported again when they do.
  static func places(
    of wanted: [Folder] = folders(), _ lanes: DiskLanes, on queue: DispatchQueue,
    answer: @escaping @Sendable ([Sidebar.Item]) -> Void
  ) {
    lanes.each(wanted.map(\.path), on: queue) {
      SystemPath.isThere(wanted[$0].path)
    } answer: {
      found in
      answer(
        zip(wanted, found).compactMap { folder, isThere in isThere == false ? nil : item(folder) }
          + [Sidebar.Item(place: .trash, title: "Trash", glyph: "×")])
    }
  }

  struct Folder {
    var kind: Places.Kind
    var path: String
  }

  private static func item(_ folder: Folder) -> Sidebar.Item {
    let title = folder.kind == .home ? "Home" : PathParts.name(of: folder.path)
    return Sidebar.Item(
      place: .folder(PathParts.trimming(folder.path)), title: title,
      glyph: glyphs[folder.kind] ?? "▸", isForDocuments: folder.kind == .documents)
  }

  static func folders() -> [Folder] {
    let all = Places.all()
    let wanted = kinds + Places.Kind.allCases.filter { !kinds.contains($0) }
    return wanted.compactMap { kind -> Folder? in
      // Folders that are not configured are at their usual places.
      let usual = usualNames[kind].map { PathParts.joined(Places.home, $0) }
      return (all.first { $0.kind == kind }?.path ?? usual).map { Folder(kind: kind, path: $0) }
    }
  }

  static func volumes() -> [Sidebar.Item] {
    Volume.mounted().filter { $0.path != "/" }.map {
      Sidebar.Item(
        place: .folder($0.path), title: $0.name, glyph: $0.isRemote ? "⇅" : "◍")
    }
  }
}
