import DocumentModel
import Files
import Glibc
import Interface
import Platform

/// What the sidebar offers of the system: the user's folders and what is mounted.
enum SidebarReader {
  private static let glyphs: [Places.Kind: String] = [
    .home: "⌂", .documents: "▤", .downloads: "↓", .desktop: "▭", .music: "♪", .pictures: "▦",
    .videos: "▷", .templates: "◇", .publicShare: "◌",
  ]

  private static let usualNames: [Places.Kind: String] = [
    .documents: "Documents", .downloads: "Downloads",
  ]

  private static let kinds: [Places.Kind] = [.home, .desktop, .documents, .downloads]

  static func places() -> [Sidebar.Item] {
    let all = Places.all()
    let wanted = kinds + Places.Kind.allCases.filter { !kinds.contains($0) }
    let items = wanted.compactMap { kind -> Sidebar.Item? in
      // Where nobody has set these folders, they are where they usually are.
      let usual = usualNames[kind].map { PathParts.joined(Places.home, $0) }
      guard let path = all.first(where: { $0.kind == kind })?.path ?? usual,
        SystemPath.isThere(path)
      else { return nil }
      let title = kind == .home ? "Home" : PathParts.name(of: path)
      return Sidebar.Item(
        place: .folder(PathParts.trimming(path)), title: title, glyph: glyphs[kind] ?? "▸")
    }
    return items + [Sidebar.Item(place: .trash, title: "Trash", glyph: "×")]
  }

  static func volumes() -> [Sidebar.Item] {
    Volume.mounted().filter { $0.path != "/" }.map {
      Sidebar.Item(
        place: .folder($0.path), title: $0.name, glyph: $0.isRemote ? "⇅" : "◍")
    }
  }
}
